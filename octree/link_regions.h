// Regions by numbers of links [RJ07]: region r has all nodes at most rest.link_reach[r] links away.
#pragma once
#include <vector>

#include "core/body_rest.h"

namespace octomatch {

/// Fills rest.place and rest.list_of; nodes, links and reaches must be there already. Equal regions get one number, and
/// neighbours in z get neighbouring numbers, so that sums over them can slide (core/sliding_sums.h).
void add_link_regions(std::vector<Vec3i> place, BodyRest& rest);

}  // namespace octomatch

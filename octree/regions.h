// Interval-based regions (FASM 4.2): for each node the rows of the summation tree whose sum is its region.
//
// A row whose nodes lie at distances [a, b] is dropped if a > w, taken whole if b < (1 + eps) w, else its children
// decide; a node is taken iff a <= w. Nodes that were not reached are infinitely far.
//
// Where nodes have different widths, the rule holds with w_i for the region of i alone, with max(w_i, w_j) for the
// union and with min(w_i, w_j) for the intersection.
#pragma once
#include "core/body_rest.h"
#include "octree/region_settings.h"

namespace octomatch {

/// Fills rest.lists and rest.list_of; everything above them in BodyRest must be there already.
void add_interval_regions(const RegionSettings& settings, BodyRest& rest);

}  // namespace octomatch

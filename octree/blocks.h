// The dual-tree relation: pairs of rows that have each other's nodes. Symmetric by construction.
//
// For rows A, B with distances [a, b] between their nodes: a > w drops the pair, b < (1 + eps) w accepts it as a block,
// else the larger row is split. Nodes of different widths use the larger of the two, w_ij = max(w_i, w_j).
#pragma once
#include "core/body_rest.h"
#include "octree/region_settings.h"

namespace octomatch {

/// Fills rest.blocks; everything above it in BodyRest must be there already.
void add_blocks(const RegionSettings& settings, BodyRest& rest);

}  // namespace octomatch

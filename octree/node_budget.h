// As fine as a number of nodes allows: cells are split greedily by need, never above the budget.
#pragma once
#include "octree/octree.h"
#include "octree/sampling.h"

namespace octomatch {

/// Cells with need >= 1 are split, the neediest first, as long as the sampling stays within `budget` nodes.
/// Throws InputError where the base lattice alone has more.
Octree make_octree_within(const MaterialGraph& material, const std::function<double(const Cell&)>& need, int budget);

}  // namespace octomatch

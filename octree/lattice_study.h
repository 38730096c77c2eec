// What a plain lattice would need: the honest opponent of the adaptive sampling.
//
// A plain lattice has one node per cell with material and links all touching cells [RJ07]. A *bridge* is a place where
// it joins material that is more than three cell edges apart inside the material: a link between two cells, or one
// cell that holds both.
#pragma once
#include "octree/octree.h"
#include "octree/sampling.h"

namespace octomatch {

struct PlainLattice {
    int nodes = 0;
    std::int64_t links = 0;
    std::int64_t bridges = 0;
};

/// The plain lattice of cells of the given level of the material's lattice.
PlainLattice plain_lattice(const MaterialGraph& material, int level);

/// Links of a sampling that join material more than three of the larger cell's edges apart.
std::int64_t count_bridges(const MaterialGraph& material, const Octree& tree, const Sampling& sampling);

}  // namespace octomatch

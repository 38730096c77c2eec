// Simulation nodes and the visibility graph between them.
//
// One node per leaf and connected component in it (FASM 4.1 has one per leaf, which loses mass where a leaf holds two
// features and joins what is apart). Slivers are adopted by the node they touch most. Two nodes are linked iff a
// contact joins a piece of one to a piece of the other (FASM 6.1 removes edges that cross the surface at concave
// regions; with cells whose centre lies in the gap that test fails).
#pragma once
#include <vector>

#include "core/ids.h"
#include "core/ragged.h"
#include "octree/octree.h"

namespace octomatch {

enum class Positions { mass, cell_centre };

/// contact: as above. touching: one node per cell, and all touching cells are linked [RJ07], which joins what is apart;
/// for uniform bodies.
enum class LinkRule { contact, touching };

struct Sampling {
    // Nodes in Morton order of their leaves.
    std::vector<CellId> leaf_of;     // into Octree::cells
    std::vector<double> volume;      // of its material, in h^3
    std::vector<Vec3d> position;     // rest position, in finest cells from the lattice's corner
    std::vector<Vec3i> cell_centre;  // in h/2 from the lattice's corner: always integers
    std::vector<NodeId> node_of_piece;

    // The visibility graph.
    Ragged<NodeId> links;                   // symmetric, sorted, no loops
    std::vector<std::int32_t> link_length;  // beside links.items, in h/2

    int nodes() const { return static_cast<int>(leaf_of.size()); }
};

Sampling make_sampling(const MaterialGraph& material, const Octree& tree, Positions positions,
                       LinkRule rule = LinkRule::contact);

/// Number of connected components of the graph and of nodes without links.
struct Connectivity {
    int components = 0, isolated = 0;
};
Connectivity connectivity(const Ragged<NodeId>& links);

}  // namespace octomatch

// What makes an adaptive body the same material as the lattice of its finest cells: a coarse cell stands for the finest
// lattice points in it (docs/algorithm.md, "The same material at every sampling").
//
// Membership: phi_ir is the share of the pairs of finest lattice points, one of the cell of node i, one of that of node
// r, that lie within the width of each other. It is the product of the shares along the axes; on the axis along which
// the centres are farthest apart their distance is raised to that of the visibility graph, so that a way around a gap
// counts. Symmetric, and 0 or 1 between finest cells: there the regions are the nodes at graph distance <= w.
//
// Moments: J_i is the second moment of the node's finest cells about its rest position over its mass; 0 for nodes of
// one finest cell or less.
//
// Stiffness: a region of coarse cells reaches farther than one of finest cells, k_r makes up for it. With T = w (w + h)
//   k_r = T / (T + (s_r^2 - h^2) / 4 + <s_i^2 - h^2>_r / 4),   mean over the members weighted by phi_ir f_i
#pragma once
#include <cstdint>
#include <span>

#include "core/body_rest.h"
#include "octree/sampling.h"

namespace octomatch {

/// Share of the pairs of finest lattice points of two cells that lie within `reach` of each other along one axis.
/// Edges and reach in h, the distance of the centres in h/2.
double share_within(std::int64_t edge_a, std::int64_t edge_b, std::int64_t distance, std::int64_t reach);

/// phi of two cells whose centres are `offset` apart, and `way` along links, both in h/2.
double membership(std::int64_t edge_a, std::int64_t edge_b, const Vec3i& offset, std::int64_t way, std::int64_t reach);

/// Fills rest.own_moment.
void add_own_moments(const MaterialGraph& material, const Sampling& sampling, BodyRest& rest);

/// Fills the relation with its weights, and rest.stiffness; everything above them in BodyRest must be there already.
/// Centres of the nodes' cells in h/2. Of two widths the larger holds, rounded down to whole cells.
void add_fractional_regions(std::span<const Vec3i> cell_centre, BodyRest& rest);

}  // namespace octomatch

// Nodes that turn. Under the rule `equal` a node stands for the finest cells of its material as one rigid piece, with a
// rotation R_i and a spin l_i, its angular momentum about x_i, in the world's frame.
//
//   I_i = R_i m_i J'_i R_i^T,  J' = tr(J) I - J      inertia of the node; points (J = 0) have none and no spin
//
// Nodes move as the points they stand for would, by symplectic Euler, so that energy stays bounded: R_i turns by the
// rotation F for which the points' momentum is l_i, (1 / h) sum_c m_c d_c x F d_c = l_i (a discrete rigid body).
#pragma once
#include "core/body_state.h"
#include "core/match_tables.h"

namespace octomatch {

/// m_i J'_i, and its inverse, 0 for points.
Mat3d inertia_of(const BodyRest& rest, int node);
Mat3d inverse_inertia_of(const BodyRest& rest, int node);

/// Gives every node the rotation of its own region, and the spin of turning with the body as a whole.
void start_turning(const MatchTables& tables, BodyState& state);

/// R_i of all nodes a substep of `seconds` later. Points take the rotation of their own region.
template <class Real>
void turn(const MatchTables& tables, double seconds, BodyStateOf<Real>& state);

extern template void turn(const MatchTables&, double, BodyStateOf<float>&);
extern template void turn(const MatchTables&, double, BodyStateOf<double>&);

}  // namespace octomatch

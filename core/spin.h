// Nodes that turn. Under the rule `equal` a node stands for the finest cells of its material as one rigid piece, with a
// rotation R_i and a spin l_i, its angular momentum about x_i, in the world's frame.
//
//   I_i = R_i m_i J'_i R_i^T,  J' = tr(J) I - J      inertia of the node; points (J = 0) have none and no spin
//
// A free node turns about its principal axes one after the other, each turn exact [McLachlan 1993]. That keeps l_i to
// the bit and makes a substep symplectic, whatever the angle: energy stays bounded.
#pragma once
#include "core/body_state.h"
#include "core/match_tables.h"

namespace octomatch {

/// m_i J'_i.
Mat3d inertia_of(const BodyRest& rest, int node);

/// Gives every node the rotation of its own region, and the spin of turning with the body as a whole.
void start_turning(const MatchTables& tables, BodyState& state);

/// R_i of all nodes a substep of `seconds` later. Points take the rotation of their own region.
template <class Real>
void turn(const MatchTables& tables, double seconds, BodyStateOf<Real>& state);

extern template void turn(const MatchTables&, double, BodyStateOf<float>&);
extern template void turn(const MatchTables&, double, BodyStateOf<double>&);

}  // namespace octomatch

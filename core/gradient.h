// The deformation gradient at every node, fitted to the nodes around it.
//
// With d_ij = x_j - x_i and d0_ij the same at rest, F_i minimises sum_j |F_i d0_ij - d_ij|^2 / |d0_ij|^4:
//   F_i = sum_j d_ij g_ij^T,   g_ij = Q_i^+ d0_ij / |d0_ij|^4,   Q_i = sum_j d0_ij d0_ij^T / |d0_ij|^4
// so one vector g_ij per pair is all that is left of the rest shape. Where the nodes around i do not span space (sheets
// and chains of single cells) the open directions turn with the others: F_i = sum_j d_ij g_ij^T + R_i N_i, with N_i the
// projector on the open directions and R_i the rotation nearest to the fitted part. What that leaves free, the twist
// of a chain, is taken from where the chain hangs on.
#pragma once
#include <string>
#include <vector>

#include "core/body_rest.h"
#include "core/body_state.h"

namespace octomatch {

/// Compiled from a BodyRest.
struct GradientFit {
    Ragged<NodeId> around;     // per node: who F_i is fitted to, sorted
    std::vector<Vec3> slopes;  // beside around.items: g_ij

    struct Open {
        NodeId node;
        NodeId like;  // whose rotation it follows where its own is free; none: the node's own, or the body's
        Mat3 directions = Mat3::Identity();  // N_i
    };
    std::vector<Open> open;  // first those like nobody, then each after the one it is like
};

GradientFit fit_gradients(const BodyRest& rest);

/// Every broken promise, one line each; empty means valid.
std::vector<std::string> validate(const GradientFit& fit, const BodyRest& rest);

/// F_i of every node. Rigid motions and, where nothing is open, affine maps of the nodes give exactly their matrix.
void find_gradients(const GradientFit& fit, const BodyState& state, std::vector<Mat3>& gradients);

}  // namespace octomatch

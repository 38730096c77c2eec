// The skin: the surface people see, carried by the nodes below it.
//
// Each vertex follows nearby nodes of its own material, bound when the body is compiled:
//   x(p) = sum_i w_i (x_i + F_i (p - x0_i)),   sum_i w_i = 1
// or, where each node carries a point p_i of its own, with p_i for p and sum_i w_i p_i = p.
// F_i is the deformation gradient at node i (core/gradient.h), so that a stretched body has a stretched skin.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/gradient.h"

namespace octomatch {

/// Compiled with a BodyRest.
struct SkinRest {
    std::vector<Vec3> vertices;                 // relative to the rest's origin
    std::vector<std::array<int, 3>> triangles;  // counter-clockwise from outside
    Ragged<NodeId> nodes;                       // per vertex: who carries it, sorted
    std::vector<float> weights;                 // beside nodes.items, positive, adding up to 1 per vertex
    std::vector<Vec3> arms;                     // beside nodes.items: p_i - x0_i; empty: p - x0_i

    // What follows from the above; complete() fills it in.
    Ragged<std::int32_t> triangles_at;  // per vertex, sorted
    GradientFit fit;
};

/// Fills in what follows from the surface and the rest shape.
void complete(SkinRest& skin, const BodyRest& rest);

/// Every broken promise of the arrays above, one line each; empty means valid.
std::vector<std::string> validate(const SkinRest& skin, const BodyRest& rest);

/// Gradients per node and the skin of one body at one moment. Reused from frame to frame.
struct Skin {
    std::vector<Vec3> positions;  // relative to the state's origin
    std::vector<Vec3> normals;  // unit, area-weighted over the triangles around a vertex; any where these have no area
    std::vector<Mat3> gradients;  // F_i per node
};

/// Recomputes all of `skin` from the state.
void pose_skin(const BodyRest& rest, const SkinRest& skin_rest, const BodyState& state, Skin& skin);

}  // namespace octomatch

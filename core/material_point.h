// A point of the material, to take hold of it.
//
// A balanced point is a fixed mean of nodes, x(p) = sum_i w_i x_i with sum_i w_i = 1 and sum_i w_i x0_i = p. It follows
// every affine map of the nodes, and its velocity is the same mean of theirs, so that a push on it, handed to the nodes
// by the adjoint (dv_i = J w_i / m_i), acts as a force at the point would and holding it still takes energy, adds none.
#pragma once
#include <vector>

#include "core/body_rest.h"

namespace octomatch {

struct MaterialPoint {
    Vec3 rest = Vec3::Zero();  // relative to the rest's origin
    std::vector<NodeId> nodes;
    std::vector<float> weights;  // beside nodes, adding up to 1
};

/// The same nodes with the weights nearest to mass times the given ones that put the point in its place: moving least
/// squares, sum_i w_i x0_i = p. Directions in which the nodes hardly spread stay out of it.
MaterialPoint balanced(const MaterialPoint& point, const BodyRest& rest);

}  // namespace octomatch

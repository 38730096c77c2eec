// Where in the rest shape a point of the world is, for blades that meet a deformed body.
//
//   y(x) = sum_i w_i (x0_i + F_i^-1 (x - x_i)) / sum_i w_i,   w_i = (|x - x_i|^2 / s_i^2 + 0.05)^-4
//
// with F_i the deformation gradient at node i and s_i the edge of its cell. All nodes take part, so that y is smooth
// everywhere; their weights fall so fast that the nearest decide. Outside the body that extrapolates.
#pragma once
#include <vector>

#include "core/body_rest.h"
#include "core/body_state.h"
#include "core/gradient.h"

namespace octomatch {

class RestPoints {
public:
    /// A body at one moment.
    RestPoints(const BodyRest& rest, const GradientFit& fit, const BodyState& state);

    /// In the mesh's own coordinates. Exact where the body moved rigidly or by an affine map.
    Vec3d at(const Vec3d& world) const;

private:
    struct Node {
        Vec3d x, x0;    // world, mesh
        Mat3d inverse;  // of F_i
        double edge;
    };
    std::vector<Node> nodes_;
};

}  // namespace octomatch

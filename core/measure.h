// Sums over a body that laws are stated in, in double.
#pragma once
#include "core/body_rest.h"
#include "core/body_state.h"

namespace octomatch {

struct Motion {
    double mass = 0;
    Vec3d centre = Vec3d::Zero();    // of mass, world
    Vec3d momentum = Vec3d::Zero();  // sum m v
    Vec3d angular = Vec3d::Zero();   // sum m x cross v, about the world's origin, and the spins of the nodes
    double kinetic = 0;              // sum m v^2 / 2, and that of the spins

    // What drifts of the two momenta are measured against: sum m |v|, and sum m |x| |v| about the centre.
    double speed = 0, turn = 0;
};

template <class Real>
Motion motion_of(const BodyRest& rest, const BodyStateOf<Real>& state);

extern template Motion motion_of(const BodyRest&, const BodyStateOf<float>&);
extern template Motion motion_of(const BodyRest&, const BodyStateOf<double>&);

}  // namespace octomatch

// What is around the bodies: time, gravity, wind, ground.
#pragma once
#include <optional>

#include "core/match.h"
#include "core/vec.h"

namespace octomatch {

/// Air that moves and drags: acceleration coupling (u - v) with u = velocity (1 + gust sin(2 pi (t / period - s /
/// length))) where s is the way along the wind, so that gusts travel.
struct Wind {
    Vec3d velocity = Vec3d::Zero();  // [m/s]; zero: no wind
    double coupling = 1;             // [1/s]
    double gust = 0;                 // share of the velocity
    double period = 2;               // [s]
    double length = 1;               // [m]

    Vec3d at(const Vec3d& place, double time) const;
};

/// The half space below a plane.
struct Ground {
    Vec3d normal = Vec3d::UnitY();
    double offset = 0;       // normal . p = offset on the plane [m]
    double friction = 0.5;   // Coulomb
    double restitution = 0;  // share of the approach speed that comes back
};

struct WorldSettings {
    double time_step = 1.0 / 60;    // of a frame [s]
    int substeps = 0;               // per frame; 0: as many as the stiffest body needs
    Vec3d gravity = {0, -9.81, 0};  // [m/s^2]
    Wind wind;
    std::optional<Ground> ground;
    PlanKind plan = PlanKind::tree;
    RotationKind rotation = RotationKind::kernel;
    int undo_levels = 16;       // how many cuts can be taken back
    double undo_memory = 1000;  // as far as what is kept for that fits into so much [MB]
};

}  // namespace octomatch

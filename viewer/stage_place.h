// How the world maps to the stage, where the engine computes in float: the world's middle is at the origin and its
// diagonal is 1.
#pragma once
#include "core/vec.h"

namespace octomatch {

struct StagePlace {
    Vec3d centre = Vec3d::Zero();
    double scale = 1;

    Vec3d to_stage(const Vec3d& world) const { return scale * (world - centre); }
    Vec3d to_world(const Vec3d& stage) const { return centre + stage / scale; }
};

}  // namespace octomatch

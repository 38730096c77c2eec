// A part of space: a box, a ball, or a painted stroke of balls.
#pragma once
#include <vector>

#include "core/vec.h"

namespace octomatch {

struct Zone {
    Box3 box;                   // where `points` is empty
    std::vector<Vec3d> points;  // one: a ball; several: a painted stroke of balls
    double radius = 0;

    bool meets(const Box3& other) const {
        if (points.empty())
            return (box.low.array() <= other.high.array()).all() && (other.low.array() <= box.high.array()).all();
        for (const Vec3d& p : points)
            if ((p.cwiseMax(other.low).cwiseMin(other.high) - p).norm() <= radius) return true;
        return false;
    }
    bool contains(const Vec3d& p) const { return meets({p, p}); }
};

}  // namespace octomatch

// The vectors and matrices of the project. Float for what a step executes, double for geometry.
#pragma once
#include <Eigen/Core>
#include <Eigen/Geometry>
#include <limits>

namespace octomatch {

using Vec3 = Eigen::Vector3f;
using Vec3d = Eigen::Vector3d;
using Vec3i = Eigen::Vector3i;
using Mat3 = Eigen::Matrix3f;
using Mat3d = Eigen::Matrix3d;

struct Box3 {
    Vec3d low = Vec3d::Constant(std::numeric_limits<double>::infinity());
    Vec3d high = Vec3d::Constant(-std::numeric_limits<double>::infinity());

    bool empty() const { return (low.array() > high.array()).any(); }
    Vec3d extent() const { return high - low; }
    Vec3d centre() const { return 0.5 * (low + high); }
    double diagonal() const { return extent().norm(); }
    void include(const Vec3d& p) {
        low = low.cwiseMin(p);
        high = high.cwiseMax(p);
    }
    void include(const Box3& box) {
        low = low.cwiseMin(box.low);
        high = high.cwiseMax(box.high);
    }
};

}  // namespace octomatch

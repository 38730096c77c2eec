// Matrices of every class that a region can have, for the tests of rotations.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <span>

#include "core/rotation.h"

namespace octomatch::test {

using Quat = Eigen::Quaternionf;
using Quatd = Eigen::Quaterniond;

inline constexpr RotationStart kStarts[] = {RotationStart::cold, RotationStart::warm};

// Signed singular values; the last one is negative where the matrix is inverted.
struct MatrixClass {
    const char* name;
    Vec3d values;
    double gap() const { return (values[1] + values[2]) / values.norm(); }
    /// What is given up, as a fraction of |A|, where the gap counts as none and the twist is kept.
    double kept() const { return gap() <= kUniqueGap ? gap() : 0; }
};
inline constexpr double kThin = 1e-3;
inline const MatrixClass kUnique[] = {
    {"isotropic", {1, 1, 1}},           {"volumetric", {1.2, 0.7, 0.3}},
    {"elongated", {1, 0.3, 0.1}},       {"planar", {1, 0.6, 0}},
    {"round plane", {1, 1, 0}},         {"thin shell", {1, 0.5, kThin}},
    {"inverted", {1, 0.8, -0.3}},       {"inverted shell", {1, 1, -kThin}},
    {"inverted, wide", {1, 1, -0.9}},   {"rod", {1, 0.01, 0.01}},
    {"thin rod", {1, kThin, kThin}},    {"thinner rod", {1, 2e-4, 1e-4}},
    {"hardly inverted", {1, 0.5, 0.5}}, {"nearly open", {1, 0.5, -0.499}},
};
inline const MatrixClass kNotUnique[] = {
    {"collinear", {1, 0, 0}},
    {"inverted, equal", {1, 0.5, -0.5}},
    {"point reflection", {1, 1, -1}},
    {"rod below the gap", {1, 1e-6, 1e-6}},
    {"rod near the gap", {1, 4e-6, 4e-6}},
};

class RandomMatrices {
public:
    double normal() { return normal_(random_); }
    Vec3d direction() { return Vec3d{normal(), normal(), normal()}.normalized(); }
    Quatd rotation() { return Quatd{normal(), normal(), normal(), normal()}.normalized(); }
    Quatd rotation_near(const Quatd& q, double angle) { return q * Quatd(Eigen::AngleAxisd(angle, direction())); }
    Mat3d gaussian() {
        return Mat3d::NullaryExpr([&] { return normal(); });
    }
    Mat3d of_class(const Vec3d& values) { return rotation() * Mat3d(values.asDiagonal()) * rotation().conjugate(); }

private:
    std::mt19937 random_{11};
    std::normal_distribution<double> normal_;
};

inline double objective(const Mat3d& R, const Mat3d& A) {
    return (R.transpose() * A).trace();
}
inline double torque(const Mat3d& R, const Mat3d& A) {
    const Mat3d B = R.transpose() * A;
    return Vec3d(B(2, 1) - B(1, 2), B(0, 2) - B(2, 0), B(1, 0) - B(0, 1)).norm();
}
inline double angle(const Quatd& a, const Quatd& b) {
    return a.angularDistance(b);
}
inline double angle(const Quat& a, const Quatd& b) {
    return a.cast<double>().normalized().angularDistance(b);
}
inline bool same_bits(const Rotation& a, const Rotation& b) {
    return std::memcmp(a.q.coeffs().data(), b.q.coeffs().data(), 4 * sizeof(float)) == 0 &&
           std::memcmp(a.R.data(), b.R.data(), 9 * sizeof(float)) == 0 && a.flags == b.flags;
}
inline bool same_bits(const Quat& a, const Quat& b) {
    return std::memcmp(a.coeffs().data(), b.coeffs().data(), 4 * sizeof(float)) == 0;
}

/// Calls `check(A, previous, class)` for many matrices of every class, previous rotations near and far.
template <class Check>
void for_matrices(std::span<const MatrixClass> classes, Check check) {
    RandomMatrices random;
    for (const MatrixClass& kind : classes) {
        SCOPED_TRACE(kind.name);
        for (int i = 0; i < 400; ++i) {
            const Mat3 A = random.of_class(kind.values).cast<float>();
            const Quatd any = random.rotation();
            const Quatd near = random.rotation_near(reference_rotation(A.cast<double>(), any), 0.1);
            check(A, Quat((i % 2 ? near : any).cast<float>()), kind);
            if (testing::Test::HasFailure()) return;
        }
    }
}

}  // namespace octomatch::test

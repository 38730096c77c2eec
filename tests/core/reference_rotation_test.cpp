#include "core/rotation.h"

#include <gtest/gtest.h>

#include "tests/core/rotation_matrices.h"

namespace octomatch {
namespace {

using namespace test;

TEST(ReferenceRotation, IsTheRotationOfARotatedStretch) {
    RandomMatrices random;
    for (int i = 0; i < 200; ++i) {
        const Mat3d G = random.gaussian(), stretch = G * G.transpose() + 0.1 * Mat3d::Identity();
        const Quatd q = random.rotation();
        EXPECT_LT(angle(reference_rotation(q * stretch, random.rotation()), q), 1e-7);
    }
}

TEST(ReferenceRotation, ValueIsTheSumOfTheSignedSingularValues) {
    RandomMatrices random;
    for (const auto classes : {std::span<const MatrixClass>(kUnique), std::span<const MatrixClass>(kNotUnique)})
        for (const MatrixClass& kind : classes)
            for (int i = 0; i < 50; ++i) {
                const Mat3d A = random.of_class(kind.values);
                const Mat3d R = reference_rotation(A, random.rotation(), 1e-12).toRotationMatrix();
                EXPECT_NEAR(objective(R, A), kind.values.sum(), 1e-10) << kind.name;
                EXPECT_NEAR(R.determinant(), 1, 1e-12) << kind.name;
            }
}

TEST(ReferenceRotation, IsBeatenByNoOtherRotation) {
    RandomMatrices random;
    for (int i = 0; i < 100; ++i) {
        const Mat3d A = random.gaussian();
        const Quatd best = reference_rotation(A, random.rotation());
        const double value = objective(best.toRotationMatrix(), A);
        for (int k = 0; k < 200; ++k) {
            const Quatd other = k % 2 ? random.rotation() : random.rotation_near(best, 0.01);
            EXPECT_LE(objective(other.toRotationMatrix(), A), value + 1e-12);
        }
    }
}

TEST(ReferenceRotation, TurnsARodTheShortestWay) {
    RandomMatrices random;
    for (int i = 0; i < 200; ++i) {
        const Vec3d u = random.direction(), v = random.direction();
        const Quatd previous = random.rotation();
        const Quatd transported = Quatd::FromTwoVectors(previous * v, u) * previous;
        EXPECT_LT(angle(reference_rotation(u * v.transpose(), previous), transported), 1e-6);
    }
}

TEST(ReferenceRotation, IsTheNearestOfAllMaximisers) {
    RandomMatrices random;
    for (int i = 0; i < 100; ++i) {
        const Quatd U = random.rotation(), V = random.rotation(), previous = random.rotation();
        const auto matrix = [&](const Vec3d& values) { return Mat3d(U * Mat3d(values.asDiagonal()) * V.conjugate()); };
        // diag(1, s, -s): any twist about the first axis. -I: any half turn.
        const Quatd nearest_twist = reference_rotation(matrix({1, 0.5, -0.5}), previous);
        const Quatd nearest_half_turn = reference_rotation(matrix({-1, -1, -1}), previous);
        for (int k = 0; k < 200; ++k) {
            const Quatd twist(Eigen::AngleAxisd(random.normal() * 3, Vec3d::UnitX()));
            const Quatd half_turn(Eigen::AngleAxisd(EIGEN_PI, random.direction()));
            EXPECT_LE(angle(nearest_twist, previous), angle(U * twist * V.conjugate(), previous) + 1e-6);
            EXPECT_LE(angle(nearest_half_turn, previous), angle(U * half_turn * V.conjugate(), previous) + 1e-6);
        }
    }
}

TEST(ReferenceRotation, KeepsThePreviousWhereTheMatrixSaysNothing) {
    const Quatd previous = RandomMatrices().rotation();
    EXPECT_EQ(reference_rotation(Mat3d::Zero(), previous).coeffs(), previous.coeffs());
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        Mat3d A = Mat3d::Identity();
        A(1, 2) = bad;
        EXPECT_EQ(reference_rotation(A, previous).coeffs(), previous.coeffs());
    }
}

}  // namespace
}  // namespace octomatch

#include "core/linear_match.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "tests/core/model_bodies.h"

namespace octomatch {
namespace {

using namespace test;

TEST(LinearMatch, ALinearMatchKeepsTheVolume) {
    const auto rest = clusters("duck", 40, {});
    const Mat3d F = sheared();
    for (const Mat3d& deformation : {Mat3d(1.5 * Mat3d::Identity()), Mat3d(0.6 * F), Mat3d(Vec3d(2, 3, 1).asDiagonal()),
                                     Mat3d(Vec3d(1, 0.15, 1).asDiagonal())}) {
        DoubleBody body(rest, made_of(MatchModel::linear, 1), 0.01);
        for (Vec3d& x : body.state.x) x = deformation * x;
        body.find_goals();
        // The goals are an affine image of the rest shape.
        Mat3d A = Mat3d::Zero(), K = Mat3d::Zero();
        const Vec3d c0 = body.tables.centre[0];
        for (int i = 0; i < rest->nodes(); ++i) {
            const Vec3d q = rest->x0[i].cast<double>() - c0;
            A += rest->mass[i] * (body.state.x[i] + body.match.to_goal(i) - deformation * c0) * q.transpose();
            K += rest->mass[i] * q * q.transpose();
        }
        EXPECT_NEAR((A * K.inverse()).determinant(), 1, 1e-9);
    }
}

}  // namespace
}  // namespace octomatch

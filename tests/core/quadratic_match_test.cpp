#include "core/quadratic_match.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "tests/core/model_bodies.h"

namespace octomatch {
namespace {

using namespace test;

Vec3d bent(const Vec3d& x0, double size) {
    Mat36d Q;
    Q << 0.3, -0.1, 0.2, 0.1, 0.4, -0.2, -0.2, 0.1, 0.3, 0.2, -0.1, 0.3, 0.1, 0.3, -0.3, -0.4, 0.2, 0.1;
    Mat3d F;
    F << 1.1, 0.2, 0, -0.2, 0.9, 0.1, 0.1, 0, 1;
    return Vec3d(0.1, 0, 0.2) + F * x0 + Q / size * squares(x0);
}

TEST(QuadraticMatch, AQuadraticDeformationIsItsOwnGoal) {
    for (const auto& [name, rest] : bodies_of_all_relations()) {
        SCOPED_TRACE(name);
        const double size = size_of(*rest);
        DoubleBody body(rest, made_of(MatchModel::quadratic, 1), 0.01),
            linear(rest, made_of(MatchModel::linear, 1), 0.01);
        for (Vec3d& x : body.state.x) x = bent(x, size);
        linear.state.x = body.state.x;
        EXPECT_LT(body.farthest_goal(), kFloat * size);
        EXPECT_GT(linear.farthest_goal(), 1e-3 * size);
    }
}

TEST(QuadraticMatch, WithoutItsMeanAQuadraticMatchLosesMomentum) {
    // MHTG05 (12) as printed: g - c = A~ q~ with bare squares.
    const auto rest = clusters("duck", 40, {});
    DoubleBody body(rest, made_of(MatchModel::quadratic, 1), 0.01);
    const double size = size_of(*rest);
    for (Vec3d& x : body.state.x) x = bent(x, size);
    Eigen::Matrix<double, 3, 9> pq = Eigen::Matrix<double, 3, 9>::Zero();
    Eigen::Matrix<double, 9, 9> qq = Eigen::Matrix<double, 9, 9>::Zero();
    Vec3d c = Vec3d::Zero();
    double M = 0;
    for (int i = 0; i < rest->nodes(); ++i) c += rest->mass[i] * body.state.x[i], M += rest->mass[i];
    c /= M;
    const auto terms = [&](int i) {
        Eigen::Matrix<double, 9, 1> q;
        q << rest->x0[i].cast<double>(), squares(rest->x0[i].cast<double>());
        return q;
    };
    for (int i = 0; i < rest->nodes(); ++i) {
        pq += rest->mass[i] * (body.state.x[i] - c) * terms(i).transpose();
        qq += rest->mass[i] * terms(i) * terms(i).transpose();
    }
    Vec3d as_printed = Vec3d::Zero(), here = Vec3d::Zero();
    body.find_goals();
    for (int i = 0; i < rest->nodes(); ++i) {
        as_printed += rest->mass[i] / M * (c + pq * qq.inverse() * terms(i) - body.state.x[i]);
        here += rest->mass[i] / M * body.match.to_goal(i);
    }
    EXPECT_GT(as_printed.norm(), 1e-3 * size);
    EXPECT_LT(here.norm(), 1e-12 * size);
}

}  // namespace
}  // namespace octomatch

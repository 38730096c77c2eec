#include "core/material_point.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/core/test_bodies.h"

namespace octomatch {
namespace {

using namespace test;

Vec3d mean_of(const MaterialPoint& point, const BodyRest& rest) {
    Vec3d mean = Vec3d::Zero();
    for (std::size_t k = 0; k < point.nodes.size(); ++k)
        mean += point.weights[k] * rest.x0[point.nodes[k].value].cast<double>();
    return mean;
}

TEST(BalancedPoints, AreTheMeanOfTheirNodesInsideAndOutsideOfThem) {
    const auto rest = lattice_rest({3, 3, 3}, 0.1, 1);
    for (const Vec3& p : {Vec3(0.03f, -0.02f, 0.04f), Vec3(0.15f, 0.1f, -0.12f)}) {
        MaterialPoint point{.rest = p};
        for (int i = 0; i < rest->nodes(); ++i) {
            point.nodes.push_back({i});
            point.weights.push_back(static_cast<float>(i + 1) / 378.0f);  // anything positive
        }
        const MaterialPoint made = balanced(point, *rest);
        EXPECT_NEAR(std::accumulate(made.weights.begin(), made.weights.end(), 0.0), 1, 1e-6);
        EXPECT_LT((mean_of(made, *rest) - p.cast<double>()).norm(), 1e-6);
    }
}

// A chain along x says nothing about y and z: the point stays off it, and its weights stay small.
TEST(BalancedPoints, LeaveOutTheDirectionsInWhichTheirNodesDoNotSpread) {
    const auto rest = lattice_rest({4, 1, 1}, 0.1, 1);
    const MaterialPoint made = balanced(
        {.rest = {0.02f, 0.05f, 0}, .nodes = {{0}, {1}, {2}, {3}}, .weights = {0.25f, 0.25f, 0.25f, 0.25f}}, *rest);
    EXPECT_LT((mean_of(made, *rest) - Vec3d(0.02, 0, 0)).norm(), 1e-6);
    const MaterialPoint alone = balanced({.rest = {0, 0.05f, 0}, .nodes = {{2}}, .weights = {1}}, *rest);
    EXPECT_EQ(alone.weights, std::vector<float>{1});
}

}  // namespace
}  // namespace octomatch

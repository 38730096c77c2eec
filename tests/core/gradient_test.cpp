#include "core/gradient.h"

#include <gtest/gtest.h>

#include <numbers>

#include "core/parallel.h"
#include "tests/core/test_bodies.h"
#include "tests/core/test_skins.h"

namespace octomatch {
namespace {

using namespace test;

std::vector<Mat3> gradients(const BodyRest& rest, const BodyState& state) {
    const GradientFit fit = fit_gradients(rest);
    EXPECT_TRUE(validate(fit, rest).empty());
    std::vector<Mat3> result;
    find_gradients(fit, state, result);
    return result;
}

double largest_difference(const std::vector<Mat3>& gradients, const Mat3d& expected) {
    double largest = 0;
    for (const Mat3& F : gradients) largest = std::max(largest, (F.cast<double>() - expected).norm());
    return largest;
}

const Mat3d kAffine = (Mat3d() << 1.3, 0.4, -0.1, 0.0, 0.7, 0.2, 0.1, -0.3, 1.1).finished();

TEST(Gradient, RigidMotionsGiveTheirRotationWhereverTheNodesTellIt) {
    std::mt19937 random(1);
    for (const Vec3i& size : {Vec3i(3, 3, 3), Vec3i(2, 2, 2), Vec3i(5, 4, 1), Vec3i(2, 2, 1), Vec3i(7, 2, 1)}) {
        const auto rest = lattice_rest(size, 0.1, 1);
        for (int trial = 0; trial < 20; ++trial) {
            const Mat3d R = random_rotation(random);
            const BodyState state = moved(*rest, [&](const Vec3d& p) -> Vec3d { return R * p + Vec3d(1, 2, -3); });
            EXPECT_LT(largest_difference(gradients(*rest, state), R), 2e-5) << size.transpose();
        }
    }
}

TEST(Gradient, AffineMapsGiveTheirMatrixWhereTheNodesSpanSpace) {
    for (const Vec3i& size : {Vec3i(3, 3, 3), Vec3i(2, 2, 2), Vec3i(6, 3, 2)}) {
        const auto rest = lattice_rest(size, 0.1, 1);
        const BodyState state = moved(*rest, [](const Vec3d& p) -> Vec3d { return kAffine * p + Vec3d(1, 2, -3); });
        EXPECT_LT(largest_difference(gradients(*rest, state), kAffine), 3e-5);
    }
}

TEST(Gradient, SecondNeighboursHelpWhereTheFirstDoNotSpanSpace) {
    // Node 0 hangs on node 1 alone, which has others on all sides.
    const BodyRest rest = nodes_at({{0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {2, -1, 0}, {2, 0, 1}, {1, 0, -1}},
                                   {{0, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}});
    const auto F = gradients(rest, moved(rest, [](const Vec3d& p) -> Vec3d { return kAffine * p; }));
    EXPECT_LT((F[0].cast<double>() - kAffine).norm(), 1e-5);
    EXPECT_TRUE(fit_gradients(rest).open.empty());
}

TEST(Gradient, ASheetStretchesInItsPlaneAndKeepsItsThickness) {
    const auto rest = lattice_rest({5, 5, 1}, 0.1, 1);
    std::mt19937 random(2);
    const Mat3d R = random_rotation(random);
    const Mat3d stretch = Vec3d(1.5, 0.8, 3).asDiagonal();  // the 3 is along the normal, where there is nothing
    const auto F = gradients(*rest, moved(*rest, [&](const Vec3d& p) -> Vec3d { return R * stretch * p; }));
    EXPECT_LT(largest_difference(F, R * Vec3d(1.5, 0.8, 1).asDiagonal()), 2e-5);
}

TEST(Gradient, AChainTakesItsTwistFromWhereItHangsOn) {
    // A cross of four arms in a plane, and a chain that leaves it along the normal.
    std::vector<Vec3> places{{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    std::vector<std::pair<int, int>> links{{0, 1}, {0, 2}, {0, 3}, {0, 4}};
    for (int i = 1; i <= 6; ++i) {
        links.push_back({i == 1 ? 0 : static_cast<int>(places.size()) - 1, static_cast<int>(places.size())});
        places.push_back(Vec3(0, 0, static_cast<float>(i)));
    }
    const BodyRest rest = nodes_at(places, links);
    EXPECT_FALSE(fit_gradients(rest).open.empty());
    std::mt19937 random(3);
    for (int trial = 0; trial < 20; ++trial) {
        const Mat3d R = random_rotation(random);
        EXPECT_LT(largest_difference(gradients(rest, moved(rest, [&](const Vec3d& p) -> Vec3d { return R * p; })), R),
                  2e-5);
    }
    // Stretched along the chain: the cross sections stay as they are.
    const Mat3d stretch = Vec3d(1, 1, 2).asDiagonal();
    EXPECT_NEAR(gradients(rest, moved(rest, [&](const Vec3d& p) -> Vec3d { return stretch * p; })).back()(2, 2), 2,
                1e-5);
}

TEST(Gradient, WhatNoPositionTellsComesFromTheRotationsOfTheState) {
    std::mt19937 random(4);
    for (const BodyRest& rest : {chain(1), chain(2), chain(5)}) {
        const Mat3d R = random_rotation(random);
        BodyState state = moved(rest, [&](const Vec3d& p) -> Vec3d { return R * p; });
        for (const Mat3& F : gradients(rest, state)) {  // nothing is known: some rotation that fits
            EXPECT_NEAR(F.determinant(), 1, 1e-5);
            EXPECT_TRUE(rest.nodes() == 1 || (F.col(0).cast<double>() - R.col(0)).norm() < 1e-5);
        }
        const Eigen::Quaternionf turn(R.cast<float>());
        state.matched.assign(1, BodyState::Quat(turn));
        EXPECT_LT(largest_difference(gradients(rest, state), R), 1e-5);
        state.matched.assign(1, BodyState::Quat::Identity());
        state.rotation.assign(rest.nodes(), BodyState::Quat(turn));
        EXPECT_LT(largest_difference(gradients(rest, state), R), 1e-5);
    }
}

TEST(Gradient, ABentChainTurnsWithItsLinksWithoutTwisting) {
    const BodyRest rest = chain(20);
    const double radius = 6;
    const auto F = gradients(rest, moved(rest, [&](const Vec3d& p) -> Vec3d {
                                 return radius * Vec3d(std::sin(p.x() / radius), 1 - std::cos(p.x() / radius), 0);
                             }));
    for (int i = 0; i < rest.nodes(); ++i) {
        EXPECT_NEAR(F[i](2, 2), 1, 1e-5);  // the axis of bending stays
        if (i == 0 || i + 1 == rest.nodes()) continue;
        const double angle = i / radius;
        EXPECT_NEAR(F[i](0, 1), -std::sin(angle), 1e-4);
        EXPECT_NEAR(F[i](1, 1), std::cos(angle), 1e-4);
    }
}

TEST(Gradient, NodesAtOnePlaceAndCollapsedBodiesGiveFiniteNumbers) {
    const BodyRest doubled = nodes_at({{0, 0, 0}, {0, 0, 0}, {1, 0, 0}}, {{0, 1}, {0, 2}, {1, 2}});
    for (const Mat3& F : gradients(doubled, moved(doubled, [](const Vec3d& p) -> Vec3d { return p; })))
        EXPECT_TRUE(F.allFinite());
    const auto rest = lattice_rest({3, 3, 3}, 0.1, 1);
    for (const Mat3& F : gradients(*rest, moved(*rest, [](const Vec3d&) -> Vec3d { return Vec3d(1, 1, 1); })))
        EXPECT_LT(F.norm(), 1e-5);
}

TEST(Gradient, IsTheSameToTheBitForEveryThreadCount) {
    const auto rest = lattice_rest({40, 30, 1}, 0.1, 1);  // a sheet: rotations are needed too
    std::mt19937 random(5);
    std::uniform_real_distribution<float> noise(-0.03f, 0.03f);
    BodyState state = moved(*rest, [](const Vec3d& p) -> Vec3d { return p; });
    for (Vec3& x : state.x) x += Vec3(noise(random), noise(random), noise(random));
    set_thread_count(1);
    const auto expected = gradients(*rest, state);
    for (int threads : {2, 3, 8}) {
        set_thread_count(threads);
        EXPECT_TRUE(gradients(*rest, state) == expected);
    }
    set_thread_count(0);
}

TEST(Gradient, ValidateNamesEveryBrokenPromise) {
    const auto rest = lattice_rest({4, 3, 1}, 0.1, 1);
    const GradientFit good = fit_gradients(*rest);
    ASSERT_TRUE(validate(good, *rest).empty());
    const auto broken = [&](auto breaks) {
        GradientFit fit = good;
        breaks(fit);
        return validate(fit, *rest).size();
    };
    EXPECT_EQ(broken([](GradientFit& f) { f.around.push_row({}); }), 1u);
    EXPECT_EQ(broken([](GradientFit& f) { f.slopes.pop_back(); }), 1u);
    EXPECT_EQ(broken([](GradientFit& f) { f.slopes[3] *= 1.1f; }), 1u);
    EXPECT_GE(broken([](GradientFit& f) { std::swap(f.around.items[0], f.around.items[1]); }), 1u);
    EXPECT_GE(broken([](GradientFit& f) { f.around.items[0] = {0}; }), 1u);
    EXPECT_GE(broken([](GradientFit& f) { f.around.items[0] = {99}; }), 1u);
    EXPECT_EQ(broken([](GradientFit& f) { f.open.pop_back(); }), 1u);
    EXPECT_GE(broken([](GradientFit& f) { f.open.push_back(f.open.front()); }), 1u);
    EXPECT_EQ(broken([](GradientFit& f) { f.open[0].node = {99}; }), 1u);
    EXPECT_EQ(broken([](GradientFit& f) { f.open[0].like = f.open[2].node; }), 2u);  // neither first nor after
}

}  // namespace
}  // namespace octomatch

#include "core/skin.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/parallel.h"
#include "tests/core/test_bodies.h"
#include "tests/core/test_skins.h"
#include "tests/io/test_meshes.h"

namespace octomatch {
namespace {

using namespace test;

const Mat3d kAffine = (Mat3d() << 1.3, 0.4, -0.1, 0.0, 0.7, 0.2, 0.1, -0.3, 1.1).finished();

// A ball of radius 0.9 carried by a lattice of 5 nodes along each edge, 0.4 apart.
struct Ball {
    std::shared_ptr<const BodyRest> rest = lattice_rest({5, 5, 5}, 0.4, 1);
    SkinRest skin = skin_around(*rest, sphere(Vec3d::Zero(), 0.9, 16), 0.6);
};

template <class Map>
double largest_error(const SkinRest& rest, const Skin& skin, Map map) {
    double largest = 0;
    for (std::size_t v = 0; v < rest.vertices.size(); ++v)
        largest =
            std::max(largest, (skin.positions[v].cast<double>() - map(Vec3d(rest.vertices[v].cast<double>()))).norm());
    return largest;
}

TEST(Skin, FollowsRigidMotionsExactly) {
    const Ball ball;
    std::mt19937 random(1);
    for (int trial = 0; trial < 50; ++trial) {
        const Mat3d R = random_rotation(random);
        const auto motion = [&](const Vec3d& p) -> Vec3d { return Vec3d(R * p + Vec3d(0.3, -0.2, 0.1)); };
        Skin skin;
        pose_skin(*ball.rest, ball.skin, moved(*ball.rest, motion), skin);
        EXPECT_LT(largest_error(ball.skin, skin, motion), 2e-6);
    }
}

TEST(Skin, IsTheSameToTheBitFarAway) {
    const Ball ball;
    std::mt19937 random(2);
    const Mat3d R = random_rotation(random);
    BodyState state = moved(*ball.rest, [&](const Vec3d& p) -> Vec3d { return R * p; });
    Skin here, there;
    pose_skin(*ball.rest, ball.skin, state, here);
    state.origin = Vec3d(1e4, -1e4, 1e4);
    pose_skin(*ball.rest, ball.skin, state, there);
    EXPECT_TRUE(here.positions == there.positions);  // relative to the origin
    EXPECT_TRUE(here.normals == there.normals);
}

TEST(Skin, FollowsAffineMapsExactly) {
    const Ball ball;
    const auto map = [](const Vec3d& p) -> Vec3d { return Vec3d(kAffine * p + Vec3d(0.3, -0.2, 0.1)); };
    Skin skin;
    pose_skin(*ball.rest, ball.skin, moved(*ball.rest, map), skin);
    EXPECT_LT(largest_error(ball.skin, skin, map), 3e-6);
}

TEST(Skin, NormalsOfABallPointAwayFromItsCentre) {
    const Ball ball;
    std::mt19937 random(3);
    const Mat3d R = random_rotation(random);
    Skin skin;
    pose_skin(*ball.rest, ball.skin, moved(*ball.rest, [&](const Vec3d& p) -> Vec3d { return R * p; }), skin);
    for (std::size_t v = 0; v < skin.normals.size(); ++v) {
        EXPECT_NEAR(skin.normals[v].norm(), 1, 1e-6);
        const Vec3d outward = R * ball.skin.vertices[v].cast<double>().normalized();
        EXPECT_LT((skin.normals[v].cast<double>() - outward).norm(), 0.05);  // a quarter of a triangle
    }
}

TEST(Skin, NormalsOfASquashedBallAreThoseOfTheSquashedTriangles) {
    const Ball ball;
    Skin skin;
    pose_skin(*ball.rest, ball.skin, moved(*ball.rest, [](const Vec3d& p) -> Vec3d { return kAffine * p; }), skin);
    std::vector<Vec3d> normals(skin.normals.size(), Vec3d::Zero());
    for (const auto& t : ball.skin.triangles) {
        const auto at = [&](int corner) { return Vec3d(kAffine * ball.skin.vertices[t[corner]].cast<double>()); };
        for (int v : t) normals[v] += (at(1) - at(0)).cross(at(2) - at(0));
    }
    for (std::size_t v = 0; v < normals.size(); ++v)
        EXPECT_LT((skin.normals[v].cast<double>() - normals[v].normalized()).norm(), 1e-4);
}

TEST(Skin, NormalsAreWeightedByArea) {
    // A corner between a large triangle in the plane z = 0 and a small one in the plane x = 0.
    const BodyRest rest = chain(1);
    const TriangleMesh corner{{{0, 0, 0}, {3, 0, 0}, {0, 2, 0}, {0, 0, 1}}, {{0, 1, 2}, {0, 2, 3}}};
    const SkinRest skin_rest = skin_around(rest, corner, 10);
    Skin skin;
    pose_skin(rest, skin_rest, moved(rest, [](const Vec3d& p) -> Vec3d { return p; }), skin);
    EXPECT_LT((skin.normals[0].cast<double>() - Vec3d(2, 0, 6).normalized()).norm(), 1e-6);
    EXPECT_LT((skin.normals[1].cast<double>() - Vec3d::UnitZ()).norm(), 1e-6);
    EXPECT_LT((skin.normals[3].cast<double>() - Vec3d::UnitX()).norm(), 1e-6);
}

TEST(Skin, NormalsOfTinyAndOfCollapsedSurfacesAreUnitVectors) {
    BodyRest rest = *lattice_rest({3, 3, 3}, 0.4e-9, 1);
    const SkinRest skin_rest = skin_around(rest, sphere(Vec3d::Zero(), 0.5e-9, 8), 0.8e-9);
    Skin skin;
    pose_skin(rest, skin_rest, moved(rest, [](const Vec3d& p) -> Vec3d { return p; }), skin);
    for (std::size_t v = 0; v < skin.normals.size(); ++v)
        EXPECT_GT(skin.normals[v].cast<double>().dot(skin_rest.vertices[v].cast<double>().normalized()), 0.98);
    pose_skin(rest, skin_rest, moved(rest, [](const Vec3d&) -> Vec3d { return Vec3d(1, 1, 1); }), skin);
    for (const Vec3& n : skin.normals) EXPECT_NEAR(n.norm(), 1, 1e-6);
}

TEST(Skin, BodiesOfOneAndTwoNodesAreCarriedRigidly) {
    std::mt19937 random(4);
    for (int nodes : {1, 2, 3}) {
        const BodyRest rest = chain(nodes);
        const SkinRest skin_rest = skin_around(rest, sphere(Vec3d(0.5, 0, 0), 1, 6), 1.5);
        ASSERT_TRUE(validate(skin_rest, rest).empty());
        const Mat3d R = random_rotation(random);
        const auto motion = [&](const Vec3d& p) -> Vec3d { return Vec3d(R * p + Vec3d(1, 2, 3)); };
        BodyState state = moved(rest, motion);
        Skin skin;
        pose_skin(rest, skin_rest, state, skin);
        for (const Vec3& x : skin.positions) EXPECT_TRUE(x.allFinite());
        state.matched.assign(1, BodyState::Quat(Eigen::Quaternionf(R.cast<float>())));
        pose_skin(rest, skin_rest, state, skin);
        EXPECT_LT(largest_error(skin_rest, skin, motion), 3e-6);
    }
}

TEST(Skin, IsTheSameToTheBitForEveryThreadCount) {
    const auto rest = lattice_rest({9, 9, 9}, 0.2, 1);
    const SkinRest skin_rest = skin_around(*rest, sphere(Vec3d::Zero(), 0.85, 40), 0.3);
    std::mt19937 random(5);
    std::uniform_real_distribution<float> noise(-0.03f, 0.03f);
    BodyState state = moved(*rest, [](const Vec3d& p) -> Vec3d { return p; });
    for (Vec3& x : state.x) x += Vec3(noise(random), noise(random), noise(random));
    set_thread_count(1);
    Skin expected;
    pose_skin(*rest, skin_rest, state, expected);
    for (int threads : {2, 3, 8}) {
        set_thread_count(threads);
        Skin skin;
        pose_skin(*rest, skin_rest, state, skin);
        EXPECT_TRUE(skin.positions == expected.positions);
        EXPECT_TRUE(skin.normals == expected.normals);
        EXPECT_TRUE(skin.gradients == expected.gradients);
    }
    set_thread_count(0);
}

TEST(Skin, ValidateNamesEveryBrokenPromise) {
    const Ball ball;
    ASSERT_TRUE(validate(ball.skin, *ball.rest).empty());
    const auto broken = [&](auto breaks) {
        SkinRest skin = ball.skin;
        breaks(skin);
        return validate(skin, *ball.rest).size();
    };
    EXPECT_EQ(broken([](SkinRest& s) { s.vertices.pop_back(); }), 2u);  // also for the triangles there
    EXPECT_EQ(broken([](SkinRest& s) { s.weights.pop_back(); }), 1u);
    EXPECT_EQ(broken([](SkinRest& s) { s.weights[0] *= 1.01f; }), 1u);
    EXPECT_EQ(broken([](SkinRest& s) { s.weights[0] = std::nanf(""); }), 2u);
    EXPECT_EQ(broken([](SkinRest& s) { s.vertices[0].x() = std::nanf(""); }), 1u);
    EXPECT_EQ(broken([](SkinRest& s) { s.triangles[0][1] = -1; }), 1u);
    EXPECT_EQ(broken([](SkinRest& s) { std::swap(s.triangles[0], s.triangles[9]); }), 1u);
    EXPECT_EQ(broken([](SkinRest& s) { std::swap(s.nodes.items[0], s.nodes.items[1]); }), 1u);
    EXPECT_GE(broken([](SkinRest& s) { s.nodes.items[0] = {9999}; }), 1u);
    EXPECT_EQ(broken([](SkinRest& s) { s.fit.slopes[0] *= 2; }), 1u);
}

}  // namespace
}  // namespace octomatch

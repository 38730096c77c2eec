#include "octree/triangle_bvh.h"

#include <gtest/gtest.h>

#include "core/parallel.h"
#include "tests/io/test_meshes.h"

namespace octomatch {
namespace {

using namespace test;

double brute_distance(const TriangleMesh& mesh, const Vec3d& p) {
    double least = std::numeric_limits<double>::infinity();
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
        least = std::min(least, squared_distance(mesh.corners(t), p));
    return std::sqrt(least);
}

double largest_winding_error(const TriangleMesh& mesh, std::mt19937& random, double accuracy = 3.5) {
    const TriangleBvh bvh(mesh);
    double worst = 0;
    for (int i = 0; i < 500; ++i) {
        const Vec3d p = random_point(random, 1.5);
        worst = std::max(worst, std::abs(bvh.winding_number(p, accuracy) - exact_winding_number(mesh, p)));
    }
    return worst;
}

TEST(TriangleDistance, IsThatOfTheNearestOfManyPointsOnTheTriangle) {
    std::mt19937 random(1);
    for (int trial = 0; trial < 50; ++trial) {
        const auto [a, b, c] = random_soup(random, 1, 1).corners(0);
        const Vec3d p = random_point(random, 3);
        double least = std::numeric_limits<double>::infinity();
        constexpr int kSteps = 200;
        for (int i = 0; i <= kSteps; ++i)
            for (int j = 0; i + j <= kSteps; ++j)
                least = std::min(least, (a + (b - a) * i / kSteps + (c - a) * j / kSteps - p).norm());
        const double distance = std::sqrt(squared_distance({a, b, c}, p));
        EXPECT_LE(distance, least + 1e-12);
        EXPECT_NEAR(distance, least, 0.01);
    }
}

TEST(TriangleDistance, TreatsDegenerateTrianglesAsSegmentsAndPoints) {
    const Vec3d a(0, 0, 0), b(1, 0, 0), c(2, 0, 0);
    EXPECT_DOUBLE_EQ(squared_distance({a, b, c}, {1.5, 2, 0}), 4);
    EXPECT_DOUBLE_EQ(squared_distance({a, a, c}, {3, 0, 0}), 1);
    EXPECT_DOUBLE_EQ(squared_distance({a, a, a}, {3, 4, 0}), 25);
}

TEST(TriangleBvh, DistanceEqualsBruteForce) {
    std::mt19937 random(2);
    for (const TriangleMesh& mesh : {sphere(Vec3d::Zero(), 1, 20), random_soup(random, 700, 0.2), unit_cube()}) {
        const TriangleBvh bvh(mesh);
        for (int i = 0; i < 500; ++i) {
            const Vec3d p = random_point(random, 2);
            const double expected = brute_distance(mesh, p);
            EXPECT_EQ(bvh.distance(p), expected);
            EXPECT_EQ(bvh.distance(p, 0.3), std::min(0.3, expected));
        }
    }
}

TEST(TriangleBvh, NearestPointLiesOnTheSurfaceAtTheDistance) {
    std::mt19937 random(12);
    for (const TriangleMesh& mesh : {sphere(Vec3d::Zero(), 1, 20), random_soup(random, 700, 0.2), unit_cube()}) {
        const TriangleBvh bvh(mesh);
        for (int i = 0; i < 200; ++i) {
            const Vec3d p = random_point(random, 2), nearest = bvh.nearest_point(p);
            EXPECT_NEAR((nearest - p).norm(), brute_distance(mesh, p), 1e-12);
            EXPECT_LT(brute_distance(mesh, nearest), 1e-12);
        }
    }
}

TEST(TriangleBvh, HoldsManyEqualTriangles) {
    TriangleMesh mesh = unit_cube();
    for (int i = 0; i < 1000; ++i) mesh.triangles.push_back(mesh.triangles[0]);
    EXPECT_DOUBLE_EQ(TriangleBvh(mesh).distance({-1, 0.5, 0.5}), 1);
}

TEST(WindingNumber, OfTheOracleIsOneInsideAndZeroOutside) {
    EXPECT_NEAR(exact_winding_number(unit_cube(), {0.2, 0.3, 0.9}), 1, 1e-12);
    EXPECT_NEAR(exact_winding_number(unit_cube(), {0.2, 0.3, 1.1}), 0, 1e-12);
    TriangleMesh open = unit_cube();
    open.triangles.resize(10);  // without the face z = 1
    EXPECT_NEAR(exact_winding_number(open, {0.5, 0.5, 0.5}), 5.0 / 6, 1e-12);
}

TEST(WindingNumber, EqualsTheExactSolidAngleSumOnClosedOpenNestedAndFlippedSurfaces) {
    std::mt19937 random(3);
    const TriangleMesh ball = sphere(Vec3d::Zero(), 1, 24), core = sphere(Vec3d(0.2, 0, 0), 0.5, 16);
    TriangleMesh open = ball;
    open.triangles.resize(open.triangles.size() * 2 / 3);
    EXPECT_LT(largest_winding_error(ball, random), 1e-3);
    EXPECT_LT(largest_winding_error(open, random), 1e-3);
    EXPECT_LT(largest_winding_error(joined(ball, core), random), 1e-3);
    EXPECT_LT(largest_winding_error(joined(ball, flipped(core)), random), 1e-3);
    EXPECT_LT(largest_winding_error(flipped(ball), random), 1e-3);
}

TEST(WindingNumber, EqualsTheExactSolidAngleSumOnRandomSoups) {
    std::mt19937 random(4);
    for (double size : {0.02, 0.1, 0.5})
        EXPECT_LT(largest_winding_error(random_soup(random, 2000, size), random), 2e-3);
}

TEST(WindingNumber, ApproachesTheExactSumAsTheAccuracyGrows) {
    std::mt19937 random(5);
    const TriangleMesh ball = sphere(Vec3d::Zero(), 1, 24);
    EXPECT_LT(largest_winding_error(ball, random, 8), 2e-5);
    EXPECT_LT(largest_winding_error(ball, random, 1e9), 1e-11);
}

TEST(TriangleCrossing, NeedsAnEdgeThroughTheOther) {
    const std::array<Vec3d, 3> flat{Vec3d(0, 0, 0), Vec3d(1, 0, 0), Vec3d(0, 1, 0)};
    const auto upright = [](double low) {
        return std::array<Vec3d, 3>{Vec3d(0.2, 0.2, low), Vec3d(0.3, 0.2, low + 1), Vec3d(0.2, 0.3, low + 1)};
    };
    EXPECT_TRUE(triangles_cross(flat, upright(-0.5)));
    EXPECT_FALSE(triangles_cross(flat, upright(0.0))) << "touching with a corner";
    EXPECT_FALSE(triangles_cross(flat, upright(0.1)));
    EXPECT_FALSE(triangles_cross(flat, {Vec3d(0, 0, 0), Vec3d(0.2, 0.2, -1), Vec3d(0.2, 0.2, 1)})) << "shared corner";
}

TEST(SelfIntersections, AreThoseOfAllPairs) {
    std::mt19937 random(6);
    const TriangleMesh mesh = random_soup(random, 400, 0.2);
    std::vector<std::pair<int, int>> expected;
    for (int a = 0; a < 400; ++a)
        for (int b = a + 1; b < 400; ++b)
            if (triangles_cross(mesh.corners(a), mesh.corners(b))) expected.emplace_back(a, b);
    const TriangleBvh bvh(mesh);
    ASSERT_GT(expected.size(), 50u);
    EXPECT_EQ(bvh.self_intersections(1'000'000), expected);
    EXPECT_EQ(bvh.self_intersections(10).size(), 10u);
}

TEST(SelfIntersections, AreNotFoundInASphereAndAreFoundInTwo) {
    const TriangleMesh ball = sphere(Vec3d::Zero(), 1, 20);
    EXPECT_TRUE(TriangleBvh(ball).self_intersections(100).empty());
    EXPECT_FALSE(TriangleBvh(joined(ball, sphere(Vec3d(1, 0, 0), 1, 20))).self_intersections(100).empty());
}

TEST(SelfIntersections, AreFoundWhereEdgesMeetEdges) {
    // The corner of the second cube lies on the main diagonal of the first, so edges cross diagonals of faces.
    const TriangleMesh two = joined(unit_cube(), box(Vec3d::Constant(0.5), Vec3d::Constant(1.5)));
    EXPECT_FALSE(TriangleBvh(two).self_intersections(100).empty());
}

TEST(SelfIntersections, AreTheSameForEveryNumberOfThreads) {
    std::mt19937 random(7);
    const TriangleMesh mesh = random_soup(random, 3000, 0.1);
    set_thread_count(1);
    const auto expected = TriangleBvh(mesh).self_intersections(300);
    for (int threads : {2, 4, 8}) {
        set_thread_count(threads);
        EXPECT_EQ(TriangleBvh(mesh).self_intersections(300), expected);
    }
    set_thread_count(0);
}

}  // namespace
}  // namespace octomatch

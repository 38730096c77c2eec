#include "core/triangle_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/io/test_meshes.h"

namespace octomatch {
namespace {

using namespace test;

bool same(const TriangleMesh& a, const TriangleMesh& b) {
    return a.vertices == b.vertices && a.triangles == b.triangles;
}

TEST(TriangleMesh, BoxHoldsTheVerticesThatTrianglesUse) {
    TriangleMesh mesh = box({-1, 2, 3}, {4, 5, 6});
    mesh.vertices.emplace_back(100, 100, 100);
    EXPECT_EQ(bounding_box(mesh).low, Vec3d(-1, 2, 3));
    EXPECT_EQ(bounding_box(mesh).high, Vec3d(4, 5, 6));
    EXPECT_TRUE(bounding_box(TriangleMesh{}).empty());
}

TEST(TriangleMesh, SignedVolumeIsThatOfBoxesAndPyramids) {
    EXPECT_NEAR(signed_volume(box({-1, 2, 3}, {4, 5, 7})), 5 * 3 * 4, 1e-12);
    TriangleMesh tetrahedron{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                             {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
    EXPECT_NEAR(signed_volume(tetrahedron), 1.0 / 6, 1e-15);
}

TEST(TriangleMesh, SignedVolumeTendsToThatOfTheSphereWithTheSquareOfTheEdges) {
    const double exact = 4 * std::numbers::pi / 3;
    const double coarse = exact - signed_volume(sphere(Vec3d::Zero(), 1, 20));
    const double fine = exact - signed_volume(sphere(Vec3d::Zero(), 1, 40));
    EXPECT_GT(fine, 0);
    EXPECT_NEAR(coarse / fine, 4, 0.1);
}

TEST(TriangleMesh, SignedVolumeIsNegativeInsideOutAndAddsUp) {
    const TriangleMesh a = sphere({3, 0, 0}, 1, 10), b = box({-1, -1, -1}, {1, 1, 1});
    EXPECT_DOUBLE_EQ(signed_volume(flipped(a)), -signed_volume(a));
    EXPECT_NEAR(signed_volume(joined(a, b)), signed_volume(a) + signed_volume(b), 1e-12);
    EXPECT_NEAR(signed_volume(joined(b, flipped(box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5})))), 7, 1e-12) << "a cavity";
}

TEST(TriangleMesh, SignedVolumeKeepsItsDigitsFarFromTheOrigin) {
    const Vec3d far(1e6, -1e6, 1e6);
    EXPECT_NEAR(signed_volume(box(far, far + Vec3d::Ones())), 1, 1e-9);
}

TEST(TriangleMesh, IsClosedIffEveryEdgeIsUsedEquallyOftenInBothDirections) {
    const TriangleMesh cube = unit_cube();
    EXPECT_TRUE(is_closed(cube));
    EXPECT_TRUE(is_closed(flipped(cube)));
    EXPECT_TRUE(is_closed(sphere(Vec3d::Zero(), 1, 7)));
    EXPECT_TRUE(is_closed(joined(cube, sphere(Vec3d::Zero(), 1, 7))));
    EXPECT_FALSE(is_closed(bent_sheet(3, 0.1)));
    for (std::size_t t = 0; t < cube.triangles.size(); ++t) {
        TriangleMesh open = cube, turned = cube, doubled = cube;
        open.triangles.erase(open.triangles.begin() + t);
        EXPECT_FALSE(is_closed(open)) << "without triangle " << t;
        std::swap(turned.triangles[t][0], turned.triangles[t][1]);
        EXPECT_FALSE(is_closed(turned)) << "triangle " << t << " turned over";
        doubled.triangles.push_back(cube.triangles[t]);
        EXPECT_FALSE(is_closed(doubled)) << "triangle " << t << " twice";
    }
}

TEST(TriangleMesh, IsClosedWhateverDegenerateTrianglesAreInIt) {
    TriangleMesh cube = unit_cube();
    cube.triangles.push_back({3, 3, 5});  // there and back along one edge
    cube.triangles.push_back({2, 2, 2});
    EXPECT_TRUE(is_closed(cube));
}

TEST(TriangleMesh, VerticesAtEqualPositionsCountAsOneOnlyWhenCanonical) {
    TriangleMesh soup;
    for (int t = 0; t < static_cast<int>(unit_cube().triangles.size()); ++t) {
        for (const Vec3d& corner : unit_cube().corners(t)) soup.vertices.push_back(corner);
        soup.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    EXPECT_FALSE(is_closed(soup));
    EXPECT_TRUE(is_closed(canonical(soup)));
    EXPECT_TRUE(same(canonical(soup), canonical(unit_cube())));
}

TEST(Canonical, IsTheSameHoweverTheMeshIsWritten) {
    std::mt19937 random(1);
    for (const TriangleMesh& mesh : {unit_cube(), sphere({1, 2, 3}, 1, 9), random_soup(random, 50, 0.5)}) {
        const TriangleMesh expected = canonical(mesh);
        for (int trial = 0; trial < 10; ++trial) {
            TriangleMesh other = shuffled(mesh, random);
            other.vertices.emplace_back(-7, 0, 7);  // unused
            EXPECT_TRUE(same(canonical(other), expected));
        }
    }
}

TEST(Canonical, OfItselfIsItself) {
    const TriangleMesh once = canonical(sphere({1, 2, 3}, 1, 9));
    EXPECT_TRUE(same(canonical(once), once));
}

TEST(Canonical, KeepsTheTrianglesAndTheirSense) {
    std::mt19937 random(2);
    const TriangleMesh mesh = random_soup(random, 40, 0.5), result = canonical(mesh);
    ASSERT_EQ(result.triangles.size(), mesh.triangles.size());
    // Every triangle is found again, with its corners in a rotated order.
    const auto key = [](std::array<Vec3d, 3> corners) {
        const auto before = [](const Vec3d& a, const Vec3d& b) {
            return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
        };
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end(), before), corners.end());
        std::array<double, 9> numbers;
        for (int k = 0; k < 9; ++k) numbers[k] = corners[k / 3][k % 3];
        return numbers;
    };
    std::vector<std::array<double, 9>> before, after;
    for (int t = 0; t < 40; ++t) {
        before.push_back(key(mesh.corners(t)));
        after.push_back(key(result.corners(t)));
    }
    std::sort(before.begin(), before.end());
    std::sort(after.begin(), after.end());
    EXPECT_EQ(before, after);
}

TEST(Canonical, TakesNegativeZeroForZero) {
    TriangleMesh plus = unit_cube(), minus = unit_cube();
    for (Vec3d& v : minus.vertices)
        for (double& x : v)
            if (x == 0) x = -0.0;
    ASSERT_TRUE(std::signbit(minus.vertices[0].x()));
    for (const Vec3d& v : canonical(minus).vertices)
        for (double x : v) EXPECT_FALSE(std::signbit(x));
    EXPECT_TRUE(same(canonical(minus), canonical(plus)));
}

TEST(Canonical, WritesADegenerateTriangleInOneWayOnly) {
    const auto with = [](std::array<int, 3> t) {
        TriangleMesh mesh = unit_cube();
        mesh.triangles.push_back(t);
        return canonical(mesh);
    };
    EXPECT_TRUE(same(with({3, 3, 5}), with({3, 5, 3})));
    EXPECT_TRUE(same(with({3, 3, 5}), with({5, 3, 3})));
}

}  // namespace
}  // namespace octomatch

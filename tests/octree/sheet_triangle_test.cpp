#include "octree/sheet_triangle.h"

#include <gtest/gtest.h>

#include <random>

#include "core/input_error.h"

namespace octomatch {
namespace {

GridPoint random_point(std::mt19937& random, int range) {
    const auto number = [&] { return static_cast<std::int64_t>(random() % (2 * range + 1)) - range; };
    const std::int64_t x = number(), y = number(), z = number();
    return {x, y, z};
}

// Few coordinates, so that points lie on planes, edges and corners all the time.
TEST(SheetTriangle, SegmentsThroughASeamCrossExactlyOneOfItsTwoTriangles) {
    std::mt19937 random(1);
    int crossed = 0;
    for (int trial = 0; trial < 200000; ++trial) {
        // Two triangles of one plane quadrilateral, and the whole of it split the other way.
        const GridPoint a = random_point(random, 2), u = random_point(random, 2), v = random_point(random, 2);
        const GridPoint b = a + u, c = a + u + v, d = a + v;
        const SheetTriangle abc(a, b, c), acd(a, c, d), abd(a, b, d), bcd(b, c, d);
        if (!abc.has_area()) continue;
        const GridPoint p = random_point(random, 3), q = random_point(random, 3);
        const int one_way = abc.crosses(p, q) + acd.crosses(p, q), other_way = abd.crosses(p, q) + bcd.crosses(p, q);
        ASSERT_EQ(one_way, other_way);
        ASSERT_LE(one_way, 1);
        crossed += one_way;
    }
    EXPECT_GT(crossed, 1000);
}

TEST(SheetTriangle, ClosedSurfacesAreCrossedAnEvenNumberOfTimesByClosedWays) {
    std::mt19937 random(2);
    for (int trial = 0; trial < 50000; ++trial) {
        const GridPoint a = random_point(random, 2), b = random_point(random, 2), c = random_point(random, 2),
                        d = random_point(random, 2);
        const SheetTriangle faces[] = {{a, b, c}, {a, c, d}, {a, d, b}, {b, d, c}};
        const GridPoint way[] = {random_point(random, 3), random_point(random, 3), random_point(random, 3)};
        int crossings = 0;
        for (int k = 0; k < 3; ++k)
            for (const SheetTriangle& face : faces) crossings += face.crosses(way[k], way[(k + 1) % 3]);
        ASSERT_EQ(crossings % 2, 0);
    }
}

TEST(SheetTriangle, SidesAndCrossingsDoNotDependOnTheOrderOfCorners) {
    std::mt19937 random(3);
    for (int trial = 0; trial < 50000; ++trial) {
        const GridPoint a = random_point(random, 2), b = random_point(random, 2), c = random_point(random, 2);
        const GridPoint p = random_point(random, 3), q = random_point(random, 3);
        const bool crosses = SheetTriangle(a, b, c).crosses(p, q);
        ASSERT_EQ(SheetTriangle(b, c, a).crosses(p, q), crosses);
        ASSERT_EQ(SheetTriangle(c, b, a).crosses(p, q), crosses);
        ASSERT_EQ(SheetTriangle(a, b, c).crosses(q, p), crosses);
    }
}

TEST(SheetTriangle, DeterminantsFitAsFarAsPointsAreAllowed) {
    const std::int64_t far = kFarthestUnits - 1;
    const SheetTriangle triangle({-far, -far, 7}, {far, -far, 7}, {0, far, 7});
    EXPECT_TRUE(triangle.crosses({0, 0, -far}, {0, 0, far}));
    EXPECT_TRUE(triangle.crosses({0, 0, 7}, {0, 0, 6}));
    EXPECT_FALSE(triangle.crosses({0, 0, 7}, {0, 0, 8})) << "a point of the plane is moved upwards";
    EXPECT_FALSE(triangle.crosses({far, far, -far}, {far, far, far}));
}

TEST(SheetTriangle, PointsThatAreNoNumbersOrTooFarAwayAreRefused) {
    const Lattice lattice{.base_cell = 1, .depth = 2};
    EXPECT_THROW(on_grid(lattice, Vec3d(0, std::nan(""), 0)), InputError);
    EXPECT_THROW(on_grid(lattice, Vec3d(0, 0, 1e9)), InputError);
    EXPECT_EQ(on_grid(lattice, Vec3d(1.0 / 32, 0, 0)), GridPoint(kVoxelUnits / 2, 0, 0)) << "the centre of a voxel";
}

TEST(SheetTriangle, CellsNearATriangleAreAllWhereBruteForceFindsAPoint) {
    std::mt19937 random(4);
    std::uniform_real_distribution<double> uniform(-1, 5);
    const Lattice lattice{.base_cell = 1, .depth = 0, .base_size = {4, 4, 4}};
    for (int trial = 0; trial < 200; ++trial) {
        TriangleMesh mesh;
        for (int k = 0; k < 9; k += 3) {
            const double x = uniform(random), y = uniform(random), z = uniform(random);
            mesh.vertices.emplace_back(x, y, z);
        }
        mesh.triangles = {{0, 1, 2}};
        std::vector<char> near(64, 0);
        for_each_cell_near(lattice, on_grid(lattice, mesh).front(), 0,
                           [&](const Vec3i& cell) { near[cell.x() + 4 * cell.y() + 16 * cell.z()] = 1; });
        for (int i = 0; i <= 40; ++i)
            for (int j = 0; i + j <= 40; ++j) {
                const Vec3d p = mesh.vertices[0] + i / 40.0 * (mesh.vertices[1] - mesh.vertices[0]) +
                                j / 40.0 * (mesh.vertices[2] - mesh.vertices[0]);
                if ((p.array() <= 1e-3).any() || (p.array() >= 4 - 1e-3).any()) continue;
                const Vec3i cell = p.cast<int>();
                ASSERT_TRUE(near[cell.x() + 4 * cell.y() + 16 * cell.z()]);
            }
    }
}

}  // namespace
}  // namespace octomatch

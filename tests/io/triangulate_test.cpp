#include "io/triangulate.h"

#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

namespace octomatch {
namespace {

using Points = std::vector<Vec3d>;
using Triangles = std::vector<std::array<int, 3>>;

Triangles cut(const Points& corners) {
    std::vector<int> polygon(corners.size());
    std::iota(polygon.begin(), polygon.end(), 0);
    Triangles triangles;
    triangulate(corners, polygon, triangles);
    return triangles;
}

Vec3d area_vector(const Points& points, const std::array<int, 3>& t) {
    return 0.5 * (points[t[1]] - points[t[0]]).cross(points[t[2]] - points[t[0]]);
}

/// By Stokes' theorem: half the sum of the cross products of neighbours.
Vec3d area_vector(const Points& polygon) {
    Vec3d sum = Vec3d::Zero();
    for (std::size_t i = 0; i < polygon.size(); ++i) sum += 0.5 * polygon[i].cross(polygon[(i + 1) % polygon.size()]);
    return sum;
}

/// The triangles use all corners, look as the polygon does and have its area in sum: so they cover it once.
void expect_tiling(const Points& polygon) {
    const Triangles triangles = cut(polygon);
    ASSERT_EQ(triangles.size(), polygon.size() - 2);
    const Vec3d whole = area_vector(polygon), normal = whole.normalized();
    double area = 0;
    for (const auto& t : triangles) {
        const Vec3d part = area_vector(polygon, t);
        ASSERT_GE(part.dot(normal), -1e-12 * whole.norm());
        area += part.norm();
    }
    EXPECT_NEAR(area, whole.norm(), 1e-9 * whole.norm());
}

Points flat(const std::vector<std::pair<double, double>>& corners) {
    Points points;
    for (const auto& [x, y] : corners) points.emplace_back(x, y, 0);
    return points;
}

/// The same polygon in another plane.
Points moved(const Points& polygon, std::mt19937& random) {
    const Mat3d rotation =
        Eigen::Quaterniond(Eigen::Vector4d::NullaryExpr([&] { return std::normal_distribution<double>()(random); }))
            .normalized()
            .toRotationMatrix();
    Points result;
    for (const Vec3d& p : polygon) result.push_back(rotation * p + Vec3d(3, -1, 2));
    return result;
}

Points turned(Points polygon) {
    std::reverse(polygon.begin(), polygon.end());
    return polygon;
}

/// Starts the list of corners at each of them in turn, in both directions.
template <class Check>
void for_all_starts(Points polygon, Check check) {
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        std::rotate(polygon.begin(), polygon.begin() + 1, polygon.end());
        check(polygon);
        check(turned(polygon));
    }
}

Points star(int corners, double inner) {
    Points points;
    for (int i = 0; i < corners; ++i) {
        const double angle = 2 * std::numbers::pi * i / corners, radius = i % 2 ? 1 : inner;
        points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0);
    }
    return points;
}

Points comb(int teeth) {
    Points points;
    for (int i = 0; i < teeth; ++i)
        for (const auto& [x, y] : {std::pair(0.0, 0.0), {0.4, 0.0}, {0.4, 10.0}, {0.9, 10.0}})
            points.emplace_back(i + x, y, 0);
    points.emplace_back(teeth, 10, 0);
    points.emplace_back(teeth, -1, 0);
    points.emplace_back(0, -1, 0);
    return points;
}

Points spiral(int corners, double turns) {
    Points points;
    for (int i = 0; i < 2 * corners; ++i) {
        const bool is_outer = i >= corners;
        const double along = static_cast<double>(is_outer ? 2 * corners - 1 - i : i) / corners;
        const double angle = 2 * std::numbers::pi * turns * along, radius = 1 + turns * along + (is_outer ? 0.5 : 0);
        points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0);
    }
    return points;
}

TEST(Triangulate, LeavesATriangleAsItIs) {
    EXPECT_EQ(cut(flat({{0, 0}, {1, 0}, {0, 1}})), (Triangles{{0, 1, 2}}));
}

TEST(Triangulate, UsesTheIndicesOfThePolygonAndAppends) {
    const Points points = flat({{9, 9}, {0, 0}, {9, 9}, {1, 0}, {1, 1}, {0, 1}});
    const std::vector<int> polygon{1, 3, 4, 5};
    Triangles triangles{{0, 1, 2}};
    triangulate(points, polygon, triangles);
    ASSERT_EQ(triangles.size(), 3u);
    EXPECT_EQ(triangles[0], (std::array<int, 3>{0, 1, 2}));
    EXPECT_NEAR((area_vector(points, triangles[1]) + area_vector(points, triangles[2])).z(), 1, 1e-15);
}

TEST(Triangulate, CutsAQuadrilateralAlongItsShorterDiagonalWhereverItStarts) {
    const Points wide = flat({{0, 0}, {2, -0.5}, {4, 0}, {2, 0.5}});
    for_all_starts(wide, [](const Points& quad) {
        expect_tiling(quad);
        const Triangles triangles = cut(quad);
        // Both triangles have both ends of the diagonal x = 2.
        for (const auto& t : triangles)
            EXPECT_EQ(std::count_if(t.begin(), t.end(), [&](int v) { return quad[v].x() == 2; }), 2);
    });
}

TEST(Triangulate, CutsAConcaveQuadrilateralInsideWhereverItStarts) {
    for_all_starts(flat({{0, 0}, {4, -1}, {1, 0}, {4, 1}}), expect_tiling);
    for_all_starts(flat({{0, 0}, {1, -10}, {0.9, 0}, {1, 10}}), expect_tiling);
}

TEST(Triangulate, CoversConcavePolygonsOnceInEveryPlane) {
    std::mt19937 random(1);
    for (const Points& polygon : {star(10, 0.3), star(50, 0.05), comb(5), comb(20), spiral(40, 3), spiral(300, 10)})
        for (int i = 0; i < 5; ++i) {
            expect_tiling(moved(polygon, random));
            expect_tiling(moved(turned(polygon), random));
        }
}

TEST(Triangulate, CoversRandomStarShapedPolygonsOnce) {
    std::mt19937 random(2);
    std::uniform_real_distribution<double> radius(0.05, 1);
    for (int trial = 0; trial < 200; ++trial) {
        Points points = star(5 + trial % 40, 1);
        for (Vec3d& p : points) p *= radius(random);
        expect_tiling(moved(points, random));
    }
}

TEST(Triangulate, CoversPolygonsWithStraightCornersOnce) {
    for_all_starts(flat({{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}}), expect_tiling);
    for_all_starts(flat({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 3}}), expect_tiling);
}

TEST(Triangulate, CoversARingThatIsCutOpenOnce) {
    // The outer square, then the inner one backwards, joined by an edge that is walked in both directions.
    expect_tiling(flat({{0, 0}, {3, 0}, {3, 3}, {0, 3}, {0, 0}, {1, 1}, {1, 2}, {2, 2}, {2, 1}, {1, 1}}));
}

TEST(Triangulate, KeepsTheAreaVectorOfCornersThatAreNotInOnePlane) {
    std::mt19937 random(3);
    std::normal_distribution<double> noise(0, 0.1);
    for (int corners : {4, 5, 12}) {
        Points points = star(corners, 1);
        for (Vec3d& p : points) p.z() += noise(random);
        Vec3d sum = Vec3d::Zero();
        for (const auto& t : cut(points)) sum += area_vector(points, t);
        EXPECT_LT((sum - area_vector(points)).norm(), 1e-12);
    }
}

TEST(Triangulate, KeepsTheAreaVectorOfPolygonsThatCrossThemselves) {
    std::mt19937 random(4);
    std::uniform_real_distribution<double> coordinate(-1, 1);
    for (int corners : {4, 5, 30, 3000}) {
        Points points(corners);
        for (Vec3d& p : points) p = Vec3d(coordinate(random), coordinate(random), 0);
        const Triangles triangles = cut(points);
        ASSERT_EQ(triangles.size(), points.size() - 2);
        Vec3d sum = Vec3d::Zero();
        for (const auto& t : triangles) sum += area_vector(points, t);
        EXPECT_LT((sum - area_vector(points)).norm(), 1e-9);
    }
}

TEST(Triangulate, EndsForPolygonsWithoutArea) {
    EXPECT_EQ(cut(Points(7, Vec3d(1, 2, 3))).size(), 5u);
    EXPECT_EQ(cut(flat({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {1, 0}})).size(), 3u);
}

}  // namespace
}  // namespace octomatch

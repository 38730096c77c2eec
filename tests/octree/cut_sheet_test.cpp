#include "octree/cut_sheet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/input_error.h"
#include "octree/triangle_bvh.h"

namespace octomatch {
namespace {

Vec3d same_place(const Vec3d& p) {
    return p;
}

/// All sheets of a stroke through some places of the blade.
std::vector<CutSheet> sheets_of(const std::vector<Blade>& blades, const StrokeSettings& settings) {
    CutStroke stroke(settings);
    std::vector<CutSheet> sheets;
    const auto add = [&](std::vector<CutSheet> finished) {
        sheets.insert(sheets.end(), finished.begin(), finished.end());
    };
    for (const Blade& blade : blades) add(stroke.move_to(blade, same_place));
    add(stroke.end());
    return sheets;
}

double area_of(const TriangleMesh& mesh) {
    double area = 0;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
        const auto [a, b, c] = mesh.corners(t);
        area += 0.5 * (b - a).cross(c - a).norm();
    }
    return area;
}

/// What a pillow needs: neighbouring triangles face the same way, and no two cross.
void expect_sound(const CutSheet& sheet) {
    ASSERT_GE(sheet.rows(), 2);
    ASSERT_EQ(sheet.points.size(), static_cast<std::size_t>(sheet.rows()) * sheet.columns);
    const TriangleMesh mesh = triangulated(sheet);
    EXPECT_TRUE(TriangleBvh(mesh).self_intersections(1).empty());
    const auto normal = [&](int t) {
        const auto [a, b, c] = mesh.corners(t);
        return Vec3d((b - a).cross(c - a));
    };
    const auto cell = [&](int r, int c) {
        const int first = 4 * (r * (sheet.columns - 1) + c);
        return Vec3d(normal(first) + normal(first + 1) + normal(first + 2) + normal(first + 3));
    };
    for (int r = 0; r + 1 < sheet.rows(); ++r)
        for (int c = 0; c + 1 < sheet.columns; ++c) {
            ASSERT_GT(cell(r, c).norm(), 0);
            if (r > 0) {
                ASSERT_GT(cell(r, c).dot(cell(r - 1, c)), 0);
            }
            if (c > 0) {
                ASSERT_GT(cell(r, c).dot(cell(r, c - 1)), 0);
            }
        }
}

TEST(CutSheet, IsFourTrianglesForEveryCellAndNoEdgeJoinsTwoPointsOfTheBorderButTheBorder) {
    CutSheet sheet{.columns = 4};
    for (int k = 0; k < 12; ++k) sheet.points.emplace_back(k % 4, k / 4, 0);
    const TriangleMesh mesh = triangulated(sheet);
    EXPECT_EQ(mesh.triangles.size(), 4u * 2 * 3);
    EXPECT_EQ(mesh.vertices.size(), 12u + 2 * 3);
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
        const auto [a, b, c] = mesh.corners(t);
        EXPECT_NEAR((b - a).cross(c - a).z(), 0.5, 1e-15) << "along the blade times the motion";
        const auto on_border = [](const Vec3d& p) { return p.x() == 0 || p.x() == 3 || p.y() == 0 || p.y() == 2; };
        EXPECT_FALSE(on_border(a) && on_border(b) && on_border(c));
    }
    EXPECT_TRUE(triangulated({}).triangles.empty());
    EXPECT_TRUE(triangulated({.columns = 2, .points = {{0, 0, 0}, {1, 0, 0}}}).triangles.empty());
}

TEST(CutStroke, ALongMovementIsSplitIntoCellsOfTheLengthAskedFor) {
    const auto sheets = sheets_of({{{0, 0, 0}, {1, 0, 0}}, {{0, 3, 0}, {1, 3, 0}}}, {.longest = 0.1});
    ASSERT_EQ(sheets.size(), 1u);
    expect_sound(sheets[0]);
    EXPECT_EQ(sheets[0].columns, 11);
    EXPECT_EQ(sheets[0].rows(), 31);
    const TriangleMesh mesh = triangulated(sheets[0]);
    EXPECT_NEAR(area_of(mesh), 3, 1e-12);
    for (const auto& [a, b, c] : mesh.triangles)
        for (const auto& [i, j] : {std::pair{a, b}, {b, c}, {c, a}})
            EXPECT_LE((mesh.vertices[i] - mesh.vertices[j]).norm(), 0.1 + 1e-12);
}

TEST(CutStroke, ACreepingBladeMakesRowsOnlyAsItAdvancesAndLosesNothing) {
    std::vector<Blade> blades;
    for (int k = 0; k <= 10000; ++k) blades.push_back({{0, 1e-5 * k, 0}, {1, 1e-5 * k, 0}});
    const auto sheets = sheets_of(blades, {.longest = 0.5, .least_advance = 0.01});
    ASSERT_EQ(sheets.size(), 1u);
    expect_sound(sheets[0]);
    EXPECT_NEAR(sheets[0].rows(), 0.1 / 0.005, 2);
    EXPECT_NEAR(area_of(triangulated(sheets[0])), 0.1, 0.0051);
}

TEST(CutStroke, ABladeThatStandsStillOrSlidesAlongItselfCutsNothing) {
    EXPECT_TRUE(sheets_of({{{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {1, 0, 0}}}, {.longest = 0.1}).empty());
    EXPECT_TRUE(sheets_of({{{0, 0, 0}, {1, 0, 0}}, {{3, 0, 0}, {4, 0, 0}}}, {.longest = 0.1}).empty());
    EXPECT_TRUE(sheets_of({{{1, 1, 1}, {1, 1, 1}}, {{2, 2, 2}, {2, 2, 2}}}, {.longest = 0.1}).empty());
    EXPECT_TRUE(sheets_of({{{0, 0, 0}, {1, 0, 0}}}, {.longest = 0.1}).empty());
}

TEST(CutStroke, ABladeThatFoldsBackBeginsAnotherSheetALittleBeyondTheTurn) {
    const auto sheets = sheets_of({{{0, 0, 0}, {1, 0, 0}}, {{0, 1, 0}, {1, 1, 0}}, {{0, 0.2, 0.3}, {1, 0.2, 0.3}}},
                                  {.longest = 0.1, .overshoot = 0.1});
    ASSERT_EQ(sheets.size(), 2u);
    for (const CutSheet& sheet : sheets) expect_sound(sheet);
    EXPECT_EQ(sheets[0].row(sheets[0].rows() - 1)[0], Vec3d(0, 1, 0));
    EXPECT_NEAR((sheets[1].row(0)[0] - Vec3d(0, 1, 0)).norm(), 0.01, 1e-12);
    EXPECT_GT(sheets[1].row(0)[0].y(), 1);
    EXPECT_EQ(sheets[1].overlap, 0);
    EXPECT_EQ(sheets[1].row(1)[0], Vec3d(0, 1, 0));
}

TEST(CutStroke, ABladeThatWouldCrossItsOwnSheetBeginsAnotherOneThatOverlaps) {
    std::vector<Blade> blades;
    for (int k = 0; k <= 90; ++k) {  // a loop and a half, one end of the blade a little ahead
        const double angle = k * 2 * std::numbers::pi / 60;
        const Vec3d p(std::cos(angle), std::sin(angle), 0), q(1.1 * std::cos(angle + 0.03), 1.1 * std::sin(angle), 1);
        blades.push_back({p * (1 - 0.002 * k) + Vec3d(0.004 * k, 0, 0), q});
    }
    const auto sheets = sheets_of(blades, {.longest = 0.11, .most_rows = 1000});
    ASSERT_GE(sheets.size(), 2u);
    for (const CutSheet& sheet : sheets) expect_sound(sheet);
    for (std::size_t s = 0; s + 1 < sheets.size(); ++s) {
        const auto front = sheets[s].row(sheets[s].rows() - 1), behind = sheets[s].row(sheets[s].rows() - 2);
        const auto again = sheets[s + 1].row(1), first = sheets[s + 1].row(0);
        EXPECT_TRUE(std::equal(front.begin(), front.end(), again.begin()));
        for (int c = 0; c + 1 < sheets[s].columns; ++c)
            EXPECT_LT((first[c] - (0.75 * behind[c] + 0.25 * behind[c + 1])).norm(), 1e-12);
    }
}

TEST(CutStroke, ABladeThatTurnsRoundInItsPlaneCoversNoPlaceTwiceWithOneSheet) {
    std::vector<Blade> blades;
    for (int k = 0; k <= 160; ++k) {  // two turns and a half about its end
        const Vec3d along(std::cos(0.1 * k), std::sin(0.1 * k), 0);
        blades.push_back({0.3 * along, along});
    }
    const auto sheets = sheets_of(blades, {.longest = 0.12, .most_rows = 1000});
    EXPECT_GE(sheets.size(), 3u);
    double area = 0;
    for (const CutSheet& sheet : sheets) {
        expect_sound(sheet);
        EXPECT_LT(area_of(triangulated(sheet)), std::numbers::pi * (1 - 0.09)) << "less than a turn";
        area += area_of(triangulated(sheet));
    }
    EXPECT_GT(area, 0.99 * 8 * (1 - 0.09));
}

TEST(CutStroke, ALongStrokeIsSeveralSheetsThatOverlapByOneRowOfCells) {
    const auto sheets = sheets_of({{{0, 0, 0}, {1, 0, 0}}, {{0, 5, 1}, {1, 5, 1}}}, {.longest = 0.1, .most_rows = 16});
    ASSERT_GE(sheets.size(), 3u);
    double area = 0;
    for (const CutSheet& sheet : sheets) {
        expect_sound(sheet);
        EXPECT_LE(sheet.rows(), 17);
        area += area_of(triangulated(sheet));
    }
    // One row of cells twice, but for the triangles at its ends: the next sheet's first row ends within the last.
    const double cell = (sheets[0].row(1)[0] - sheets[0].row(0)[0]).norm();
    const double overlap = cell * (1 - 0.25 * 0.1) * static_cast<double>(sheets.size() - 1);
    EXPECT_NEAR(area - overlap, std::sqrt(26.0), 1e-9);
}

TEST(CutStroke, ABladeThatTurnsAboutItsEndOrItsMiddleMakesASoundSheet) {
    for (double pivot : {0.0, 0.3, 0.5}) {
        std::vector<Blade> blades;
        for (int k = 0; k <= 40; ++k) {
            const Vec3d along(std::cos(0.02 * k), std::sin(0.02 * k), 0);
            blades.push_back({-pivot * along, (1 - pivot) * along});
        }
        const auto sheets = sheets_of(blades, {.longest = 0.1});
        ASSERT_GE(sheets.size(), 1u);
        for (const CutSheet& sheet : sheets) expect_sound(sheet);
        EXPECT_EQ(sheets[0].rows(), 41);
    }
}

TEST(CutStroke, MovementsAreMappedToRestPointByPoint) {
    CutStroke stroke({.longest = 0.1});
    const auto bent = [](const Vec3d& p) { return Vec3d(p.x(), p.y(), 0.5 * p.y() * p.y()); };
    stroke.move_to({{0, 0, 0}, {1, 0, 0}}, bent);
    EXPECT_TRUE(stroke.move_to({{0, 1, 0}, {1, 1, 0}}, bent).empty());
    EXPECT_GE(stroke.sheet().rows(), 11);
    for (const Vec3d& p : stroke.sheet().points) EXPECT_NEAR(p.z(), 0.5 * p.y() * p.y(), 1e-12);
    expect_sound(stroke.sheet());
    EXPECT_EQ(stroke.end().size(), 1u);
    EXPECT_EQ(stroke.sheet().rows(), 0);
}

TEST(CutStroke, PlacesThatWouldCreaseTheSheetArePassedOver) {
    CutStroke stroke({.longest = 0.1});
    const auto torn = [](const Vec3d& p) {
        const bool folded = p.y() > 0.3 && p.y() < 0.6 && p.x() > 0.5;
        return folded ? Vec3d(1 - p.x(), p.y(), 0) : p;
    };
    stroke.move_to({{0, 0, 0}, {1, 0, 0}}, torn);
    stroke.move_to({{0, 1, 0}, {1, 1, 0}}, torn);
    const auto sheets = stroke.end();
    ASSERT_EQ(sheets.size(), 1u);
    expect_sound(sheets[0]);
    EXPECT_NEAR(area_of(triangulated(sheets[0])), 1, 1e-9);
}

TEST(CutStroke, RefusesWhatIsNotFinite) {
    EXPECT_THROW(CutStroke({.longest = 0}), InputError);
    EXPECT_THROW(CutStroke({.longest = std::nan("")}), InputError);
    CutStroke stroke({.longest = 1});
    EXPECT_THROW(stroke.move_to({{0, 0, 0}, {std::nan(""), 0, 0}}, same_place), InputError);
    EXPECT_THROW(stroke.move_to({{0, 0, 0}, {1, 0, 0}}, [](const Vec3d&) { return Vec3d(0, 0, INFINITY); }),
                 InputError);
}

}  // namespace
}  // namespace octomatch

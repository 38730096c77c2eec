#include "octree/skin_cut.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/input_error.h"
#include "octree/triangle_bvh.h"
#include "tests/io/test_meshes.h"
#include "tests/octree/cut_sheets.h"
#include "tests/octree/sampled_models.h"

namespace octomatch {
namespace {

using namespace test;

/// Every edge has exactly two faces, which run along it in opposite directions.
void expect_closed(const CutSkin& skin) {
    ASSERT_EQ(skin.mesh.triangles.size(), skin.origin.size());
    std::vector<std::pair<int, int>> edges, reversed;
    for (const auto& t : skin.mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            edges.push_back({t[k], t[(k + 1) % 3]});
            reversed.push_back({t[(k + 1) % 3], t[k]});
        }
    std::sort(edges.begin(), edges.end());
    std::sort(reversed.begin(), reversed.end());
    EXPECT_TRUE(edges == reversed);
    EXPECT_TRUE(std::adjacent_find(edges.begin(), edges.end()) == edges.end());
}

/// Does an edge of a pass through b, with all of `least` to spare?
bool passes(const std::array<Vec3d, 3>& a, const std::array<Vec3d, 3>& b, double least) {
    const Vec3d normal = (b[1] - b[0]).cross(b[2] - b[0]).normalized();
    for (int i = 0; i < 3; ++i) {
        const Vec3d &p = a[i], &q = a[(i + 1) % 3];
        const double from = normal.dot(p - b[0]), to = normal.dot(q - b[0]);
        if (!(from * to < 0) || std::min(std::abs(from), std::abs(to)) < least) continue;
        const Vec3d at = p + from / (from - to) * (q - p);
        bool inside = true;
        for (int k = 0; k < 3; ++k) {
            const Vec3d edge = (b[(k + 1) % 3] - b[k]).normalized();
            inside &= normal.dot(edge.cross(at - b[k])) > least;
        }
        if (inside) return true;
    }
    return false;
}

/// Pairs of triangles that cross by more than 1e-9 of the body, that is a hundred thousandth of a pillow's thickness.
/// (Parts of one flat face are flat only up to rounding.)
int count_crossings(const TriangleMesh& mesh) {
    const double least = 1e-9 * bounding_box(mesh).extent().maxCoeff();
    int crossings = 0;
    for (const auto& [t, u] : TriangleBvh(mesh).self_intersections(100000)) {
        const auto a = mesh.corners(t), b = mesh.corners(u);
        crossings += passes(a, b, least) || passes(b, a, least);
    }
    return crossings;
}

double area_of(const TriangleMesh& mesh) {
    double area = 0;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
        const auto [a, b, c] = mesh.corners(t);
        area += 0.5 * (b - a).cross(c - a).norm();
    }
    return area;
}

int count_parts(const TriangleMesh& mesh) {
    const auto part = solid_parts(mesh);
    return part.empty() ? 0 : 1 + *std::max_element(part.begin(), part.end());
}

std::vector<double> part_volumes(const TriangleMesh& mesh) {
    std::vector<double> volumes(count_parts(mesh), 0.0);
    const auto part = solid_parts(mesh);
    for (std::size_t t = 0; t < part.size(); ++t) {
        const auto [a, b, c] = mesh.corners(static_cast<int>(t));
        volumes[part[t]] += a.dot(b.cross(c)) / 6;
    }
    return volumes;
}

bool same(const CutSkin& a, const CutSkin& b) {
    return a.mesh.vertices == b.mesh.vertices && a.mesh.triangles == b.mesh.triangles && a.origin == b.origin;
}

CutSkin cut(const CutSkin& skin, const CutSheet& sheet, int number = 0) {
    return CuttableSkin(skin).minus(sheet, number);
}

TEST(SkinCut, ACompleteCutLeavesTwoClosedPartsWhoseVolumesAddUp) {
    const CutSkin ball = uncut_skin(canonical(sphere(Vec3d::Zero(), 1, 16)));
    const CutSheet sheet = plane_sheet({0.3, 0, 0}, {1, 0.1, 0}, 2, 20);
    const CuttableSkin cuttable(ball);
    const double thickness = cuttable.settings().thickness;
    EXPECT_EQ(thickness, 2e-4);
    const CutSkin halves = cuttable.minus(sheet, 7);
    expect_closed(halves);
    EXPECT_EQ(count_crossings(halves.mesh), 0);
    const auto volumes = part_volumes(halves.mesh);
    ASSERT_EQ(volumes.size(), 2u);
    const double lost = signed_volume(ball.mesh) - volumes[0] - volumes[1];
    EXPECT_GT(lost, 0.9 * thickness * 3.14159 * 0.91);
    EXPECT_LT(lost, 1.01 * thickness * 3.14159 * 0.91);

    // Both sides lie half a thickness off the sheet, and know which side they are.
    double area[2] = {0, 0};
    const Vec3d normal = Vec3d(1, 0.1, 0).normalized();
    for (std::size_t t = 0; t < halves.origin.size(); ++t) {
        if (halves.origin[t].sheet < 0) continue;
        EXPECT_EQ(halves.origin[t].sheet, 7);
        const auto corners = halves.mesh.corners(static_cast<int>(t));
        const auto [a, b, c] = triangulated(sheet).corners(halves.origin[t].triangle);
        const Vec3d up = (b - a).cross(c - a).normalized();
        for (const Vec3d& p : corners) EXPECT_NEAR(up.dot(p - a), halves.origin[t].side * thickness / 2, 1e-12);
        area[halves.origin[t].side > 0] += 0.5 * (corners[1] - corners[0]).cross(corners[2] - corners[0]).norm();
        EXPECT_GT(std::abs(up.dot(normal)), 0.999);
    }
    EXPECT_NEAR(area[0], area[1], 1e-3 * area[0]);
    EXPECT_GT(area[0], 0.9 * 3.14159 * 0.91);
}

TEST(SkinCut, APartialCutLeavesOnePartAndAFrontThatBothSidesShare) {
    const CutSkin cube = uncut_skin(unit_cube());
    const CutSheet sheet = flat_sheet({0.5, 0.1, 0.5}, {0, 0, 0.8}, {0, 0.4, 0}, 9, 9);
    const CutSkin slit = cut(cube, sheet);
    expect_closed(slit);
    EXPECT_EQ(count_parts(slit.mesh), 1);
    EXPECT_EQ(count_crossings(slit.mesh), 0);
    EXPECT_NEAR(signed_volume(slit.mesh), 1, 1e-4 * 0.5);
    std::set<int> on_side[2];
    for (std::size_t t = 0; t < slit.origin.size(); ++t)
        if (slit.origin[t].sheet == 0)
            for (int v : slit.mesh.triangles[t]) on_side[slit.origin[t].side > 0].insert(v);
    int shared = 0;
    for (int v : on_side[0])
        if (on_side[1].contains(v)) {
            ++shared;
            EXPECT_NEAR(slit.mesh.vertices[v].y(), 0.5, 1e-12) << "only the front is shared";
        }
    EXPECT_GT(shared, 5);
}

TEST(SkinCut, WhatIsNotCutKeepsItsVerticesToTheBit) {
    const CutSkin ball = uncut_skin(canonical(sphere({0.1, 0.2, 0.3}, 1, 16)));
    const CutSkin halves = cut(ball, plane_sheet({0.3, 0, 0}, {1, 0.1, 0}, 2, 20));
    const auto kept = kept_vertices(ball.mesh, halves.mesh);
    std::set<int> found(kept.begin(), kept.end());
    for (int v = 0; v < static_cast<int>(ball.mesh.vertices.size()); ++v) EXPECT_TRUE(found.contains(v));
    for (std::size_t v = 0; v < kept.size(); ++v)
        if (kept[v] >= 0) {
            EXPECT_EQ(halves.mesh.vertices[v], ball.mesh.vertices[kept[v]]);
        }
    // Triangles of the old surface lie in the plane of the one they are a part of.
    for (std::size_t t = 0; t < halves.origin.size(); ++t) {
        if (halves.origin[t].sheet >= 0) continue;
        const auto [a, b, c] = ball.mesh.corners(halves.origin[t].triangle);
        const Vec3d up = (b - a).cross(c - a).normalized();
        for (const Vec3d& p : halves.mesh.corners(static_cast<int>(t))) EXPECT_NEAR(up.dot(p - a), 0, 1e-12);
    }
}

void expect_sound_after_random_cuts(const TriangleMesh& mesh, int cuts, unsigned seed) {
    std::mt19937 random(seed);
    CutSkin skin = uncut_skin(canonical(mesh));
    const Box3 box = bounding_box(skin.mesh);
    const double volume = signed_volume(skin.mesh);
    double cut_area = 0, crumbs = 0;
    const double thickness = CuttableSkin(skin).settings().thickness;
    for (int k = 0; k < cuts; ++k) {
        const Vec3d at =
            box.low + Vec3d(random() % 100, random() % 100, random() % 100).cwiseProduct(box.extent()) / 100;
        const CutSheet sheet = random_sheet(random, at, 0.2 * box.diagonal());
        SkinCutReport report;
        skin = CuttableSkin(skin, {.thickness = thickness}).minus(sheet, k, &report);
        crumbs += report.crumb_volume;
        cut_area += area_of(triangulated(sheet));
        expect_closed(skin);
    }
    const double lost = volume - signed_volume(skin.mesh) - crumbs;
    EXPECT_GE(lost, -1e-12 * volume);
    EXPECT_LE(lost, thickness * cut_area);
    EXPECT_EQ(count_crossings(skin.mesh), 0);
    EXPECT_GT(std::count_if(skin.origin.begin(), skin.origin.end(), [](const FaceOrigin& o) { return o.sheet >= 0; }),
              200);
}

TEST(SkinCut, StaysClosedAndKeepsItsVolumeThroughTwentyRandomCuts) {
    expect_sound_after_random_cuts(model_mesh("block"), 20, 11);
    expect_sound_after_random_cuts(sphere({0.3, 0.2, 0.1}, 1, 24), 20, 12);
    expect_sound_after_random_cuts(unit_cube(), 20, 13);
}

TEST(SkinCutLong, StaysClosedAndKeepsItsVolumeThroughFiftyRandomCutsOfEveryModel) {
    for (const Model& model : models()) {
        SCOPED_TRACE(model.name);
        expect_sound_after_random_cuts(model.make(), 50, 14);
    }
}

TEST(SkinCut, AStrokeOfManyMovementsAndSheetsEndsAsOneCut) {
    const CutSkin cube = uncut_skin(unit_cube());
    for (int most_rows : {4, 9, 100}) {
        CutStroke stroke({.longest = 0.11, .most_rows = most_rows});
        CuttableSkin start(cube, {.thickness = 1e-4});
        CutSkin skin = cube;
        int number = 0, parts = 1;
        const auto finish = [&](const std::vector<CutSheet>& sheets) {
            for (const CutSheet& sheet : sheets) {
                skin = start.minus(sheet, number++);
                start = CuttableSkin(skin, start.settings());
                expect_closed(skin);
            }
        };
        for (int k = 0; k <= 50; ++k) {
            const double y = -0.3 + 0.033 * k, x = 0.5 + 0.05 * std::sin(5 * y);
            finish(stroke.move_to({{x, y, -0.3}, {x + 0.03, y, 1.3}}, [](const Vec3d& p) { return p; }));
            if (stroke.sheet().rows() < 2) continue;
            skin = start.minus(stroke.sheet(), number);
            expect_closed(skin);
            parts = count_parts(skin.mesh);
            EXPECT_EQ(parts, y > 1.01 ? 2 : 1) << y;
        }
        finish(stroke.end());
        EXPECT_EQ(number > 1, most_rows < 50);
        EXPECT_EQ(count_parts(skin.mesh), 2);
        EXPECT_NEAR(signed_volume(skin.mesh), 1, 1.2e-4);
        EXPECT_EQ(count_crossings(skin.mesh), 0);
    }
}

TEST(SkinCut, ABladeThatTurnsBackInsideCutsAWedgeOff) {
    CutStroke stroke({.longest = 0.11});
    CutSkin skin = uncut_skin(unit_cube());
    int number = 0;
    const auto cut_by = [&](const std::vector<CutSheet>& sheets) {
        for (const CutSheet& sheet : sheets) skin = cut(skin, sheet, number++);
    };
    for (const auto& [x, y] : {std::pair{0.3, -0.2}, {0.5, 0.5}, {0.7, -0.2}})
        cut_by(stroke.move_to({{x, y, -0.2}, {x, y, 1.2}}, [](const Vec3d& p) { return p; }));
    cut_by(stroke.end());
    EXPECT_EQ(number, 2);
    expect_closed(skin);
    EXPECT_EQ(count_crossings(skin.mesh), 0);
    const auto volumes = part_volumes(skin.mesh);
    ASSERT_EQ(volumes.size(), 2u);
    EXPECT_NEAR(std::min(volumes[0], volumes[1]), 0.5 * 0.5 * 0.2 * 1.0 / 0.7, 1e-3);
}

TEST(SkinCut, ABladeThatGoesOverTheSamePlaceAgainLeavesASoundSurface) {
    CutStroke stroke({.longest = 0.2});
    CutSkin skin = uncut_skin(unit_cube());
    int number = 0;
    const auto cut_by = [&](const std::vector<CutSheet>& sheets) {
        for (const CutSheet& sheet : sheets) {
            skin = cut(skin, sheet, number++);
            expect_closed(skin);
        }
    };
    for (int k = 0; k <= 80; ++k) {  // round and round in one plane
        const Vec3d along(std::cos(0.1 * k), std::sin(0.1 * k), 0.1 * std::sin(0.1 * k)), middle(0.5, 0.5, 0.5);
        cut_by(stroke.move_to({middle + 0.1 * along, middle + 0.9 * along}, [](const Vec3d& p) { return p; }));
    }
    cut_by(stroke.end());
    EXPECT_GE(number, 2);
    EXPECT_EQ(count_crossings(skin.mesh), 0);
    EXPECT_EQ(count_parts(skin.mesh), 1) << "a column in the middle is left";
    EXPECT_NEAR(signed_volume(skin.mesh), 1, 1.1e-4);
}

TEST(SkinCut, GoesOnFromACopyToTheBit) {
    std::mt19937 random(12);
    const CutSkin torus = uncut_skin(canonical(model_mesh("torus")));
    const Box3 box = bounding_box(torus.mesh);
    std::vector<CutSheet> sheets;
    for (int k = 0; k < 3; ++k) sheets.push_back(random_sheet(random, box.centre(), 0.4 * box.diagonal()));
    const auto all = [&] {
        CutSkin skin = torus;
        for (int k = 0; k < 3; ++k) skin = cut(skin, sheets[k], k);
        return skin;
    };
    const CutSkin once = all();
    EXPECT_TRUE(same(once, all()));
    // A stroke that is cut anew for every movement ends as if it had been cut once.
    const CuttableSkin start(torus);
    for (int rows = 2; rows < 5; ++rows) {
        CutSheet part = sheets[0];
        part.points.resize(rows * part.columns);
        start.minus(part, 0);
    }
    EXPECT_TRUE(same(start.minus(sheets[0], 0), cut(torus, sheets[0], 0)));
}

TEST(SkinCut, DropsAndCountsCrumbs) {
    const CutSkin cube = uncut_skin(unit_cube());
    const CutSkin once = cut(cube, plane_sheet({0.5, 0.5, 0.5}, {1, 0, 0}, 2, 5));
    const CutSheet close = plane_sheet({0.5005, 0.5, 0.5}, {1, 0, 0}, 2, 5);
    SkinCutReport report;
    const CutSkin dropped = CuttableSkin(once, {.thickness = 1e-4, .least_volume = 1e-3}).minus(close, 1, &report);
    EXPECT_EQ(report.crumbs, 1);
    EXPECT_NEAR(report.crumb_volume, 4e-4, 1e-6);
    EXPECT_EQ(count_parts(dropped.mesh), 2);
    expect_closed(dropped);
    const CutSkin kept = CuttableSkin(once, {.thickness = 1e-4, .least_volume = 1e-5}).minus(close, 1, &report);
    EXPECT_EQ(report.crumbs, 0);
    EXPECT_EQ(count_parts(kept.mesh), 3);
}

TEST(SkinCut, ACutThatStaysInsideIsACavityOfItsPart) {
    const CutSkin two = uncut_skin(canonical(joined(unit_cube(), box({2, 0, 0}, {3, 1, 1}))));
    const CutSkin hollow = cut(two, plane_sheet({0.5, 0.5, 0.5}, {1, 1, 0}, 0.2, 6));
    expect_closed(hollow);
    EXPECT_EQ(count_parts(hollow.mesh), 2);
    EXPECT_LT(signed_volume(hollow.mesh), 2);
    EXPECT_NEAR(signed_volume(hollow.mesh), 2, 3e-4 * 0.16);
}

TEST(SkinCut, SheetsOutsideTwiceTheSameOrWithoutAreaLeaveSoundSurfaces) {
    const CutSkin cube = uncut_skin(unit_cube());
    EXPECT_EQ(signed_volume(cut(cube, plane_sheet({3, 0, 0}, {1, 0, 0}, 1, 5)).mesh), 1);
    EXPECT_EQ(signed_volume(cut(cube, CutSheet{}).mesh), 1);
    const CutSheet across = plane_sheet({0.4, 0.5, 0.5}, {1, 0.2, 0}, 2, 6);
    const CutSkin once = cut(cube, across), twice = cut(once, across, 1);
    expect_closed(twice);
    EXPECT_EQ(count_parts(twice.mesh), 2);
    EXPECT_NEAR(signed_volume(twice.mesh), signed_volume(once.mesh), 1e-9);
    for (const CutSheet& sheet : {plane_sheet({0, 0.5, 0.5}, {1, 0, 0}, 2, 6),      // along a face
                                  plane_sheet({0.5, 0.5, 0.5}, {1, -1, 0}, 2, 6),   // through edges
                                  plane_sheet({0.4, 0.5, 0.5}, {1, 0, 0}, 1e3, 3),  // huge
                                  flat_sheet({0.5, 0.5, 0.5}, {1, 0, 0}, {1, 0, 0}, 3, 3)}) {
        const CutSkin after = cut(cube, sheet);
        expect_closed(after);
        EXPECT_NEAR(signed_volume(after.mesh), 1, 3e-4);
    }
}

TEST(SkinCut, RefusesOpenSurfacesAndSheetsThatAreNotFinite) {
    TriangleMesh open = unit_cube();
    open.triangles.pop_back();
    EXPECT_FALSE(not_cuttable(open).empty());
    EXPECT_THROW(CuttableSkin{uncut_skin(open)}, InputError);
    EXPECT_FALSE(not_cuttable({}).empty());
    EXPECT_TRUE(not_cuttable(unit_cube()).empty());
    CutSheet sheet = plane_sheet({0.5, 0.5, 0.5}, {1, 0, 0}, 2, 5);
    sheet.points[3].x() = std::nan("");
    EXPECT_THROW(cut(uncut_skin(unit_cube()), sheet), InputError);
}

}  // namespace
}  // namespace octomatch

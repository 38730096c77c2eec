#include "octree/material_cut.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "core/input_error.h"
#include "core/parallel.h"
#include "tests/octree/cut_sheets.h"
#include "tests/octree/dense_voxels.h"
#include "tests/octree/sampled_models.h"

namespace octomatch {
namespace {

using namespace test;

/// A box full of material: cells^3 finest cells of edge 1, or as given.
MaterialGraph full_box(const Vec3i& cells) {
    LevelSet level_set{.lattice = {.depth = 0, .base_size = cells}};
    for (int z = 0; z < cells.z(); ++z)
        for (int y = 0; y < cells.y(); ++y)
            for (int x = 0; x < cells.x(); ++x) level_set.cells.push_back(morton({x, y, z}));
    std::sort(level_set.cells.begin(), level_set.cells.end());
    level_set.band.assign(level_set.cells.size(), -1);
    return connect_material(level_set);
}

/// A ball with a dent and an island beside it, so that there are partly filled cells and cells of several pieces.
MaterialGraph dented_ball() {
    LevelSet level_set{.lattice = {.depth = 1, .base_size = {2, 2, 2}}};
    const auto distance = [](const Vec3d& p) {
        const double ball = (p - Vec3d(7, 8, 8)).norm() - 6, dent = (p - Vec3d(11, 8, 8)).norm() - 3.2;
        return std::min(std::max(ball, -dent), (p - Vec3d(12, 8, 8)).norm() - 1.7);
    };
    const Morton end = 64;
    for (Morton cell = 0; cell < end; ++cell) {
        VoxelDistances values;
        for_each_voxel(cell, [&](const Vec3i& v, int bit) {
            values[bit] = std::clamp(static_cast<float>(distance(v.cast<double>() + Vec3d::Constant(0.5))),
                                     -LevelSet::kBand, LevelSet::kBand);
        });
        if (std::none_of(values.begin(), values.end(), [](float d) { return d <= kMaterialBelow; })) continue;
        level_set.cells.push_back(cell);
        level_set.band.push_back(static_cast<int>(level_set.distances.size()));
        level_set.distances.push_back(values);
    }
    return connect_material(level_set);
}

Int128 determinant(const GridPoint& u, const GridPoint& v, const GridPoint& w) {
    return u[0] * (Int128{v[1]} * w[2] - Int128{v[2]} * w[1]) - u[1] * (Int128{v[0]} * w[2] - Int128{v[2]} * w[0]) +
           u[2] * (Int128{v[0]} * w[1] - Int128{v[1]} * w[0]);
}

/// The slow truth: voxel centres are moved by a small real vector on a finer grid, and nothing is degenerate any more.
bool crosses_moved(const GridPoint& p, const GridPoint& q, const std::array<GridPoint, 3>& t) {
    constexpr std::int64_t kFiner = 1 << 12;
    const GridPoint shift(64, 8, 1);
    const GridPoint a = kFiner * t[0], b = kFiner * t[1], c = kFiner * t[2];
    const GridPoint from = kFiner * p + shift, to = kFiner * q + shift;
    const auto volume = [](const GridPoint& o, const GridPoint& x, const GridPoint& y, const GridPoint& z) {
        return determinant(x - o, y - o, z - o) > 0;
    };
    if (volume(a, b, c, from) == volume(a, b, c, to)) return false;
    const bool first = volume(from, to, a, b);
    return volume(from, to, b, c) == first && volume(from, to, c, a) == first;
}

using Voxel = std::tuple<int, int, int>;
using Pair = std::pair<Voxel, Voxel>;  // lower first
Voxel tuple_of(const Vec3i& v) {
    return {v.z(), v.y(), v.x()};
}
Pair pair_of(const Vec3i& a, const Vec3i& b) {
    return std::minmax(tuple_of(a), tuple_of(b));
}

std::set<Pair> brute_force_crossed(const MaterialGraph& material, const TriangleMesh& sheet) {
    std::vector<std::array<GridPoint, 3>> triangles;
    for (int t = 0; t < static_cast<int>(sheet.triangles.size()); ++t) {
        const auto [a, b, c] = sheet.corners(t);
        triangles.push_back({on_grid(material.lattice, a), on_grid(material.lattice, b), on_grid(material.lattice, c)});
    }
    const DenseVoxels<int> piece = pieces_of_voxels(material);
    std::set<Pair> crossed;
    piece.for_each([&](const Vec3i& v) {
        if (piece[v] < 0) return;
        piece.for_each_neighbour(v, [&](const Vec3i& n) {
            if (piece[n] < 0 || tuple_of(n) < tuple_of(v)) return;
            for (const auto& t : triangles)
                if (crosses_moved(voxel_centre_on_grid(v), voxel_centre_on_grid(n), t)) crossed.insert(pair_of(v, n));
        });
    });
    return crossed;
}

std::set<Pair> pairs_of(const Adjacencies& adjacencies) {
    std::set<Pair> pairs;
    for (std::size_t c = 0; c < adjacencies.cells.size(); ++c)
        for (int k = 0; k < kAdjacencyDirections; ++k)
            for_each_voxel(adjacencies.cells[c], [&](const Vec3i& v, int bit) {
                if (adjacencies.masks[c][k] >> bit & 1) pairs.insert(pair_of(v, v + adjacency_direction(k)));
            });
    return pairs;
}

/// Components of voxels under the adjacencies that are left; `inside_cells`: only those inside one finest cell.
DenseVoxels<int> flood(const MaterialGraph& uncut, const std::set<Pair>& removed, bool inside_cells, int& count) {
    const DenseVoxels<int> material = pieces_of_voxels(uncut);
    DenseVoxels<int> component(uncut.lattice, -1);
    count = 0;
    material.for_each([&](const Vec3i& seed) {
        if (material[seed] < 0 || component[seed] >= 0) return;
        std::vector<Vec3i> stack{seed};
        component[seed] = count;
        while (!stack.empty()) {
            const Vec3i v = stack.back();
            stack.pop_back();
            material.for_each_neighbour(v, [&](const Vec3i& n) {
                if (material[n] < 0 || component[n] >= 0 || removed.contains(pair_of(v, n))) return;
                if (inside_cells && cell_of_voxel(n) != cell_of_voxel(v)) return;
                component[n] = count;
                stack.push_back(n);
            });
        }
        ++count;
    });
    return component;
}

/// Is a cut graph what flooding voxel by voxel gives, and in order?
void expect_flooded(const MaterialGraph& uncut, const MaterialGraph& cut) {
    const std::set<Pair> removed = pairs_of(cut.removed);
    int count = 0;
    const DenseVoxels<int> flooded = flood(uncut, removed, true, count), masked = pieces_of_voxels(cut);
    ASSERT_EQ(cut.pieces(), count);
    std::map<int, int> piece_of_flood;
    int wrong = 0;
    flooded.for_each([&](const Vec3i& v) {
        if (flooded[v] < 0 || masked[v] < 0)
            wrong += flooded[v] != masked[v];
        else
            wrong += piece_of_flood.try_emplace(flooded[v], masked[v]).first->second != masked[v];
    });
    ASSERT_EQ(wrong, 0);
    std::set<std::pair<int, int>> expected, found;
    flooded.for_each([&](const Vec3i& v) {
        if (flooded[v] < 0) return;
        flooded.for_each_neighbour(v, [&](const Vec3i& n) {
            if (flooded[n] >= 0 && cell_of_voxel(n) != cell_of_voxel(v) && !removed.contains(pair_of(v, n)))
                expected.insert({masked[v], masked[n]});
        });
    });
    for (int p = 0; p < cut.pieces(); ++p)
        for (PieceId q : cut.contacts.row(p)) found.insert({p, q.value});
    ASSERT_EQ(found, expected);
    ASSERT_EQ(found.size(), cut.contacts.items.size());
    for (int p = 0; p < cut.pieces(); ++p) {
        const auto row = cut.contacts.row(p);
        ASSERT_TRUE(std::is_sorted(row.begin(), row.end()));
        if (p > 0 && cut.cell_of[p] == cut.cell_of[p - 1]) {
            ASSERT_LT(std::countr_zero(cut.voxels[p - 1]), std::countr_zero(cut.voxels[p]));
        }
    }
}

/// Equal to the bit.
void expect_same(const MaterialGraph& a, const MaterialGraph& b) {
    EXPECT_TRUE(a.cells == b.cells);
    EXPECT_TRUE(a.first_piece == b.first_piece);
    EXPECT_TRUE(a.cell_of == b.cell_of);
    EXPECT_TRUE(a.voxels == b.voxels);
    EXPECT_TRUE(a.volume == b.volume);
    EXPECT_TRUE(a.centre == b.centre);
    EXPECT_TRUE(a.depth == b.depth);
    EXPECT_TRUE(a.contacts == b.contacts);
    EXPECT_TRUE(a.filled_row == b.filled_row);
    EXPECT_TRUE(a.filled == b.filled);
    EXPECT_TRUE(a.removed == b.removed);
}

int count_components(const MaterialGraph& material) {
    const auto component = components(material);
    return component.empty() ? 0 : 1 + *std::max_element(component.begin(), component.end());
}

TEST(MaterialCut, RemovesTheAdjacenciesThatBruteForceFinds) {
    std::mt19937 random(5);
    for (const MaterialGraph& material : {full_box({3, 2, 3}), dented_ball()}) {
        const Vec3d middle = 0.5 * material.lattice.world(material.lattice.finest_size().cast<double>());
        const double reach = middle.norm();
        std::vector<CutSheet> sheets;
        for (int k = 0; k < 4; ++k) sheets.push_back(random_sheet(random, middle, reach));
        // Through the centres of voxels and between them, along the faces of cells, and along diagonals of both.
        const Vec3d x = 8 * Vec3d::UnitX(), y = 8 * Vec3d::UnitY(), z = 8 * Vec3d::UnitZ();
        for (const auto& [u, v] :
             {std::pair<Vec3d, Vec3d>{y, z}, {x, y}, {x, x + y + z}, {x - y, z}, {x - y, x + y - 2 * z}})
            for (double offset : {0.0, 0.5})
                sheets.push_back(flat_sheet(middle + Vec3d::Constant(offset * material.lattice.voxel()), u, v, 3, 3));
        int crossed = 0;
        for (const CutSheet& sheet : sheets) {
            const TriangleMesh triangles = triangulated(sheet);
            const Adjacencies found = crossed_by(material, on_grid(material.lattice, triangles));
            const std::set<Pair> expected = brute_force_crossed(material, triangles);
            EXPECT_TRUE(pairs_of(found) == expected);
            EXPECT_TRUE(std::is_sorted(found.cells.begin(), found.cells.end()));
            crossed += static_cast<int>(expected.size());
        }
        EXPECT_GT(crossed, 1000);
    }
}

TEST(MaterialCut, PiecesAndContactsAreThoseOfAFloodOfVoxels) {
    std::mt19937 random(6);
    for (const MaterialGraph& uncut : {full_box({3, 3, 2}), dented_ball()}) {
        MaterialGraph cut = uncut;
        const Vec3d middle = 0.5 * uncut.lattice.world(uncut.lattice.finest_size().cast<double>());
        for (int k = 0; k < 6; ++k) {
            const PieceRemap remap = cut_material(cut, triangulated(random_sheet(random, middle, middle.norm())));
            ASSERT_EQ(static_cast<int>(remap.came_from.size()), cut.pieces());
            expect_flooded(uncut, cut);
            if (HasFatalFailure()) return;
        }
        EXPECT_GT(cut.pieces(), uncut.pieces() + 10);
    }
}

RC_GTEST_PROP(MaterialCut, ACompletePlaneCutOfABoxLeavesTwoComponents, (unsigned seed)) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(0, 1);
    const MaterialGraph uncut = full_box({3, 3, 3});
    // Every other plane is an awkward one: small integer normal, through centres or corners of voxels.
    Vec3d normal(uniform(random) - 0.5, uniform(random) - 0.5, uniform(random) - 0.5);
    Vec3d at(3 * uniform(random), 3 * uniform(random), 3 * uniform(random));
    if (seed % 2 == 0) {
        for (double& n : normal) n = static_cast<double>(random() % 5) - 2;
        for (double& x : at) x = static_cast<double>(random() % 25) / 8;
    }
    if (normal.norm() < 0.05) normal = {0, 0, 1};
    MaterialGraph cut = uncut;
    cut_material(cut, triangulated(plane_sheet(at, normal, 12, 2 + static_cast<int>(random() % 3))));

    // Which side is above, from one voxel that is; the plane itself may have a voxel on either side.
    int above = 0, below = 0;
    for (int v = 0; v < 12 * 12 * 12; ++v) {
        const Vec3d p = (Vec3d(v % 12, v / 12 % 12, v / 144) + Vec3d::Constant(0.5)) / 4;
        const double height = normal.normalized().dot(p - at);
        above += height > 1e-3;
        below += height < -1e-3;
    }
    if (above > 0 && below > 0) {
        RC_ASSERT(count_components(cut) == 2);
    } else {
        RC_ASSERT(count_components(cut) <= 2);  // the plane may shave off voxels it goes through
    }
    // No voxel is on its own: each part is as large as its side.
    const auto component = components(cut);
    std::map<int, int> size;
    for (int p = 0; p < cut.pieces(); ++p) size[component[p]] += std::popcount(cut.voxels[p]);
    for (const auto& [c, voxels] : size) RC_ASSERT(voxels >= std::min(above, below));
}

TEST(MaterialCut, AxisAlignedPlanesThroughCentresAndFacesLeaveTwoFullHalves) {
    for (int axis = 0; axis < 3; ++axis)
        for (int eighth = 2; eighth < 16; ++eighth) {  // of a cell: odd ones go through centres of voxels
            MaterialGraph cut = full_box({2, 2, 2});
            const Vec3d at = Vec3d::Unit(axis) * eighth / 8.0;
            cut_material(cut, triangulated(plane_sheet(at, Vec3d::Unit(axis), 8, 4)));
            ASSERT_EQ(count_components(cut), 2);
            const auto component = components(cut);
            int voxels = 0;
            for (int p = 0; p < cut.pieces(); ++p) voxels += component[p] == 0 ? std::popcount(cut.voxels[p]) : 0;
            // A voxel whose centre lies in the plane is above it, being moved by (e, e^2, e^3).
            EXPECT_EQ(voxels, 64 * (eighth / 2));
        }
}

TEST(MaterialCut, APartialCutLeavesOneComponentAndShortensNoWay) {
    std::mt19937 random(8);
    const MaterialGraph uncut = full_box({6, 6, 3});
    MaterialGraph cut = uncut;
    const PieceRemap remap =
        cut_material(cut, triangulated(flat_sheet({3.1, 1.5, 1.5}, Vec3d(0.1, 0, 4), Vec3d(0, 2.4, 0), 5, 5)));
    EXPECT_EQ(count_components(cut), 1);
    int longer = 0;
    for (int trial = 0; trial < 40; ++trial) {
        const int source = static_cast<int>(random() % cut.pieces());
        const auto now = hops_from(cut, {{source}}, 1000);
        const auto before = hops_from(uncut, {remap.came_from[source]}, 1000);
        for (int p = 0; p < cut.pieces(); ++p) {
            EXPECT_GE(now[p], before[remap.came_from[p].value]);
            longer += now[p] > before[remap.came_from[p].value];
        }
    }
    EXPECT_GT(longer, 100);
}

RC_GTEST_PROP(MaterialCut, CutsInAnyOrderAndAllAtOnceGiveTheSameBits, (unsigned seed)) {
    std::mt19937 random(seed);
    const MaterialGraph uncut = seed % 2 ? full_box({3, 3, 3}) : dented_ball();
    const Vec3d middle = 0.5 * uncut.lattice.world(uncut.lattice.finest_size().cast<double>());
    std::vector<TriangleMesh> sheets;
    for (int k = 0; k < 4; ++k) sheets.push_back(triangulated(random_sheet(random, middle, middle.norm())));
    MaterialGraph forth = uncut, back = uncut, at_once = uncut;
    Adjacencies all;
    for (std::size_t k = 0; k < sheets.size(); ++k) {
        cut_material(forth, sheets[k]);
        cut_material(back, sheets[sheets.size() - 1 - k]);
    }
    remove_adjacencies(at_once, forth.removed);
    expect_same(forth, back);
    expect_same(forth, at_once);
    RC_ASSERT(!testing::Test::HasFailure());
}

TEST(MaterialCut, TheSameSheetTwiceChangesNothing) {
    std::mt19937 random(9);
    MaterialGraph once = dented_ball();
    const TriangleMesh sheet = triangulated(random_sheet(random, {1, 1, 1}, 1));
    EXPECT_FALSE(cut_material(once, sheet).touched.empty());
    MaterialGraph twice = once;
    const PieceRemap remap = cut_material(twice, sheet);
    EXPECT_TRUE(remap.touched.empty());
    for (int p = 0; p < twice.pieces(); ++p) EXPECT_EQ(remap.came_from[p].value, p);
    expect_same(once, twice);
}

TEST(MaterialCut, PartsTogetherWeighWhatTheWholeDid) {
    std::mt19937 random(10);
    const MaterialGraph uncut = dented_ball();
    MaterialGraph cut = uncut;
    for (int k = 0; k < 5; ++k) cut_material(cut, triangulated(random_sheet(random, {1, 1, 1}, 1)));
    ASSERT_GT(cut.pieces(), uncut.pieces());
    const auto moment = [](const MaterialGraph& m) {
        Eigen::Vector4d sum = Eigen::Vector4d::Zero();
        for (int p = 0; p < m.pieces(); ++p) {
            const Vec3d at = coordinates(m.cell_of[p]).cast<double>() + m.centre[p].cast<double>();
            sum += double(m.volume[p]) * Eigen::Vector4d(at.x(), at.y(), at.z(), 1);
        }
        return sum;
    };
    EXPECT_LT((moment(cut) - moment(uncut)).norm() / moment(uncut).norm(), 1e-6);
}

TEST(MaterialCut, SheetsThatMeetNoMaterialOrHaveNoAreaRemoveNothing) {
    const MaterialGraph uncut = dented_ball();
    for (const CutSheet& sheet : {plane_sheet({-3, 0, 0}, {1, 0, 0}, 9, 3), plane_sheet({1, 1, 1}, {1, 1, 0}, 0, 3),
                                  flat_sheet({1, 1, 1}, Vec3d(1, 0, 0), Vec3d(2, 0, 0), 3, 3), CutSheet{},
                                  CutSheet{.columns = 2, .points = {{1, 1, 1}, {1, 2, 1}}}}) {
        MaterialGraph cut = uncut;
        EXPECT_TRUE(cut_material(cut, triangulated(sheet)).touched.empty());
        expect_same(cut, uncut);
    }
}

TEST(MaterialCut, HugeSheetsAndSheetsAcrossThemselvesCutAsTheyShould) {
    for (double reach : {10.0, 1e3, 1e4}) {
        MaterialGraph cut = full_box({3, 3, 3});
        const MaterialGraph uncut = cut;
        cut_material(cut, triangulated(plane_sheet({1.4, 1.6, 1.5}, {1, 2, 3}, reach, 2)));
        EXPECT_EQ(count_components(cut), 2) << reach;
        expect_flooded(uncut, cut);
    }
    MaterialGraph cut = full_box({3, 3, 3});
    CutSheet crossed{.columns = 2};  // two planes that cross, joined far away
    for (const Vec3d& p : {Vec3d(-9, 1.2, -9), Vec3d(-9, 1.2, 9), Vec3d(9, 1.2, -9), Vec3d(9, 1.2, 9),
                           Vec3d(1.7, 9, -9), Vec3d(1.7, 9, 9), Vec3d(1.7, -9, -9), Vec3d(1.7, -9, 9)})
        crossed.points.push_back(p);
    cut_material(cut, triangulated(crossed));
    EXPECT_EQ(count_components(cut), 4);
}

TEST(MaterialCut, SheetsOfOneStrokeMeetWithoutLeaksOrVoxelsOnTheirOwn) {
    std::mt19937 random(13);
    for (int trial = 0; trial < 20; ++trial) {
        CutStroke stroke({.longest = 0.9, .most_rows = 2 + trial % 4});
        std::vector<CutSheet> sheets;
        const auto add = [&](const std::vector<CutSheet>& more) {
            sheets.insert(sheets.end(), more.begin(), more.end());
        };
        const double bend = 0.1 * trial, lean = 0.05 * static_cast<double>(random() % 10);
        for (int k = 0; k <= 14; ++k) {
            const double y = -1 + 0.45 * k, x = 2 + 0.4 * std::sin(bend * y);
            add(stroke.move_to({{x, y, -1}, {x + lean + 0.05 * y, y, 5}}, [](const Vec3d& p) { return p; }));
        }
        add(stroke.end());
        ASSERT_GT(sheets.size(), 1u);
        MaterialGraph cut = full_box({4, 4, 4});
        for (const CutSheet& sheet : sheets) cut_material(cut, triangulated(without_overlap(sheet)));
        EXPECT_EQ(count_components(cut), 2) << trial;
    }
}

TEST(MaterialCut, ABladeThatTurnsBackInsideCutsAWedgeOff) {
    for (double x : {1.0, 1.125, 1.37}) {
        CutStroke stroke({.longest = 1});
        MaterialGraph cut = full_box({4, 4, 4});
        const auto cut_by = [&](const std::vector<CutSheet>& sheets) {
            for (const CutSheet& sheet : sheets) cut_material(cut, triangulated(without_overlap(sheet)));
        };
        for (const auto& [at, y] : {std::pair{x, -1.0}, {x + 1, 2.0}, {x + 2, -1.0}})
            cut_by(stroke.move_to({{at, y, -1}, {at, y, 5}}, [](const Vec3d& p) { return p; }));
        cut_by(stroke.end());
        EXPECT_EQ(count_components(cut), 2) << x;
    }
}

TEST(MaterialCut, ASheetAlongTheSurfaceOfABoxTakesNothingOff) {
    const MaterialGraph uncut = full_box({2, 2, 2});
    for (double z : {0.0, 2.0}) {
        MaterialGraph cut = uncut;
        cut_material(cut, triangulated(plane_sheet({1, 1, z}, {0, 0, 1}, 4, 4)));
        EXPECT_EQ(count_components(cut), 1);
        expect_same(cut, uncut);
    }
}

TEST(MaterialCut, RefusesSheetsThatAreNotFinite) {
    MaterialGraph cut = full_box({2, 2, 2});
    const MaterialGraph uncut = cut;
    CutSheet sheet = plane_sheet({1, 1, 1}, {0, 0, 1}, 2, 3);
    for (double bad : {std::nan(""), std::numeric_limits<double>::infinity(), 1e30}) {
        sheet.points[4].y() = bad;
        EXPECT_THROW(cut_material(cut, triangulated(sheet)), InputError);
        expect_same(cut, uncut);
    }
}

TEST(MaterialCut, IsTheSameToTheBitForEveryThreadCount) {
    const MaterialGraph uncut = material_of(model_mesh("block"), 3);
    const Box3 box = bounding_box(model_mesh("block"));
    const TriangleMesh sheet = triangulated(plane_sheet(box.centre(), {1, 2, 0.3}, box.diagonal(), 40));
    MaterialGraph one = uncut;
    set_thread_count(1);
    cut_material(one, sheet);
    for (int threads : {2, 4}) {
        set_thread_count(threads);
        MaterialGraph many = uncut;
        cut_material(many, sheet);
        expect_same(one, many);
    }
    set_thread_count(0);
    EXPECT_GT(one.pieces(), uncut.pieces());
}

}  // namespace
}  // namespace octomatch

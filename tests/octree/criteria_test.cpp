#include "octree/criteria.h"

#include <gtest/gtest.h>

#include <cmath>
#include <queue>
#include <set>

#include "octree/cell_components.h"
#include "tests/io/test_meshes.h"
#include "tests/octree/sampled_models.h"

namespace octomatch {
namespace {

using namespace test;

std::vector<Cell> cells_of_all_levels(const MaterialGraph& material) {
    std::vector<Cell> all, open = base_cells(material);
    while (!open.empty()) {
        const Cell cell = open.back();
        open.pop_back();
        all.push_back(cell);
        if (cell.level == material.lattice.depth) continue;
        for (const Cell& child : children(material, cell)) open.push_back(child);
    }
    return all;
}

/// Leaves per level.
std::vector<int> count_leaves(const MaterialGraph& material, const SplitCriterion& criterion) {
    const Octree tree = make_octree(material, criterion);
    std::vector<int> count(material.lattice.depth + 1, 0);
    for (int c = 0; c < tree.size(); ++c) count[tree.cells[c].level] += tree.is_leaf[c];
    return count;
}

// Rule A, by repeated search over all pairs of pieces.
int naive_components(const MaterialGraph& material, const Cell& cell, double least) {
    std::set<int> left;
    for (int p = cell.first_piece; p < cell.end_piece; ++p) left.insert(p);
    int count = 0;
    while (!left.empty()) {
        std::set<int> component{*left.begin()};
        for (std::size_t before = 0; before != component.size();) {
            before = component.size();
            for (int p : std::set<int>(component))
                for (PieceId q : material.contacts.row(p))
                    if (left.contains(q.value)) component.insert(q.value);
        }
        double volume = 0;
        for (int p : component) {
            volume += material.volume[p];
            left.erase(p);
        }
        count += volume >= least;
    }
    return count;
}

// Rule B: a search of its own from every piece in question, to the nearest piece that is thick at the level.
double naive_thin_volume(const MaterialGraph& material, const Cell& cell, double kappa) {
    const double rho = material.lattice.finest_per_cell(cell.level) / (2 * kappa);
    double volume = 0;
    for (int seed = cell.first_piece; seed < cell.end_piece; ++seed) {
        std::vector<int> hops(material.pieces(), -1);
        std::queue<int> queue;
        queue.push(seed);
        hops[seed] = 0;
        bool is_thin = true;
        while (!queue.empty() && is_thin) {
            const int p = queue.front();
            queue.pop();
            if (hops[p] > 1.5 * rho) break;
            // Half a voxel around the surface is material too.
            if (material.depth[p] + 0.125 >= rho) is_thin = false;
            for (PieceId q : material.contacts.row(p))
                if (hops[q.value] < 0) {
                    hops[q.value] = hops[p] + 1;
                    queue.push(q.value);
                }
        }
        if (is_thin) volume += material.volume[seed];
    }
    return volume;
}

TEST(CellComponents, AreThoseOfASearchInTheCell) {
    const MaterialGraph material = material_of(model_mesh("comb"), 2);
    int separate = 0;
    for (const Cell& cell : cells_of_all_levels(material)) {
        const auto volumes = component_volumes(material, cell);
        EXPECT_EQ(static_cast<int>(volumes.size()), naive_components(material, cell, 0));
        separate += volumes.size() > 1;
        const auto of_piece = component_of_pieces(material, cell);
        std::vector<double> expected(volumes.size(), 0.0);
        for (std::size_t k = 0; k < of_piece.size(); ++k)
            expected.at(of_piece[k]) += material.volume[cell.first_piece + k];
        for (std::size_t k = 0; k < volumes.size(); ++k) EXPECT_NEAR(volumes[k], expected[k], 1e-9);
    }
    EXPECT_GT(separate, 0);
}

TEST(FeatureCriterion, SplitsByTheTwoRulesOfSeparationAndThinness) {
    for (const char* name : {"comb", "U", "hand"})
        for (double kappa : {0.5, 0.7, 1.0}) {
            const MaterialGraph material = material_of(model_mesh(name), 2);
            const SplitCriterion wants_split = split_features(material, kappa);
            const auto need = feature_need(material, kappa);
            int by_separation = 0, by_thinness = 0, unsplit = 0;
            for (const Cell& cell : cells_of_all_levels(material)) {
                if (cell.level == material.lattice.depth) continue;
                const int separate = naive_components(material, cell, 0.25);
                const double thin = naive_thin_volume(material, cell, kappa);
                EXPECT_EQ(wants_split(cell), separate > 1 || thin >= 2) << name << " level " << cell.level;
                EXPECT_NEAR(need(cell), std::max(0, separate - 1) + thin / 2, 1e-6);
                by_separation += separate > 1;
                by_thinness += thin >= 2;
                unsplit += separate <= 1 && thin < 2;
            }
            EXPECT_GT(by_separation + by_thinness, 0) << name;
            if (kappa == 1) {
                EXPECT_GT(unsplit, 0) << name;
            }
        }
}

TEST(UniformCriterion, MakesEveryFinestCellWithMaterialALeaf) {
    const MaterialGraph material = material_of(model_mesh("hand"), 3);
    EXPECT_EQ(count_leaves(material, split_everywhere()),
              (std::vector<int>{0, 0, 0, static_cast<int>(material.cells.size())}));
}

// A flat face has one normal, an edge two, a corner three.
TEST(CurvatureCriterion, SplitsEdgesOfABoxAndNotItsFaces) {
    const TriangleMesh mesh = box({0.3, 0.3, 0.3}, {3.7, 3.7, 3.7});
    const MaterialGraph material =
        make_material(mesh, {.base_cell = 1, .depth = 2, .base_size = Vec3i::Constant(4)}, 1);
    const SplitCriterion wants_split = split_curved(material, mesh, 0.1);
    for (const Cell& cell : cells_of_all_levels(material)) {
        const Vec3i low = coordinates(cell.corner);
        const int edge = material.lattice.finest_per_cell(cell.level);
        int faces = 0;  // of the box that pass through the cell: at 0.3 = 1.2 finest cells from the outside
        for (int axis = 0; axis < 3; ++axis) faces += low[axis] <= 1 && low[axis] + edge > 1;
        for (int axis = 0; axis < 3; ++axis) faces += low[axis] <= 14 && low[axis] + edge > 14;
        EXPECT_EQ(wants_split(cell), faces >= 2) << cell.level << " at " << low.transpose();
    }
}

// The tensor of normals over a cap of half angle a has 1 - lambda_max / trace = 1 - (1 + c + c^2) / 3, c = cos a. The
// whole sphere seen from one cell has 2/3.
TEST(CurvatureCriterion, MeasuresTheSpreadOfTheNormalsOfASphere) {
    const TriangleMesh mesh = sphere(Vec3d::Constant(2), 0.9, 60);
    const MaterialGraph whole = make_material(mesh, {.base_cell = 4, .depth = 3, .base_size = Vec3i::Ones()}, 1);
    const Cell cell = base_cells(whole).at(0);
    EXPECT_TRUE(split_curved(whole, mesh, 2.0 / 3 - 0.01)(cell));
    EXPECT_FALSE(split_curved(whole, mesh, 2.0 / 3 + 0.01)(cell));

    // Eight cells that meet in the centre see one octant each: 1/3 of each axis, 2 / (3 pi) off the diagonal.
    const MaterialGraph octants = make_material(mesh, {.base_cell = 2, .depth = 2, .base_size = Vec3i::Constant(2)}, 1);
    const double expected = 1 - (1.0 / 3 + 4 / (3 * 3.14159265358979));
    ASSERT_EQ(base_cells(octants).size(), 8u);
    for (const Cell& octant : base_cells(octants)) {
        EXPECT_TRUE(split_curved(octants, mesh, expected - 0.02)(octant));
        EXPECT_FALSE(split_curved(octants, mesh, expected + 0.02)(octant));
    }
}

double distance_to_box(const Vec3d& p, const Vec3d& low, const Vec3d& high) {
    return (low - p).cwiseMax(p - high).cwiseMax(0.0).norm();
}

TEST(FieldCriterion, RefinesToTheWantedCellInBoxesSpheresAndStrokesAndNowhereElse) {
    const TriangleMesh mesh = model_mesh("block");
    const MaterialGraph material = material_of(mesh, 3);
    const double H = material.lattice.base_cell;
    const Vec3d centre = bounding_box(mesh).centre();
    const Vec3d aside = centre + Vec3d(H, 0, 0);
    const std::vector<Shape> shapes = {
        {.box = {centre - Vec3d::Constant(0.3 * H), centre + Vec3d(0.8, 0.3, 0.3) * H}},
        {.points = {aside}, .radius = 0.4 * H},
        {.points = {centre, aside, centre + Vec3d(0, 0.5 * H, 0)}, .radius = 0.1 * H},
    };
    // Does the shape reach into the box? Written from the shapes' definitions.
    const auto meets = [](const Shape& shape, const Vec3d& low, const Vec3d& high) {
        if (shape.points.empty())
            return (shape.box.low.array() <= high.array()).all() && (low.array() <= shape.box.high.array()).all();
        return std::any_of(shape.points.begin(), shape.points.end(),
                           [&](const Vec3d& p) { return distance_to_box(p, low, high) <= shape.radius; });
    };
    for (const Shape& shape : shapes)
        for (int level = 0; level <= 3; ++level) {
            const double wanted = H / (1 << level);
            const SplitCriterion wants_split = split_field(material, {{shape, wanted}});
            int in = 0, out = 0;
            for (const Cell& cell : cells_of_all_levels(material)) {
                const Vec3d low = material.lattice.world(coordinates(cell.corner).cast<double>());
                const Vec3d high = low + Vec3d::Constant(material.lattice.cell_edge(cell.level));
                const bool is_in = meets(shape, low, high);
                EXPECT_EQ(wants_split(cell), is_in && cell.level < level);
                (is_in ? in : out) += 1;
            }
            EXPECT_GT(in, 0);
            EXPECT_GT(out, 0);
            // And so the leaves: no leaf in the shape is coarser than wanted.
            const Octree tree = make_octree(material, wants_split);
            for (int c = 0; c < tree.size(); ++c) {
                if (!tree.is_leaf[c]) continue;
                const Vec3d low = material.lattice.world(coordinates(tree.cells[c].corner).cast<double>());
                const double edge = material.lattice.cell_edge(tree.cells[c].level);
                if (meets(shape, low, low + Vec3d::Constant(edge))) {
                    EXPECT_LE(edge, wanted * (1 + 1e-9));
                }
            }
        }
}

TEST(FieldCriterion, AWantedSizeBetweenTwoLevelsTakesTheFiner) {
    const TriangleMesh mesh = model_mesh("block");
    const MaterialGraph material = material_of(mesh, 3);
    const Shape everywhere{.box = bounding_box(mesh)};
    const double H = material.lattice.base_cell;
    const auto finest = [&](double wanted) {
        const auto count = count_leaves(material, split_field(material, {{everywhere, wanted}}));
        return static_cast<int>(std::find_if(count.rbegin(), count.rend(), [](int n) { return n > 0; }).base() -
                                count.begin()) -
               1;
    };
    EXPECT_EQ(finest(H), 0);
    EXPECT_EQ(finest(0.99 * H), 1);
    EXPECT_EQ(finest(0.51 * H), 1);
    EXPECT_EQ(finest(0.5 * H), 1);
    EXPECT_EQ(finest(0.49 * H), 2);
    EXPECT_EQ(finest(1e-9 * H), 3) << "never below the finest cells";
}

TEST(AnyOfCriteria, SplitsWhereOneOfThemDoes) {
    const SplitCriterion even = [](const Cell& cell) { return cell.corner % 2 == 0; };
    const SplitCriterion third = [](const Cell& cell) { return cell.corner % 3 == 0; };
    const SplitCriterion either = any_of({even, third});
    for (Morton corner = 0; corner < 12; ++corner)
        EXPECT_EQ(either({.corner = corner}), corner % 2 == 0 || corner % 3 == 0);
    EXPECT_FALSE(any_of({})(Cell{}));
}

}  // namespace
}  // namespace octomatch

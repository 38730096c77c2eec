#include "octree/level_set.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/parallel.h"
#include "io/mesh_file.h"
#include "tests/io/test_meshes.h"
#include "tests/octree/dense_voxels.h"

namespace octomatch {
namespace {

using namespace test;

LevelSet level_set(const TriangleMesh& mesh, const Lattice& lattice) {
    return make_level_set(mesh, TriangleBvh(mesh), is_closed(mesh), lattice);
}
LevelSet level_set(const TriangleMesh& mesh, double base_cell, int depth) {
    return level_set(mesh, lattice_over(bounding_box(mesh), base_cell, depth, Vec3d::Zero()));
}

/// Compares every voxel of the lattice with a signed distance in world units; `tolerance` in voxels.
template <class Distance>
void expect_distances(const LevelSet& made, Distance exact, double tolerance) {
    const DenseVoxels<float> dense = dense_distances(made);
    int wrong = 0, near = 0;
    dense.for_each([&](const Vec3i& v) {
        const double sdf = exact(voxel_centre(made.lattice, v)) / made.lattice.voxel();
        const double expected = std::clamp(sdf, -double{LevelSet::kBand}, double{LevelSet::kBand});
        // Cells without material are left out, so that what lies outside may read as far.
        const bool left_out = dense[v] == LevelSet::kBand && sdf > kMaterialBelow - tolerance;
        near += std::abs(sdf) < LevelSet::kBand;
        wrong += !left_out && std::abs(dense[v] - expected) > tolerance;
    });
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(near, 1000) << "the comparison saw the surface";
}

/// The same against the triangles themselves: brute distance, exact winding number. Voxels on the surface have no sign.
void expect_distances_to(const LevelSet& made, const TriangleMesh& mesh) {
    const TriangleBvh bvh(mesh);
    const double voxel = made.lattice.voxel();
    const DenseVoxels<float> dense = dense_distances(made);
    int wrong = 0, inside = 0;
    dense.for_each([&](const Vec3i& v) {
        const Vec3d p = voxel_centre(made.lattice, v);
        const double distance = std::min<double>(bvh.distance(p, voxel) / voxel, LevelSet::kBand);
        const bool is_inside = std::abs(exact_winding_number(mesh, p)) > 0.5;
        inside += is_inside;
        if (dense[v] == LevelSet::kBand && !is_inside) return;  // far, or in a cell without material
        wrong += std::abs(std::abs(dense[v]) - distance) > 1e-4 || (distance > 1e-4 && (dense[v] < 0) != is_inside);
    });
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(inside, 500);
}

// The sphere of triangles lies inside the true one by at most 1 - cos(pi / rings), 0.01 voxels here.
TEST(LevelSet, DistancesOfASphereAreThoseOfTheClosedForm) {
    const Vec3d centre(0.3, -0.2, 5);
    const LevelSet made = level_set(sphere(centre, 1, 120), 0.5, 2);
    expect_distances(
        made, [&](const Vec3d& p) { return (p - centre).norm() - 1; }, 0.015);
}

TEST(LevelSet, CellsAreInMortonOrderAndHoldMaterial) {
    const LevelSet made = level_set(sphere(Vec3d::Zero(), 1, 30), 0.5, 2);
    ASSERT_EQ(made.band.size(), made.cells.size());
    EXPECT_TRUE(std::is_sorted(made.cells.begin(), made.cells.end(), std::less_equal<Morton>()));
    int rows = 0;
    for (std::size_t c = 0; c < made.cells.size(); ++c) {
        EXPECT_TRUE(made.lattice.contains(coordinates(made.cells[c])));
        if (made.band[c] < 0) continue;
        EXPECT_EQ(made.band[c], rows++);
        const auto& d = made.distances[made.band[c]];
        EXPECT_TRUE(std::any_of(d.begin(), d.end(), [](float sdf) { return sdf <= kMaterialBelow; }));
    }
    EXPECT_EQ(rows, static_cast<int>(made.distances.size()));
    EXPECT_GT(made.cells.size(), made.distances.size()) << "some cells are wholly inside";
}

TEST(LevelSet, EqualsTheDistanceToTheTrianglesWithTheSignOfTheWindingNumber) {
    const TriangleMesh ball = sphere({0.1, 0.2, 0.3}, 1, 8);
    const TriangleMesh inner = sphere({0.1, 0.2, 0.3}, 0.5, 5);
    for (const TriangleMesh& mesh : {
             ball,                                              // convex
             joined(ball, flipped(inner)),                      // a cavity
             joined(ball, inner),                               // nested shells, both outward: solid
             joined(ball, sphere({1, 0.2, 0.3}, 1, 8)),         // overlapping
             joined(ball, flipped(sphere({2.5, 0, 0}, 1, 8))),  // apart, one of them inside out
             box({0, 0, 0}, {1, 2, 0.3}),
         })
        expect_distances_to(level_set(mesh, 0.8, 1), mesh);
}

TEST(LevelSet, OfAFlippedMeshIsTheSame) {
    const TriangleMesh mesh = joined(sphere(Vec3d::Zero(), 1, 12), box({1.5, 0, 0}, {2, 1, 1}));
    const LevelSet straight = level_set(mesh, 0.5, 2), turned = level_set(flipped(mesh), 0.5, 2);
    EXPECT_EQ(straight.cells, turned.cells);
    EXPECT_EQ(straight.band, turned.band);
    EXPECT_EQ(straight.distances, turned.distances);
}

// A face of the cube may lie anywhere between two voxel centres, also where the last voxel of a finest cell is only a
// hair inside and all that follows is deep.
TEST(LevelSet, ACubeIsFilledWhereverItsFacesLieBetweenTheVoxels) {
    const Lattice lattice{.base_cell = 1, .depth = 2, .base_size = Vec3i::Constant(3)};
    for (int step = 0; step < 40; ++step) {
        const double low = 0.5 + 0.01 + step * lattice.finest_cell() / 40;
        const TriangleMesh cube = box(Vec3d::Constant(low), Vec3d::Constant(3 - low));
        const DenseVoxels<float> dense = dense_distances(level_set(cube, lattice));
        int wrong = 0;
        dense.for_each([&](const Vec3i& v) {
            const Vec3d p = voxel_centre(lattice, v);
            const double inside = std::min(p.minCoeff() - low, 3 - low - p.maxCoeff());  // max-norm depth
            if (std::abs(inside) > 1e-6) wrong += (dense[v] < 0) != (inside > 0);
        });
        EXPECT_EQ(wrong, 0) << "faces at " << low;
    }
}

/// A cube without its lowest face in z, cut fine so that the hole's rim has many edges.
TriangleMesh open_cube() {
    TriangleMesh cube = unit_cube();
    std::erase_if(cube.triangles, [&](const auto& t) {
        return std::all_of(t.begin(), t.end(), [&](int v) { return cube.vertices[v].z() == 0; });
    });
    return cube;
}

// On the plane of the missing face the face would fill half the view: the winding number is 1/2 there.
TEST(LevelSet, AnOpenCubeEndsAtThePlaneOfItsMissingFace) {
    const TriangleMesh open = open_cube();
    ASSERT_EQ(open.triangles.size(), 10u);
    ASSERT_FALSE(is_closed(open));
    const Lattice lattice = lattice_over(bounding_box(open), 0.31, 2, Vec3d::Zero());
    const DenseVoxels<float> dense = dense_distances(level_set(open, lattice));
    int wrong = 0, inside = 0;
    dense.for_each([&](const Vec3i& v) {
        const Vec3d p = voxel_centre(lattice, v);
        const double depth = std::min(p.minCoeff(), 1 - p.maxCoeff());
        inside += depth > 0;
        if (std::abs(depth) > 0.02 * lattice.voxel()) wrong += (dense[v] < 0) != (depth > 0);
    });
    EXPECT_EQ(wrong, 0);
    EXPECT_NEAR(inside, std::pow(1 / lattice.voxel(), 3), 0.1 * inside);
}

TEST(LevelSet, TheOpenCubeAmongTheSharedMeshesIsSolid) {
    const std::filesystem::path file = std::filesystem::path(OCTOMATCH_SHARED_MESHES) / "cube_no_bottom.obj";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file.string();
    const TriangleMesh open = canonical(read_mesh(file));
    ASSERT_FALSE(is_closed(open));
    const Box3 box = bounding_box(open);
    const Lattice lattice = lattice_over(box, box.extent().maxCoeff() / 3.3, 2, Vec3d::Zero());
    const LevelSet made = level_set(open, lattice);
    const DenseVoxels<float> dense = dense_distances(made);
    int wrong = 0;
    dense.for_each([&](const Vec3i& v) {
        const Vec3d p = voxel_centre(lattice, v);
        const double depth = std::min((p - box.low).minCoeff(), (box.high - p).minCoeff());
        if (std::abs(depth) > 0.02 * lattice.voxel()) wrong += (dense[v] < 0) != (depth > 0);
    });
    EXPECT_EQ(wrong, 0);
}

TEST(LevelSet, IsTheSameForEveryThreadCount) {
    const TriangleMesh mesh = joined(sphere(Vec3d::Zero(), 1, 10), open_cube());
    set_thread_count(1);
    const LevelSet expected = level_set(mesh, 0.4, 2);
    for (int threads : {2, 4, 8}) {
        set_thread_count(threads);
        const LevelSet made = level_set(mesh, 0.4, 2);
        EXPECT_EQ(made.cells, expected.cells);
        EXPECT_EQ(made.band, expected.band);
        EXPECT_EQ(made.distances, expected.distances);
    }
    set_thread_count(0);
}

TEST(LatticeOverABox, HoldsTheObjectWithAMarginForEveryShift) {
    const Box3 object{{-1, 2, 3}, {0.5, 2.7, 8}};
    for (double x : {0.0, 0.3, 0.99})
        for (double y : {0.0, 0.5, 0.99})
            for (double edge : {0.1, 0.37, 1.5, 40.0}) {
                const Lattice lattice = lattice_over(object, edge, 3, {x, y, 0.99});
                EXPECT_TRUE((object.low.array() >= lattice.corner.array() + 0.02 * edge - 1e-12).all());
                const Vec3d high = lattice.corner + edge * lattice.base_size.cast<double>();
                EXPECT_TRUE((object.high.array() <= high.array() - 0.02 * edge + 1e-12).all());
            }
}

TEST(LatticeOverABox, DoesNotDependOnTheDepthBelowIt) {
    const Box3 object{{-1, 2, 3}, {0.5, 2.7, 8}};
    for (int depth = 0; depth < 6; ++depth) {
        const Lattice lattice = lattice_over(object, 0.4, depth, {0.1, 0.2, 0.3});
        EXPECT_EQ(lattice.corner, lattice_over(object, 0.4, 0, {0.1, 0.2, 0.3}).corner);
        EXPECT_DOUBLE_EQ(lattice.finest_cell() * lattice.finest_per_cell(0), 0.4);
    }
}

}  // namespace
}  // namespace octomatch

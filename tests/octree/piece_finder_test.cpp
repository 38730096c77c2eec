#include "octree/piece_finder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/io/test_meshes.h"
#include "tests/octree/sampled_bodies.h"

namespace octomatch {
namespace {

using namespace test;

double distance_to_piece(const MaterialGraph& material, int piece, const Vec3d& p) {
    double least = std::numeric_limits<double>::infinity();
    for (int bit = 0; bit < 64; ++bit) {
        if (!(material.voxels[piece] >> bit & 1)) continue;
        const Vec3d low =
            coordinates(material.cell_of[piece]).cast<double>() + voxel::position(bit).cast<double>() / kVoxels;
        least = std::min(least, (p.cwiseMax(low).cwiseMin(low + Vec3d::Constant(1.0 / kVoxels)) - p).norm());
    }
    return least;
}

double distance_to_material(const MaterialGraph& material, const Vec3d& p) {
    double least = std::numeric_limits<double>::infinity();
    for (int piece = 0; piece < material.pieces(); ++piece)
        least = std::min(least, distance_to_piece(material, piece, p));
    return least;
}

TEST(PieceFinder, FindsTheNearestPieceOfAll) {
    const MaterialGraph& material = sampled_model("comb", 2).body.material;
    const PieceFinder finder(material);
    const Vec3d size = material.lattice.finest_size().cast<double>();
    std::mt19937 random(1);
    for (int trial = 0; trial < 200; ++trial) {
        const double spread = trial % 2 ? 1 : 4;  // within the lattice, and far out of it
        const Vec3d p = 0.5 * size + 0.5 * size.cwiseProduct(random_point(random, spread));
        const MaterialPlace place = finder.nearest(p);
        const double least = distance_to_material(material, p);
        EXPECT_NEAR(distance_to_piece(material, place.piece.value, p), least, 1e-12);
        if (least <= 1.0 / kVoxels) {
            EXPECT_EQ(place.point, p);
        } else {
            EXPECT_NEAR((place.point - p).norm(), least, 1e-12);
            EXPECT_NEAR(distance_to_piece(material, place.piece.value, place.point), 0, 1e-12);
        }
    }
}

TEST(PieceFinder, PointsOfTheSurfaceLieInTheirMaterialOrWithinAThirdOfAVoxel) {
    for (const char* model : {"hand", "comb", "flower"}) {
        const SampledBody& body = sampled_model(model);
        const PieceFinder finder(body.body.material);
        for (const Vec3d& v : body.mesh.vertices) {
            const MaterialPlace place = finder.nearest(body.in_cells(v));
            EXPECT_LT(distance_to_piece(body.body.material, place.piece.value, body.in_cells(v)), 0.37 / kVoxels);
        }
    }
}

TEST(PieceFinder, WhatIsNoNumberIsSomewhere) {
    const MaterialGraph& material = sampled_model("comb", 2).body.material;
    const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
    for (const Vec3d& p : {Vec3d(nan, 0, 0), Vec3d(0, infinite, 0), Vec3d(1e300, 0, 0), Vec3d(-1e9, 1e9, 0)}) {
        const MaterialPlace place = PieceFinder(material).nearest(p);
        EXPECT_TRUE(place.piece.valid());
        EXPECT_TRUE(place.point.allFinite());
    }
}

}  // namespace
}  // namespace octomatch

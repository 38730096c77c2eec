#include "octree/material.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "tests/io/test_meshes.h"
#include "tests/octree/dense_voxels.h"
#include "tests/octree/sampled_models.h"

namespace octomatch {
namespace {

using namespace test;

/// Pieces and contacts equal those found by flooding dense voxels.
void expect_flooded(const LevelSet& level_set, const MaterialGraph& material) {
    const DenseVoxels<float> distance = dense_distances(level_set);
    int count = 0;
    const DenseVoxels<int> flooded = flood_pieces(level_set.lattice, distance, count);
    const DenseVoxels<int> masked = pieces_of_voxels(material);
    ASSERT_EQ(material.pieces(), count);

    // The two numberings translate into each other, voxel by voxel.
    std::map<int, int> piece_of_flood;
    int wrong = 0;
    flooded.for_each([&](const Vec3i& v) {
        if (flooded[v] < 0 || masked[v] < 0)
            wrong += flooded[v] != masked[v];
        else
            wrong += piece_of_flood.try_emplace(flooded[v], masked[v]).first->second != masked[v];
    });
    ASSERT_EQ(wrong, 0);
    ASSERT_EQ(static_cast<int>(piece_of_flood.size()), count);

    std::set<std::pair<int, int>> expected, found;
    for (const auto& [a, b] : touching_pieces(flooded)) expected.insert({piece_of_flood[a], piece_of_flood[b]});
    for (int p = 0; p < material.pieces(); ++p)
        for (PieceId q : material.contacts.row(p)) found.insert({p, q.value});
    EXPECT_EQ(found, expected);
    EXPECT_EQ(found.size(), material.contacts.items.size()) << "no contact is there twice";
}

void expect_in_order(const MaterialGraph& material) {
    EXPECT_TRUE(std::is_sorted(material.cells.begin(), material.cells.end()));
    ASSERT_EQ(material.first_piece.size(), material.cells.size() + 1);
    for (std::size_t c = 0; c < material.cells.size(); ++c) {
        EXPECT_LT(material.first_piece[c], material.first_piece[c + 1]) << "no cell is without a piece";
        for (int p = material.first_piece[c]; p < material.first_piece[c + 1]; ++p) {
            EXPECT_EQ(material.cell_of[p], material.cells[c]);
            if (p > material.first_piece[c]) {
                EXPECT_LT(std::countr_zero(material.voxels[p - 1]), std::countr_zero(material.voxels[p]));
            }
        }
    }
    EXPECT_EQ(material.first_piece.back(), material.pieces());
    for (int p = 0; p < material.pieces(); ++p) {
        const auto row = material.contacts.row(p);
        EXPECT_TRUE(std::is_sorted(row.begin(), row.end()));
    }
}

TEST(Material, PiecesAndContactsOfModelsEqualAFloodOfDenseVoxels) {
    for (const char* name : {"hand", "comb", "U", "flower"}) {
        const TriangleMesh mesh = model_mesh(name);
        const TriangleBvh bvh(mesh);
        const LevelSet level_set = make_level_set(mesh, bvh, true, material_of(mesh, 2).lattice);
        const MaterialGraph material = make_material(level_set, bvh);
        SCOPED_TRACE(name);
        expect_flooded(level_set, material);
        expect_in_order(material);
    }
}

/// Balls of random places and sizes, some of them eaten away again: sheets, necks and gaps of less than a voxel.
LevelSet random_blobs(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(0, 1);
    const auto number = [&] { return uniform(random); };
    LevelSet level_set{.lattice = {.depth = 1, .base_size = {2, 2, 3}}};
    const Vec3d size = (kVoxels * level_set.lattice.finest_size()).cast<double>();
    struct Ball {
        Vec3d centre;
        double radius;
        bool is_hole;
    };
    std::vector<Ball> balls;
    for (int k = 0; k < 12; ++k) {
        const double x = number(), y = number(), z = number();
        balls.push_back({Vec3d(x, y, z).cwiseProduct(size), 1 + 4 * number(), k % 3 == 2});
    }
    const auto distance = [&](const Vec3d& p) {
        double d = 10;
        for (const Ball& ball : balls) {
            const double there = (p - ball.centre).norm() - ball.radius;
            d = ball.is_hole ? std::max(d, -there) : std::min(d, there);
        }
        return d;
    };
    const Morton end = morton(level_set.lattice.finest_size() - Vec3i::Ones()) + 1;
    for (Morton cell = 0; cell < end; ++cell) {
        if (!level_set.lattice.contains(coordinates(cell))) continue;
        VoxelDistances values;
        for_each_voxel(cell, [&](const Vec3i& v, int bit) {
            const double d = distance(v.cast<double>() + Vec3d::Constant(0.5)) + 0.3 * (number() - 0.5);
            values[bit] = std::clamp(static_cast<float>(d), -LevelSet::kBand, LevelSet::kBand);
        });
        if (std::none_of(values.begin(), values.end(), [](float d) { return d <= kMaterialBelow; })) continue;
        const bool is_inside = std::all_of(values.begin(), values.end(), [](float d) { return d == -LevelSet::kBand; });
        level_set.cells.push_back(cell);
        level_set.band.push_back(is_inside ? -1 : static_cast<int>(level_set.distances.size()));
        if (!is_inside) level_set.distances.push_back(values);
    }
    return level_set;
}

RC_GTEST_PROP(Material, PiecesAndContactsOfRandomBlobsEqualAFloodOfDenseVoxels, (unsigned seed)) {
    const LevelSet level_set = random_blobs(seed);
    const MaterialGraph material = connect_material(level_set);
    expect_flooded(level_set, material);
    expect_in_order(material);
    RC_ASSERT(!testing::Test::HasFailure());
}

// The volume of a piece is the sum of its voxels' filled shares, and its centre their mean.
TEST(Material, VolumesAndCentresAreThoseOfTheVoxels) {
    const LevelSet level_set = random_blobs(7);
    const MaterialGraph material = connect_material(level_set);
    const DenseVoxels<float> distance = dense_distances(level_set);
    for (int p = 0; p < material.pieces(); ++p) {
        double volume = 0;
        Vec3d moment = Vec3d::Zero();
        for_each_voxel(material.cell_of[p], [&](const Vec3i& v, int bit) {
            if (!(material.voxels[p] >> bit & 1)) return;
            const double share = std::clamp(0.5 - distance[v], 0.0, 1.0) / 64;
            volume += share;
            moment += share * ((v - 4 * coordinates(material.cell_of[p])).cast<double>() + Vec3d::Constant(0.5)) / 4;
        });
        EXPECT_NEAR(material.volume[p], volume, 1e-6);
        if (volume > 1e-3) {
            EXPECT_LT((material.centre[p].cast<double>() - moment / volume).norm(), 1e-5);
        }
        EXPECT_TRUE((material.centre[p].array() > 0).all() && (material.centre[p].array() < 1).all());
    }
}

TEST(Material, VolumeOfASphereIsThatOfTheClosedForm) {
    const TriangleMesh ball = sphere({1, 2, 3}, 1, 100);
    const MaterialGraph material = material_of(ball, 3);
    double volume = 0;
    for (float v : material.volume) volume += v;
    volume *= std::pow(material.lattice.finest_cell(), 3);
    EXPECT_NEAR(volume / (4 * std::numbers::pi / 3), 1, 2e-3);
    EXPECT_NEAR(volume / signed_volume(ball), 1, 1e-3);
}

TEST(Material, DepthIsTheLargestDistanceToTheSurfaceOfAPiecesVoxels) {
    const TriangleMesh mesh = model_mesh("hand");
    const TriangleBvh bvh(mesh);
    const MaterialGraph material = material_of(mesh, 2);
    const double h = material.lattice.finest_cell();
    int deep = 0;
    for (int p = 0; p < material.pieces(); ++p) {
        double largest = 0;
        for_each_voxel(material.cell_of[p], [&](const Vec3i& v, int bit) {
            const Vec3d at = voxel_centre(material.lattice, v);
            if (material.voxels[p] >> bit & 1 && bvh.winding_number(at) > 0.5)
                largest = std::max(largest, bvh.distance(at) / h);
        });
        deep += largest > 1;
        EXPECT_LE(material.depth[p], largest + 1e-4);
        EXPECT_GE(material.depth[p], largest - 0.0101);
    }
    EXPECT_GT(deep, 10);
}

TEST(Material, HopsAreDistancesInTheGraphOfContacts) {
    const MaterialGraph material = connect_material(random_blobs(3));
    std::mt19937 random(5);
    for (int trial = 0; trial < 20; ++trial) {
        std::vector<PieceId> sources;
        for (int k = 0; k < 3; ++k) sources.push_back({static_cast<int>(random() % material.pieces())});
        const int most = trial % 7;
        // Bellman-Ford.
        std::vector<int> expected(material.pieces(), most + 1);
        for (PieceId p : sources) expected[p.value] = 0;
        for (int round = 0; round < most; ++round)
            for (int p = 0; p < material.pieces(); ++p)
                for (PieceId q : material.contacts.row(p)) expected[p] = std::min(expected[p], expected[q.value] + 1);
        for (int& hops : expected)
            if (hops > most) hops = -1;
        EXPECT_EQ(hops_from(material, sources, most), expected);
    }
}

TEST(Material, ComponentsAreTheParts) {
    const TriangleMesh two = joined(sphere(Vec3d::Zero(), 1, 16), sphere({2.5, 0, 0}, 1, 16));
    const MaterialGraph material = material_of(two, 3);
    const auto component = components(material);
    for (int p = 0; p < material.pieces(); ++p) {
        const bool right = material.lattice.world(coordinates(material.cell_of[p]).cast<double>()).x() > 1.25 - 0.2;
        EXPECT_EQ(component[p] == component[0],
                  right == (material.lattice.world(coordinates(material.cell_of[0]).cast<double>()).x() > 1.05));
    }
    EXPECT_EQ(*std::max_element(component.begin(), component.end()), 1);
}

/// Components of the material of two plates of the given thickness with the given gap between them, both in voxels.
int plates(double thickness, double gap, double shift) {
    const double voxel = 1.0 / 32;
    const double z = (8 + shift) * voxel;
    const Vec3d low(0.2, 0.2, z), size(0.6, 0.6, thickness * voxel);
    const Vec3d above(0, 0, (thickness + gap) * voxel);
    const TriangleMesh mesh = joined(box(low, low + size), box(low + above, low + above + size));
    const Lattice lattice{.base_cell = 1, .depth = 3, .base_size = Vec3i::Ones()};
    const auto component = components(make_material(mesh, lattice, 1));
    return component.empty() ? 0 : 1 + *std::max_element(component.begin(), component.end());
}

// Half a voxel of dilation keeps sheets in one piece; gaps of three voxels are never closed.
TEST(Material, SheetsOfHalfAVoxelStayWholeAndGapsOfThreeVoxelsStayOpen) {
    for (int step = 0; step < 16; ++step)
        for (double thickness : {0.5, 1.0, 2.5})
            EXPECT_EQ(plates(thickness, 3, step / 16.0), 2) << thickness << " at " << step;
}

}  // namespace
}  // namespace octomatch

// What a sampling at the default settings must reach, whatever the place of the lattice: few nodes, one component, no
// bridges, distances along links that are those inside the material, and the mass of the mesh. Measured at depth 4,
// hence with 64 voxels per base cell.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "octree/bucket_moore.h"
#include "octree/criteria.h"
#include "octree/lattice_study.h"
#include "tests/octree/geodesics.h"
#include "tests/octree/sampled_models.h"

namespace octomatch {
namespace {

using namespace test;

const std::vector<Vec3d> kShifts = {{0, 0, 0},        {0.5, 0.25, 0.75}, {0.25, 0.6, 0.85},
                                    {0.1, 0.35, 0.7}, {0.8, 0.15, 0.4},  {0.65, 0.9, 0.2}};

Octree features(const MaterialGraph& material, double kappa) {
    return make_octree(material, split_features(material, kappa));
}

int nodes_at(const MaterialGraph& material, double kappa) {
    return make_sampling(material, features(material, kappa), Positions::mass).nodes();
}

/// Distances along links over distances in the material: 1 is faithful, less is a short cut through air.
class Faithfulness {
public:
    Faithfulness(const MaterialGraph& material, const Sampling& sampling)
        : sampling_(sampling),
          geodesics_(material),
          paths_(sampling.links, sampling.link_length),
          voxel_(voxels_of_nodes(material, sampling)) {}

    /// The least ratio between the nodes at the ends of the shape.
    double of_ends(int count) {
        std::vector<int> ends;
        for (std::int64_t v : ends_of(geodesics_, geodesics_.number(voxel_[sampling_.nodes() / 2]), count))
            ends.push_back(sampling_.node_of_piece[geodesics_.piece(v)].value);
        double least = std::numeric_limits<double>::infinity();
        for (int i : ends) least = std::min(least, from(i, ends, 0));
        return least;
    }
    /// The least ratio between a few random nodes and all that are farther than `apart` voxels from them.
    double of_random_pairs(int sources, double apart) {
        std::mt19937 random(1);
        std::vector<int> all(sampling_.nodes());
        for (int i = 0; i < sampling_.nodes(); ++i) all[i] = i;
        double least = std::numeric_limits<double>::infinity();
        for (int k = 0; k < sources; ++k)
            least = std::min(least, from(static_cast<int>(random() % sampling_.nodes()), all, apart));
        return least;
    }

private:
    double from(int source, const std::vector<int>& targets, double apart) {
        const auto& inside = geodesics_.search(geodesics_.number(voxel_[source]));
        paths_.search({source}, BucketMoore::kFar);
        double least = std::numeric_limits<double>::infinity();
        for (int j : targets) {
            const double in_material =
                inside[geodesics_.number(voxel_[j])];  // in voxels, of which two are one unit of links
            if (j != source && in_material > apart) least = std::min(least, 2.0 * paths_.distance({j}) / in_material);
        }
        return least;
    }

    const Sampling& sampling_;
    Geodesics geodesics_;
    BucketMoore paths_;
    std::vector<Vec3i> voxel_;  // of each node
};

void expect_faithful(const TriangleMesh& mesh, const MaterialGraph& material) {
    const Octree tree = features(material, 0.7);
    const Sampling sampling = make_sampling(material, tree, Positions::mass);
    const Connectivity found = connectivity(sampling.links);
    EXPECT_EQ(found.components, 1);
    EXPECT_EQ(found.isolated, 0);
    EXPECT_EQ(count_bridges(material, tree, sampling), 0);

    double volume = 0;
    for (double v : sampling.volume) volume += v * std::pow(material.lattice.finest_cell(), 3);
    EXPECT_NEAR(volume / signed_volume(mesh), 1, 2e-3);

    Faithfulness faithful(material, sampling);
    EXPECT_GE(faithful.of_ends(5), 0.85);
    EXPECT_GE(faithful.of_random_pairs(3, 1.5 * kVoxels * material.lattice.finest_per_cell(0)), 0.7);
}

MaterialGraph material_at(const TriangleMesh& mesh, double base_cell, const Vec3d& shift) {
    return make_material(mesh, lattice_over(bounding_box(mesh), base_cell, 4, shift), 4);
}

class BuiltInModel : public testing::TestWithParam<const char*> {};

TEST_P(BuiltInModel, IsSampledFaithfullyForSixShiftsOfTheLattice) {
    const TriangleMesh mesh = model_mesh(GetParam());
    const double base_cell = resolved({}, mesh).base_cell;
    for (const Vec3d& shift : kShifts) {
        SCOPED_TRACE(testing::Message() << "shift " << shift.transpose());
        expect_faithful(mesh, material_at(mesh, base_cell, shift));
    }
}

INSTANTIATE_TEST_SUITE_P(Models, BuiltInModel, testing::Values("hand", "comb", "flower", "U"),
                         [](const auto& model) { return std::string(model.param); });

/// Node counts of the table in the notes on sampling, measured with the lattice in the middle, and the most that other
/// places of the lattice need. Those are more for two shapes: where a gap that is thinner than a cell of level 2 lies
/// within one cell, the cell is split for separation, and the balance over 26 neighbours spreads that around it. Over
/// thirty random shifts the hand takes 169 to 225 nodes at kappa 1 (18 of them at most 200), spot 146 to 297 at 0.7 (20
/// of them at most 200).
struct SharedMesh {
    const char* name;
    double base_cell;
    int base_cells;
    int light, light_anywhere;    // nodes at kappa 1; 0: no target
    int normal, normal_anywhere;  // at 0.7
};

std::ostream& operator<<(std::ostream& out, const SharedMesh& mesh) {
    return out << mesh.name;
}

const SharedMesh kSharedMeshes[] = {
    {"hand_closed", 0.2, 28, 200, 230, 570, 570},      {"scorpion_low_resolution", 1.6, 43, 0, 0, 2100, 2100},
    {"penguin", 0.75, 22, 0, 0, 1500, 1500},           {"fish", 0.56, 46, 0, 0, 800, 800},
    {"spot_low_resolution", 0.45, 35, 0, 0, 200, 300},
};

void expect_targets(const SharedMesh& target, const TriangleMesh& mesh, const Vec3d& shift) {
    SCOPED_TRACE(testing::Message() << target.name << ", shift " << shift.transpose());
    const MaterialGraph material = material_at(mesh, target.base_cell, shift);
    const bool in_the_middle = shift.isZero();
    if (in_the_middle) {
        EXPECT_EQ(static_cast<int>(base_cells(material).size()), target.base_cells);
    }
    if (target.light) {
        EXPECT_LE(nodes_at(material, 1), in_the_middle ? target.light : target.light_anywhere);
    }
    EXPECT_LE(nodes_at(material, 0.7), in_the_middle ? target.normal : target.normal_anywhere);
    expect_faithful(mesh, material);
}

class SharedMeshes : public testing::TestWithParam<SharedMesh> {};
class SharedMeshesLong : public testing::TestWithParam<SharedMesh> {};
const auto name_of = [](const auto& mesh) { return std::string(mesh.param.name); };
INSTANTIATE_TEST_SUITE_P(Shared, SharedMeshes, testing::ValuesIn(kSharedMeshes), name_of);
INSTANTIATE_TEST_SUITE_P(Shared, SharedMeshesLong, testing::ValuesIn(kSharedMeshes), name_of);

TEST_P(SharedMeshes, NeedFewNodesAndAreSampledFaithfully) {
    const auto mesh = shared_mesh(GetParam().name);
    if (!mesh) GTEST_SKIP() << "the folder of shared meshes is not beside the project";
    expect_targets(GetParam(), *mesh, kShifts[0]);
}

TEST_P(SharedMeshesLong, NeedFewNodesAndAreSampledFaithfullyForSixShiftsOfTheLattice) {
    const auto mesh = shared_mesh(GetParam().name);
    if (!mesh) GTEST_SKIP() << "the folder of shared meshes is not beside the project";
    for (const Vec3d& shift : kShifts) expect_targets(GetParam(), *mesh, shift);
}

// 18.7 to 18.9 thousand cells, to three digits. Of these, 700 or so are slivers that have no node of their own.
TEST(SharedHand, HasAsManyFinestCellsAsTheTableForEveryShift) {
    const auto mesh = shared_mesh("hand_closed");
    if (!mesh) GTEST_SKIP() << "the folder of shared meshes is not beside the project";
    for (const Vec3d& shift : kShifts) {
        const Lattice lattice = lattice_over(bounding_box(*mesh), 0.2, 4, shift);
        const TriangleBvh bvh(*mesh);
        const MaterialGraph material = connect_material(make_level_set(*mesh, bvh, is_closed(*mesh), lattice));
        const int cells = plain_lattice(material, 4).nodes;
        EXPECT_GE(cells, 18650);
        EXPECT_LE(cells, 18950);
        const int nodes = make_sampling(material, make_octree(material, split_everywhere()), Positions::mass).nodes();
        EXPECT_NEAR(nodes, cells - 700, 50);
    }
}

}  // namespace
}  // namespace octomatch

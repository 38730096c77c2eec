#include "octree/adaptive_body.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/hash.h"
#include "core/input_error.h"
#include "core/parallel.h"
#include "tests/io/test_meshes.h"
#include "tests/octree/sampled_models.h"

namespace octomatch {
namespace {

using namespace test;

class EveryModel : public testing::TestWithParam<std::string> {};
std::vector<std::string> model_names() {
    std::vector<std::string> names;
    for (const Model& model : models()) names.push_back(model.name);
    return names;
}
INSTANTIATE_TEST_SUITE_P(Compiled, EveryModel, testing::ValuesIn(model_names()),
                         [](const auto& model) { return model.param; });

TEST_P(EveryModel, IsAValidBodyWithBothRelations) {
    const TriangleMesh mesh = model_mesh(GetParam());
    SampleSettings settings = resolved({.depth = 3}, mesh);
    const MaterialGraph material =
        make_material(mesh, lattice_over(bounding_box(mesh), settings.base_cell, 3, settings.shift), 4);
    double mass = 0;
    for (RelationKind relation : {RelationKind::intervals, RelationKind::blocks}) {
        settings.regions.relation = relation;
        const AdaptiveBody body = make_body(mesh, material, settings);
        EXPECT_EQ(validate(*body.rest), std::vector<std::string>{});
        EXPECT_EQ(connectivity(body.rest->links).components, 1);
        mass = 0;
        for (float m : body.rest->mass) mass += m;
        Vec3d moment = Vec3d::Zero();
        for (int i = 0; i < body.rest->nodes(); ++i)
            moment += double{body.rest->mass[i]} * body.rest->x0[i].cast<double>();
        EXPECT_LT((moment / mass).norm(), 1e-6 * bounding_box(mesh).diagonal()) << "the origin is the centre of mass";
    }
    // 32 voxels per base cell; thin petals have the most surface for their volume.
    EXPECT_NEAR(mass / (1000 * signed_volume(mesh)), 1, 5e-3);
}

std::uint64_t hash_of(const TriangleMesh& mesh, const SampleSettings& settings) {
    return hash(*make_body(mesh, settings).rest);
}

class ThreadCounts : public testing::Test {
protected:
    ~ThreadCounts() override { set_thread_count(0); }
};

TEST_F(ThreadCounts, DoNotChangeABitOfTheBody) {
    const TriangleMesh mesh = model_mesh("hand");
    for (const RegionSettings& regions :
         {RegionSettings{}, {.symmetry = Symmetry::union_}, {.relation = RelationKind::blocks}}) {
        const SampleSettings settings{
            .depth = 3, .criteria = {Criterion::features, Criterion::curvature}, .regions = regions};
        set_thread_count(1);
        const std::string expected = hex(hash_of(mesh, settings));
        for (int threads : {2, 4, 8}) {
            set_thread_count(threads);
            EXPECT_EQ(hex(hash_of(mesh, settings)), expected) << threads << " threads";
        }
    }
}

TEST(AdaptiveBody, DoesNotDependOnHowTheMeshIsWritten) {
    const TriangleMesh mesh = model_mesh("U");
    std::mt19937 random(1);
    const SampleSettings settings{.depth = 3, .criteria = {Criterion::features, Criterion::curvature}};
    const std::uint64_t expected = hash_of(canonical(mesh), settings);
    for (int trial = 0; trial < 3; ++trial) EXPECT_EQ(hash_of(canonical(shuffled(mesh, random)), settings), expected);
}

TEST(AdaptiveBody, IsTheSameFromAMeshAndFromItsMaterial) {
    const TriangleMesh mesh = model_mesh("comb");
    const AdaptiveBody body = body_of(mesh, 3);
    const AdaptiveBody again = make_body(mesh, body.material, body.settings);
    EXPECT_EQ(hash(*again.rest), hash(*body.rest));
}

TEST(AdaptiveBody, MassIsTheSameForEverySampling) {
    const TriangleMesh mesh = model_mesh("hand");
    const AdaptiveBody body = body_of(mesh, 3);
    const auto mass = [](const BodyRest& rest) {
        double sum = 0;
        for (float m : rest.mass) sum += m;
        return sum;
    };
    for (Criterion criterion : {Criterion::uniform, Criterion::curvature}) {
        SampleSettings settings = body.settings;
        settings.criteria = {criterion};
        const AdaptiveBody other = make_body(mesh, body.material, settings);
        EXPECT_NE(other.rest->nodes(), body.rest->nodes());
        EXPECT_NEAR(mass(*other.rest) / mass(*body.rest), 1, 1e-6);
    }
}

TEST(AdaptiveBody, WidthsAreThoseAskedForAndNeverBelowTheCell) {
    const TriangleMesh mesh = model_mesh("hand");
    const Box3 box = bounding_box(mesh);
    const double H = resolved({}, mesh).base_cell;
    SampleSettings settings{.depth = 3, .width = 0.3 * H};
    settings.widths = {{.where = {.box = {box.low, box.centre()}}, .width = 0.9 * H},
                       {.where = {.points = {box.centre()}, .radius = 0.2 * box.diagonal()}, .width = 1.3 * H}};
    const AdaptiveBody body = make_body(mesh, settings);
    std::set<double> seen;
    for (int i = 0; i < body.rest->nodes(); ++i) {
        const Vec3d at = body.rest->origin + body.rest->x0[i].cast<double>();
        double wanted = 0.3 * H;
        if ((at.array() >= box.low.array()).all() && (at.array() <= box.centre().array()).all()) wanted = 0.9 * H;
        if ((at - box.centre()).norm() <= 0.2 * box.diagonal()) wanted = 1.3 * H;
        seen.insert(wanted);
        wanted = std::max<double>(wanted, body.rest->cell[i]);
        EXPECT_NEAR(body.rest->width[i], 2 * wanted / body.rest->finest_cell, 0.5);
    }
    EXPECT_EQ(seen.size(), 3u);
}

TEST(AdaptiveBody, SettingsAreResolvedFromTheMesh) {
    const TriangleMesh mesh = model_mesh("block");
    const double longest = bounding_box(mesh).extent().maxCoeff();
    EXPECT_DOUBLE_EQ(resolved({}, mesh).base_cell, longest / 4.5);
    EXPECT_DOUBLE_EQ(resolved({}, mesh).width, longest / 9);
    EXPECT_DOUBLE_EQ(resolved({.base_cell = 0.1}, mesh).base_cell, 0.1);
    EXPECT_DOUBLE_EQ(resolved({.width = 0.1}, mesh).width, 0.1);
}

TEST(AdaptiveBody, AboutAsManyBaseCellsAsWanted) {
    const TriangleMesh mesh = model_mesh("hand");
    for (int wanted : {10, 30, 300}) {
        const AdaptiveBody body = make_body(mesh, {.base_cells = wanted, .depth = 1});
        const auto found = static_cast<double>(base_cells(body.material).size());
        EXPECT_NEAR(found / wanted, 1, 0.2) << wanted;
    }
}

TEST(AdaptiveBody, ProgressRisesToOne) {
    std::vector<double> fractions;
    make_body(model_mesh("block"), {.depth = 1}, [&](std::string_view stage, double fraction) {
        EXPECT_FALSE(stage.empty());
        fractions.push_back(fraction);
    });
    ASSERT_GT(fractions.size(), 3u);
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_EQ(fractions.front(), 0);
    EXPECT_EQ(fractions.back(), 1);
}

struct BadSetting {
    SampleSettings settings;
    const char* complaint;
};

TEST(AdaptiveBody, RefusesSettingsThatMakeNoSenseWithTheNumber) {
    const TriangleMesh mesh = model_mesh("block");
    const double nan = std::nan("");
    const std::vector<BadSetting> bad = {
        {{.depth = -1}, "depth must be between 0 and 12, not -1"},
        {{.depth = 13}, "depth must be between 0 and 12, not 13"},
        {{.kappa = 0}, "kappa must be between 0.1 and 10, not 0"},
        {{.kappa = nan}, "kappa must be between 0.1 and 10, not nan"},
        {{.spread = 2}, "spread must be between 0 and 1, not 2"},
        {{.base_cell = -1}, "the base cell must be a positive length, not -1"},
        {{.base_cell = nan}, "the base cell must be a positive length, not nan"},
        {{.base_cell = 1e-9}, "a base cell of 1e-09 is too small for an object of 0.2"},
        {{.base_cell = 1e9}, "a base cell of 1e+09 is too large for an object of 0.2"},
        {{.base_cells = -3}, "base cells must be between 1 and 1000000, not -3"},
        {{.base_cell = 1e-4, .depth = 12}, "depth 12 below a base cell of 0.0001 is finer than 2^20 cells"},
        {{.shift = {0, 1, 0}}, "a shift is given in base cells, each in [0, 1), not 1"},
        {{.width = -2}, "the width must be a positive length, not -2"},
        {{.width = 1e6}, "a width of 1e+06 is absurd for base cells of 0.04444"},
        {{.budget = -1}, "the node budget must be positive, not -1"},
        {{.density = 0}, "the density must be positive, not 0"},
        {{.field = {{.cell = 0}}}, "a wanted cell must be positive, not 0"},
        {{.widths = {{.width = nan}}}, "a wanted width must be positive, not nan"},
        {{.regions = {.epsilon = -0.5}}, "epsilon must be between 0 and 10, not -0.5"},
        {{.memory_limit = 0}, "the memory limit must be positive, not 0"},
        {{.budget = 2}, "a budget of 2 nodes is below the"},
    };
    for (const auto& [settings, complaint] : bad) try {
            make_body(mesh, settings);
            ADD_FAILURE() << "accepted, without: " << complaint;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(complaint), std::string::npos) << error.what();
        }
}

// Refused before any work is done: it takes no time, and the message has the number.
TEST(AdaptiveBody, RefusesADepthThatNeedsMoreThanTheMemoryLimit) {
    const TriangleMesh mesh = model_mesh("block");
    const SampleSettings settings = resolved({.depth = 9}, mesh);
    const Lattice lattice = lattice_over(bounding_box(mesh), settings.base_cell, 9, settings.shift);
    const double gigabytes = level_set_bytes(mesh, lattice) * 1e-9;
    ASSERT_GT(gigabytes, 4);
    char number[32];
    std::snprintf(number, sizeof number, "needs about %.4g GB", gigabytes);
    try {
        make_body(mesh, {.depth = 9});
        FAIL();
    } catch (const InputError& error) {
        const std::string what = error.what();
        EXPECT_NE(what.find(number), std::string::npos) << what;
        EXPECT_NE(what.find("limit of 4 GB"), std::string::npos) << what;
        EXPECT_NE(what.find("depth 9"), std::string::npos) << what;
    }
}

}  // namespace
}  // namespace octomatch

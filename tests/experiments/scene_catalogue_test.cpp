#include "experiments/scene_catalogue.h"

#include <gtest/gtest.h>

#include <set>

#include "core/input_error.h"
#include "core/parallel.h"
#include "io/simulation.h"

namespace octomatch {
namespace {

std::vector<std::string> scene_names() {
    std::vector<std::string> names;
    for (const CatalogueScene& scene : scene_catalogue()) names.push_back(scene.name);
    return names;
}

class BuiltInScene : public testing::TestWithParam<std::string> {};

TEST_P(BuiltInScene, IsValidAndReadsBackTheSame) {
    const Scene scene = load_scene(GetParam());
    EXPECT_FALSE(scene.about.empty());
    EXPECT_TRUE(scene.camera);
    const std::string written = resolved_json(scene);
    EXPECT_EQ(resolved_json(parse_scene(written, "written.json")), written);
}

TEST_P(BuiltInScene, RunsThreeFramesWithTheSameHashForEveryNumberOfThreads) {
    std::set<std::uint64_t> hashes;
    for (int threads : {1, 2, 3, 4, 8}) {
        set_thread_count(threads);
        Simulation simulation(load_scene(GetParam()));
        EXPECT_TRUE(simulation.warnings().empty());
        for (int frame = 0; frame < 3; ++frame) {
            const Simulation::Frame done = simulation.advance();
            EXPECT_TRUE(done.adapted.refused.empty());
            EXPECT_FALSE(done.step.non_finite);
            EXPECT_EQ(done.step.unconverged, 0);
        }
        hashes.insert(hash(simulation.world()));
    }
    set_thread_count(0);
    EXPECT_EQ(hashes.size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(All, BuiltInScene, testing::ValuesIn(scene_names()),
                         [](const auto& scene) { return scene.param; });

class BuiltInSceneLong : public testing::TestWithParam<std::string> {};

TEST_P(BuiltInSceneLong, RunsToItsEndWithoutRefusalsAndStaysNearItsPlace) {
    Simulation simulation(load_scene(GetParam()));
    while (!simulation.finished()) {
        const Simulation::Frame done = simulation.advance();
        ASSERT_TRUE(done.adapted.refused.empty()) << done.adapted.refused.front();
        ASSERT_FALSE(done.step.non_finite);
    }
    for (const Body& body : simulation.world().bodies())
        for (const Vec3& x : body.state.x) EXPECT_LT((body.state.origin + x.cast<double>()).norm(), 3);
}

INSTANTIATE_TEST_SUITE_P(All, BuiltInSceneLong, testing::ValuesIn(scene_names()),
                         [](const auto& scene) { return scene.param; });

TEST(SceneCatalogue, HasTheScenesOfTheContract) {
    const auto names = scene_names();
    EXPECT_EQ((std::set<std::string>{names.begin(), names.end()}),
              (std::set<std::string>{"hand", "hand_stiffness", "cantilever", "jelly", "free_spin", "hanging_liver",
                                     "plastic_block", "flowers"}));
}

TEST(SceneCatalogue, SuggestsTheNearestNameForOneThatIsNone) {
    const auto error = [](const std::string& name) {
        try {
            load_scene(name);
        } catch (const InputError& e) {
            return std::string(e.what());
        }
        return std::string("no error");
    };
    EXPECT_EQ(error("jely"), "'jely' is neither a built-in scene nor a file, did you mean 'jelly'?");
    EXPECT_EQ(error("elephant"), "'elephant' is neither a built-in scene nor a file; octomatch scenes lists them");
    EXPECT_EQ(error("missing.json"), "missing.json: no such file");
}

TEST(SceneCatalogue, AppliesOverridesAndNamesTheSceneInErrors) {
    EXPECT_EQ(load_scene("jelly", {"frames=3"}).frames, 3);
    EXPECT_THROW(load_scene("jelly", {"frame=3"}), InputError);
}

}  // namespace
}  // namespace octomatch

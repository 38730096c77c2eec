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

std::uint64_t hash_after_three_frames(Simulation simulation) {
    for (int frame = 0; frame < 3; ++frame) {
        const Simulation::Frame done = simulation.advance();
        EXPECT_TRUE(done.adapted.refused.empty());
        EXPECT_FALSE(done.step.non_finite);
        EXPECT_EQ(done.step.unconverged, 0);
    }
    return hash(simulation.world());
}

// Sampled by one thread and by eight, and stepped from there by every number.
TEST_P(BuiltInScene, RunsThreeFramesWithTheSameHashForEveryNumberOfThreads) {
    const Scene scene = load_scene(GetParam());
    set_thread_count(1);
    const Simulation first(scene);
    EXPECT_TRUE(first.warnings().empty());
    std::set<std::uint64_t> hashes;
    for (int threads : {1, 2, 3, 4}) {
        set_thread_count(threads);
        RestoredWorld start{first.shapes(), World::restored(first.shapes(), first.world().save())};
        hashes.insert(hash_after_three_frames(Simulation(scene, std::move(start))));
    }
    set_thread_count(8);
    hashes.insert(hash_after_three_frames(Simulation(scene)));
    set_thread_count(0);
    EXPECT_EQ(hashes.size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(All, BuiltInScene, testing::ValuesIn(scene_names()),
                         [](const auto& scene) { return scene.param; });

/// A scene in which bodies are cut or resampled, in a small form: coarser, and no longer than it takes.
struct EditedScene {
    std::string name;
    std::vector<std::string> overrides;
    std::size_t bodies = 0;  // at the end
    bool changes = true;     // does it have other nodes by then?
};

int nodes_of(const World& world) {
    int nodes = 0;
    for (const Body& body : world.bodies()) nodes += World::shape_of(body).rest->nodes();
    return nodes;
}

class EditedSceneTest : public testing::TestWithParam<EditedScene> {};

// From the middle on its requests are carried out again, as a recording's are, by another number of threads.
TEST_P(EditedSceneTest, LeavesTheBodiesItSaysAndIsReplayedToTheBit) {
    const auto& [name, overrides, bodies, changes] = GetParam();
    const Scene scene = load_scene(name, overrides);
    set_thread_count(1);
    Simulation simulation(scene);
    const int nodes = nodes_of(simulation.world()), middle = scene.frames / 2;
    World::Saved saved;
    std::vector<Simulation::Frame> frames;
    std::vector<std::uint64_t> hashes;
    int most_nodes = 0;
    while (!simulation.finished()) {
        if (simulation.world().frame() == middle) saved = simulation.world().save();
        frames.push_back(simulation.advance());
        ASSERT_TRUE(frames.back().adapted.refused.empty()) << frames.back().adapted.refused.front();
        ASSERT_FALSE(frames.back().step.non_finite);
        hashes.push_back(hash(simulation.world()));
        most_nodes = std::max(most_nodes, nodes_of(simulation.world()));
    }
    EXPECT_EQ(simulation.world().bodies().size(), bodies);
    EXPECT_GT(most_nodes, nodes);
    EXPECT_EQ(nodes_of(simulation.world()) != nodes, changes);

    set_thread_count(3);
    World replayed = World::restored(simulation.shapes(), saved);
    for (std::size_t frame = middle; frame < frames.size(); ++frame) {
        replayed.adapt(frames[frame].requests);
        replayed.step();
        ASSERT_EQ(hash(replayed), hashes[frame]) << "frame " << frame;
    }
    set_thread_count(0);
}

INSTANTIATE_TEST_SUITE_P(
    All, EditedSceneTest,
    testing::Values(EditedScene{"hand_cut", {"frames=92", "bodies.0.sampling.depth=2"}, 2},
                    EditedScene{"liver_cut", {"frames=76", "bodies.0.sampling.depth=1"}, 1},
                    EditedScene{"slices", {"frames=20", "bodies.0.sampling.depth=1"}, 27},
                    EditedScene{"spiral", {"frames=40", "bodies.0.sampling.depth=1"}, 1},
                    EditedScene{"coarse_to_fine", {"frames=220", "bodies.0.sampling.depth=1"}, 1, false},
                    EditedScene{"flowers_touch",
                                {"frames=90", "bodies.0.copies.count=6",
                                 "script=[{\"at\": 0.3, \"grab\": {\"name\": \"petal\", \"body\": \"flower[4]\", "
                                 "\"point\": [0.075, 0.222, 0.005], \"by\": [0.02, 0, 0.02], \"over\": 0.3}}, "
                                 "{\"at\": 0.8, \"release\": \"petal\"}]"},
                                6,
                                false}),
    [](const auto& scene) { return scene.param.name; });

std::size_t bodies_at_the_end(const std::string& scene, const std::vector<std::string>& overrides) {
    Simulation simulation(load_scene(scene, overrides));
    while (!simulation.finished()) EXPECT_TRUE(simulation.advance().adapted.refused.empty());
    return simulation.world().bodies().size();
}

TEST(EditedSceneLong, LeavesAsManyBodiesAsItSays) {
    EXPECT_EQ(bodies_at_the_end("dice", {"frames=8", "bodies.0.sampling.depth=1"}), 216u);
    EXPECT_EQ(bodies_at_the_end("liver_cut", {"frames=300", "bodies.0.sampling.depth=1"}), 2u);
    EXPECT_EQ(bodies_at_the_end("spiral", {"frames=200", "bodies.0.sampling.depth=2"}), 1u);
}

class BuiltInSceneLong : public testing::TestWithParam<std::string> {};

double kinetic_energy_per_mass(const World& world) {
    double energy = 0, mass = 0;
    for (const Body& body : world.bodies()) {
        const BodyRest& rest = *world.shape_of(body).rest;
        for (int i = 0; i < rest.nodes(); ++i) {
            energy += 0.5 * rest.mass[i] * body.state.v[i].squaredNorm();
            mass += rest.mass[i];
        }
    }
    return energy / mass;
}

TEST_P(BuiltInSceneLong, RunsToItsEndAndSettlesOrGoesOnAsItWasStarted) {
    Simulation simulation(load_scene(GetParam()));
    const double at_start = kinetic_energy_per_mass(simulation.world());
    while (!simulation.finished()) {
        const Simulation::Frame done = simulation.advance();
        ASSERT_TRUE(done.adapted.refused.empty()) << done.adapted.refused.front();
        ASSERT_FALSE(done.step.non_finite);
    }
    for (const Body& body : simulation.world().bodies())
        for (const Vec3& x : body.state.x) EXPECT_LT((body.state.origin + x.cast<double>()).norm(), 3);
    const double at_end = kinetic_energy_per_mass(simulation.world());  // [J/kg]
    if (GetParam() == "free_spin")
        EXPECT_NEAR(at_end, at_start, 0.02 * at_start);
    else if (GetParam() == "slices")
        EXPECT_NEAR(at_end, at_start, 0.1 * at_start);  // parts that bend a little while they come off lose some
    else if (GetParam().starts_with("flowers"))
        EXPECT_LT(at_end, 0.05);  // the wind goes on
    else
        EXPECT_LT(at_end, 1e-3);  // 4 cm/s
}

INSTANTIATE_TEST_SUITE_P(All, BuiltInSceneLong, testing::ValuesIn(scene_names()),
                         [](const auto& scene) { return scene.param; });

// How far points of the first body are from where they rest, after some frames.
std::vector<double> displacements(Simulation& simulation, int frames, const std::vector<Vec3d>& points) {
    for (int frame = 0; frame < frames; ++frame) simulation.advance();
    const Body& body = simulation.world().bodies()[0];
    std::vector<double> lengths;
    for (const Vec3d& p : points) {
        const MaterialPoint point = simulation.shapes()->locate(body.shape, p);
        lengths.push_back((motion_of(point, simulation.world().tables_of(body), body.state).place - p).norm());
    }
    return lengths;
}

TEST(HandStiffnessLong, BendsTheLittleFingerMoreAndTheThumbLessThanAHandOfOneWidth) {
    const Vec3d little_finger(-0.0457, 0.140, 0.0165), thumb(0.0555, 0.112, 0.018);
    Simulation varied(load_scene("hand_stiffness")),
        plain(load_scene("hand_stiffness", {"bodies.0.sampling.widths=[]"}));
    const auto in_varied = displacements(varied, 235, {little_finger, thumb});
    const auto in_plain = displacements(plain, 235, {little_finger, thumb});
    EXPECT_GT(in_varied[0], 2 * in_plain[0]);
    EXPECT_LT(in_varied[1], 0.9 * in_plain[1]);
}

TEST(PlasticBlockLong, KeepsTheShapeItIsGivenAndAnElasticOneDoesNot) {
    const Vec3d end(0.095, 0.05, 0);
    Simulation plastic(load_scene("plastic_block")),
        elastic(load_scene("plastic_block", {"bodies.0.material.plasticity.yield=0"}));
    EXPECT_GT(displacements(plastic, 360, {end})[0], 0.02);
    EXPECT_LT(displacements(elastic, 360, {end})[0], 0.002);
}

TEST(SceneCatalogue, HasTheScenesOfTheContract) {
    const auto names = scene_names();
    EXPECT_EQ((std::set<std::string>{names.begin(), names.end()}),
              (std::set<std::string>{"hand", "hand_stiffness", "cantilever", "jelly", "free_spin", "hanging_liver",
                                     "plastic_block", "flowers", "hand_cut", "liver_cut", "slices", "dice", "spiral",
                                     "coarse_to_fine", "flowers_touch"}));
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

#include "io/simulation.h"

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "core/parallel.h"
#include "io/recording.h"
#include "tests/io/small_run.h"
#include "tests/io/temporary_folder.h"

namespace octomatch {
namespace {

/// A coarse block with these further keys.
Scene block_scene(const std::string& of_body, const std::string& of_scene = "",
                  const std::vector<std::string>& overrides = {}) {
    const std::string text = R"({"bodies": [{"model": "block", "sampling": {"depth": 1}, )" + of_body + "}]" +
                             (of_scene.empty() ? "" : ", " + of_scene) + "}";
    return parse_scene(text, "block.json", {}, overrides);
}

const std::string kHeldAtTheLeft = R"("pins": [{"share": [[0, 0, 0], [0.3, 1, 1]]}])";
const std::string kGrab =
    R"("script": [{"at": 0.05, "grab": {"name": "g", "body": "block", "point": [0.09, 0.05, 0], )";

const Grab* grab_of(const Simulation& simulation) {
    for (const Body& body : simulation.world().bodies())
        if (!body.grabs.empty()) return &body.grabs.front();
    return nullptr;
}

template <class Kind>
std::vector<Kind> only(const std::vector<Request>& requests) {
    std::vector<Kind> found;
    for (const Request& request : requests)
        if (const Kind* kind = std::get_if<Kind>(&request)) found.push_back(*kind);
    return found;
}

Vec3d place_of(const Body& body, int node) {
    return body.state.origin + body.state.x[node].cast<double>();
}

TEST(Simulation, RunsAllFramesOfItsScene) {
    Simulation simulation(block_scene(kHeldAtTheLeft, R"("frames": 4)"));
    int frames = 0;
    for (; !simulation.finished(); ++frames) {
        const Simulation::Frame frame = simulation.advance();
        EXPECT_TRUE(frame.requests.empty());
        EXPECT_TRUE(frame.adapted.refused.empty());
        EXPECT_FALSE(frame.step.non_finite);
        EXPECT_EQ(frame.step.bodies, 1);
    }
    EXPECT_EQ(frames, 4);
}

TEST(Simulation, CarriesAGrabSmoothlyByItsWay) {
    Simulation simulation(
        block_scene(kHeldAtTheLeft, kGrab + R"("by": [0, 0.06, 0], "over": 0.2}}])", {"world.gravity=[0, 0, 0]"}));
    std::vector<double> heights;
    Vec3d start = Vec3d::Zero();
    for (int frame = 0; frame < 20; ++frame) {
        const Simulation::Frame done = simulation.advance();
        ASSERT_TRUE(done.adapted.refused.empty());
        EXPECT_EQ(only<GrabPoint>(done.requests).size(), frame == 3 ? 1u : 0u) << frame;
        EXPECT_EQ(only<MoveGrab>(done.requests).size(), frame > 3 && frame < 15 ? 1u : 0u) << frame;
        if (frame == 3) start = only<GrabPoint>(done.requests)[0].target - Vec3d(0, 0.06 * (3.0 / 144 - 2.0 / 1728), 0);
        if (frame >= 3) heights.push_back(grab_of(simulation)->target.y() - start.y());
    }
    // From the point, 3 s^2 - 2 s^3 of the way over twelve frames.
    EXPECT_LT((start - Vec3d(0.09, 0.05, 0)).norm(), 1e-6);
    for (std::size_t i = 0; i < heights.size(); ++i) {
        const double s = std::min(1.0, (static_cast<double>(i) + 1) / 12);
        EXPECT_NEAR(heights[i], 0.06 * (3 * s * s - 2 * s * s * s), 1e-12) << i;
    }
}

TEST(Simulation, CarriesAGrabExactlyToItsPlace) {
    Simulation simulation(block_scene(kHeldAtTheLeft, kGrab + R"("to": [0.11, 0.08, 0.03], "over": 0.1}}])"));
    for (int frame = 0; frame < 9; ++frame) simulation.advance();
    EXPECT_EQ(grab_of(simulation)->target, Vec3d(0.11, 0.08, 0.03));
    const Body& body = simulation.world().bodies()[0];
    const Vec3d point = motion_of(body.grabs[0].point, simulation.world().tables_of(body), body.state).place;
    EXPECT_LT((point - Vec3d(0.11, 0.08, 0.03)).norm(), 2e-3) << "a hard grab is where its target is";
}

TEST(Simulation, MovesAGrabWithoutTimeAtOnce) {
    Simulation simulation(block_scene(kHeldAtTheLeft, kGrab + R"("to": [0.1, 0.06, 0]}}])"));
    for (int frame = 0; frame < 4; ++frame) simulation.advance();
    EXPECT_EQ(grab_of(simulation)->target, Vec3d(0.1, 0.06, 0));
    EXPECT_TRUE(simulation.advance().requests.empty());
}

TEST(Simulation, LetsGoOfAGrabAndMovesItNoMore) {
    Simulation simulation(
        block_scene(kHeldAtTheLeft, kGrab + R"("by": [0, 0.02, 0], "over": 1}}, {"at": 0.1, "release": "g"}])"));
    for (int frame = 0; frame < 10; ++frame) {
        const Simulation::Frame done = simulation.advance();
        EXPECT_TRUE(done.adapted.refused.empty());
        EXPECT_EQ(only<ReleaseGrab>(done.requests).size(), frame == 6 ? 1u : 0u);
        EXPECT_EQ(grab_of(simulation) != nullptr, frame >= 3 && frame < 6) << frame;
    }
}

TEST(Simulation, TimesEventsByTheStepThatHoldsThen) {
    const std::string script =
        R"("script": [{"at": 0.5, "world": {"time_step": 0.1}}, {"at": 0.7, "world": {"substeps": 2}},
                                             {"at": 0.71, "world": {"substeps": 3}}])";
    Simulation simulation(block_scene(kHeldAtTheLeft, script));
    std::vector<int> frames;
    for (int frame = 0; frame < 40; ++frame)
        if (!simulation.advance().requests.empty()) frames.push_back(frame);
    EXPECT_EQ(frames, (std::vector{30, 32, 33}));
    EXPECT_EQ(simulation.world().settings().substeps, 3);
    EXPECT_EQ(simulation.world().settings().time_step, 0.1);
}

TEST(Simulation, PinsAndFreesWhatTheScriptNames) {
    const std::string script = R"("world": {"gravity": [0, 0, 0]},
        "script": [{"at": 0, "pin": {"body": "block", "share": [[0, 0, 0], [1, 0.4, 1]], "velocity": [0, 0, 0.6]}},
                   {"at": 0.05, "unpin": {"body": "block", "share": [[0, 0, 0], [0.4, 1, 1]]}}])";
    Simulation simulation(block_scene(R"("name": "block")", script));
    const BodyRest& rest = *simulation.world().shape_of(simulation.world().bodies()[0]).rest;
    simulation.advance();
    std::size_t low = 0, low_and_right = 0;
    for (int i = 0; i < rest.nodes(); ++i) {
        const Vec3d place = rest.origin + rest.x0[i].cast<double>();
        low += place.y() < 0.04;
        low_and_right += place.y() < 0.04 && place.x() > -0.02;
    }
    ASSERT_GT(low_and_right, 0u);
    const std::vector<Pin>& pins = simulation.world().bodies()[0].pins;
    EXPECT_EQ(pins.size(), low);
    EXPECT_NEAR(pins[0].place.z() - (rest.origin.z() + rest.x0[pins[0].node.value].z()), 0.6 / 60, 1e-6);
    for (int frame = 1; frame < 5; ++frame) simulation.advance();
    EXPECT_EQ(simulation.world().bodies()[0].pins.size(), low_and_right);
}

const std::string kCut = R"("world": {"gravity": [0, 0, 0]}, "script": [
    {"at": 0.05, "cut": {"body": "block", "over": 0.1,
     "blades": [[[0.01, 0.15, -0.2], [0.01, 0.15, 0.2]], [[0.01, 0.05, -0.2], [0.01, 0.05, 0.2]],
                [[0.02, -0.05, -0.2], [0.02, -0.05, 0.2]]]}})";

TEST(Simulation, MovesABladeEvenlyThroughThePlacesOfTheScript) {
    Simulation simulation(block_scene(kHeldAtTheLeft, kCut + "]"));
    std::vector<double> heights;
    for (int frame = 0; frame < 12; ++frame) {
        const Simulation::Frame done = simulation.advance();
        EXPECT_TRUE(done.adapted.refused.empty());
        const auto moves = only<MoveBlade>(done.requests);
        EXPECT_EQ(moves.size(), frame < 3 || frame >= 9 ? 0u : frame == 3 ? 2u : 1u) << frame;
        for (const MoveBlade& move : moves) heights.push_back(move.blade.p.y());
        EXPECT_EQ(only<EndCut>(done.requests).size(), frame == 8 ? 1u : 0u) << frame;
    }
    ASSERT_EQ(heights.size(), 7u);
    for (int k = 0; k < 7; ++k) EXPECT_NEAR(heights[k], 0.15 - 0.2 * k / 6, 1e-12) << k;
    EXPECT_EQ(simulation.world().bodies().size(), 2u);
    EXPECT_EQ(simulation.first_free_cut(), CutId{1});
}

TEST(Simulation, CutsWithinAFrameWhereTheBladeTakesNoTime) {
    Simulation simulation(block_scene(kHeldAtTheLeft, kCut + "]", {"script.0.cut.over=0"}));
    for (int frame = 0; frame < 3; ++frame) simulation.advance();
    const Simulation::Frame done = simulation.advance();
    EXPECT_EQ(only<MoveBlade>(done.requests).size(), 3u);
    EXPECT_EQ(done.adapted.created.size(), 1u);
    ASSERT_EQ(done.adapted.notes.size(), 1u);
    EXPECT_EQ(done.adapted.notes[0], "body 0 falls into 2 bodies: 0, 1");
}

TEST(Simulation, TakesCutsBackAndDoesThemAgain) {
    Simulation simulation(block_scene(kHeldAtTheLeft, kCut + R"(, {"at": 0.2, "undo": 1}, {"at": 0.3, "redo": 1}])"));
    std::vector<std::size_t> bodies;
    for (int frame = 0; frame < 20; ++frame) {
        EXPECT_TRUE(simulation.advance().adapted.refused.empty());
        bodies.push_back(simulation.world().bodies().size());
    }
    EXPECT_EQ(bodies[7], 1u);
    EXPECT_EQ(bodies[8], 2u);
    EXPECT_EQ(bodies[12], 1u);
    EXPECT_EQ(bodies[18], 2u);
}

TEST(Simulation, RefinesAndCoarsensZonesOfTheUncutBody) {
    Simulation simulation(block_scene(kHeldAtTheLeft, kCut + R"(,
        {"at": 0.2, "refine": {"body": "block", "share": [[0.8, 0, 0], [1, 1, 1]]}},
        {"at": 0.25, "coarsen": {"body": "block", "share": [[0, 0, 0], [1, 1, 1]]}}])"));
    const auto nodes = [&] {
        std::vector<int> count;
        for (const Body& body : simulation.world().bodies()) count.push_back(World::shape_of(body).rest->nodes());
        return count;
    };
    for (int frame = 0; frame < 12; ++frame) simulation.advance();
    const std::vector<int> cut = nodes();
    simulation.advance();
    const std::vector<int> refined = nodes();
    for (int frame = 0; frame < 5; ++frame) simulation.advance();
    const std::vector<int> coarse = nodes();
    ASSERT_EQ(cut.size(), 2u);
    EXPECT_EQ(refined[0], cut[0]) << "the zone is a share of the whole block";
    EXPECT_GT(refined[1], cut[1]);
    EXPECT_LT(coarse[0] + coarse[1], refined[0] + refined[1]);
}

TEST(Simulation, GoesOnToTheBitFromTheMiddleOfACut) {
    const Scene scene = block_scene(kHeldAtTheLeft, kCut + R"(, {"at": 0.2, "undo": 1}])");
    Simulation all(scene);
    for (int frame = 0; frame < 6; ++frame) all.advance();
    Simulation rest(scene, {all.shapes(), World::restored(all.shapes(), all.world().save())});
    for (int frame = 6; frame < 16; ++frame) {
        all.advance();
        rest.advance();
        ASSERT_EQ(hash(all.world().bodies()[0].state), hash(rest.world().bodies()[0].state)) << frame;
        ASSERT_EQ(all.world().bodies().size(), rest.world().bodies().size()) << frame;
    }
}

TEST(Simulation, GoesOnFromASavedWorldToTheBit) {
    const Scene scene = block_scene(
        kHeldAtTheLeft, kGrab + R"("by": [0.02, 0.03, 0], "over": 0.3, "rate": 30}}, {"at": 0.3, "release": "g"}])");
    Simulation all(scene);
    for (int frame = 0; frame < 10; ++frame) all.advance();
    Simulation rest(scene, {all.shapes(), World::restored(all.shapes(), all.world().save())});
    for (int frame = 10; frame < 25; ++frame) {
        all.advance();
        rest.advance();
        ASSERT_EQ(hash(all.world()), hash(rest.world())) << frame;
    }
}

TEST(Simulation, HandsOutAllThatIsNeededToRunItAgain) {
    const Scene scene = block_scene(kHeldAtTheLeft, kGrab + R"("by": [0.02, 0.03, 0], "over": 0.3}}])");
    Simulation simulation(scene);
    World again = World::restored(simulation.shapes(), simulation.world().save());
    for (int frame = 0; frame < 12; ++frame) {
        std::vector<Request> extra;
        if (frame == 2) {
            const BodyId body = simulation.world().bodies()[0].id;
            extra.push_back(GrabPoint{simulation.first_free_grab(), body, Vec3d(0, 0.1, 0), Vec3d(0, 0.12, 0), 20});
        }
        const Simulation::Frame done = simulation.advance(extra);
        EXPECT_TRUE(done.adapted.refused.empty());
        again.adapt(done.requests);
        again.step();
        ASSERT_EQ(hash(simulation.world()), hash(again)) << frame;
    }
    EXPECT_EQ(simulation.world().bodies()[0].grabs.size(), 2u);
}

TEST(Simulation, RunsARecordingAgainToTheBit) {
    const test::TemporaryFolder folder;
    RestoredWorld run = test::small_world();
    RecordingWriter writer(folder.path() / "run", R"({"bodies": [{"model": "block"}], "camera": {"from": [1, 2, 3]}})",
                           run.shapes, run.world);
    for (int frame = 1; frame <= 36; ++frame) {
        const std::vector<Request> requests = test::requests_for(frame);
        run.world.adapt(requests);
        run.world.step();
        writer.append(requests, hash(run.world));
    }
    writer.finish();

    const Recording recording = read_recording(folder.path() / "run");
    Simulation again(recording);
    EXPECT_EQ(again.scene().camera->from, Vec3d(1, 2, 3));
    EXPECT_EQ(again.first_free_grab(), GrabId{9}) << "the recording uses 7 and 8";
    const World::Saved start = again.world().save();
    for (int time = 0; time < 2; ++time) {
        for (const RecordedFrame& frame : recording.frames) {
            EXPECT_FALSE(again.finished());
            again.advance();
            ASSERT_EQ(hash(again.world()), frame.state_hash);
        }
        EXPECT_TRUE(again.finished());
        EXPECT_TRUE(again.script_requests().empty()) << "behind the end nothing is asked";
        again.go_back_to(start);
    }
}

TEST(Simulation, RefusesPinsThatHoldNothing) {
    try {
        Simulation simulation(block_scene(R"("pins": [{"ball": {"centre": [5, 5, 5], "radius": 0.1}}])"));
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "body 'block': no node of body 0 rests in the zone to pin");
    }
}

TEST(Simulation, TellsWhichBodyCanNotBeSampled) {
    try {
        Simulation simulation(block_scene(R"("scale": 1)", "", {"bodies.0.sampling.base_cell=1e-6"}));
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()).find("body 'block': a base cell of 1e-06 is too small"), 0u)
            << error.what();
    }
}

TEST(Simulation, PlacesCopiesInRowsAndSharesTheirShape) {
    const Simulation simulation(
        block_scene(R"("at": [1, 2, 3], "copies": {"count": 5, "columns": 2, "spacing": [0.5, 0.25, 2]})"));
    ASSERT_EQ(simulation.world().bodies().size(), 5u);
    EXPECT_EQ(simulation.shapes()->shapes(), 1);
    const Body& first = simulation.world().bodies()[0];
    const Vec3d rest = simulation.world().shape_of(first).rest->origin;
    const Vec3d expected[] = {{0, 0, 0}, {0.5, 0, 0}, {0, 0.25, 2}, {0.5, 0.25, 2}, {0, 0.5, 4}};
    for (int copy = 0; copy < 5; ++copy) {
        const Vec3d at = simulation.world().bodies()[copy].state.origin - rest;
        EXPECT_LT((at - Vec3d(1, 2, 3) - expected[copy]).norm(), 1e-12) << copy;
        EXPECT_EQ(simulation.body_names()[copy], "block[" + std::to_string(copy) + "]");
    }
}

TEST(Simulation, JittersCopiesBySeedAndWithinTheirPlaces) {
    const auto origins = [](int seed) {
        const Simulation simulation(
            block_scene(R"("copies": {"count": 8, "columns": 4, "spacing": [1, 0, 2], "jitter": 0.5})", "",
                        {"bodies.0.copies.seed=" + std::to_string(seed)}));
        std::vector<Vec3d> places;
        for (const Body& body : simulation.world().bodies()) places.push_back(body.state.origin);
        return places;
    };
    const auto one = origins(1), again = origins(1), other = origins(2);
    EXPECT_EQ(one, again);
    EXPECT_NE(one, other);
    double farthest = 0;
    for (int copy = 0; copy < 8; ++copy) {
        const Vec3d off = one[copy] - Vec3d(copy % 4, one[copy].y(), 2 * (copy / 4));
        EXPECT_LT(std::abs(off.x()), 0.25 + 1e-3) << copy;  // a turned block's centre of mass is near its axis
        EXPECT_LT(std::abs(off.z()), 0.5 + 1e-3) << copy;
        farthest = std::max(farthest, off.norm());
    }
    EXPECT_GT(farthest, 0.1);
}

TEST(Simulation, SamplesTheScaledMeshByWidthsAndFields) {
    const Simulation simulation(
        block_scene(R"("scale": 2, "name": "big")", "",
                    {R"(bodies.0.sampling.widths=[{"share": [[0.5, 0, 0], [1, 1, 1]], "width": 0.2}])",
                     R"(bodies.0.sampling.field=[{"share": [[0, 0, 0], [0.25, 1, 1]], "cell": 0.01}])",
                     R"(bodies.0.sampling.criteria=[])", R"(bodies.0.sampling.width=0.05)"}));
    const BodyRest& rest = *simulation.world().shape_of(simulation.world().bodies()[0]).rest;
    double mass = 0, finest_left = 1, finest_right = 1;
    for (int i = 0; i < rest.nodes(); ++i) {
        mass += rest.mass[i];
        const double x = rest.origin.x() + rest.x0[i].x();
        if (x < -0.12) finest_left = std::min<double>(finest_left, rest.cell[i]);
        if (x > 0) finest_right = std::min<double>(finest_right, rest.cell[i]);
        if (x > 0)
            EXPECT_NEAR(rest.width[i] * rest.finest_cell / 2, 0.2, rest.finest_cell) << x;
        else
            EXPECT_LT(rest.width[i] * rest.finest_cell / 2, 0.15) << x;
    }
    EXPECT_NEAR(mass, 1000 * 0.4 * 0.2 * 0.2, 0.6);  // eight times 2 kg, less the rounded edges
    EXPECT_FLOAT_EQ(finest_left, finest_right / 2);
}

TEST(Simulation, SoftensRegionsOfTheMaterial) {
    const Simulation simulation(
        block_scene(R"("material": {"regions": [{"share": [[0, 0, 0], [0.5, 1, 1]], "stiffness": 0.25}]})"));
    const Body& body = simulation.world().bodies()[0];
    const BodyRest& rest = *simulation.world().shape_of(body).rest;
    ASSERT_EQ(body.region_stiffness.size(), static_cast<std::size_t>(rest.nodes()));
    for (int i = 0; i < rest.nodes(); ++i)
        EXPECT_EQ(body.region_stiffness[i], rest.origin.x() + rest.x0[i].x() <= 0 ? 0.25f : 1.0f);
}

TEST(Simulation, TurnsAndThrowsBodiesAsAsked) {
    const Simulation simulation(block_scene(
        R"("at": [1, 0, 0], "rotate": {"axis": [0, 0, 2], "degrees": 90}, "velocity": [0, 1, 0], "angular_velocity": [0, 0, 3])"));
    const Body& body = simulation.world().bodies()[0];
    const BodyRest& rest = *simulation.world().shape_of(body).rest;
    const Vec3d centre = rest.origin;
    for (int i = 0; i < rest.nodes(); ++i) {
        const Vec3d p = centre + rest.x0[i].cast<double>();
        const Vec3d turned = Vec3d(1, 0, 0) + Vec3d(-p.y(), p.x(), p.z());
        EXPECT_LT((place_of(body, i) - turned).norm(), 1e-6);
        const Vec3d arm = turned - (Vec3d(1, 0, 0) + Vec3d(-centre.y(), centre.x(), centre.z()));
        EXPECT_LT((body.state.v[i].cast<double>() - Vec3d(0, 1, 0) - Vec3d(0, 0, 3).cross(arm)).norm(), 1e-6);
    }
}

TEST(Simulation, PosesTheMeshAtRestWhereItIsPlaced) {
    Simulation simulation(block_scene(R"("at": [1, 2, 3])"));
    const std::vector<Skin>& skins = simulation.pose_skins();
    ASSERT_EQ(skins.size(), 1u);
    const Body& body = simulation.world().bodies()[0];
    Box3 box;
    for (const Vec3& p : skins[0].positions) box.include(body.state.origin + p.cast<double>());
    const Box3 mesh = bounding_box(simulation.shapes()->mesh(body.shape));
    EXPECT_LT((box.low - mesh.low - Vec3d(1, 2, 3)).norm(), 1e-5);
    EXPECT_LT((box.high - mesh.high - Vec3d(1, 2, 3)).norm(), 1e-5);
}

TEST(Simulation, ClustersThatShareNoVerticesAreWarnedOf) {
    const auto warnings = [](const char* overlap) {
        return Simulation(parse_scene(std::string(R"({"bodies": [{"model": "block", "sampling": {"clusters":
            {"edge": 0.0683, "overlap": )") +
                                          overlap + "}}}]}",
                                      "scene"))
            .warnings();
    };
    EXPECT_EQ(warnings("0.4"), std::vector<std::string>{});
    ASSERT_EQ(warnings("0").size(), 1u);
    EXPECT_NE(warnings("0")[0].find("parts that share no vertices"), std::string::npos);
}

}  // namespace
}  // namespace octomatch

#include "io/snapshot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>

#include "core/hash.h"
#include "core/input_error.h"
#include "io/models.h"
#include "io/whole_file.h"
#include "tests/io/small_run.h"
#include "tests/io/temporary_folder.h"

namespace octomatch {
namespace {

namespace fs = std::filesystem;
using namespace test;

std::string reason(const std::function<void()>& attempt) {
    try {
        attempt();
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

std::string output_of(const std::string& command) {
    std::string output;
    std::array<char, 256> buffer;
    FILE* pipe = popen(command.c_str(), "r");
    while (std::fgets(buffer.data(), buffer.size(), pipe)) output += buffer.data();
    EXPECT_EQ(pclose(pipe), 0) << command;
    return output;
}

/// The run at the moment when most is held.
RestoredWorld run_at(int frame) {
    RestoredWorld run = small_world();
    run_until(frame, run.world);
    return run;
}

TEST(SmallRun, HoldsAllThatASnapshotMustKeep) {
    const RestoredWorld run = run_at(15);
    const Body& body = run.world.bodies().front();
    EXPECT_EQ(run.world.bodies().size(), 2u);
    EXPECT_FALSE(body.pins.empty());
    EXPECT_EQ(body.grabs.size(), 2u);
    EXPECT_FALSE(body.region_stiffness.empty());
    EXPECT_FALSE(body.state.plastic.empty());
    EXPECT_GT((body.state.plastic[0] - Mat3::Identity()).norm(), 1e-4);
    EXPECT_GT(run.world.substeps(), 1);
    EXPECT_EQ(small_world().world.adapt(requests_for(18)).refused.size(), 3u);
}

TEST(SmallRun, CutsABodyInTwoTakesThatBackAndDoesItAgain) {
    RestoredWorld run = small_world();
    const auto bodies_at = [&](int frame) {
        run_until(frame, run.world);
        return run.world.bodies().size();
    };
    EXPECT_EQ(bodies_at(26), 2u);
    EXPECT_TRUE(run.world.bodies().front().cut.valid());
    EXPECT_EQ(bodies_at(36), 3u);
    EXPECT_EQ(bodies_at(42), 2u);
    EXPECT_EQ(run.world.cuts_to_redo(), 1);
    EXPECT_EQ(bodies_at(46), 3u);
}

TEST(Snapshot, FromAnyFrameTheRunGoesOnToTheBit) {
    RestoredWorld run = small_world();
    const std::vector<std::uint64_t> hashes = run_until(70, run.world);
    for (int frame : {0, 1, 9, 15, 26, 36, 42}) {
        RestoredWorld saved = run_at(frame);
        TemporaryFolder folder;
        write_snapshot(folder.path() / "moment", *saved.shapes, saved.world);
        RestoredWorld again = read_snapshot(folder.path() / "moment");
        EXPECT_EQ(hash(again.world), hash(saved.world));
        const std::vector<std::uint64_t> rest = run_until(70, again.world);
        EXPECT_EQ(rest, std::vector(hashes.begin() + frame, hashes.end())) << "from frame " << frame;
    }
}

TEST(Snapshot, ABodyOfClustersGoesOnToTheBit) {
    const auto shapes = std::make_shared<ShapeLibrary>();
    const ClusterSettings clusters{.edge = 0.05, .overlap = 0.4};
    const TriangleMesh mesh = find_model("block")->make();
    const ShapeId shape = shapes->add(mesh, {.clusters = clusters});
    EXPECT_EQ(shapes->add(mesh, {.clusters = clusters}), shape);
    EXPECT_NE(shapes->add(mesh, {.clusters = ClusterSettings{.edge = 0.06}}), shape);
    World world(shapes);
    const MaterialSettings material{.rule = MaterialRule::added,
                                    .stiffness = {StiffnessUnit::alpha, 0.2},
                                    .plasticity = {.yield = 0.01},
                                    .model = MatchModel::quadratic,
                                    .beta = 0.3,
                                    .keep_volume = false};
    world.adapt(std::vector<Request>{
        CreateBody{.shape = shape, .material = material, .angular_velocity = {9, 0, 3}},
        ChangeRegionStiffness{.body = {0}, .where = {.box = {{-1, -1, -1}, {0, 1, 1}}}, .stiffness = 0.5},
        GrabPoint{.grab = {0}, .body = {0}, .point = Vec3d(0.1, 0.1, 0.05), .target = {0.2, 0.2, 0}, .rate = 5}});
    for (int step = 0; step < 10; ++step) world.step();
    TemporaryFolder folder;
    write_snapshot(folder.path() / "moment", *shapes, world);
    RestoredWorld again = read_snapshot(folder.path() / "moment");
    for (int step = 0; step < 10; ++step) world.step(), again.world.step();
    EXPECT_EQ(hash(again.world), hash(world));
}

TEST(Snapshot, OfABodyWhoseNodesTurnGoesOnToTheBit) {
    const auto shapes = std::make_shared<ShapeLibrary>();
    SampleSettings settings = coarse();
    settings.criteria = {};  // nothing is split: points do not turn
    settings.regions.relation = RelationKind::fractional;
    shapes->add(unit_cube(), settings);
    World world(shapes);
    const Request create[] = {
        CreateBody{.shape = {0}, .material = {.rule = MaterialRule::equal}, .angular_velocity = {0.5, 1, 2}}};
    world.adapt(create);
    for (int frame = 0; frame < 5; ++frame) world.step();
    float spin = 0;
    for (const Vec3& l : world.bodies()[0].state.spin) spin += l.norm();
    EXPECT_GT(spin, 0);
    TemporaryFolder folder;
    write_snapshot(folder.path() / "moment", *shapes, world);
    RestoredWorld again = read_snapshot(folder.path() / "moment");
    EXPECT_EQ(hash(again.world), hash(world));
    for (int frame = 0; frame < 20; ++frame) {
        world.step();
        again.world.step();
    }
    EXPECT_EQ(hash(again.world), hash(world));
}

TEST(Snapshot, AnotherProcessGoesOnToTheBitWithAnyNumberOfThreads) {
    RestoredWorld run = run_at(15);
    TemporaryFolder folder;
    const fs::path file = folder.path() / "moment";
    write_snapshot(file, *run.shapes, run.world);
    run_until(65, run.world);
    for (const char* threads : {"1", "2", "3", "8"})
        EXPECT_EQ(output_of(std::string(OCTOMATCH_CONTINUE_SNAPSHOT) + " '" + file.string() + "' 65 " + threads),
                  hex(hash(run.world)) + "\n");
}

TEST(Snapshot, IsWrittenTheSameAgainAfterReading) {
    const RestoredWorld run = run_at(15);
    TemporaryFolder folder;
    write_snapshot(folder.path() / "first", *run.shapes, run.world);
    const RestoredWorld again = read_snapshot(folder.path() / "first");
    write_snapshot(folder.path() / "second", *again.shapes, again.world);
    EXPECT_EQ(read_whole_file(folder.path() / "first"), read_whole_file(folder.path() / "second"));
}

// A run that went wrong is what one wants to look at.
TEST(Snapshot, KeepsNumbersThatAreNone) {
    RestoredWorld run = run_at(15);
    World::Saved saved = run.world.save();
    saved.bodies[0].state.x[0].x() = std::numeric_limits<float>::quiet_NaN();
    saved.bodies[0].state.v[1].y() = -std::numeric_limits<float>::infinity();
    const World broken = World::restored(run.shapes, saved);
    TemporaryFolder folder;
    write_snapshot(folder.path() / "moment", *run.shapes, broken);
    EXPECT_EQ(hash(read_snapshot(folder.path() / "moment").world), hash(broken));
}

TEST(Snapshot, AShapeAddedAgainAfterRestoringIsTheSameShape) {
    RestoredWorld run = run_at(15);
    RestoredWorld again = restored(snapshot_of(*run.shapes, run.world));
    EXPECT_EQ(again.shapes->add(unit_cube(), coarse()), ShapeId{0});
    EXPECT_EQ(again.shapes->shapes(), 2);
}

TEST(Snapshot, ContradictionsAreRefusedByName) {
    const RestoredWorld run = run_at(15);
    const Snapshot good = snapshot_of(*run.shapes, run.world);
    const auto reason_for = [&](const std::function<void(Snapshot&)>& change) {
        Snapshot changed = good;
        change(changed);
        return reason([&] { restored(changed); });
    };
    const auto in_body = [&](const std::function<void(Body&)>& change) {
        return reason_for([&](Snapshot& s) { change(s.world.bodies[0]); });
    };
    EXPECT_EQ(reason_for([](Snapshot&) {}), "no error");
    EXPECT_EQ(reason_for([](Snapshot& s) { ++s.shapes[1].compiled; }),
              "shape 1: this program compiles it differently from the one that saved it");
    EXPECT_EQ(
        reason_for([](Snapshot& s) { ++s.shapes[1].compiled, s.program = "0.0.7"; }),
        "shape 1: this program compiles it differently from the one that saved it (saved by octomatch 0.0.7, this is " +
            good.program + ")");
    EXPECT_EQ(reason_for([](Snapshot& s) { s.shapes[0].mesh.triangles[3][1] = 8; }),
              "shape 0: its mesh uses vertex 8 of 8");
    EXPECT_EQ(reason_for([](Snapshot& s) { s.shapes[0].mesh.vertices[3].x() = NAN; }),
              "shape 0: its mesh has a vertex that is not finite");
    EXPECT_EQ(reason_for([](Snapshot& s) { s.shapes[0].settings.depth = 100; }),
              "shape 0: depth must be between 0 and 12, not 100");
    EXPECT_EQ(reason_for([](Snapshot& s) { s.shapes[1] = s.shapes[0]; }), "shape 0: its number is taken");
    EXPECT_EQ(reason_for([](Snapshot& s) { std::swap(s.world.bodies[0], s.world.bodies[1]); }),
              "its bodies are out of order");
    EXPECT_EQ(reason_for([](Snapshot& s) { s.world.next_body = 2; }), "its bodies are out of order");
    EXPECT_EQ(reason_for([](Snapshot& s) { s.world.frame = -1; }), "its frame or its body count is absurd");
    EXPECT_EQ(reason_for([](Snapshot& s) { s.world.time += 1; }),
              "the restored state differs from the one that was saved");
    EXPECT_EQ(in_body([](Body& b) { b.shape = {2}; }), "body 0: there is no shape 2");
    EXPECT_EQ(in_body([](Body& b) { b.shape = {}; }), "body 0: there is no shape -1");
    EXPECT_EQ(in_body([](Body& b) { b.pins[0].node = {12345}; }), "body 0: it pins node 12345");
    EXPECT_EQ(in_body([](Body& b) { b.pins[1] = b.pins[0]; }), "body 0: its pins are out of order");
    EXPECT_EQ(in_body([](Body& b) { b.grabs[0].point.nodes[0] = {-3}; }), "body 0: it is grabbed by node -3");
    EXPECT_EQ(in_body([](Body& b) { b.grabs[0].point.weights.pop_back(); }),
              "body 0: it is grabbed at a point without nodes or weights");
    EXPECT_EQ(in_body([](Body& b) { std::swap(b.grabs[0], b.grabs[1]); }), "body 0: its grabs are out of order");
    EXPECT_EQ(in_body([](Body& b) { b.state.matched.pop_back(); }),
              "body 0: the number of its matched rotations is wrong");
    for (const auto& shorten : std::vector<std::function<void(Body&)>>{
             [](Body& b) { b.state.x.pop_back(); }, [](Body& b) { b.state.v.clear(); },
             [](Body& b) { b.state.rotation.emplace_back(); }, [](Body& b) { b.state.spin.emplace_back(); },
             [](Body& b) { b.state.plastic.clear(); }, [](Body& b) { b.region_stiffness.pop_back(); }})
        EXPECT_TRUE(in_body(shorten).starts_with("body 0: the number of its ")) << in_body(shorten);
}

TEST(Snapshot, EditsThatContradictThemselvesAreRefusedByName) {
    const RestoredWorld run = run_at(26);
    const Snapshot good = snapshot_of(*run.shapes, run.world);
    ASSERT_TRUE(good.edited.back().edits.stroke);
    const std::string shape = "shape " + std::to_string(good.edited.back().edits.id.value) + ": ";
    const auto reason_for = [&](const std::function<void(SavedEdits&)>& change) {
        Snapshot changed = good;
        change(changed.edited.back().edits);
        return reason([&] { restored(changed); });
    };
    EXPECT_EQ(reason_for([](SavedEdits&) {}), "no error");
    EXPECT_EQ(reason_for([](SavedEdits& e) { e.original = {7}; }), shape + "its original is missing");
    EXPECT_EQ(reason_for([](SavedEdits& e) { e.id = {0}; }), "shape 0: there is a shape with its number already");
    EXPECT_EQ(reason_for([](SavedEdits& e) { e.stroke->sheet.points[0].x() = NAN; }),
              shape + "a sheet of it is not finite");
    EXPECT_EQ(reason_for([](SavedEdits& e) { e.stroke->sheet.points.pop_back(); }), shape + "a sheet of it is no grid");
    EXPECT_EQ(reason_for([](SavedEdits& e) { e.skin.origin.pop_back(); }),
              shape + "its surface does not say where it came from");
    EXPECT_EQ(reason_for([](SavedEdits& e) { e.skin.mesh.triangles[0][0] = -1; }),
              shape + "its surface uses a vertex that it does not have");
    EXPECT_EQ(reason_for([](SavedEdits& e) { std::reverse(e.removed.cells.begin(), e.removed.cells.end()); }),
              shape + "what was cut of it is out of order");
    EXPECT_EQ(reason_for([](SavedEdits& e) { e.seeds = {}; }), shape + "it has no material");
    EXPECT_EQ(reason_for([](SavedEdits& e) { e.seeds[0] = -5; }), shape + "a part of it has no material");
    EXPECT_EQ(reason_for([](SavedEdits& e) { e.removed.masks[0] = {}; }),
              shape + "this program compiles it differently from the one that saved it");
    Snapshot short_of_shapes = good;
    short_of_shapes.next_shape = 1;
    EXPECT_EQ(reason([&] { restored(short_of_shapes); }), "its number of shapes is absurd");
}

TEST(Snapshot, FilesThatAreNoneAreRefusedWithTheReason) {
    TemporaryFolder folder;
    const RestoredWorld run = run_at(2);
    const fs::path file = folder.path() / "moment";
    write_snapshot(file, *run.shapes, run.world);
    const std::string good = read_whole_file(file);
    const auto reason_for = [&](std::string_view bytes) {
        const std::string why = reason([&] { read_snapshot(folder.file("other", bytes)); });
        const std::string start = (folder.path() / "other").string() + ": ";
        EXPECT_TRUE(why.starts_with(start)) << why;
        return why.substr(start.size());
    };
    const std::size_t version_at = std::string_view("octomatch snapshot\n").size();
    std::string newer = good;
    newer[version_at] = 77;
    std::string damaged = good;
    damaged[good.size() / 2] ^= 1;

    EXPECT_EQ(reason_for(""), "is empty");
    EXPECT_EQ(reason_for("solid cube\nfacet"), "is not an octomatch snapshot");
    EXPECT_EQ(reason_for(std::string(100, '\0')), "is not an octomatch snapshot");
    EXPECT_EQ(reason_for("octomatch recording\n" + good.substr(version_at)),
              "is an octomatch recording, not an octomatch snapshot");
    EXPECT_EQ(reason_for(newer), "has format version 77, newer than version 4 that this program reads");
    EXPECT_EQ(reason_for(good.substr(0, 5)), "is cut off within its first line");
    EXPECT_EQ(reason_for(good.substr(0, version_at + 2)), "is cut off within its version");
    EXPECT_EQ(reason_for(good.substr(0, version_at + 10)), "its content is cut off");
    EXPECT_EQ(reason_for(good.substr(0, good.size() - 1)), "its content is cut off");
    EXPECT_EQ(reason_for(damaged), "its content is damaged");
    EXPECT_EQ(reason_for(good + "more"), "has 4 bytes behind its end");
    EXPECT_EQ(reason([&] { read_snapshot(folder.path() / "none"); }),
              (folder.path() / "none").string() + ": no such file");
    EXPECT_EQ(reason([&] { read_snapshot(folder.path()); }), folder.path().string() + ": is a folder");
}

TEST(Snapshot, NothingHalfWrittenIsLeft) {
    TemporaryFolder folder;
    const RestoredWorld run = run_at(1);
    write_snapshot(folder.path() / "moment", *run.shapes, run.world);
    write_snapshot(folder.path() / "moment", *run.shapes, run.world);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
    const fs::path nowhere = folder.path() / "missing" / "moment";
    EXPECT_EQ(reason([&] { write_snapshot(nowhere, *run.shapes, run.world); }),
              nowhere.string() + ": can not be written: its folder is missing or not writable");
    fs::create_directory(folder.path() / "taken");
    EXPECT_NE(reason([&] { write_snapshot(folder.path() / "taken", *run.shapes, run.world); }), "no error");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 2);
}

}  // namespace
}  // namespace octomatch

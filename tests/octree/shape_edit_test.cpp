// Bodies that are cut, refined and coarsened while they move.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/input_error.h"
#include "core/measure.h"
#include "core/world.h"
#include "io/mesh_report.h"
#include "io/models.h"
#include "octree/shape_library.h"

namespace octomatch {
namespace {

struct EditedWorld {
    explicit EditedWorld(const char* model, CreateBody create = {}, SampleSettings settings = {.depth = 3},
                         WorldSettings world_settings = {.gravity = Vec3d::Zero()})
        : shapes(std::make_shared<ShapeLibrary>()), world(shapes, world_settings) {
        create.shape = shapes->add(check_mesh(find_model(model)->make()).mesh, settings);
        adapt({create});
    }
    AdaptReport adapt(std::vector<Request> requests) {
        AdaptReport report = world.adapt(requests);
        for (const Body& body : world.bodies()) {
            const auto& [rest, skin] = World::shape_of(body);
            EXPECT_EQ(validate(*rest), std::vector<std::string>{});
            EXPECT_EQ(validate(*skin, *rest), std::vector<std::string>{});
            EXPECT_EQ(body.state.x.size(), rest->x0.size());
            EXPECT_EQ(static_cast<int>(body.state.matched.size()), world.tables_of(body).fits());
        }
        return report;
    }
    /// A blade goes from one place to another in so many movements, one before each step.
    AdaptReport stroke(const Blade& from, const Blade& to, int moves, bool step = false, BodyId body = {0}) {
        AdaptReport all;
        for (int k = 0; k <= moves; ++k) {
            const double t = static_cast<double>(k) / moves;
            const AdaptReport report =
                adapt({MoveBlade{{7}, body, {(1 - t) * from.p + t * to.p, (1 - t) * from.q + t * to.q}}});
            EXPECT_TRUE(report.refused.empty()) << report.refused.front();
            if (step) world.step();
        }
        return adapt({EndCut{{7}}});
    }
    const Body& body(int k = 0) const { return world.bodies()[k]; }
    const BodyRest& rest(int k = 0) const { return *World::shape_of(body(k)).rest; }
    Motion motion() const {
        Motion sum;
        for (const Body& b : world.bodies()) {
            const Motion m = motion_of(*World::shape_of(b).rest, b.state);
            sum.mass += m.mass;
            sum.momentum += m.momentum;
            sum.angular += m.angular;
            sum.kinetic += m.kinetic;
            sum.speed += m.speed;
            sum.turn += m.turn;
        }
        return sum;
    }

    std::shared_ptr<ShapeLibrary> shapes;
    World world;
};

// Across the block, from above to below; the block is 0.2 x 0.1 x 0.1 or so around (0, 0.05, 0).
const Blade kAbove{{0.013, 0.2, -0.2}, {0.013, 0.2, 0.2}}, kBelow{{0.02, -0.1, -0.2}, {0.02, -0.1, 0.2}};

void expect_same_sums(const Motion& before, const Motion& after, double mass_share = 1e-6) {
    EXPECT_NEAR(after.mass / before.mass, 1, mass_share);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-5 * before.speed + 1e-12);
    EXPECT_LT((after.angular - before.angular).norm(), 1e-5 * before.turn + 1e-12);
}

TEST(ShapeEdit, ACutThroughTheBlockLeavesTwoBodies) {
    EditedWorld cut("block");
    const Motion before = cut.motion();
    const AdaptReport report = cut.stroke(kAbove, kBelow, 8);
    ASSERT_EQ(cut.world.bodies().size(), 2u);
    EXPECT_EQ(report.created, std::vector<BodyId>{{1}});
    EXPECT_EQ(cut.body(1).cut_from, std::vector<BodyId>{{0}});
    expect_same_sums(before, cut.motion());
    EXPECT_GE(motion_of(cut.rest(0), cut.body(0).state).mass, motion_of(cut.rest(1), cut.body(1).state).mass);
    for (int k : {0, 1}) {
        for (const Vec3& v : cut.body(k).state.v) EXPECT_EQ(v, Vec3::Zero());
        const TriangleMesh& mesh = cut.shapes->mesh(cut.body(k).shape);
        EXPECT_TRUE(is_closed(mesh));
        EXPECT_NEAR(signed_volume(mesh) * 1000, motion_of(cut.rest(k), cut.body(k).state).mass, 0.01 * before.mass);
    }
}

TEST(ShapeEdit, CuttingABodyAtRestMovesNothing) {
    EditedWorld cut("block");
    cut.stroke(kAbove, kBelow, 8);
    for (int step = 0; step < 20; ++step) cut.world.step();
    for (const Body& body : cut.world.bodies()) {
        const BodyRest& rest = *World::shape_of(body).rest;
        for (int i = 0; i < rest.nodes(); ++i) {
            const Vec3d now = body.state.origin + body.state.x[i].cast<double>();
            const Vec3d then = rest.origin + rest.x0[i].cast<double>();
            EXPECT_LT((now - then).norm(), 1e-4 * rest.finest_cell);
        }
    }
}

TEST(ShapeEdit, APartialCutStaysOneBody) {
    EditedWorld cut("block");
    const Blade middle{{0.013, 0.05, -0.2}, {0.013, 0.05, 0.2}};
    cut.stroke(kAbove, middle, 6);
    ASSERT_EQ(cut.world.bodies().size(), 1u);
    EXPECT_FALSE(cut.shapes->body(cut.body().shape).material.removed.empty());
    EXPECT_TRUE(is_closed(cut.shapes->mesh(cut.body().shape)));
}

TEST(ShapeEdit, MassAndMomentaOfAMovingBodyAreThoseOfItsParts) {
    EditedWorld cut("block",
                    {.position = {0.3, 0.1, 0}, .velocity = {0.1, 0.2, -0.1}, .angular_velocity = {0.5, -0.4, 0.8}});
    for (int step = 0; step < 10; ++step) cut.world.step();
    const Motion before = cut.motion();
    const Vec3d at(0.3, 0.1, 0);
    cut.stroke({kAbove.p + at, kAbove.q + at}, {kBelow.p + at, kBelow.q + at}, 8);
    ASSERT_EQ(cut.world.bodies().size(), 2u);
    expect_same_sums(before, cut.motion());
}

TEST(ShapeEdit, UndoBringsBackTheBodyToTheBitAndRedoItsParts) {
    EditedWorld cut("block", {.angular_velocity = {0.2, 0, 0.3}});
    cut.world.step();
    const std::uint64_t whole = hash(cut.body());
    cut.stroke({{0.013, 0.12, -0.2}, {0.013, 0.12, 0.2}}, kBelow, 8, true);
    ASSERT_EQ(cut.world.bodies().size(), 2u);
    const std::uint64_t parts[] = {hash(cut.body(0)), hash(cut.body(1))};
    cut.adapt({UndoCut{}});
    ASSERT_EQ(cut.world.bodies().size(), 1u);
    EXPECT_EQ(hash(cut.body()), whole);
    cut.adapt({RedoCut{}});
    ASSERT_EQ(cut.world.bodies().size(), 2u);
    EXPECT_EQ(hash(cut.body(0)), parts[0]);
    EXPECT_EQ(hash(cut.body(1)), parts[1]);
    EXPECT_FALSE(cut.adapt({RedoCut{}}).refused.empty());
    cut.adapt({UndoCut{}});
    EXPECT_FALSE(cut.adapt({UndoCut{}}).refused.empty());
}

// Three cuts beside each other.
void cut_three_times(EditedWorld& cut) {
    for (double x : {-0.04, 0.01, 0.05}) {
        const Vec3d aside(x, 0, 0);
        cut.stroke({kAbove.p + aside, kAbove.q + aside}, {kBelow.p + aside, kBelow.q + aside}, 4);
    }
    ASSERT_EQ(cut.world.bodies().size(), 4u);
}

TEST(ShapeEdit, NothingIsKeptForUndoWhereNobodyWantsIt) {
    EditedWorld cut("block", {}, {.depth = 2}, {.gravity = Vec3d::Zero(), .undo_levels = 0});
    cut_three_times(cut);
    EXPECT_EQ(cut.world.cuts_to_undo(), 0);
    EXPECT_EQ(cut.world.undo_bytes(), 0u);
    EXPECT_FALSE(cut.adapt({UndoCut{}}).refused.empty());
}

TEST(ShapeEdit, UndoKeepsAsManyCutsAsAskedAndAsFitIntoItsMemory) {
    WorldSettings settings{.gravity = Vec3d::Zero(), .undo_levels = 2};
    EditedWorld cut("block", {}, {.depth = 2}, settings);
    cut_three_times(cut);
    EXPECT_EQ(cut.world.cuts_to_undo(), 2);
    const std::size_t two = cut.world.undo_bytes();
    EXPECT_GT(two, cut.shapes->bytes(cut.body().shape)) << "whole bodies of which four parts are left";

    settings.undo_memory = 1e-6 * (two - 1);
    const AdaptReport report = cut.adapt({ChangeWorld{settings}});
    EXPECT_EQ(cut.world.cuts_to_undo(), 1);
    EXPECT_LT(cut.world.undo_bytes(), two);
    ASSERT_EQ(report.notes.size(), 1u);
    EXPECT_EQ(report.notes[0], "1 cut can not be taken back any more, which would need more memory than undo_memory");
    cut.adapt({UndoCut{}});
    EXPECT_EQ(cut.world.bodies().size(), 3u);
    EXPECT_EQ(cut.world.cuts_to_redo(), 1);

    settings.undo_levels = 0;
    cut.adapt({ChangeWorld{settings}});
    EXPECT_EQ(cut.world.cuts_to_redo(), 0);
    EXPECT_EQ(cut.world.undo_bytes(), 0u);
}

TEST(ShapeEdit, PinsAndGrabsStayWithTheirMaterial) {
    EditedWorld cut("block");
    const Box3 box = bounding_box(cut.shapes->mesh({0}));
    const Zone left{{box.low - Vec3d::Ones(), {box.low.x() + 0.02, 1, 1}}, {}, 0};
    const Vec3d right(box.high.x() - 0.005, box.centre().y(), 0);
    cut.adapt({PinZone{{0}, left}, GrabPoint{{3}, {0}, right, right + Vec3d(0, 0.1, 0), 20}});
    const std::size_t pinned = cut.body().pins.size();
    ASSERT_GT(pinned, 0u);
    cut.stroke(kAbove, kBelow, 8);
    ASSERT_EQ(cut.world.bodies().size(), 2u);
    const bool left_is_first =
        motion_of(cut.rest(0), cut.body(0).state).centre.x() < motion_of(cut.rest(1), cut.body(1).state).centre.x();
    const Body& held = cut.body(left_is_first ? 0 : 1);
    const Body& pulled = cut.body(left_is_first ? 1 : 0);
    EXPECT_EQ(held.pins.size(), pinned);
    EXPECT_TRUE(pulled.pins.empty());
    EXPECT_TRUE(held.grabs.empty());
    ASSERT_EQ(pulled.grabs.size(), 1u);
    for (int step = 0; step < 60; ++step) cut.world.step();
    EXPECT_GT(motion_of(*World::shape_of(pulled).rest, pulled.state).centre.y(),
              motion_of(*World::shape_of(held).rest, held.state).centre.y() + 0.03);
    EXPECT_TRUE(cut.adapt({GrabPoint{{4}, {0}, right, right}}).refused.empty()) << "the old name still holds";
    EXPECT_EQ(pulled.grabs.size(), 2u);
}

TEST(ShapeEdit, RefiningAndCoarseningKeepMassAndMomentaAndRigidMotion) {
    for (const char* model : {"block", "hand", "torus"}) {
        EditedWorld edited(model, {.velocity = {0.1, 0, 0.2}, .angular_velocity = {0.4, 0.9, -0.3}},
                           {.depth = 3, .kappa = 1});
        for (int step = 0; step < 5; ++step) edited.world.step();
        const Box3 box = bounding_box(edited.shapes->mesh({0}));
        const Zone half{{box.low, {box.centre().x(), box.high.y(), box.high.z()}}, {}, 0};
        const Zone all{{box.low - box.extent(), box.high + box.extent()}, {}, 0};
        Motion before = edited.motion();
        const int nodes = edited.rest().nodes();
        const std::uint64_t first = hash(edited.rest());
        edited.adapt({RefineZone{{0}, half}});
        const int refined = edited.rest().nodes();
        EXPECT_GT(refined, nodes);
        expect_same_sums(before, edited.motion());
        EXPECT_NEAR(edited.motion().kinetic / before.kinetic, 1, 0.02) << "it turns on as a rigid body";
        for (int step = 0; step < 5; ++step) edited.world.step();
        before = edited.motion();
        edited.adapt({CoarsenZone{{0}, all}});
        EXPECT_EQ(hash(edited.rest()), first) << "as it was sampled at first";
        expect_same_sums(before, edited.motion());
    }
}

TEST(ShapeEdit, CoarseningJoinsTheCellsAllOfWhoseNodesAreNamed) {
    EditedWorld edited("block", {}, {.depth = 2, .kappa = 1});
    const std::uint64_t first = hash(edited.rest());
    const Zone all{{Vec3d::Constant(-1), Vec3d::Constant(1)}, {}, 0};
    edited.adapt({RefineZone{{0}, all}});
    const std::uint64_t refined = hash(edited.rest());
    Zone nodes;
    for (const Vec3& x0 : edited.rest().x0) nodes.points.push_back(edited.rest().origin + x0.cast<double>());
    Zone one{.points = {nodes.points[7]}};
    edited.adapt({CoarsenZone{{0}, one}});
    EXPECT_EQ(hash(edited.rest()), refined) << "its neighbours are not to be joined";
    Zone but_one = nodes;
    but_one.points.erase(but_one.points.begin() + 7);
    const int before = edited.rest().nodes();
    edited.adapt({CoarsenZone{{0}, but_one}});
    EXPECT_LT(edited.rest().nodes(), before);
    EXPECT_NE(hash(edited.rest()), first);
    edited.adapt({CoarsenZone{{0}, all}});
    EXPECT_EQ(hash(edited.rest()), first);
    edited.adapt({RefineZone{{0}, all}});
    edited.adapt({CoarsenZone{{0}, nodes}});
    EXPECT_EQ(hash(edited.rest()), first);
}

TEST(ShapeEdit, CoarseningDoesNotHealACut) {
    EditedWorld cut("block");
    cut.stroke(kAbove, kBelow, 8);
    const Zone all{{Vec3d::Constant(-1), Vec3d::Constant(1)}, {}, 0};
    cut.adapt({CoarsenZone{{0}, all, 1}});
    ASSERT_EQ(cut.world.bodies().size(), 2u);
    EXPECT_EQ(connectivity(cut.rest(0).links).components, 1);
    EXPECT_EQ(connectivity(cut.rest(1).links).components, 1);
}

TEST(ShapeEdit, ABladeThatMeetsNothingChangesNothing) {
    EditedWorld cut("block");
    const std::uint64_t before = hash(cut.world);
    cut.stroke({{3, 0, 0}, {3, 1, 0}}, {{3, 0, 1}, {3, 1, 1}}, 4);
    EXPECT_EQ(hash(cut.world), before);
    EXPECT_EQ(cut.world.cuts_to_undo(), 0);
}

TEST(ShapeEdit, ABladeWithoutABodyCutsWhateverItMeets) {
    EditedWorld cut("block");
    cut.adapt({CreateBody{.shape = {0}, .position = {0, 0, 0.3}}, CreateBody{.shape = {0}, .position = {5, 0, 0}}});
    cut.stroke({{0.013, 0.2, -0.2}, {0.013, 0.2, 0.6}}, {{0.02, -0.1, -0.2}, {0.02, -0.1, 0.6}}, 8, false, {});
    EXPECT_EQ(cut.world.bodies().size(), 5u);
    cut.adapt({UndoCut{}});
    EXPECT_EQ(cut.world.bodies().size(), 3u);
}

TEST(ShapeEdit, BladesThatAreNoNumbersAndUnknownBodiesAreRefused) {
    EditedWorld cut("block");
    const std::uint64_t before = hash(cut.world);
    EXPECT_EQ(cut.adapt({MoveBlade{{1}, {0}, {{NAN, 0, 0}, {0, 1, 0}}}}).refused.size(), 1u);
    EXPECT_EQ(cut.adapt({MoveBlade{{1}, {9}, kAbove}}).refused.size(), 1u);
    EXPECT_EQ(cut.adapt({EndCut{{1}}}).refused.size(), 1u);
    EXPECT_EQ(cut.adapt({RefineZone{{0}, {}, -1}}).refused.size(), 1u);
    EXPECT_EQ(hash(cut.world), before);
}

}  // namespace
}  // namespace octomatch

#include "core/hold.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/core/test_bodies.h"

namespace octomatch {
namespace {

using namespace test;

Vec3d place_of(const World& world, int node) {
    const BodyState& state = world.bodies()[0].state;
    return state.origin + state.x[node].cast<double>();
}

TEST(Pins, HoldTheirNodesInPlaceAndMoveThemWithThem) {
    const auto rest = model_rest("stick", RelationKind::intervals, 2);
    World world = world_of(rest, {}, {});
    const Zone end{.box = {{-1, -1, -1}, {-0.12, 1, 1}}};
    const Request pin[] = {PinZone{.body = {0}, .where = end}};
    world.adapt(pin);
    const std::vector<Pin> pins = world.bodies()[0].pins;
    ASSERT_GT(pins.size(), 3u);
    for (int step = 0; step < 200; ++step) world.step();
    for (const Pin& p : pins) EXPECT_LT((place_of(world, p.node.value) - p.place).norm(), 1e-6);
    EXPECT_LT(motion_of(world).centre.y(), 0.02);  // the rest hangs down

    const Request lead[] = {PinZone{.body = {0}, .where = end, .velocity = {0, 0.5, 0}}};
    world.adapt(lead);
    for (int step = 0; step < 60; ++step) world.step();
    for (const Pin& p : pins) EXPECT_NEAR(place_of(world, p.node.value).y() - p.place.y(), 0.5, 1e-5);

    const Request free[] = {UnpinZone{.body = {0}, .where = end}};
    world.adapt(free);
    EXPECT_TRUE(world.bodies()[0].pins.empty());
}

TEST(Grabs, HardOnesReachTheirTargetAndSoftOnesApproachIt) {
    const auto rest = lattice_rest({5, 5, 5}, 0.1, 1);
    for (double rate : {std::numeric_limits<double>::infinity(), 3.0}) {
        World world = world_of(rest, empty_space(), {.material = {.drag = 2}});
        const Vec3d corner = rest->x0[0].cast<double>(), target = corner + Vec3d(-0.2, 0, 0);
        const Request grab[] = {PinZone{.body = {0}, .where = {.box = {{0.15, -1, -1}, {1, 1, 1}}}},
                                GrabPoint{.grab = {1}, .body = {0}, .point = corner, .target = target, .rate = rate}};
        ASSERT_TRUE(world.adapt(grab).refused.empty());
        world.step();
        const double left = (place_of(world, 0) - target).norm();
        if (std::isinf(rate))
            EXPECT_LT(left, 1e-6);
        else
            EXPECT_GT(left, 0.1);
        for (int step = 0; step < 300; ++step) world.step();
        EXPECT_LT((place_of(world, 0) - target).norm(), std::isinf(rate) ? 1e-6 : 0.19);
        const Request release[] = {ReleaseGrab{{1}}};
        world.adapt(release);
        for (int step = 0; step < 600; ++step) world.step();
        EXPECT_LT((place_of(world, 0) - corner).norm(), 1e-3);  // springs back
    }
}

TEST(Ground, ABodyComesToRestOnIt) {
    const auto rest = model_rest("block", RelationKind::intervals, 2);
    World world =
        world_of(rest, {.ground = Ground{}}, {.material = {.damping = 5, .drag = 1}, .position = {0, 0.2, 0}});
    for (int step = 0; step < 1000; ++step) world.step();
    const Motion end = motion_of(world);
    EXPECT_LT(std::sqrt(2 * end.kinetic), 1e-3);
    EXPECT_NEAR(end.centre.y(), 0.05, 0.2 * 0.05);  // half its height, sagging a little
    // Deeper than a voxel would be visible.
    const BodyState& state = world.bodies()[0].state;
    double lowest = 1;
    for (int i = 0; i < rest->nodes(); ++i)
        lowest = std::min(lowest, state.origin.y() + state.x[i].y() + rest->low[i].y());
    EXPECT_GT(lowest, -rest->finest_cell / 4);
}

TEST(Ground, ABodySlidesOnASlopeIffItIsSteeperThanTheFrictionAngle) {
    const auto rest = lattice_rest({4, 2, 4}, 0.1, 2);
    for (double share : {0.9, 1.1}) {
        const double friction = 0.5, angle = share * std::atan(friction);
        WorldSettings settings{.gravity = 9.81 * Vec3d(std::sin(angle), -std::cos(angle), 0),
                               .ground = Ground{.friction = friction}};
        World world = world_of(rest, settings, {.material = {.damping = 5, .drag = 0}, .position = {0, 0.05, 0}});
        for (int step = 0; step < 300; ++step) world.step();  // until it has stopped shaking
        const double start = motion_of(world).centre.x();
        for (int step = 0; step < 120; ++step) world.step();
        const double way = motion_of(world).centre.x() - start;
        if (share < 1)
            EXPECT_LT(way, 1e-3);
        else
            EXPECT_GT(way, 0.1);
    }
}

TEST(Ground, RestitutionGivesBackItsShareOfTheSpeed) {
    const auto rest = lattice_rest({3, 3, 3}, 0.1, 3);
    World world = world_of(rest, {.gravity = Vec3d::Zero(), .ground = Ground{.restitution = 0.6}},
                           {.material = undamped(), .position = {0, 0.3, 0}, .velocity = {0, -1, 0}});
    for (int step = 0; step < 60; ++step) world.step();
    EXPECT_GT(motion_of(world).momentum.y(), 0);
}

}  // namespace
}  // namespace octomatch

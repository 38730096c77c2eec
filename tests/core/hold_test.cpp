#include "core/hold.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "octree/shape_library.h"
#include "tests/core/test_bodies.h"

namespace octomatch {
namespace {

using namespace test;

Vec3d place_of(const World& world, int node) {
    const BodyState& state = world.bodies()[0].state;
    return state.origin + state.x[node].cast<double>();
}

/// A world with one model that has a skin and touches with it.
World skinned_world(const char* model, const SampleSettings& sampling, const WorldSettings& settings,
                    CreateBody create) {
    const auto library = std::make_shared<ShapeLibrary>();
    create.shape = library->add(check_mesh(find_model(model)->make()).mesh, sampling);
    World world(library, settings);
    const Request requests[] = {create};
    world.adapt(requests);
    return world;
}

double lowest_of_skin(const World& world) {
    const Body& body = world.bodies()[0];
    Skin skin;
    pose_skin(*world.shape_of(body).rest, *world.shape_of(body).skin, body.state, skin);
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vec3& x : skin.positions) lowest = std::min(lowest, body.state.origin.y() + x.y());
    return lowest;
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

// The point is placed by the nodes' positions alone: what the pull does to rotations can not feed back into it.
TEST(Grabs, HardOnesOnTheSkinOfAStiffBodyHoldStill) {
    const MaterialSettings stiff{.stiffness = {.unit = StiffnessUnit::young, .value = 5e4}, .damping = 0, .drag = 1};
    World world = skinned_world("hand", {.depth = 4, .width = 0.016}, empty_space(), {.material = stiff});
    const Vec3d tip(0.023, 0.170, 0.011), target = tip + Vec3d(0.01, -0.02, 0.04);
    const Request hold[] = {PinZone{.body = {0}, .where = {.box = {{-1, -1, -1}, {1, 0.03, 1}}}},
                            GrabPoint{.grab = {1}, .body = {0}, .point = tip, .target = target}};
    ASSERT_TRUE(world.adapt(hold).refused.empty());
    ASSERT_FALSE(world.bodies()[0].pins.empty());
    std::vector<double> kinetic;
    for (int step = 0; step < 300; ++step) {
        world.step();
        const Body& body = world.bodies()[0];
        const PointMotion motion = motion_of(body.grabs[0].point, world.tables_of(body), body.state);
        ASSERT_LT((motion.place - target).norm(), 1e-5) << "in step " << step;
        kinetic.push_back(motion_of(world).kinetic);
    }
    // What swings loses energy at the rate of the drag, e^-4 = 0.018 in these four seconds; the hold adds nothing.
    EXPECT_LT(*std::max_element(kinetic.end() - 60, kinetic.end()),
              0.03 * *std::max_element(kinetic.begin(), kinetic.begin() + 60));
}

TEST(Ground, ABodyComesToRestOnIt) {
    World world = skinned_world("block", {.depth = 2}, {.ground = Ground{}},
                                {.material = {.damping = 5, .drag = 1}, .position = {0, 0.2, 0}});
    for (int step = 0; step < 1000; ++step) world.step();
    const Motion end = motion_of(world);
    EXPECT_LT(std::sqrt(2 * end.kinetic), 1e-3);
    EXPECT_NEAR(end.centre.y(), 0.05, 0.2 * 0.05);  // half its height, sagging a little
    // Deeper than a voxel would be visible.
    EXPECT_GT(lowest_of_skin(world), -world.shape_of(world.bodies()[0]).rest->finest_cell / 4);
}

// Neither the fall nor the tumbling may bring in energy: whatever moves was height before.
TEST(Ground, NeverAddsEnergyToABodyThatTumblesOnIt) {
    World world = skinned_world(
        "torus", {.depth = 3, .width = 0.04}, {.ground = Ground{.friction = 0.6}},
        {.material = {.stiffness = {.unit = StiffnessUnit::young, .value = 15000}, .damping = 0, .drag = 0},
         .position = {0, 0.35, 0},
         .rotation = Eigen::Quaterniond(Eigen::AngleAxisd(1.1, Vec3d(1, 0, 0.3).normalized()))});
    const auto energy = [&] {
        const Motion motion = motion_of(world);
        return motion.kinetic / motion_of(world).mass + 9.81 * motion.centre.y();
    };
    double least = energy();
    for (int second = 0; second < 10; ++second) {
        double most = 0;
        for (int step = 0; step < 60; ++step) {
            world.step();
            most = std::max(most, energy());
        }
        EXPECT_LT(most, least * 1.01) << "in second " << second;
        least = std::min(least, most);
    }
    EXPECT_GT(lowest_of_skin(world), -world.shape_of(world.bodies()[0]).rest->finest_cell);
}

// Air drag of 0.3 /s has taken all but e^-6 of the energy by then, unless the ground gives some back.
TEST(Ground, ATumblingBodyComesToRestWithLittleDrag) {
    World world = skinned_world(
        "torus", {.depth = 3, .width = 0.04}, {.ground = Ground{.friction = 0.6}},
        {.material = {.stiffness = {.unit = StiffnessUnit::young, .value = 15000}, .damping = 3, .drag = 0.3},
         .position = {0, 0.35, 0},
         .rotation = Eigen::Quaterniond(Eigen::AngleAxisd(1.1, Vec3d(1, 0, 0.3).normalized()))});
    for (int step = 0; step < 900; ++step) world.step();
    EXPECT_LT(motion_of(world).kinetic / motion_of(world).mass, 1e-6);
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

// Worlds with bodies under the rule `equal`, in float: they rest, turn, are held, changed, saved.
#include <gtest/gtest.h>

#include "tests/core/laws.h"

namespace octomatch {
namespace {

using namespace test;

TEST(EqualWorld, AUniformBodyMovesToTheBitAsUnderThePlainRule) {
    SampleSettings settings{.depth = 2, .criteria = {Criterion::uniform}};
    settings.regions.relation = RelationKind::fractional;
    const auto rest = model_rest("comb", settings);
    const auto run = [&](MaterialRule rule) {
        MaterialSettings material;
        material.rule = rule;
        World world =
            shaken(world_of(rest, {.ground = Ground{}}, {.material = material, .angular_velocity = {1, 2, 3}}), 0.2);
        for (int step = 0; step < 100; ++step) world.step();
        return world.bodies()[0].state;
    };
    const BodyState plain = run(MaterialRule::plain), equal = run(MaterialRule::equal);
    EXPECT_EQ(plain.x, equal.x);
    EXPECT_EQ(plain.v, equal.v);
    EXPECT_TRUE(plain.rotation.empty());
    for (const Vec3& spin : equal.spin) EXPECT_EQ(spin, Vec3(Vec3::Zero()));
}

TEST(EqualWorld, EnergyStaysBoundedOverTenThousandSteps) {
    const auto rest = fractional_rest("comb", 2);
    expect_energy_stays_below(shaken(world_of(rest, empty_space(), {.material = equal_material()}), 0.2), 2, 10000);
}

TEST(EqualWorld, ABodyAtRestStaysAtRest) {
    const auto rest = fractional_rest("hand");
    World world = world_of(rest, empty_space(), {.material = equal_material()});
    double most = 0;
    for (int step = 0; step < 500; ++step) {
        world.step();
        for (const Vec3& v : world.bodies()[0].state.v) most = std::max(most, double(v.norm()));
    }
    EXPECT_LT(most * world.settings().time_step, 1e-5 * rest->finest_cell);
    for (const auto& q : world.bodies()[0].state.rotation) EXPECT_LT(q.vec().norm(), 1e-4);
}

/// The turn of the body as a whole, from the places of its nodes.
Mat3d turn_of(const BodyRest& rest, const BodyState& state) {
    Eigen::Matrix3Xd from(3, rest.nodes()), to(3, rest.nodes());
    for (int i = 0; i < rest.nodes(); ++i)
        from.col(i) = rest.x0[i].cast<double>(), to.col(i) = state.x[i].cast<double>();
    return Eigen::umeyama(from, to, false).topLeftCorner<3, 3>();
}

TEST(EqualWorld, RigidMotionIsKeptAndNodesTurnWithTheBody) {
    const auto rest = fractional_rest("comb", 2);
    CreateBody create{.material = equal_material(), .rotation = Eigen::Quaterniond(0.8, 0.3, -0.4, 0.33).normalized()};
    create.velocity = {0.2, 0.1, 0};
    create.angular_velocity = {0.06, 0.1, -0.04};  // slow: a soft body that turns fast is stretched
    World world = world_of(rest, empty_space(), create);
    const Motion before = motion_of(world);
    for (int step = 0; step < 3000; ++step) world.step();
    const BodyState& state = world.bodies()[0].state;
    const Mat3d turn = turn_of(*rest, state);
    EXPECT_LT((turn - create.rotation.toRotationMatrix()).norm(), 2.9);  // it has turned ...
    EXPECT_GT((turn - create.rotation.toRotationMatrix()).norm(), 0.1);
    for (const auto& q : state.rotation)  // ... and its nodes with it
        EXPECT_LT((q.toRotationMatrix().cast<double>() - turn).norm(), 0.01);
    EXPECT_NEAR(motion_of(world).kinetic / before.kinetic, 1, 2e-3);
}

TEST(EqualWorld, TheStateHashIsEqualForEveryThreadCount) {
    const auto rest = fractional_rest("hand");
    expect_equal_hashes_for_every_thread_count([&] { return row_of_bodies(rest, 3, equal_material(2)); }, 30);
}

TEST(EqualWorld, AHeldZoneDoesNotTurnAndPumpsNoEnergy) {
    const auto rest = fractional_rest("comb", 2);
    World world = shaken(world_of(rest, empty_space(), {.material = equal_material()}), 0.1);
    const Request pin[] = {PinZone{.body = {0}, .where = {.box = {{-1, 0.09, -1}, {1, 1, 1}}}}};
    world.adapt(pin);
    const auto pins = world.bodies()[0].pins;
    ASSERT_GT(pins.size(), 2u);
    const double before = motion_of(world).kinetic;
    for (int step = 0; step < 5000; ++step) {
        world.step();
        ASSERT_LT(motion_of(world).kinetic, 2 * before) << "step " << step;
    }
    for (const Pin& held : pins) {
        EXPECT_EQ(world.bodies()[0].state.spin[held.node.value], Vec3(Vec3::Zero()));
        if (rest->own_moment[held.node.value].isZero(0)) continue;
        EXPECT_LT(world.bodies()[0].state.rotation[held.node.value].vec().norm(), 1e-6);
    }
}

TEST(EqualWorld, ABodyThatBecomesEqualGoesOnTurning) {
    const auto rest = fractional_rest("hand", 2);
    CreateBody create{.material = undamped(), .rotation = Eigen::Quaterniond(0.8, 0.3, -0.4, 0.33).normalized()};
    create.angular_velocity = {0.3, 0.2, -0.1};
    World world = world_of(rest, empty_space(), create);
    world.step();
    EXPECT_TRUE(world.bodies()[0].state.rotation.empty());
    const Request change[] = {ChangeMaterial{{0}, equal_material()}};
    EXPECT_TRUE(world.adapt(change).refused.empty());
    const BodyState& state = world.bodies()[0].state;
    for (int i = 0; i < rest->nodes(); ++i) {
        const Mat3d R = state.rotation[i].toRotationMatrix().cast<double>();
        EXPECT_LT((R - turn_of(*rest, state)).norm(), 0.01);  // matched before the last move: |omega| h sqrt(2)
        const Vec3d expected = R * inertia_of(*rest, i) * R.transpose() * create.angular_velocity;
        EXPECT_LE((state.spin[i].cast<double>() - expected).norm(), 0.01 * expected.norm());
    }
    const Request back[] = {ChangeMaterial{{0}, undamped()}};
    world.adapt(back);
    EXPECT_TRUE(world.bodies()[0].state.rotation.empty());
    EXPECT_TRUE(world.bodies()[0].state.spin.empty());
}

TEST(EqualWorld, NeedsABodyWithFractionalMembers) {
    const auto rest = model_rest("comb", RelationKind::intervals, 2);
    World world = world_of(rest, empty_space(), {});
    const std::uint64_t before = hash(world);
    const Request requests[] = {CreateBody{.shape = {0}, .material = equal_material()},
                                ChangeMaterial{{0}, equal_material()}};
    const AdaptReport report = world.adapt(requests);
    ASSERT_EQ(report.refused.size(), 2u);
    EXPECT_TRUE(report.created.empty());
    EXPECT_NE(report.refused[0].find("'fractional'"), std::string::npos);
    EXPECT_EQ(hash(world), before);
}

TEST(EqualWorld, ARestoredWorldContinuesToTheBit) {
    const auto rest = fractional_rest("comb", 2);
    expect_restored_world_continues(shaken(world_of(rest, {.ground = Ground{}}, {.material = equal_material(2)}), 0.3),
                                    rest);
}

}  // namespace
}  // namespace octomatch

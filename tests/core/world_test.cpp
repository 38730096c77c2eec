// The laws of the step as users run it: float state, the fast rotation kernel.
#include "core/world.h"

#include <gtest/gtest.h>

#include "core/parallel.h"
#include "tests/core/laws.h"

namespace octomatch {
namespace {

using namespace test;

double radius_of(const BodyRest& rest) {
    double radius = 0;
    for (const Vec3& x0 : rest.x0) radius = std::max(radius, double(x0.norm()));
    return radius;
}

double fastest(const World& world) {
    double speed = 0;
    for (const Vec3& v : world.bodies()[0].state.v) speed = std::max(speed, double(v.norm()));
    return speed;
}

/// The rigid motion that fits the state best, and the largest distance from it.
double departure_from_rigid(const BodyRest& rest, const BodyState& state) {
    Eigen::Matrix3Xd from(3, rest.nodes()), to(3, rest.nodes());
    for (int i = 0; i < rest.nodes(); ++i)
        from.col(i) = rest.x0[i].cast<double>(), to.col(i) = state.x[i].cast<double>();
    const Eigen::Matrix4d fit = Eigen::umeyama(from, to, false);
    return ((fit.topLeftCorner<3, 3>() * from).colwise() + fit.topRightCorner<3, 1>() - to).colwise().norm().maxCoeff();
}

TEST(World, ABodyAtRestStaysAtRestWithoutADeadZone) {
    for (RelationKind relation : {RelationKind::intervals, RelationKind::blocks}) {
        const auto rest = model_rest("hand", relation);
        const auto largest_move = [&](World world) {  // in finest cells per step, over each half of 1,000 steps
            std::array<double, 2> largest{};
            for (int step = 0; step < 1000; ++step) {
                world.step();
                double& most = largest[step / 500];
                most = std::max(most, world.settings().time_step * fastest(world) / rest->finest_cell);
            }
            return largest;
        };
        const auto [first, second] = largest_move(world_of(rest, empty_space(), {.material = undamped()}));
        EXPECT_LT(second, 1e-5);
        EXPECT_LE(second, first);
        // Turned, float knows the rest shape to half a unit in the last place, and every move rounds by as much, 1e-6
        // of a cell: that shakes the body for ever, and damping keeps it small.
        const auto turn = Eigen::Quaterniond(0.8, 0.3, -0.4, 0.33).normalized();
        const auto [early, late] = largest_move(world_of(rest, empty_space(), {.rotation = turn}));
        EXPECT_LT(late, 1e-4);
        EXPECT_LT(late, 2 * early);
    }
    // No dead zone: the smallest disturbance is answered.
    const auto rest = lattice_rest({4, 4, 4}, 0.1, 1);
    World::Saved saved = world_of(rest, empty_space(), {.material = undamped()}).save();
    saved.bodies[0].state.x[0].x() = std::nextafter(saved.bodies[0].state.x[0].x(), 1.0f);
    World world = World::restored(std::make_shared<FixedShapes>(std::vector{rest}), saved);
    world.step();
    EXPECT_NE(world.bodies()[0].state.v[0], Vec3(Vec3::Zero()));
}

TEST(World, RigidMotionIsKeptForEverHereAndFarAway) {
    const auto rest = model_rest("comb", RelationKind::intervals, 2);
    const double radius = radius_of(*rest);
    for (double far : {0.0, 1e4}) {
        CreateBody create{.material = undamped(), .position = {far * radius, 0, 0}};
        create.velocity = {0.2, 0.1, 0};
        create.angular_velocity = {0.012, 0.02,
                                   -0.008};  // slow: a soft body that turns fast is stretched, as it should
        World world = world_of(rest, empty_space(), create);
        const Motion before = motion_of(world);
        for (int step = 0; step < 10000; ++step) world.step();
        EXPECT_LT(departure_from_rigid(*rest, world.bodies()[0].state), 0.02 * rest->finest_cell);
        const Motion after = motion_of(world);
        EXPECT_NEAR(after.kinetic / before.kinetic, 1, 1e-3);
        const Vec3d expected = before.centre + 10000 * world.settings().time_step * create.velocity;
        EXPECT_LT((after.centre - expected).norm(), 1e-3 * (expected - before.centre).norm());
    }
}

TEST(World, ABodyFarAwayMovesToTheBitAsOneAtHome) {
    const auto rest = model_rest("hand", RelationKind::intervals, 2);
    CreateBody create{.velocity = {3, 1, 0}, .angular_velocity = {0, 4, 1}};
    World home = world_of(rest, empty_space(), create);
    create.position = {1e3 * 1024, -512e3, 0};  // whole numbers: adding them to the origin does not round
    World away = world_of(rest, empty_space(), create);
    for (int step = 0; step < 200; ++step) {
        home.step();
        away.step();
    }
    EXPECT_EQ(home.bodies()[0].state.v, away.bodies()[0].state.v);
    EXPECT_EQ(home.bodies()[0].state.x, away.bodies()[0].state.x);
    EXPECT_LT((away.bodies()[0].state.origin - home.bodies()[0].state.origin - create.position).norm(), 1e-6);
}

TEST(World, MomentumOfAFreeDeformingBodyDriftsLessThanFloatAllows) {
    for (RelationKind relation : {RelationKind::intervals, RelationKind::blocks}) {
        SampleSettings settings{.depth = 3};
        settings.regions.relation = relation;
        settings.widths = {{.where = {.box = {{-1, -1, -1}, {0, 1, 1}}}, .width = 0.05}};
        const auto rest = model_rest("hand", settings);
        expect_momentum_is_kept_as_far_as_float_allows(
            shaken(world_of(rest, empty_space(), {.material = undamped()}), 0.2));
    }
}

TEST(World, EnergyStaysBoundedOverTenThousandSteps) {
    const auto rest = model_rest("comb", RelationKind::blocks, 2);
    expect_energy_stays_below(shaken(world_of(rest, empty_space(), {.material = undamped()}), 0.2), 1.5, 10000);
}

TEST(World, TheStateHashIsEqualForEveryThreadCount) {
    const auto rest = model_rest("hand", RelationKind::intervals, 4);
    expect_equal_hashes_for_every_thread_count([&] { return row_of_bodies(rest, 5, {}); }, 30);
}

TEST(World, TheKernelFollowsTheReferenceRotation) {
    const auto rest = model_rest("hand", RelationKind::intervals, 3);
    WorldSettings by_reference = empty_space();
    by_reference.rotation = RotationKind::reference;
    World kernel = shaken(world_of(rest, empty_space(), {}), 0.1),
          reference = shaken(world_of(rest, by_reference, {}), 0.1);
    for (int step = 0; step < 100; ++step) {
        kernel.step();
        reference.step();
    }
    for (int i = 0; i < rest->nodes(); ++i)
        EXPECT_LT((kernel.bodies()[0].state.x[i] - reference.bodies()[0].state.x[i]).norm(), 0.01 * rest->finest_cell);
}

TEST(World, ARestoredWorldContinuesToTheBit) {
    const auto rest = model_rest("comb", RelationKind::intervals, 3);
    expect_restored_world_continues(
        shaken(world_of(rest, {.ground = Ground{}}, {.material = {.plasticity = {.yield = 0.02}}}), 0.3), rest);
}

TEST(World, FreeFallFollowsTheClosedForm) {
    const auto rest = model_rest("block", RelationKind::intervals, 2);
    World world = world_of(rest, {}, {.material = undamped(), .velocity = {1, 0, 0}});
    const Vec3d start = motion_of(world).centre;
    const int steps = 120;
    for (int step = 0; step < steps; ++step) world.step();
    const double h = world.settings().time_step, t = steps * h;
    // Symplectic Euler: h^2 g k (k + 1) / 2.
    const Vec3d expected = start + Vec3d(t, -9.81 * h * h * steps * (steps + 1) / 2, 0);
    EXPECT_LT((motion_of(world).centre - expected).norm(), 1e-5 * (expected - start).norm());
}

TEST(World, RequestsThatNameNothingAreRefusedAndChangeNothing) {
    World world = world_of(lattice_rest({2, 2, 2}, 0.1, 1), empty_space(), {});
    const std::uint64_t before = hash(world);
    const Request requests[] = {RemoveBody{{7}},
                                CreateBody{.shape = {3}},
                                PinZone{.body = {0}, .where = {.box = {{5, 5, 5}, {6, 6, 6}}}},
                                MoveGrab{.grab = {4}},
                                ReleaseGrab{{4}},
                                UnpinZone{.body = {9}},
                                ChangeMaterial{{2}, {}},
                                ChangeRegionStiffness{{0}, {}, 2.0}};
    const AdaptReport report = world.adapt(requests);
    EXPECT_EQ(report.refused.size(), std::size(requests));
    EXPECT_EQ(hash(world), before);
}

TEST(World, BodiesOfOneShapeShareTheirTables) {
    World world(std::make_shared<FixedShapes>(std::vector{lattice_rest({3, 3, 3}, 0.1, 1)}), empty_space());
    const Request requests[] = {CreateBody{.shape = {0}}, CreateBody{.shape = {0}},
                                CreateBody{.shape = {0}, .material = {.plasticity = {.yield = 0.1}}}};
    world.adapt(requests);
    EXPECT_EQ(&world.tables_of(world.bodies()[0]), &world.tables_of(world.bodies()[1]));
    EXPECT_NE(&world.tables_of(world.bodies()[0]), &world.tables_of(world.bodies()[2]));
}

TEST(World, ASharedFitIsOnlyAShortCut) {
    // A yield that is never reached gives every region a fit of its own.
    const auto rest = model_rest("comb", RelationKind::intervals, 3);
    World shared = shaken(world_of(rest, empty_space(), {}), 0.1);
    World apart = shaken(world_of(rest, empty_space(), {.material = {.plasticity = {.yield = 1e9}}}), 0.1);
    ASSERT_LT(shared.tables_of(shared.bodies()[0]).fits(), apart.tables_of(apart.bodies()[0]).fits());
    for (int step = 0; step < 50; ++step) {
        shared.step();
        apart.step();
    }
    for (int i = 0; i < rest->nodes(); ++i)
        EXPECT_LT((shared.bodies()[0].state.x[i] - apart.bodies()[0].state.x[i]).norm(), 1e-3 * rest->finest_cell);
}

TEST(Rebase, IsExact) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> number(-1, 1);
    BodyState state;
    for (int i = 0; i < 1000; ++i)
        state.x.push_back(Vec3(3.2f, -4.0f, 0.1f) + Vec3(number(random), number(random), number(random)));
    const BodyState before = state;
    rebase(state);
    EXPECT_NE(state.origin.x(), 0);
    EXPECT_NE(state.origin.y(), 0);
    EXPECT_EQ(state.origin.z(), 0);  // that axis has not moved away from its origin
    for (int i = 0; i < 1000; ++i)
        EXPECT_EQ(state.origin + state.x[i].cast<double>(), Vec3d(before.origin + before.x[i].cast<double>()));
    const BodyState once = state;
    rebase(state);
    EXPECT_EQ(hash(state), hash(once));
}

}  // namespace
}  // namespace octomatch

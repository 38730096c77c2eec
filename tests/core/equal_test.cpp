// The laws of the rule `equal`: fractional members, nodes that turn, and the stiffness that makes up for coarse cells.
#include <gtest/gtest.h>

#include "core/integrate.h"
#include "core/parallel.h"
#include "core/spin.h"
#include "tests/core/test_bodies.h"

namespace octomatch {
namespace {

using namespace test;

MaterialSettings equal_material(double damping = 0, double alpha = 1) {
    return {.rule = MaterialRule::equal, .stiffness = {StiffnessUnit::alpha, alpha}, .damping = damping, .drag = 0};
}

std::shared_ptr<const BodyRest> fractional_rest(const char* model, int depth = 3, double kappa = 0.7) {
    SampleSettings settings{.depth = depth, .kappa = kappa};
    settings.regions.relation = RelationKind::fractional;
    return model_rest(model, settings);
}

/// Base cells in a row, one cell thick, each of 4^3 finest cells; along x.
std::shared_ptr<const BodyRest> chain_rest() {
    SampleSettings settings{.base_cell = 0.05, .depth = 2, .criteria = {}};
    settings.regions.relation = RelationKind::fractional;
    return model_rest("stick", settings);
}

std::vector<std::pair<std::string, std::shared_ptr<const BodyRest>>> bodies() {
    SampleSettings wide{.depth = 3};
    wide.regions.relation = RelationKind::fractional;
    wide.widths = {{.where = {.box = {{-1, -1, -1}, {0, 1, 1}}}, .width = 0.05}};
    return {{"comb", fractional_rest("comb")},
            {"hand of unequal widths", model_rest("hand", wide)},
            {"chain", chain_rest()}};
}

/// One body in double, stepped by the machine's own stages.
struct Oracle {
    using State = BodyStateOf<double>;

    Oracle(std::shared_ptr<const BodyRest> rest, const MaterialSettings& m, double dt)
        : material(m), seconds(dt), tables(std::move(rest), m, {}, PlanKind::tree) {
        const std::size_t n = tables.nodes();
        for (const Vec3& x0 : tables.rest->x0) state.x.push_back(x0.cast<double>());
        state.v.assign(n, Vec3d::Zero());
        state.rotation.assign(n, State::Quat::Identity());
        state.spin.assign(n, Vec3d::Zero());
        state.matched.assign(tables.fits(), State::Quat::Identity());
        if (m.plasticity.active()) state.plastic.assign(n, Mat3d::Identity());
    }
    Mat3d rotation(int i) const { return state.rotation[i].toRotationMatrix(); }
    Vec3d turning(int i) const {
        const Mat3d axes = rotation(i) * tables.inertia[i].axes;
        return axes * tables.inertia[i].inverse.cwiseProduct(axes.transpose() * state.spin[i]);
    }
    Mat3d inertia(int i) const { return rotation(i) * inertia_of(*tables.rest, i) * rotation(i).transpose(); }
    void shake(double speed, unsigned seed = 1) {
        std::mt19937 random(seed);
        std::normal_distribution<double> normal;
        const auto any = [&] { return Vec3d(normal(random), normal(random), normal(random)); };
        for (int i = 0; i < tables.nodes(); ++i) {
            state.v[i] += speed * any();
            state.spin[i] += inertia(i) * (0.5 * speed / tables.rest->cell[i] * any());
        }
    }
    void find_goals() {
        match.sum_regions(tables, state);
        match.match_regions(tables, material.plasticity, seconds, RotationKind::reference, state);
        match.average_goals(tables, state);
    }
    void step() {
        const Substep now{.seconds = seconds,
                          .alpha = material.stiffness.value,
                          .damping = 1 - std::exp(-material.damping * seconds),
                          .drag = std::exp(-material.drag * seconds)};
        const bool fused = material.damping_order == DampingOrder::fused;
        find_goals();
        kick(now, fused, match, state);
        if (!fused) {
            match.average_rigid_velocities(tables, state);
            damp(now, match, state);
        }
        move(now, state);
        turn(tables, seconds, state);
    }
    Motion motion() const { return motion_of(*tables.rest, state); }
    /// alpha / (2 h^2) sum_r a_r sum_i phi_ir f_i (|x_i - T_r x0_i|^2 + |(R_i - R_r) J_i^(1/2)|^2), by members.
    double elastic() {
        find_goals();
        const WeightedMembers regions = weighted_members(*tables.rest);
        double energy = 0;
        for (int s = 0; s < tables.sums(); ++s) {
            const auto members = regions.nodes.row(s);
            const auto weight = [&](std::size_t k) {
                return regions.weight[regions.nodes.offsets[s] + k] * tables.weight[members[k].value];
            };
            Vec3d c = Vec3d::Zero();
            for (std::size_t k = 0; k < members.size(); ++k) c += weight(k) * state.x[members[k].value];
            c /= tables.mass[s];
            for (int fit = tables.first_fit[s]; fit < tables.first_fit[s + 1]; ++fit) {
                const Mat3d R = state.matched[fit].toRotationMatrix();
                for (std::size_t k = 0; k < members.size(); ++k) {
                    const int i = members[k].value;
                    const Vec3d x0 = tables.rest->x0[i].cast<double>();
                    const Mat3d off = rotation(i) - R;
                    energy += tables.pull[fit] * weight(k) *
                              ((state.x[i] - c - R * (x0 - tables.centre[s])).squaredNorm() +
                               (off * tables.rest->own_moment[i].cast<double>() * off.transpose()).trace());
                }
            }
        }
        return 0.5 * material.stiffness.value / (seconds * seconds) * energy;
    }

    MaterialSettings material;
    double seconds;
    MatchTables tables;
    RegionMatcher<double> match;
    State state;
};

TEST(Equal, GoalsOfARestShapeAreItselfAndNothingTurns) {
    for (const auto& [name, rest] : bodies()) {
        SCOPED_TRACE(name);
        ASSERT_EQ(validate(*rest), std::vector<std::string>{});
        Oracle body(rest, equal_material(), 0.01);
        body.find_goals();
        for (int i = 0; i < rest->nodes(); ++i) {
            EXPECT_LT(body.match.to_goal(i).norm(), 1e-14 * rest->finest_cell);
            EXPECT_LT(body.match.torque(i).norm(), 1e-14 * rest->mass[i] * rest->cell[i] * rest->cell[i]);
        }
    }
}

TEST(Equal, PullsAndTorquesAreTheGradientOfTheEnergy) {
    for (const auto& [name, rest] : bodies()) {
        SCOPED_TRACE(name);
        Oracle body(rest, equal_material(), 0.01);
        body.shake(0.3);
        for (int step = 0; step < 5; ++step) body.step();
        body.find_goals();
        const double stiffness = body.material.stiffness.value / (body.seconds * body.seconds);
        std::mt19937 random(7);
        for (int trial = 0; trial < 6; ++trial) {
            const int i = static_cast<int>(random() % rest->nodes());
            const int axis = trial % 3;
            const Vec3d pull = stiffness * rest->mass[i] * body.match.to_goal(i);
            const Vec3d torque = stiffness * body.match.torque(i);
            const double step = 1e-6;
            const auto slope = [&](auto change) {
                const auto before = body.state;
                change(step);
                const double above = body.elastic();
                body.state = before;
                change(-step);
                const double below = body.elastic();
                body.state = before;
                return -(above - below) / (2 * step);
            };
            EXPECT_NEAR(slope([&](double d) { body.state.x[i][axis] += d; }), pull[axis],
                        1e-4 * (pull.norm() + stiffness * rest->mass[i] * 1e-3 * rest->cell[i]));
            const auto turned = [&](double angle) {
                body.state.rotation[i] =
                    Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vec3d::Unit(axis))) * body.state.rotation[i];
            };
            const double scale = stiffness * inertia_of(*rest, i).norm();
            EXPECT_NEAR(slope(turned), torque[axis], 1e-4 * torque.norm() + 1e-5 * scale);
            body.find_goals();
        }
    }
}

TEST(Equal, MomentumWithSpinIsConservedInDouble) {
    for (const auto& [name, rest] : bodies())
        for (DampingOrder order : {DampingOrder::fused, DampingOrder::rj07})
            for (double damping : {0.0, 5.0}) {
                SCOPED_TRACE(name);
                MaterialSettings material = equal_material(damping);
                material.damping_order = order;
                Oracle body(rest, material, 0.01);
                body.shake(0.3);
                const Motion before = body.motion();
                const int steps = damping == 0 && order == DampingOrder::fused ? 1000 : 100;
                for (int step = 0; step < steps; ++step) body.step();
                const Motion after = body.motion();
                EXPECT_LT((after.momentum - before.momentum).norm(), 1e-10 * before.speed);
                EXPECT_LT((after.angular - before.angular).norm(), 1e-10 * before.turn);
            }
}

TEST(Equal, PlasticFlowKeepsMomentumWithSpin) {
    MaterialSettings material = equal_material();
    material.plasticity = {.yield = 0.01, .creep = 20, .maximum = 0.3};
    Oracle body(fractional_rest("comb"), material, 0.01);
    body.shake(1);
    const Motion before = body.motion();
    for (int step = 0; step < 60; ++step) body.step();
    EXPECT_LT((body.motion().momentum - before.momentum).norm(), 1e-10 * before.speed);
    EXPECT_LT((body.motion().angular - before.angular).norm(), 1e-9 * before.turn);
    int flowed = 0;
    for (const Mat3d& S : body.state.plastic) {
        EXPECT_NEAR(S.determinant(), 1, 1e-9);
        flowed += (S - Mat3d::Identity()).norm() > 0.01;
    }
    EXPECT_GT(flowed, 0);
}

TEST(Equal, AStepCommutesWithRigidMotions) {
    for (const auto& [name, rest] : bodies()) {
        SCOPED_TRACE(name);
        Oracle body(rest, equal_material(3), 0.01);
        body.shake(0.5);
        for (int step = 0; step < 5; ++step) body.step();
        Oracle turned(rest, body.material, 0.01);
        const Eigen::Quaterniond q = Eigen::Quaterniond(0.3, -0.5, 0.7, 0.2).normalized();
        const Vec3d shift(0.4, -1.2, 2.0);
        for (int i = 0; i < rest->nodes(); ++i) {
            turned.state.x[i] = q * body.state.x[i] + shift;
            turned.state.v[i] = q * body.state.v[i];
            turned.state.rotation[i] = q * Eigen::Quaterniond(body.state.rotation[i]);
            turned.state.spin[i] = q * body.state.spin[i];
        }
        for (int fit = 0; fit < body.tables.fits(); ++fit)
            turned.state.matched[fit] = q * Eigen::Quaterniond(body.state.matched[fit]);
        body.step();
        turned.step();
        for (int i = 0; i < rest->nodes(); ++i) {
            EXPECT_LT((turned.state.x[i] - (q * body.state.x[i] + shift)).norm(), 1e-11);
            EXPECT_LT((turned.rotation(i) - q.toRotationMatrix() * body.rotation(i)).norm(), 1e-9);
        }
    }
}

TEST(Equal, EnergyOfAnUndampedBodyStaysBounded) {
    for (const auto& [name, rest] : bodies()) {
        SCOPED_TRACE(name);
        for (double alpha : {0.3, 1.0}) {
            Oracle body(rest, equal_material(0, alpha), 0.01);
            body.shake(0.1);
            const double before = body.motion().kinetic;
            double most = 0;
            for (int step = 0; step < 1000; ++step) {
                body.step();
                most = std::max(most, body.motion().kinetic);
            }
            // Symplectic Euler keeps K + V + h/2 v . F, which is at least (1 - sqrt(alpha) / 2) (K + V).
            EXPECT_LT(most, before / (1 - std::sqrt(alpha) / 2)) << "alpha " << alpha;
            EXPECT_LT(body.motion().kinetic + body.elastic(), before / (1 - std::sqrt(alpha) / 2));
        }
    }
}

TEST(Equal, EnergyStaysBoundedOverTenThousandSteps) {
    const auto rest = fractional_rest("comb", 2);
    World world = shaken(world_of(rest, empty_space(), {.material = equal_material()}), 0.2);
    const double before = motion_of(world).kinetic;
    for (int step = 0; step < 10000; ++step) {
        world.step();
        ASSERT_LT(motion_of(world).kinetic, 2 * before) << "step " << step;
    }
}

TEST(Equal, DampingNeverAddsKineticEnergy) {
    for (const auto& [name, rest] : bodies()) {
        SCOPED_TRACE(name);
        Oracle body(rest, equal_material(30, 0), 0.01);
        body.shake(1);
        double kinetic = body.motion().kinetic;
        for (int step = 0; step < 30; ++step) {
            body.match.sum_regions(body.tables, body.state);
            body.match.match_regions(body.tables, {}, 0.01, RotationKind::reference, body.state);
            body.match.average_rigid_velocities(body.tables, body.state);
            damp({.seconds = 0.01, .damping = 0.26}, body.match, body.state);
            EXPECT_LE(body.motion().kinetic, kinetic * (1 + 1e-14));
            kinetic = body.motion().kinetic;
        }
    }
}

TEST(Equal, DampingLeavesRigidMotionAlone) {
    for (const auto& [name, rest] : bodies()) {
        SCOPED_TRACE(name);
        Oracle body(rest, equal_material(50), 0.01);
        const Vec3d velocity(1, 2, -1), turning(0.5, -2, 1);
        for (int i = 0; i < rest->nodes(); ++i) {
            body.state.v[i] = velocity + turning.cross(body.state.x[i]);
            body.state.spin[i] = body.inertia(i) * turning;
        }
        const auto same = [&, &rest = rest](double tolerance) {
            for (int i = 0; i < rest->nodes(); ++i) {
                EXPECT_LT((body.match.rigid_velocity(i) - body.state.v[i]).norm(), tolerance);
                EXPECT_LE((body.match.rigid_spin(i) - body.state.spin[i]).norm(),
                          tolerance * inertia_of(*rest, i).norm());
            }
        };
        body.find_goals();
        same(1e-9);
        body.match.average_rigid_velocities(body.tables, body.state);
        same(1e-9);
    }
}

TEST(Equal, ABodyAtRestStaysAtRest) {
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

TEST(Equal, RigidMotionIsKeptAndNodesTurnWithTheBody) {
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

TEST(Equal, MomentumOfAFreeDeformingBodyDriftsLessThanFloatAllows) {
    for (const auto& [name, rest] : bodies()) {
        SCOPED_TRACE(name);
        World world = shaken(world_of(rest, empty_space(), {.material = equal_material()}), 0.1);
        const Motion before = motion_of(world);
        for (int step = 0; step < 1000; ++step) ASSERT_EQ(world.step().unconverged, 0);
        const Motion after = motion_of(world);
        EXPECT_LT((after.momentum - before.momentum).norm(), 1e-4 * before.speed);
        EXPECT_LT((after.angular - before.angular).norm(), 1e-4 * before.turn);
    }
}

TEST(Equal, TheStateHashIsEqualForEveryThreadCount) {
    const auto rest = fractional_rest("hand");
    std::uint64_t first = 0;
    for (int threads : {1, 2, 3, 4, 8}) {
        set_thread_count(threads);
        World world(std::make_shared<FixedShapes>(std::vector{rest}), {.ground = Ground{}});
        std::vector<Request> requests;
        for (int copy = 0; copy < 3; ++copy)
            requests.push_back(CreateBody{.shape = {0},
                                          .material = equal_material(2),
                                          .position = {0.3 * copy, 0.1 * copy, 0},
                                          .angular_velocity = {1, 2, 3}});
        world.adapt(requests);
        for (int step = 0; step < 30; ++step) world.step();
        if (!first) first = hash(world);
        EXPECT_EQ(hash(world), first) << threads << " threads";
    }
    set_thread_count(0);
}

TEST(Equal, ATwistedChainOneCellThickComesBack) {
    const auto rest = chain_rest();
    ASSERT_GE(rest->nodes(), 6);
    for (const Vec3& x0 : rest->x0) ASSERT_LT(x0.tail<2>().norm(), 1e-4f) << "on a line";
    Oracle body(rest, equal_material(5), 0.01);
    body.material.drag = 5;
    const double length = rest->x0.back().x() - rest->x0.front().x();
    for (int i = 0; i < rest->nodes(); ++i)
        body.state.rotation[i] = Eigen::Quaterniond(Eigen::AngleAxisd(rest->x0[i].x() / length, Vec3d::UnitX()));
    const auto twist = [&] {
        return Eigen::AngleAxisd(body.rotation(0).transpose() * body.rotation(rest->nodes() - 1)).angle();
    };
    EXPECT_NEAR(twist(), 1, 1e-6);
    for (int step = 0; step < 1500; ++step) body.step();
    EXPECT_LT(twist(), 0.01);
}

TEST(Equal, AUniformBodyMovesToTheBitAsUnderThePlainRule) {
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

TEST(Equal, AHeldZoneDoesNotTurnAndPumpsNoEnergy) {
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

TEST(Equal, ABodyThatBecomesEqualGoesOnTurning) {
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

TEST(Equal, NeedsABodyWithFractionalMembers) {
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

TEST(Equal, ARestoredWorldContinuesToTheBit) {
    const auto rest = fractional_rest("comb", 2);
    World world = shaken(world_of(rest, {.ground = Ground{}}, {.material = equal_material(2)}), 0.3);
    for (int step = 0; step < 20; ++step) world.step();
    World copy = World::restored(std::make_shared<FixedShapes>(std::vector{rest}), world.save());
    EXPECT_EQ(hash(copy), hash(world));
    for (int step = 0; step < 20; ++step) {
        world.step();
        copy.step();
    }
    EXPECT_EQ(hash(copy), hash(world));
}

}  // namespace
}  // namespace octomatch

// The laws of the rule `equal`: fractional members, nodes that turn, and the stiffness that makes up for coarse cells.
#include <gtest/gtest.h>

#include "tests/core/laws.h"

namespace octomatch {
namespace {

using namespace test;

/// Base cells in a row, one cell thick, each of 4^3 finest cells; along x.
std::shared_ptr<const BodyRest> chain_rest() {
    SampleSettings settings{.base_cell = 0.05, .depth = 2, .criteria = {}};
    settings.regions.relation = RelationKind::fractional;
    return model_rest("stick", settings);
}

const std::vector<NamedBody>& bodies() {
    static const std::vector<NamedBody> all = [] {
        SampleSettings wide{.depth = 3};
        wide.regions.relation = RelationKind::fractional;
        wide.widths = {{.where = {.box = {{-1, -1, -1}, {0, 1, 1}}}, .width = 0.05}};
        return std::vector<NamedBody>{{"comb", fractional_rest("comb")},
                                      {"hand of unequal widths", model_rest("hand", wide)},
                                      {"chain", chain_rest()}};
    }();
    return all;
}

TEST(Equal, GoalsOfARestShapeAreItselfAndNothingTurns) {
    for (const auto& [name, rest] : bodies()) {
        SCOPED_TRACE(name);
        ASSERT_EQ(validate(*rest), std::vector<std::string>{});
        DoubleBody body(rest, equal_material(), 0.01);
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
        DoubleBody body(rest, equal_material(), 0.01);
        body.shake(0.3);
        body.run(5);
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
                DoubleBody body(rest, material, 0.01);
                body.shake(0.3);
                expect_momentum_is_kept(body, damping == 0 && order == DampingOrder::fused ? 1000 : 100);
            }
}

TEST(Equal, AStepCommutesWithRigidMotions) {
    for (const auto& [name, rest] : bodies()) {
        SCOPED_TRACE(name);
        DoubleBody body(rest, equal_material(3), 0.01);
        body.shake(0.5);
        body.run(5);
        expect_step_commutes_with_rigid_motions(body);
    }
}

TEST(Equal, EnergyOfAnUndampedBodyStaysBounded) {
    for (const auto& [name, rest] : bodies()) {
        SCOPED_TRACE(name);
        for (double alpha : {0.3, 1.0}) {
            DoubleBody body(rest, equal_material(0, alpha), 0.01);
            body.shake(0.1);
            const double before = body.motion().kinetic;
            const double most = body.most_kinetic(400);
            // Symplectic Euler keeps K + V + h/2 v . F, which is at least (1 - sqrt(alpha) / 2) (K + V).
            EXPECT_LT(most, before / (1 - std::sqrt(alpha) / 2)) << "alpha " << alpha;
            EXPECT_LT(body.motion().kinetic + body.elastic(), before / (1 - std::sqrt(alpha) / 2));
        }
    }
}

TEST(Equal, DampingNeverAddsKineticEnergy) {
    for (const auto& [name, rest] : bodies()) {
        SCOPED_TRACE(name);
        expect_damping_adds_no_energy(rest, equal_material(0, 0));
    }
}

TEST(Equal, DampingLeavesRigidMotionAlone) {
    for (const auto& [name, rest] : bodies()) {
        SCOPED_TRACE(name);
        DoubleBody body(rest, equal_material(50), 0.01);
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

TEST(Equal, MomentumOfAFreeDeformingBodyDriftsLessThanFloatAllows) {
    for (const auto& [name, rest] : bodies()) {
        SCOPED_TRACE(name);
        expect_momentum_is_kept_as_far_as_float_allows(
            shaken(world_of(rest, empty_space(), {.material = equal_material()}), 0.1));
    }
}

TEST(Equal, ATwistedChainOneCellThickComesBack) {
    const auto rest = chain_rest();
    ASSERT_GE(rest->nodes(), 6);
    for (const Vec3& x0 : rest->x0) ASSERT_LT(x0.tail<2>().norm(), 1e-4f) << "on a line";
    DoubleBody body(rest, equal_material(5), 0.01);
    body.material.drag = 5;
    const double length = rest->x0.back().x() - rest->x0.front().x();
    for (int i = 0; i < rest->nodes(); ++i)
        body.state.rotation[i] = Eigen::Quaterniond(Eigen::AngleAxisd(rest->x0[i].x() / length, Vec3d::UnitX()));
    const auto twist = [&] {
        return Eigen::AngleAxisd(body.rotation(0).transpose() * body.rotation(rest->nodes() - 1)).angle();
    };
    EXPECT_NEAR(twist(), 1, 1e-6);
    body.run(1500);
    EXPECT_LT(twist(), 0.01);
}

}  // namespace
}  // namespace octomatch

// The laws of the match and the substep, in double: the same templates as the machine's, with the reference rotation.
#include "core/match.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "tests/core/laws.h"

namespace octomatch {
namespace {

using namespace test;

/// Both relations and unequal widths on mixed levels.
const std::vector<NamedBody>& adaptive_bodies() {
    static const std::vector<NamedBody> all = [] {
        std::vector<NamedBody> bodies;
        for (const auto& [name, relation] :
             {std::pair("intervals", RelationKind::intervals), {"blocks", RelationKind::blocks}}) {
            SampleSettings settings{.depth = 3};
            settings.regions.relation = relation;
            bodies.push_back({name, model_rest("comb", settings)});
            settings.widths = {{.where = {.box = {{-1, -1, -1}, {0, 1, 1}}}, .width = 0.05}};
            bodies.push_back({std::string(name) + ", unequal widths", model_rest("hand", settings)});
        }
        return bodies;
    }();
    return all;
}

TEST(Match, GoalsOfARestShapeAreItself) {
    for (const auto& [name, rest] : adaptive_bodies()) {
        SCOPED_TRACE(name);
        DoubleBody body(rest, undamped(), 0.01);
        body.find_goals();
        for (int i = 0; i < rest->nodes(); ++i) EXPECT_LT(body.match.to_goal(i).norm(), 1e-14 * rest->finest_cell);
    }
}

TEST(Match, MomentumOfAFreeDeformingBodyIsConservedInDouble) {
    for (const auto& [name, rest] : adaptive_bodies())
        for (DampingOrder order : {DampingOrder::fused, DampingOrder::rj07})
            for (double damping : {0.0, 5.0}) {
                SCOPED_TRACE(name);
                MaterialSettings material = undamped();
                material.damping = damping;
                material.damping_order = order;
                DoubleBody body(rest, material, 0.01);
                body.shake(0.3);
                expect_momentum_is_kept(body, 100);
            }
}

TEST(Match, RegionStiffnessKeepsMomentum) {
    const auto rest = model_rest("comb");
    std::vector<float> stiffness(rest->nodes());
    for (int i = 0; i < rest->nodes(); ++i) stiffness[i] = rest->x0[i].x() < 0 ? 1.0f : 0.1f;
    DoubleBody body(rest, undamped(), 0.01, stiffness);
    body.shake(0.3);
    expect_momentum_is_kept(body, 100);
}

TEST(Match, SoftRegionsPullLess) {
    const auto rest = lattice_rest({6, 6, 6}, 0.1, 1);
    DoubleBody full(rest, undamped(), 0.01), half(rest, undamped(), 0.01, std::vector<float>(rest->nodes(), 0.5f));
    full.state.x[0] += Vec3d(0.02, 0, 0);
    half.state.x = full.state.x;
    full.find_goals();
    half.find_goals();
    for (int i = 0; i < rest->nodes(); ++i)
        EXPECT_LT((half.match.to_goal(i) - 0.5 * full.match.to_goal(i)).norm(), 1e-15);
}

TEST(Match, WeightsAsPrintedConserveMassesTimesTotalsInsteadOfMomentum) {
    const auto rest = model_rest("comb", RelationKind::blocks);
    MaterialSettings material = undamped();
    material.rule = MaterialRule::as_printed;
    DoubleBody body(rest, material, 0.01);
    body.shake(0.3);
    const auto weighted = [&] {
        Vec3d sum = Vec3d::Zero();
        for (int i = 0; i < rest->nodes(); ++i) sum += rest->mass[i] * body.tables.total[i] * body.state.v[i];
        return sum;
    };
    double scale = 0;
    for (int i = 0; i < rest->nodes(); ++i) scale += rest->mass[i] * body.tables.total[i] * body.state.v[i].norm();
    const Vec3d before = weighted(), momentum = body.motion().momentum;
    body.run(50);
    EXPECT_LT((weighted() - before).norm(), 1e-10 * scale);
    EXPECT_GT((body.motion().momentum - momentum).norm(), 1e-4 * body.motion().speed);
}

TEST(Match, AStepCommutesWithRigidMotions) {
    for (const auto& [name, rest] : adaptive_bodies()) {
        SCOPED_TRACE(name);
        DoubleBody body(rest, {}, 0.01);
        body.shake(0.5);
        body.run(5);
        expect_step_commutes_with_rigid_motions(body);
    }
}

TEST(Match, EnergyOfAnUndampedBodyStaysBounded) {
    for (const auto& [name, rest] : adaptive_bodies()) {
        SCOPED_TRACE(name);
        for (double alpha : {0.3, 1.0}) {
            DoubleBody body(rest, undamped({StiffnessUnit::alpha, alpha}), 0.01);
            body.shake(0.2);
            const double before = body.motion().kinetic;
            EXPECT_LT(body.most_kinetic(400), 1.5 * before) << "alpha " << alpha;
            EXPECT_LT(body.motion().kinetic + body.elastic(), 2 * before);
        }
    }
}

TEST(Match, DampingNeverAddsKineticEnergy) {
    auto bodies = adaptive_bodies();
    bodies.push_back({"hand with regions of one to few nodes", model_rest("hand", {.depth = 5, .width = 0.006})});
    for (const auto& [name, rest] : bodies) {
        SCOPED_TRACE(name);
        expect_damping_adds_no_energy(rest, undamped({StiffnessUnit::alpha, 0}));
    }
}

TEST(Match, DampingLeavesRigidMotionAlone) {
    const auto rest = model_rest("hand");
    MaterialSettings material = undamped();
    material.damping = 50;
    DoubleBody body(rest, material, 0.01);
    const Vec3d velocity(1, 2, -1), turn(0.5, -2, 1);
    for (int i = 0; i < rest->nodes(); ++i) body.state.v[i] = velocity + turn.cross(body.state.x[i]);
    body.find_goals();
    for (int i = 0; i < rest->nodes(); ++i) EXPECT_LT((body.match.rigid_velocity(i) - body.state.v[i]).norm(), 1e-10);
}

/// The linearised map u -> goal displacement at rest, by central differences, made symmetric in the mass product.
Eigen::MatrixXd linearised(DoubleBody& body) {
    const int n = 3 * body.tables.nodes();
    const double eps = 1e-6;
    Eigen::MatrixXd P(n, n);
    const auto goals = [&](int column, double delta) {
        body.state.x[column / 3][column % 3] += delta;
        body.find_goals();
        Eigen::VectorXd g(n);
        for (int i = 0; i < body.tables.nodes(); ++i) g.segment<3>(3 * i) = body.match.to_goal(i);
        body.state.x[column / 3][column % 3] -= delta;
        return g;
    };
    for (int column = 0; column < n; ++column) P.col(column) = (goals(column, eps) - goals(column, -eps)) / (2 * eps);
    return P;  // minus the stiffness matrix over the masses: eigenvalues in [-1, 0]
}

TEST(Match, FrequenciesAreThoseOfTheLinearisedOperatorForEveryTimeStepAndAlpha) {
    const auto rest = lattice_rest({8, 2, 2}, 0.1, 1);
    DoubleBody probe(rest, undamped(), 0.01);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(-0.5 *
                                                               (linearised(probe) + linearised(probe).transpose()));
    // Six rigid modes; the next is the first bending mode.
    ASSERT_LT(modes.eigenvalues()[5], 1e-6);
    ASSERT_GT(modes.eigenvalues()[6], 1e-4);
    const double lambda = modes.eigenvalues()[6];
    const Eigen::VectorXd mode = modes.eigenvectors().col(6);
    // x_k ~ sin(k phi), so 2 cos(phi) = (x_{k-1} + x_{k+1}) / x_k: fitted over many steps.
    const auto turn_per_step = [&](double seconds, double alpha) {
        DoubleBody body(rest, undamped({StiffnessUnit::alpha, alpha}), seconds);
        for (int i = 0; i < rest->nodes(); ++i) body.state.v[i] = 1e-4 * mode.segment<3>(3 * i);
        std::vector<double> track;
        for (int step = 0; step < 60; ++step) {
            double along = 0;
            for (int i = 0; i < rest->nodes(); ++i)
                along += mode.segment<3>(3 * i).dot(body.state.x[i] - rest->x0[i].cast<double>());
            track.push_back(along);
            body.step();
        }
        double above = 0, below = 0;
        for (std::size_t k = 1; k + 1 < track.size(); ++k) {
            above += (track[k - 1] + track[k + 1]) * track[k];
            below += 2 * track[k] * track[k];
        }
        return std::acos(above / below);
    };
    for (double seconds : {0.02, 0.01, 0.005})
        for (double alpha : {0.25, 0.5, 1.0})
            EXPECT_NEAR(turn_per_step(seconds, alpha) / (2 * std::asin(std::sqrt(alpha * lambda) / 2)), 1, 1e-3)
                << "time step " << seconds << ", alpha " << alpha;
    // Asked for as a frequency, the material does not depend on the time step.
    for (double seconds : {0.02, 0.01, 0.005}) {
        const Stiffness stiffness{StiffnessUnit::frequency, 20};
        EXPECT_NEAR(turn_per_step(seconds, alpha_for(stiffness, seconds, 1, 1, 1)) / seconds / (std::sqrt(lambda) * 20),
                    1, 0.02);
    }
}

}  // namespace
}  // namespace octomatch

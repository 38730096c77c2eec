// The laws of the match and the substep, in double: the same templates as the machine's, with the reference rotation.
#include "core/match.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <numbers>

#include "core/integrate.h"
#include "tests/core/test_bodies.h"

namespace octomatch {
namespace {

using namespace test;
using State = BodyStateOf<double>;

/// One body in double, stepped by the machine's own stages.
struct Oracle {
    Oracle(std::shared_ptr<const BodyRest> rest, const MaterialSettings& m, double dt,
           std::vector<float> stiffness = {})
        : material(m), seconds(dt), tables(std::move(rest), m, stiffness, PlanKind::tree) {
        for (const Vec3& x0 : tables.rest->x0) state.x.push_back(x0.cast<double>());
        state.v.assign(state.x.size(), Vec3d::Zero());
        state.matched.assign(tables.fits(), State::Quat::Identity());
        if (m.plasticity.active()) state.plastic.assign(tables.nodes(), Mat3d::Identity());
    }
    void shake(double speed, unsigned seed = 1) {
        std::mt19937 random(seed);
        std::normal_distribution<double> normal;
        for (Vec3d& v : state.v) v += speed * Vec3d(normal(random), normal(random), normal(random));
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
                          .drag = std::exp(-material.drag * seconds),
                          .gravity = gravity};
        const bool fused = material.damping_order == DampingOrder::fused;
        find_goals();
        kick(now, fused, match, state);
        if (!fused) {
            match.average_rigid_velocities(tables, state);
            damp(now, match, state);
        }
        move(now, state);
    }
    Motion motion() const { return motion_of(*tables.rest, state); }
    /// alpha / (2 h^2) sum_r a_r sum_i f_i |x_i - T_r x0_i|^2, by the members of each region.
    double elastic() {
        find_goals();
        const WeightedMembers regions = weighted_members(*tables.rest);
        double energy = 0;
        for (int s = 0; s < tables.sums(); ++s)
            for (int fit = tables.first_fit[s]; fit < tables.first_fit[s + 1]; ++fit) {
                const Mat3d R = state.matched[fit].toRotationMatrix();
                Vec3d c = Vec3d::Zero();
                for (NodeId i : regions.nodes.row(s)) c += tables.weight[i.value] * state.x[i.value];
                c /= tables.mass[s];
                for (NodeId i : regions.nodes.row(s)) {
                    const Vec3d x0 = tables.rest->x0[i.value].cast<double>();
                    energy += tables.pull[fit] * tables.weight[i.value] *
                              (state.x[i.value] - c - R * (x0 - tables.centre[s])).squaredNorm();
                }
            }
        return 0.5 * material.stiffness.value / (seconds * seconds) * energy;
    }

    MaterialSettings material;
    double seconds;
    Vec3d gravity = Vec3d::Zero();
    MatchTables tables;
    RegionMatcher<double> match;
    State state;
};

/// Both relations and unequal widths on mixed levels.
std::vector<std::pair<std::string, std::shared_ptr<const BodyRest>>> adaptive_bodies() {
    std::vector<std::pair<std::string, std::shared_ptr<const BodyRest>>> all;
    for (const auto& [name, relation] :
         {std::pair("intervals", RelationKind::intervals), {"blocks", RelationKind::blocks}}) {
        SampleSettings settings{.depth = 3};
        settings.regions.relation = relation;
        all.push_back({name, model_rest("comb", settings)});
        settings.widths = {{.where = {.box = {{-1, -1, -1}, {0, 1, 1}}}, .width = 0.05}};
        all.push_back({std::string(name) + ", unequal widths", model_rest("hand", settings)});
    }
    return all;
}

TEST(Match, GoalsOfARestShapeAreItself) {
    for (const auto& [name, rest] : adaptive_bodies()) {
        SCOPED_TRACE(name);
        Oracle body(rest, undamped(), 0.01);
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
                Oracle body(rest, material, 0.01);
                body.shake(0.3);
                const Motion before = body.motion();
                for (int step = 0; step < 100; ++step) body.step();
                const Motion after = body.motion();
                EXPECT_LT((after.momentum - before.momentum).norm(), 1e-10 * before.speed);
                EXPECT_LT((after.angular - before.angular).norm(), 1e-10 * before.turn);
            }
}

TEST(Match, RegionStiffnessKeepsMomentum) {
    const auto rest = model_rest("comb");
    std::vector<float> stiffness(rest->nodes());
    for (int i = 0; i < rest->nodes(); ++i) stiffness[i] = rest->x0[i].x() < 0 ? 1.0f : 0.1f;
    Oracle body(rest, undamped(), 0.01, stiffness);
    body.shake(0.3);
    const Motion before = body.motion();
    for (int step = 0; step < 100; ++step) body.step();
    EXPECT_LT((body.motion().momentum - before.momentum).norm(), 1e-10 * before.speed);
    EXPECT_LT((body.motion().angular - before.angular).norm(), 1e-10 * before.turn);
}

TEST(Match, SoftRegionsPullLess) {
    const auto rest = lattice_rest({6, 6, 6}, 0.1, 1);
    Oracle full(rest, undamped(), 0.01), half(rest, undamped(), 0.01, std::vector<float>(rest->nodes(), 0.5f));
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
    Oracle body(rest, material, 0.01);
    body.shake(0.3);
    const auto weighted = [&] {
        Vec3d sum = Vec3d::Zero();
        for (int i = 0; i < rest->nodes(); ++i) sum += rest->mass[i] * body.tables.total[i] * body.state.v[i];
        return sum;
    };
    double scale = 0;
    for (int i = 0; i < rest->nodes(); ++i) scale += rest->mass[i] * body.tables.total[i] * body.state.v[i].norm();
    const Vec3d before = weighted(), momentum = body.motion().momentum;
    for (int step = 0; step < 50; ++step) body.step();
    EXPECT_LT((weighted() - before).norm(), 1e-10 * scale);
    EXPECT_GT((body.motion().momentum - momentum).norm(), 1e-4 * body.motion().speed);
}

TEST(Match, AStepCommutesWithRigidMotions) {
    for (const auto& [name, rest] : adaptive_bodies()) {
        SCOPED_TRACE(name);
        MaterialSettings material;
        Oracle body(rest, material, 0.01);
        body.shake(0.5);
        for (int step = 0; step < 5; ++step) body.step();
        Oracle turned(rest, material, 0.01);
        const Eigen::Quaterniond q = Eigen::Quaterniond(0.3, -0.5, 0.7, 0.2).normalized();
        const Vec3d shift(0.4, -1.2, 2.0);
        for (int i = 0; i < rest->nodes(); ++i) {
            turned.state.x[i] = q * body.state.x[i] + shift;
            turned.state.v[i] = q * body.state.v[i];
        }
        for (int fit = 0; fit < body.tables.fits(); ++fit)
            turned.state.matched[fit] = q * Eigen::Quaterniond(body.state.matched[fit]);
        body.step();
        turned.step();
        for (int i = 0; i < rest->nodes(); ++i) {
            EXPECT_LT((turned.state.x[i] - (q * body.state.x[i] + shift)).norm(), 1e-11);
            EXPECT_LT((turned.state.v[i] - q * body.state.v[i]).norm(), 1e-9);
        }
    }
}

TEST(Match, EnergyOfAnUndampedBodyStaysBounded) {
    for (const auto& [name, rest] : adaptive_bodies()) {
        SCOPED_TRACE(name);
        for (double alpha : {0.3, 1.0}) {
            Oracle body(rest, undamped({StiffnessUnit::alpha, alpha}), 0.01);
            body.shake(0.2);
            const double before = body.motion().kinetic;
            double most = 0;
            for (int step = 0; step < 1000; ++step) {
                body.step();
                most = std::max(most, body.motion().kinetic);
            }
            EXPECT_LT(most, 1.5 * before) << "alpha " << alpha;
            EXPECT_LT(body.motion().kinetic + body.elastic(), 2 * before);
        }
    }
}

TEST(Match, DampingNeverAddsKineticEnergy) {
    auto bodies = adaptive_bodies();
    bodies.push_back({"hand with regions of one to few nodes", model_rest("hand", {.depth = 5, .width = 0.006})});
    for (const auto& [name, rest] : bodies) {
        SCOPED_TRACE(name);
        MaterialSettings material = undamped({StiffnessUnit::alpha, 0});
        material.damping = 30;
        Oracle body(rest, material, 0.01);
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

TEST(Match, DampingLeavesRigidMotionAlone) {
    const auto rest = model_rest("hand");
    MaterialSettings material = undamped();
    material.damping = 50;
    Oracle body(rest, material, 0.01);
    const Vec3d velocity(1, 2, -1), turn(0.5, -2, 1);
    for (int i = 0; i < rest->nodes(); ++i) body.state.v[i] = velocity + turn.cross(body.state.x[i]);
    body.find_goals();
    for (int i = 0; i < rest->nodes(); ++i) EXPECT_LT((body.match.rigid_velocity(i) - body.state.v[i]).norm(), 1e-10);
}

/// The linearised map u -> goal displacement at rest, by central differences, made symmetric in the mass product.
Eigen::MatrixXd linearised(Oracle& body) {
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
    Oracle probe(rest, undamped(), 0.01);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(-0.5 *
                                                               (linearised(probe) + linearised(probe).transpose()));
    // Six rigid modes; the next is the first bending mode.
    ASSERT_LT(modes.eigenvalues()[5], 1e-6);
    ASSERT_GT(modes.eigenvalues()[6], 1e-4);
    const double lambda = modes.eigenvalues()[6];
    const Eigen::VectorXd mode = modes.eigenvectors().col(6);
    // x_k ~ sin(k phi), so 2 cos(phi) = (x_{k-1} + x_{k+1}) / x_k: fitted over many steps.
    const auto turn_per_step = [&](double seconds, double alpha) {
        Oracle body(rest, undamped({StiffnessUnit::alpha, alpha}), seconds);
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

TEST(Match, PermanentSetIsTheGeometricSeries) {
    // One region over a cube, held stretched: each step multiplies the plastic stretch by 1 + h c (s_elastic - 1).
    const auto rest = lattice_rest({3, 3, 3}, 0.1, 2);
    MaterialSettings material = undamped();
    material.plasticity = {.yield = 0.01, .creep = 2, .maximum = 10};
    Oracle body(rest, material, 0.01);
    const double stretch = 1.3, squeeze = 1 / std::sqrt(stretch);
    const Vec3d scale(stretch, squeeze, squeeze);
    for (int i = 0; i < rest->nodes(); ++i) body.state.x[i] = scale.asDiagonal() * rest->x0[i].cast<double>();
    double p = 1, q = 1;  // expected plastic stretch along and across
    for (int step = 0; step < 40; ++step) {
        body.find_goals();
        // A S_r^T (S_r K0 S_r^T)^-1 = F S_r^-1: the elastic stretch is what the plastic one leaves.
        const double along = 1 + 0.02 * (stretch / p - 1), across = 1 + 0.02 * (squeeze / q - 1);
        p *= along, q *= across;
        const double volume = std::cbrt(p * q * q);
        p /= volume, q /= volume;
        for (const Mat3d& S : body.state.plastic) {
            EXPECT_NEAR(S(0, 0), p, 1e-12);
            EXPECT_NEAR(S(1, 1), q, 1e-12);
            EXPECT_NEAR(S.determinant(), 1, 1e-12);
        }
    }
    EXPECT_GT(p, 1.1);
}

TEST(Match, BelowTheYieldNothingFlows) {
    const auto rest = lattice_rest({3, 3, 3}, 0.1, 2);
    MaterialSettings material = undamped();
    material.plasticity = {.yield = 0.35, .creep = 2, .maximum = 10};
    Oracle body(rest, material, 0.01);
    for (int i = 0; i < rest->nodes(); ++i) body.state.x[i] = 1.3 * rest->x0[i].cast<double>();
    body.find_goals();
    for (const Mat3d& S : body.state.plastic) EXPECT_EQ(S, Mat3d(Mat3d::Identity()));
}

TEST(Match, PlasticFlowIsBoundedAndKeepsMomentum) {
    const auto rest = model_rest("comb");
    MaterialSettings material = undamped();
    material.plasticity = {.yield = 0.01, .creep = 20, .maximum = 0.3};
    Oracle body(rest, material, 0.01);
    body.shake(1);
    const Motion before = body.motion();
    for (int step = 0; step < 60; ++step) body.step();
    EXPECT_LT((body.motion().momentum - before.momentum).norm(), 1e-10 * before.speed);
    EXPECT_LT((body.motion().angular - before.angular).norm(), 1e-9 * before.turn);
    int flowed = 0;
    for (const Mat3d& S : body.state.plastic) {
        EXPECT_NEAR(S.determinant(), 1, 1e-9);
        EXPECT_LT((S - Mat3d::Identity()).norm(), 0.3 * std::sqrt(3) * 1.2);
        flowed += (S - Mat3d::Identity()).norm() > 0.01;
    }
    EXPECT_GT(flowed, 0);
}

/// Nodes on given places, one region with all of them.
std::shared_ptr<const BodyRest> cluster(const std::vector<Vec3>& places) {
    BodyRest rest;
    std::vector<RowId> all;
    for (const Vec3& x0 : places) {
        all.push_back({rest.nodes()});
        rest.x0.push_back(x0);
        rest.mass.push_back(1);
        rest.cell.push_back(1);
        rest.width.push_back(2);
        rest.parent.push_back(-1);
        rest.links.push_row({});
        rest.list_of.push_back(0);
    }
    rest.lists.push_row(all);
    return std::make_shared<const BodyRest>(std::move(rest));
}

TEST(Match, DegenerateRegionsStayFiniteAndRecover) {
    const std::vector<std::pair<std::string, std::vector<Vec3>>> cases = {
        {"one node", {{0, 0, 0}}},
        {"two nodes", {{0, 0, 0}, {1, 0, 0}}},
        {"three nodes", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}},
        {"collinear", {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}},
        {"planar", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}}},
        {"solid", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}}};
    for (const auto& [name, places] : cases)
        for (const char* start : {"inverted", "at one point", "random"}) {
            SCOPED_TRACE(name + ", " + start);
            MaterialSettings material;
            material.damping = 20;
            Oracle body(cluster(places), material, 0.02);
            std::mt19937 random(3);
            std::normal_distribution<double> normal;
            for (std::size_t i = 0; i < places.size(); ++i) {
                if (std::string(start) == "inverted") body.state.x[i].z() *= -1;
                if (std::string(start) == "at one point") body.state.x[i].setZero();
                if (std::string(start) == "random") body.state.x[i] = {normal(random), normal(random), normal(random)};
            }
            for (int step = 0; step < 400; ++step) body.step();
            for (std::size_t i = 0; i < places.size(); ++i)
                for (std::size_t j = 0; j < i; ++j) {
                    const double distance = (body.state.x[i] - body.state.x[j]).norm();
                    EXPECT_NEAR(distance, (places[i] - places[j]).norm(), 1e-3);
                }
        }
}

}  // namespace
}  // namespace octomatch

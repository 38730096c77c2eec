// The measure of a material against the step it measures.
#include "experiments/material_measure.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <random>

#include "core/integrate.h"
#include "core/spin.h"
#include "tests/core/test_bodies.h"

namespace octomatch {
namespace {

using namespace test;

constexpr MaterialRule kRules[] = {MaterialRule::as_printed, MaterialRule::plain, MaterialRule::equal};

std::shared_ptr<const BodyRest> body_for(MaterialRule rule, int depth = 2) {
    SampleSettings settings{.depth = depth};
    if (rule == MaterialRule::equal) settings.regions.relation = RelationKind::fractional;
    return model_rest("U", settings);
}

MatchTables tables_for(MaterialRule rule) {
    MaterialSettings material;
    material.rule = rule;
    return MatchTables(body_for(rule), material, {}, PlanKind::tree);
}

std::vector<double> random_displacement(const MatchTables& tables, int unknowns, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::vector<double> u(unknowns);
    for (double& c : u) c = normal(random);
    for (int i = 0; i < tables.nodes() && unknowns > 3 * tables.nodes(); ++i)
        if (tables.inertia[i].inverse.isZero(0)) Eigen::Map<Vec3d>(&u[3 * std::size_t(tables.nodes() + i)]).setZero();
    return u;
}

BodyStateOf<double> rest_state(const MatchTables& tables) {
    BodyStateOf<double> state;
    for (const Vec3& x0 : tables.rest->x0) state.x.push_back(x0.cast<double>());
    state.v.assign(tables.nodes(), Vec3d::Zero());
    state.matched.assign(tables.fits(), BodyStateOf<double>::Quat::Identity());
    if (!tables.inertia.empty()) {
        state.rotation.assign(tables.nodes(), BodyStateOf<double>::Quat::Identity());
        state.spin.assign(tables.nodes(), Vec3d::Zero());
    }
    return state;
}

TEST(MaterialMeasure, TheOperatorIsTheDerivativeOfTheStepAtRestAndSelfAdjoint) {
    for (MaterialRule rule : kRules) {
        const MatchTables tables = tables_for(rule);
        LinearisedMatch linear(tables);
        const int n = tables.nodes();
        const auto u = random_displacement(tables, linear.unknowns(), 1);
        const auto w = random_displacement(tables, linear.unknowns(), 2);
        std::vector<double> Ku(u.size()), Kw(u.size());
        linear.apply(u, Ku);
        linear.apply(w, Kw);
        EXPECT_NEAR(linear.product(w, Ku) / linear.product(u, Kw), 1, 1e-10);
        EXPECT_GE(linear.product(u, Ku), 0);
        EXPECT_LE(linear.product(u, Ku), linear.product(u, u));

        // Central differences of the step's own stages.
        const double eps = 1e-6 * tables.rest->finest_cell;
        const auto pulled = [&](double scale) {
            BodyStateOf<double> state = rest_state(tables);
            for (int i = 0; i < n; ++i) {
                state.x[i] += scale * Eigen::Map<const Vec3d>(&u[3 * std::size_t(i)]);
                if (state.rotation.empty()) continue;
                const Vec3d turn = scale * Eigen::Map<const Vec3d>(&u[3 * std::size_t(n + i)]);
                state.rotation[i] = Eigen::Quaterniond(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
            }
            RegionMatcher<double> match;
            match.sum_regions(tables, state);
            match.match_regions(tables, {}, 0.01, RotationKind::reference, state);
            match.average_goals(tables, state);
            std::vector<Vec3d> result;
            for (int i = 0; i < n; ++i) result.push_back(match.to_goal(i));
            if (!state.rotation.empty())
                for (int i = 0; i < n; ++i) result.push_back(match.torque(i));
            return result;
        };
        const auto above = pulled(eps), below = pulled(-eps);
        double error = 0, size = 0;
        for (int k = 0; k < static_cast<int>(above.size()); ++k) {
            const Vec3d change = (above[k] - below[k]) / (2 * eps);
            Vec3d expected = -Eigen::Map<const Vec3d>(&Ku[3 * std::size_t(k)]);
            if (k >= n) expected = inertia_of(*tables.rest, k - n) * expected;
            error += (change - expected).norm();
            size += expected.norm();
        }
        EXPECT_LT(error, 1e-4 * size);
    }
}

TEST(MaterialMeasure, SagIsWhereTheDampedBodyComesToRestAndTheFrequencyItsSlowestMode) {
    for (MaterialRule rule : kRules) {
        const MatchTables tables = tables_for(rule);
        const BodyRest& rest = *tables.rest;
        std::vector<NodeId> held;
        for (int i = 0; i < rest.nodes(); ++i)
            if (rest.x0[i].y() < -0.045f) held.push_back({i});
        ASSERT_GT(held.size(), 3u);
        const Vec3d gravity = Vec3d(2, -3, 1).normalized();
        const Sag sag = sag_of(tables, held, gravity);
        EXPECT_TRUE(sag.converged);

        // The dense operator of the free nodes.
        LinearisedMatch linear(tables);
        const int n = tables.nodes(), unknowns = linear.unknowns();
        std::vector<char> fixed(unknowns, 0);
        for (NodeId i : held)
            for (int block = 0; block < unknowns; block += 3 * n)
                for (int axis = 0; axis < 3; ++axis) fixed[block + 3 * i.value + axis] = 1;
        for (int i = 0; i < n && unknowns > 3 * n; ++i)
            if (tables.inertia[i].inverse.isZero(0))
                for (int axis = 0; axis < 3; ++axis) fixed[3 * (n + i) + axis] = 1;
        std::vector<int> free;
        for (int k = 0; k < unknowns; ++k)
            if (!fixed[k]) free.push_back(k);
        const int m = static_cast<int>(free.size());
        Eigen::MatrixXd K(m, m), M(m, m);
        std::vector<double> unit(unknowns, 0.0), pull(unknowns), other(unknowns, 0.0);
        std::vector<std::vector<double>> columns;
        for (int c = 0; c < m; ++c) {
            unit[free[c]] = 1;
            linear.apply(unit, pull);
            columns.push_back(pull);
            for (int r = 0; r < m; ++r) {
                other[free[r]] = 1;
                K(r, c) = linear.product(other, pull);
                M(r, c) = linear.product(other, unit);
                other[free[r]] = 0;
            }
            unit[free[c]] = 0;
        }
        K = 0.5 * (K + K.transpose()).eval();
        const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> modes(K, M, Eigen::EigenvaluesOnly);
        EXPECT_NEAR(sag.eigenvalue / modes.eigenvalues()[0], 1, 1e-3);
        Eigen::VectorXd load = Eigen::VectorXd::Zero(m);
        for (int r = 0; r < m; ++r)
            if (free[r] < 3 * n)
                load[r] = tables.weight[free[r] / 3] * tables.total[free[r] / 3] * gravity[free[r] % 3];
        const Eigen::VectorXd exact = K.ldlt().solve(load);
        double error = 0, size = 0;
        for (int r = 0; r < m; ++r) {
            if (free[r] >= 3 * n) continue;
            error += std::abs(sag.displacement[free[r] / 3][free[r] % 3] - exact[r]);
            size += std::abs(exact[r]);
        }
        EXPECT_LT(error, 1e-3 * size);

        // The step itself, held and damped.
        BodyStateOf<double> state = rest_state(tables);
        const double slowest = std::sqrt(sag.eigenvalue);
        const Substep now{
            .seconds = 1, .alpha = 1, .drag = std::exp(-slowest), .gravity = 1e-8 * gravity};  // small: linear
        RegionMatcher<double> match;
        for (int step = 0; step < 15 / slowest; ++step) {
            match.sum_regions(tables, state);
            match.match_regions(tables, {}, 1, RotationKind::reference, state);
            match.average_goals(tables, state);
            kick(now, false, match, state);
            for (NodeId i : held) {
                state.v[i.value].setZero();
                if (!state.spin.empty()) state.spin[i.value].setZero();
            }
            move(now, state);
            if (!state.spin.empty()) turn(tables, 1, state);
        }
        double compliance = 0;
        for (int i = 0; i < n; ++i)
            compliance += 1e8 * rest.mass[i] * gravity.dot(state.x[i] - rest.x0[i].cast<double>());
        EXPECT_NEAR(compliance / sag.compliance, 1, 2e-3);
    }
}

TEST(MaterialMeasure, ComparedWithItselfABodyIsTheSameMaterialAndOnALatticePlainIsEqual) {
    const TriangleMesh mesh = check_mesh(find_model("U")->make()).mesh;
    SampleSettings settings{.depth = 2, .criteria = {Criterion::uniform}};
    settings.regions.relation = RelationKind::fractional;
    ShapeLibrary shapes;
    const ShapeId id = shapes.add(mesh, settings);
    const MaterialResponse plain = measure_material(shapes, id, MaterialRule::plain);
    const MaterialComparison same = compare_materials(plain, plain, mesh);
    EXPECT_EQ(same.compliance, 1);
    EXPECT_EQ(same.frequency, 1);
    EXPECT_EQ(same.skin_error, 0);
    const MaterialComparison equal = compare_materials(measure_material(shapes, id, MaterialRule::equal), plain, mesh);
    EXPECT_NEAR(equal.compliance, 1, 1e-6);
    EXPECT_NEAR(equal.frequency, 1, 1e-6);
    EXPECT_LT(equal.skin_error, 1e-6);
}

}  // namespace
}  // namespace octomatch

// What material the scheme is: closed laws on uniform lattices.
#include <gtest/gtest.h>

#include "core/material_settings.h"
#include "tests/core/test_bodies.h"

namespace octomatch {
namespace {

using namespace test;

/// Pins the end of a bar at low x.
Request hold_left(double below) {
    return PinZone{.body = {0}, .where = {.box = {{-10, -10, -10}, {below, 10, 10}}}};
}

double tip_height(const World& world) {
    const BodyState& state = world.bodies()[0].state;
    return state.origin.y() + state.x.back().y();
}

/// Runs until it hangs still; returns how far the tip sank.
double sag(const std::shared_ptr<const BodyRest>& rest, double seconds, const Stiffness& stiffness, double gravity) {
    constexpr double kSoftest = 2e-3;  // about the slowest mode's eigenvalue, for a drag that neither swings nor creeps
    const double alpha = alpha_for(stiffness, seconds, rest->density, rest->asked_width, rest->finest_cell);
    const double drag = 2 * std::sqrt(alpha * kSoftest) / seconds;
    World world = world_of(rest, {.time_step = seconds, .substeps = 1, .gravity = {0, -gravity, 0}},
                           {.material = {.stiffness = stiffness, .damping = 0, .drag = drag}});
    const double start = tip_height(world);
    const Request hold[] = {hold_left(-0.2)};
    world.adapt(hold);
    double before = start;
    for (int round = 0; round < 100; ++round) {
        for (int step = 0; step < 500; ++step) world.step();
        if (std::abs(tip_height(world) - before) < 1e-4 * std::abs(tip_height(world) - start))
            return start - tip_height(world);
        before = tip_height(world);
    }
    ADD_FAILURE() << "it did not settle";
    return 0;
}

TEST(Material, SagFollowsTheClosedLawOverTimeStepsAndAlphas) {
    // Sag = C g h^2 / alpha with one constant C of the shape.
    const auto rest = lattice_rest({7, 2, 2}, 0.1, 1);
    std::vector<double> constants;
    for (double seconds : {0.02, 0.01, 0.005})
        for (double alpha : {0.25, 0.5, 1.0}) {
            const double gravity = 1e-6 * alpha / (seconds * seconds);  // small, so that the law is linear
            constants.push_back(sag(rest, seconds, {StiffnessUnit::alpha, alpha}, gravity) * alpha /
                                (gravity * seconds * seconds));
        }
    for (double c : constants) EXPECT_NEAR(c / constants[0], 1, 0.01);
}

TEST(Material, SagIsTheSameForEveryTimeStepWhereStiffnessIsPhysical) {
    const auto rest = lattice_rest({7, 2, 2}, 0.1, 1);
    for (const Stiffness stiffness : {Stiffness{StiffnessUnit::frequency, 20}, Stiffness{StiffnessUnit::young, 3e3}}) {
        const double at_first = sag(rest, 0.02, stiffness, 1e-3);
        for (double seconds : {0.01, 0.005}) EXPECT_NEAR(sag(rest, seconds, stiffness, 1e-3) / at_first, 1, 0.02);
    }
}

TEST(Material, AStretchedBarHasTheYoungsModulusThatWasAskedFor) {
    // A long bar pulled at both ends by opposite forces: E = force / area / strain in its middle.
    for (int reach : {1, 2}) {
        const int length = 30;
        const double cell = 0.1, asked = 2e4, width = reach * cell;
        const auto rest = lattice_rest({length, 3, 3}, cell, reach);
        const double seconds = 0.005;
        const double alpha = alpha_for({StiffnessUnit::young, asked}, seconds, 1000, width, cell);
        ASSERT_LE(alpha, 1);
        MatchTables tables(rest, {}, {}, PlanKind::tree);
        RegionMatcher<double> match;
        BodyStateOf<double> state;
        for (const Vec3& x0 : rest->x0) state.x.push_back(x0.cast<double>());
        state.v.assign(state.x.size(), Vec3d::Zero());
        state.matched.assign(tables.fits(), BodyStateOf<double>::Quat::Identity());
        const double strain = 0.001, area = 9 * cell * cell;
        const double stress = asked * strain;
        const Substep now{.seconds = seconds, .alpha = alpha, .damping = 0.1, .drag = 0.98};
        for (int step = 0; step < 8000; ++step) {
            match.sum_regions(tables, state);
            match.match_regions(tables, {}, seconds, RotationKind::reference, state);
            match.average_goals(tables, state);
            kick(now, true, match, state);
            for (int i = 0; i < rest->nodes(); ++i) {
                const int column = i % length;
                if (column != 0 && column != length - 1) continue;
                const double force = stress * area / 9;
                state.v[i].x() += (column == 0 ? -1 : 1) * seconds * force / rest->mass[i];
            }
            move(now, state);
        }
        const int left = length / 3, right = 2 * length / 3;
        const double measured = (state.x[right].x() - state.x[left].x()) / ((right - left) * cell) - 1;
        EXPECT_NEAR(strain / measured, 1, 0.15) << "reach " << reach;
    }
}

TEST(Material, SubstepsAreTheFewestThatKeepAlphaAtMostOne) {
    for (const Stiffness stiffness : {Stiffness{StiffnessUnit::young, 5e6}, Stiffness{StiffnessUnit::frequency, 500}}) {
        const int n = substeps_for(stiffness, 1.0 / 60, 1000, 0.1, 0.05);
        ASSERT_GT(n, 1);
        EXPECT_LE(alpha_for(stiffness, 1.0 / 60 / n, 1000, 0.1, 0.05), 1 + 1e-8);
        EXPECT_GT(alpha_for(stiffness, 1.0 / 60 / (n - 1), 1000, 0.1, 0.05), 1);
    }
    EXPECT_EQ(substeps_for({StiffnessUnit::alpha, 0.7}, 1.0 / 60, 1000, 0.1, 0.05), 1);
}

}  // namespace
}  // namespace octomatch

// One body in double, stepped by the machine's own stages with the reference rotation: an oracle for laws that float
// only holds roughly.
#pragma once
#include <random>

#include "core/integrate.h"
#include "core/measure.h"
#include "core/spin.h"

namespace octomatch::test {

struct DoubleBody {
    using State = BodyStateOf<double>;

    DoubleBody(std::shared_ptr<const BodyRest> rest, const MaterialSettings& m, double dt,
               std::span<const float> stiffness = {}, PlanKind plan = PlanKind::tree)
        : material(m), seconds(dt), tables(std::move(rest), m, stiffness, plan) {
        const std::size_t n = tables.nodes();
        for (const Vec3& x0 : tables.rest->x0) state.x.push_back(x0.cast<double>());
        state.v.assign(n, Vec3d::Zero());
        if (m.rule == MaterialRule::equal) {
            state.rotation.assign(n, State::Quat::Identity());
            state.spin.assign(n, Vec3d::Zero());
        }
        state.matched.assign(tables.fits(), State::Quat::Identity());
        if (m.plasticity.active()) state.plastic.assign(tables.regions(), Mat3d::Identity());
    }

    bool turns() const { return !state.spin.empty(); }
    Mat3d rotation(int i) const { return state.rotation[i].toRotationMatrix(); }
    Mat3d inertia(int i) const { return rotation(i) * inertia_of(*tables.rest, i) * rotation(i).transpose(); }

    /// Random velocities and, where nodes turn, spins.
    void shake(double speed, unsigned seed = 1) {
        std::mt19937 random(seed);
        std::normal_distribution<double> normal;
        const auto any = [&] { return Vec3d{normal(random), normal(random), normal(random)}; };
        for (int i = 0; i < tables.nodes(); ++i) {
            state.v[i] += speed * any();
            if (turns()) state.spin[i] += inertia(i) * (0.5 * speed / tables.rest->cell[i] * any());
        }
    }

    Substep substep() const {
        return {.seconds = seconds,
                .alpha = material.stiffness.value,
                .damping = 1 - std::exp(-material.damping * seconds),
                .drag = std::exp(-material.drag * seconds)};
    }
    void find_goals() {
        match.sum_regions(tables, state);
        match.match_regions(tables, material.plasticity, seconds, RotationKind::reference, state);
        match.average_goals(tables, state);
    }
    void step() {
        const bool fused = material.damping_order == DampingOrder::fused;
        find_goals();
        kick(substep(), fused, match, state);
        if (!fused) {
            match.average_rigid_velocities(tables, state);
            damp(substep(), match, state);
        }
        move(substep(), state);
        turn(tables, seconds, state);
    }
    void run(int steps) {
        for (int step_ = 0; step_ < steps; ++step_) step();
    }

    Motion motion() const { return motion_of(*tables.rest, state); }
    /// The most kinetic energy within `steps`.
    double most_kinetic(int steps) {
        double most = 0;
        for (int step_ = 0; step_ < steps; ++step_) {
            step();
            most = std::max(most, motion().kinetic);
        }
        return most;
    }
    double farthest_goal() {
        find_goals();
        double farthest = 0;
        for (int i = 0; i < tables.nodes(); ++i) farthest = std::max(farthest, match.to_goal(i).norm());
        return farthest;
    }

    /// alpha / (2 h^2) sum_r a_r sum_i phi_ir f_i |x_i - T_r x0_i|^2, by the members of each region; where nodes turn,
    /// also |(R_i - R_r) J_i^(1/2)|^2 beside each square.
    double elastic() {
        find_goals();
        const WeightedMembers regions = weighted_members(*tables.rest);
        double energy = 0;
        for (int s = 0; s < tables.sums(); ++s) {
            const auto members = regions.nodes.row(s);
            const auto weight = [&](std::size_t k) {
                const double share = regions.weight.empty() ? 1 : regions.weight[regions.nodes.offsets[s] + k];
                return share * tables.weight[members[k].value];
            };
            Vec3d c = Vec3d::Zero();
            for (std::size_t k = 0; k < members.size(); ++k) c += weight(k) * state.x[members[k].value];
            c /= tables.mass[s];
            for (int fit = tables.first_fit[s]; fit < tables.first_fit[s + 1]; ++fit) {
                const Mat3d R = state.matched[fit].toRotationMatrix();
                for (std::size_t k = 0; k < members.size(); ++k) {
                    const int i = members[k].value;
                    const Vec3d x0 = tables.rest->x0[i].cast<double>();
                    double square = (state.x[i] - c - R * (x0 - tables.centre[s])).squaredNorm();
                    if (turns()) {
                        const Mat3d off = rotation(i) - R;
                        square += (off * tables.rest->own_moment[i].cast<double>() * off.transpose()).trace();
                    }
                    energy += tables.pull[fit] * weight(k) * square;
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

}  // namespace octomatch::test

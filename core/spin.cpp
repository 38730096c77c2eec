#include "core/spin.h"

#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>

#include "core/parallel.h"

namespace octomatch {

namespace {

constexpr int kChunk = 512;

// About the centre of mass, as points: nodes have no spin yet.
Vec3d turning_of(const BodyRest& rest, const BodyState& state) {
    double mass = 0;
    Vec3d centre = Vec3d::Zero(), velocity = Vec3d::Zero();
    for (int i = 0; i < rest.nodes(); ++i) {
        mass += rest.mass[i];
        centre += rest.mass[i] * state.x[i].cast<double>();
        velocity += rest.mass[i] * state.v[i].cast<double>();
    }
    centre /= mass;
    velocity /= mass;
    Mat3d inertia = Mat3d::Zero();
    Vec3d angular = Vec3d::Zero();
    for (int i = 0; i < rest.nodes(); ++i) {
        const Vec3d arm = state.x[i].cast<double>() - centre;
        inertia += rest.mass[i] * (arm.squaredNorm() * Mat3d::Identity() - arm * arm.transpose());
        angular += rest.mass[i] * arm.cross(state.v[i].cast<double>() - velocity);
    }
    return inertia.completeOrthogonalDecomposition().solve(angular);  // 0 about the axis of nodes on a line
}

// In the node's own frame: the angle vector t with sin|t| / |t| J' t + (1 - cos|t|) / |t|^2 (J t) x t = h l / m. Where
// it turns by more than about a radian there may be none; then the explicit step is taken.
Vec3d turned_by(const Mat3d& J, const Mat3d& inverse_inertia, double mass, const Vec3d& impulse) {
    constexpr int kMostRounds = 12;
    const Vec3d explicit_step = inverse_inertia * impulse;
    Vec3d angle = explicit_step;
    for (int round = 0; round < kMostRounds; ++round) {
        const double size = angle.norm();
        const bool small = size < 1e-4;
        const double a = small ? 1 - size * size / 6 : std::sin(size) / size;
        const double b = small ? 0.5 - size * size / 24 : (1 - std::cos(size)) / (size * size);
        const Vec3d next = inverse_inertia * (impulse - mass * b * Vec3d(J * angle).cross(angle)) / a;
        if (!(next.norm() < 1.2)) return explicit_step;
        const double change = (next - angle).norm();
        angle = next;
        if (change <= 1e-12 * size) return angle;
    }
    return angle;
}

Eigen::Quaterniond rotation_by(const Vec3d& angle) {
    const double size = angle.norm();
    const double share = size < 1e-4 ? 0.5 - size * size / 48 : std::sin(size / 2) / size;
    const Vec3d v = share * angle;
    return {std::cos(size / 2), v.x(), v.y(), v.z()};
}

}  // namespace

Mat3d inertia_of(const BodyRest& rest, int node) {
    const Mat3d J = rest.own_moment[node].cast<double>();
    return rest.mass[node] * (J.trace() * Mat3d::Identity() - J);
}

Mat3d inverse_inertia_of(const BodyRest& rest, int node) {
    return rest.own_moment[node].isZero(0) ? Mat3d(Mat3d::Zero()) : Mat3d(inertia_of(rest, node).inverse());
}

void start_turning(const MatchTables& tables, BodyState& state) {
    const BodyRest& rest = *tables.rest;
    const Vec3d turning = turning_of(rest, state);
    state.rotation.clear();
    state.spin.clear();
    for (int i = 0; i < rest.nodes(); ++i) {
        state.rotation.push_back(state.matched[tables.fit_of_region[i]]);
        const Mat3d R = state.rotation[i].cast<double>().normalized().toRotationMatrix();
        state.spin.push_back((R * inertia_of(rest, i) * R.transpose() * turning).cast<float>());
    }
}

template <class Real>
void turn(const MatchTables& tables, double seconds, BodyStateOf<Real>& state) {
    const BodyRest& rest = *tables.rest;
    parallel_chunks(static_cast<int>(state.rotation.size()), kChunk, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            if (rest.own_moment[i].isZero(0)) {
                state.rotation[i] = state.matched[tables.fit_of_region[i]];
                continue;
            }
            const Eigen::Quaterniond R = state.rotation[i].template cast<double>().normalized();
            const Vec3d impulse = seconds * (R.conjugate() * state.spin[i].template cast<double>());
            const Vec3d angle =
                turned_by(rest.own_moment[i].cast<double>(), tables.inverse_inertia[i], rest.mass[i], impulse);
            state.rotation[i] = (R * rotation_by(angle)).normalized().template cast<Real>();
        }
    });
}

template void turn(const MatchTables&, double, BodyStateOf<float>&);
template void turn(const MatchTables&, double, BodyStateOf<double>&);

}  // namespace octomatch

#include "core/spin.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <utility>

#include "core/parallel.h"

namespace octomatch {

namespace {

constexpr int kChunk = 512;

// Which axis, and for how much of the substep: symmetric, hence of second order.
constexpr std::pair<int, double> kTurns[] = {{0, 0.5}, {1, 0.5}, {2, 1}, {1, 0.5}, {0, 0.5}};

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

}  // namespace

Mat3d inertia_of(const BodyRest& rest, int node) {
    const Mat3d J = rest.own_moment[node].cast<double>();
    return rest.mass[node] * (J.trace() * Mat3d::Identity() - J);
}

PrincipalInertia principal_inertia_of(const BodyRest& rest, int node) {
    const Eigen::SelfAdjointEigenSolver<Mat3d> solver(inertia_of(rest, node));
    PrincipalInertia inertia{solver.eigenvectors(), Vec3d::Zero()};
    if (!rest.own_moment[node].isZero(0)) inertia.inverse = solver.eigenvalues().cwiseInverse();
    return inertia;
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
            const PrincipalInertia& inertia = tables.inertia[i];
            Eigen::Quaterniond R = state.rotation[i].template cast<double>().normalized();
            Vec3d momentum = R.conjugate() * state.spin[i].template cast<double>();  // in the node's own frame
            for (const auto& [axis, share] : kTurns) {
                const Vec3d about = inertia.axes.col(axis);
                const double angle = share * seconds * inertia.inverse[axis] * about.dot(momentum);
                const Eigen::Quaterniond turned(Eigen::AngleAxisd(angle, about));
                R = R * turned;
                momentum = turned.conjugate() * momentum;
            }
            state.rotation[i] = R.normalized().template cast<Real>();
        }
    });
}

template void turn(const MatchTables&, double, BodyStateOf<float>&);
template void turn(const MatchTables&, double, BodyStateOf<double>&);

}  // namespace octomatch

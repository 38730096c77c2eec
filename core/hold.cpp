#include "core/hold.h"

#include <algorithm>
#include <cmath>

namespace octomatch {

namespace {

// The rotation of a node's own region stands for the node's.
Mat3d turn_of(const MatchTables& tables, const BodyState& state, NodeId i) {
    return state.matched[tables.fit_of_region[i.value]].cast<double>().toRotationMatrix();
}

// How far the node's box reaches below the node, against `normal`.
double reach_below(const MatchTables& tables, const BodyState& state, const Vec3d& normal, NodeId i) {
    const BodyRest& rest = *tables.rest;
    if (rest.low.empty()) return 0;
    const Vec3d local = turn_of(tables, state, i).transpose() * normal;
    double lowest = 0;
    for (int axis = 0; axis < 3; ++axis)
        lowest += std::min(local[axis] * rest.low[i.value][axis], local[axis] * rest.high[i.value][axis]);
    return -lowest;
}

}  // namespace

void hold_pins(double seconds, std::span<Pin> pins, BodyState& state) {
    for (Pin& pin : pins) {
        pin.place += seconds * pin.velocity;
        const Vec3d x = state.origin + state.x[pin.node.value].cast<double>();
        state.v[pin.node.value] = ((pin.place - x) / seconds).cast<float>();
    }
}

PointMotion motion_of(const MaterialPoint& point, const MatchTables& tables, const BodyState& state) {
    PointMotion motion{state.origin, Vec3d::Zero()};
    for (std::size_t k = 0; k < point.nodes.size(); ++k) {
        const NodeId i = point.nodes[k];
        const Vec3d arm = turn_of(tables, state, i) * (point.rest - tables.rest->x0[i.value]).cast<double>();
        motion.place += point.weights[k] * (state.x[i.value].cast<double>() + arm);
        motion.velocity += point.weights[k] * state.v[i.value].cast<double>();
    }
    return motion;
}

void pull_grabs(double seconds, const MatchTables& tables, std::span<const Grab> grabs, BodyState& state) {
    for (const Grab& grab : grabs) {
        const double share = 1 - std::exp(-grab.rate * seconds);
        const PointMotion motion = motion_of(grab.point, tables, state);
        const Vec3d change = share * ((grab.target - motion.place) / seconds - motion.velocity);
        // Spread over the nodes so that the point itself changes by all of it.
        double squares = 0;
        for (float w : grab.point.weights) squares += double(w) * w;
        for (std::size_t k = 0; k < grab.point.nodes.size(); ++k)
            state.v[grab.point.nodes[k].value] += (grab.point.weights[k] / squares * change).cast<float>();
    }
}

int rest_on_ground(const Ground& ground, double seconds, const MatchTables& tables, BodyState& state) {
    constexpr double kComeOut = 0.1;  // of the depth per substep: faster would throw the body up
    const Vec3d n = ground.normal.normalized();
    int contacts = 0;
    for (int i = 0; i < tables.nodes(); ++i) {
        const Vec3d place = state.origin + state.x[i].cast<double>();
        const double height = n.dot(place) - ground.offset - reach_below(tables, state, n, {i});
        const Vec3d v = state.v[i].cast<double>();
        const double speed = n.dot(v);  // away from the ground
        if (height + seconds * speed >= 0) continue;
        ++contacts;
        double wanted = height > 0 ? -height / seconds : -kComeOut * height / seconds;
        if (speed < 0) wanted = std::max(wanted, -ground.restitution * speed);
        const double impulse = wanted - speed;
        if (impulse <= 0) continue;
        const Vec3d along = v - speed * n;
        const double slip = along.norm();
        const double kept = slip > 0 ? std::max(0.0, 1 - ground.friction * impulse / slip) : 0;
        state.v[i] = (wanted * n + kept * along).cast<float>();
    }
    return contacts;
}

}  // namespace octomatch

#include "core/hold.h"

#include <algorithm>
#include <cmath>

#include "core/node_ball.h"

namespace octomatch {

namespace {

// Where nodes have no rotation of their own, that of the node's region or of the first cluster it is in stands for it.
Mat3d turn_of(const MatchTables& tables, const BodyState& state, NodeId i) {
    if (!state.rotation.empty()) return state.rotation[i.value].cast<double>().toRotationMatrix();
    return state.matched[tables.fit_of_node[i.value]].cast<double>().toRotationMatrix();
}

// Changes the velocity of a point by an impulse on it, dv_i = J w_i / m_i.
void push(const MaterialPoint& point, const BodyRest& rest, const Vec3d& change, BodyState& state) {
    double give = 0;  // change of the velocity per impulse
    for (std::size_t k = 0; k < point.nodes.size(); ++k)
        give += double(point.weights[k]) * point.weights[k] / rest.mass[point.nodes[k].value];
    for (std::size_t k = 0; k < point.nodes.size(); ++k) {
        const int i = point.nodes[k].value;
        state.v[i] += (point.weights[k] / (give * rest.mass[i]) * change).cast<float>();
    }
}

}  // namespace

void hold_pins(double seconds, std::span<Pin> pins, BodyState& state) {
    for (Pin& pin : pins) {
        pin.place += seconds * pin.velocity;
        const Vec3d x = state.origin + state.x[pin.node.value].cast<double>();
        state.v[pin.node.value] = ((pin.place - x) / seconds).cast<float>();
        if (!state.spin.empty()) state.spin[pin.node.value].setZero();
    }
}

// Where the nodes do not span space, what is missing to the point turns with the node that has most of it.
PointMotion motion_of(const MaterialPoint& point, const MatchTables& tables, const BodyState& state) {
    PointMotion motion{state.origin, Vec3d::Zero()};
    Vec3d missing = point.rest.cast<double>();
    std::size_t most = 0;
    for (std::size_t k = 0; k < point.nodes.size(); ++k) {
        const int i = point.nodes[k].value;
        const double w = point.weights[k];
        motion.place += w * state.x[i].cast<double>();
        motion.velocity += w * state.v[i].cast<double>();
        missing -= w * tables.rest->x0[i].cast<double>();
        if (w > point.weights[most]) most = k;
    }
    motion.place += turn_of(tables, state, point.nodes[most]) * missing;
    return motion;
}

void pull_grabs(double seconds, const MatchTables& tables, std::span<const Grab> grabs, BodyState& state) {
    for (const Grab& grab : grabs) {
        const double share = 1 - std::exp(-grab.rate * seconds);
        const PointMotion motion = motion_of(grab.point, tables, state);
        const Vec3d change = share * ((grab.target - motion.place) / seconds - motion.velocity);
        push(grab.point, *tables.rest, change, state);
    }
}

int rest_on_ground(const Ground& ground, double seconds, const MatchTables& tables, BodyState& state) {
    constexpr double kComeOut = 0.1;  // of the depth per substep
    const Vec3d n = ground.normal.normalized();
    int contacts = 0;
    for (int i = 0; i < tables.nodes(); ++i) {
        const Vec3d place = state.origin + state.x[i].cast<double>();
        const double height = n.dot(place) - ground.offset - ball_radius(*tables.rest, i);
        const Vec3d v = state.v[i].cast<double>();
        const double speed = n.dot(v);  // away from the ground
        if (height + seconds * speed >= 0) continue;
        ++contacts;
        // Out of the ground by place, not by speed, which would stay.
        if (height < 0) state.x[i] -= (kComeOut * height * n).cast<float>();
        double wanted = -std::max(height, 0.0) / seconds;
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

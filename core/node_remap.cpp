#include "core/node_remap.h"

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "core/spin.h"

namespace octomatch {

namespace {

// Rigid motions of nodes on a line, or of one node, have fewer than six degrees of freedom.
constexpr double kSpanned = 1e-6;

Vec3d turning(const Mat3d& inertia, const Vec3d& angular) {
    Eigen::CompleteOrthogonalDecomposition<Mat3d> solver;
    solver.setThreshold(kSpanned);
    return solver.compute(inertia).solve(angular);
}

Mat3d point_inertia(double mass, const Vec3d& arm) {
    return mass * (arm.squaredNorm() * Mat3d::Identity() - arm * arm.transpose());
}

Mat3d world_inertia(const BodyRest& rest, const BodyState& state, int i) {
    const Mat3d R = state.rotation[i].cast<double>().normalized().toRotationMatrix();
    return R * inertia_of(rest, i) * R.transpose();
}

/// The rigid motion nearest to that of some points.
class RigidFit {
public:
    void add(double mass, const Vec3d& x, const Vec3d& v) { nodes_.push_back({mass, x, v}); }
    Vec3d turning() const {
        double mass = 0;
        Vec3d centre = Vec3d::Zero(), velocity = Vec3d::Zero();
        for (const auto& [m, x, v] : nodes_) {
            mass += m;
            centre += m * x;
            velocity += m * v;
        }
        centre /= mass;
        velocity /= mass;
        Mat3d inertia = Mat3d::Zero();
        Vec3d angular = Vec3d::Zero();
        for (const auto& [m, x, v] : nodes_) {
            inertia += point_inertia(m, x - centre);
            angular += m * (x - centre).cross(v - velocity);
        }
        return octomatch::turning(inertia, angular);
    }

private:
    struct Node {
        double mass;
        Vec3d x, v;
    };
    std::vector<Node> nodes_;
};

Vec3d place(const BodyState& state, int i) {
    return state.x[i].cast<double>();
}
Vec3d velocity(const BodyState& state, int i) {
    return state.v[i].cast<double>();
}

// omega_i: of the node itself if it can tell, else of it and the nodes it is linked to.
Vec3d turning_of(const BodyRest& rest, const BodyState& state, int i) {
    if (!state.rotation.empty() && !rest.own_moment[i].isZero(0))
        return turning(world_inertia(rest, state, i), state.spin[i].cast<double>());
    RigidFit fit;
    fit.add(rest.mass[i], place(state, i), velocity(state, i));
    for (NodeId j : rest.links.row(i)) fit.add(rest.mass[j.value], place(state, j.value), velocity(state, j.value));
    return fit.turning();
}

/// Is a new node an old one as it was?
bool is_same(std::span<const NodeRemap::Part> parts, const BodyRest& before, float mass) {
    return parts.size() == 1 && parts[0].arm.isZero(0) && before.mass[parts[0].from.value] == mass;
}

// How each old node that was divided or joined moves.
struct OldMotion {
    Mat3d F;
    Vec3d omega;
};

class Transfer {
public:
    Transfer(const NodeRemap& remap, const BodyRest& before, const GradientFit& fit, const NodeValues& old,
             const BodyRest& after)
        : parts_(remap.parts), before_(before), old_(old), after_(after), known_(before.nodes(), 0) {
        find_gradients(fit, old.state, gradients_);
        motions_.resize(before.nodes());
    }

    Transferred run() {
        now_.state.origin = old_.state.origin;
        for (int n = 0; n < parts_.rows(); ++n) add_node(n);
        if (turns()) turn_nodes();
        const Vec3d turned = hand_over_what_is_lost();
        add_pins();
        return {std::move(now_), turned};
    }

private:
    bool turns() const { return !old_.state.rotation.empty(); }
    bool same(int n) const { return is_same(parts_.row(n), before_, after_.mass[n]); }

    const OldMotion& motion(NodeId i) {
        if (!known_[i.value]) {
            known_[i.value] = 1;
            motions_[i.value] = {gradients_[i.value].cast<double>(), turning_of(before_, old_.state, i.value)};
        }
        return motions_[i.value];
    }

    // Of the parts' masses, which may all be 0.
    std::vector<double> shares(int n) const {
        const auto parts = parts_.row(n);
        double total = 0;
        for (const auto& part : parts) total += part.mass;
        std::vector<double> result;
        for (const auto& part : parts) result.push_back(total > 0 ? part.mass / total : 1.0 / parts.size());
        return result;
    }

    void add_node(int n) {
        const auto parts = parts_.row(n);
        const std::vector<double> share = shares(n);
        const std::size_t most = std::max_element(share.begin(), share.end()) - share.begin();
        const int main = parts[most].from.value;
        BodyState& state = now_.state;
        state.matched.push_back(old_.state.matched[main]);
        if (turns()) state.rotation.push_back(old_.state.rotation[main]);
        if (!old_.state.plastic.empty()) state.plastic.push_back(plastic(parts, share));
        if (!old_.region_stiffness.empty()) {
            double stiffness = 0;
            for (std::size_t k = 0; k < parts.size(); ++k)
                stiffness += share[k] * old_.region_stiffness[parts[k].from.value];
            now_.region_stiffness.push_back(static_cast<float>(stiffness));
        }
        if (same(n)) {
            state.x.push_back(old_.state.x[main]);
            state.v.push_back(old_.state.v[main]);
            return;
        }
        Vec3d x = Vec3d::Zero(), v = Vec3d::Zero();
        for (std::size_t k = 0; k < parts.size(); ++k) {
            const int i = parts[k].from.value;
            const auto& [F, omega] = motion(parts[k].from);
            const Vec3d arm = F * parts[k].arm.cast<double>();
            x += share[k] * (place(old_.state, i) + arm);
            v += share[k] * (velocity(old_.state, i) + omega.cross(arm));
            // The part's share of what its old node had.
            const double mass = share[k] * after_.mass[n];
            momentum_lost_ += mass * velocity(old_.state, i);
            angular_lost_ += mass * place(old_.state, i).cross(velocity(old_.state, i));
        }
        state.x.push_back(x.cast<float>());
        state.v.push_back(v.cast<float>());
    }

    Mat3 plastic(std::span<const NodeRemap::Part> parts, const std::vector<double>& share) const {
        if (parts.size() == 1) return old_.state.plastic[parts[0].from.value];
        Mat3d sum = Mat3d::Zero();
        for (std::size_t k = 0; k < parts.size(); ++k)
            sum += share[k] * old_.state.plastic[parts[k].from.value].cast<double>();
        const double volume = sum.determinant();
        return (volume > 0 ? Mat3d(sum / std::cbrt(volume)) : Mat3d::Identity()).cast<float>();
    }

    // Spins: those of the old nodes go over by mass; the new ones turn as fast as their parts do on average.
    void turn_nodes() {
        for (int n = 0; n < parts_.rows(); ++n) {
            const auto parts = parts_.row(n);
            if (same(n)) {
                now_.state.spin.push_back(old_.state.spin[parts[0].from.value]);
                continue;
            }
            const std::vector<double> share = shares(n);
            Vec3d omega = Vec3d::Zero();
            for (std::size_t k = 0; k < parts.size(); ++k) {
                const int i = parts[k].from.value;
                const double of_old = before_.mass[i] > 0 ? share[k] * after_.mass[n] / before_.mass[i] : 0;
                angular_lost_ += of_old * old_.state.spin[i].cast<double>();
                omega += share[k] * motion(parts[k].from).omega;
            }
            now_.state.spin.push_back((world_inertia(after_, now_.state, n) * omega).cast<float>());
        }
    }

    Vec3d hand_over_what_is_lost() {
        BodyState& state = now_.state;
        double mass = 0;
        Vec3d centre = Vec3d::Zero();
        for (int n = 0; n < after_.nodes(); ++n) {
            mass += after_.mass[n];
            centre += after_.mass[n] * place(state, n);
            if (same(n)) continue;
            momentum_lost_ -= after_.mass[n] * velocity(state, n);
            angular_lost_ -= after_.mass[n] * place(state, n).cross(velocity(state, n));
            if (turns()) angular_lost_ -= state.spin[n].cast<double>();
        }
        if ((angular_lost_.isZero(0) && momentum_lost_.isZero(0)) || mass <= 0) return Vec3d::Zero();
        centre /= mass;
        angular_lost_ -= centre.cross(momentum_lost_);
        Mat3d inertia = Mat3d::Zero();
        for (int n = 0; n < after_.nodes(); ++n) {
            inertia += point_inertia(after_.mass[n], place(state, n) - centre);
            if (turns()) inertia += world_inertia(after_, state, n);
        }
        const Vec3d omega = turning(inertia, angular_lost_);
        for (int n = 0; n < after_.nodes(); ++n) {
            state.v[n] += Vec3d(momentum_lost_ / mass + omega.cross(place(state, n) - centre)).cast<float>();
            if (turns()) state.spin[n] += (world_inertia(after_, state, n) * omega).cast<float>();
        }
        return inertia * omega;
    }

    void add_pins() {
        const auto pin_of = [&](NodeId i) -> const Pin* {
            const auto at = std::lower_bound(old_.pins.begin(), old_.pins.end(), i,
                                             [](const Pin& pin, NodeId id) { return pin.node < id; });
            return at != old_.pins.end() && at->node == i ? &*at : nullptr;
        };
        if (old_.pins.empty()) return;
        for (int n = 0; n < parts_.rows(); ++n) {
            const auto parts = parts_.row(n);
            const std::vector<double> share = shares(n);
            double pinned = 0;
            Vec3d place = Vec3d::Zero(), velocity = Vec3d::Zero();
            for (std::size_t k = 0; k < parts.size(); ++k)
                if (const Pin* pin = pin_of(parts[k].from)) {
                    const Vec3d arm =
                        same(n) ? Vec3d::Zero() : Vec3d(motion(parts[k].from).F * parts[k].arm.cast<double>());
                    pinned += share[k];
                    place += share[k] * (pin->place + arm);
                    velocity += share[k] * pin->velocity;
                }
            if (pinned > 0.5) now_.pins.push_back({{n}, place / pinned, velocity / pinned});
        }
    }

    const Ragged<NodeRemap::Part>& parts_;
    const BodyRest& before_;
    const NodeValues& old_;
    const BodyRest& after_;
    std::vector<Mat3> gradients_;
    std::vector<OldMotion> motions_;
    std::vector<char> known_;
    NodeValues now_;
    // What the old nodes had, less what the new ones have.
    Vec3d momentum_lost_ = Vec3d::Zero(), angular_lost_ = Vec3d::Zero();
};

}  // namespace

Transferred transfer(const NodeRemap& remap, const BodyRest& before, const GradientFit& fit, const NodeValues& values,
                     const BodyRest& after) {
    return Transfer(remap, before, fit, values, after).run();
}

}  // namespace octomatch

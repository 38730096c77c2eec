#include "core/integrate.h"

#include <cmath>
#include <numbers>

#include "core/parallel.h"

namespace octomatch {

namespace {
constexpr int kChunk = 512;
}

Vec3d Wind::at(const Vec3d& place, double time) const {
    const double way = velocity.normalized().dot(place);
    return velocity * (1 + gust * std::sin(2 * std::numbers::pi * (time / period - way / length)));
}

template <class Real>
void kick(const Substep& substep, bool fused, const RegionMatcher<Real>& match, BodyStateOf<Real>& state) {
    const bool windy = !substep.wind.velocity.isZero();
    parallel_chunks(static_cast<int>(state.x.size()), kChunk, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const Vec3d v = state.v[i].template cast<double>();
            const double share = windy ? 1 - std::exp(-substep.wind.coupling * substep.seconds) : 0;
            Vec3d change = substep.alpha / substep.seconds * match.to_goal(i) + substep.seconds * substep.gravity;
            if (fused) change += substep.damping * (match.rigid_velocity(i) - v);
            if (windy) {
                const Vec3d place = state.origin + state.x[i].template cast<double>();
                change += share * (substep.wind.at(place, substep.time) - v);
            }
            state.v[i] = (substep.drag * (v + change)).template cast<Real>();
            if (state.spin.empty()) continue;
            const Vec3d spin = state.spin[i].template cast<double>();
            Vec3d turn = substep.alpha / substep.seconds * match.torque(i) - share * spin;
            if (fused) turn += substep.damping * (match.rigid_spin(i) - spin);
            state.spin[i] = (substep.drag * (spin + turn)).template cast<Real>();
        }
    });
}

template <class Real>
void damp(const Substep& substep, const RegionMatcher<Real>& match, BodyStateOf<Real>& state) {
    parallel_chunks(static_cast<int>(state.v.size()), kChunk, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const Vec3d v = state.v[i].template cast<double>();
            state.v[i] = (v + substep.damping * (match.rigid_velocity(i) - v)).template cast<Real>();
            if (state.spin.empty()) continue;
            const Vec3d spin = state.spin[i].template cast<double>();
            state.spin[i] = (spin + substep.damping * (match.rigid_spin(i) - spin)).template cast<Real>();
        }
    });
}

template <class Real>
void move(const Substep& substep, BodyStateOf<Real>& state) {
    parallel_chunks(static_cast<int>(state.x.size()), kChunk, [&](int begin, int end) {
        for (int i = begin; i < end; ++i)
            state.x[i] = (state.x[i].template cast<double>() + substep.seconds * state.v[i].template cast<double>())
                             .template cast<Real>();
    });
}

template void kick(const Substep&, bool, const RegionMatcher<float>&, BodyStateOf<float>&);
template void kick(const Substep&, bool, const RegionMatcher<double>&, BodyStateOf<double>&);
template void damp(const Substep&, const RegionMatcher<float>&, BodyStateOf<float>&);
template void damp(const Substep&, const RegionMatcher<double>&, BodyStateOf<double>&);
template void move(const Substep&, BodyStateOf<float>&);
template void move(const Substep&, BodyStateOf<double>&);

}  // namespace octomatch

#include "core/body_state.h"

#include <algorithm>

#include "core/hash.h"

namespace octomatch {

namespace {

template <class Real>
void add_quaternions(const std::vector<Eigen::Quaternion<Real, Eigen::DontAlign>>& all, Hash& h) {
    h.add_bytes(all.data(), all.size() * sizeof(all[0]));
}

}  // namespace

template <class Real>
std::uint64_t hash(const BodyStateOf<Real>& state) {
    Hash h;
    for (double c : state.origin) h.add(c);
    h.add(state.x);
    h.add(state.v);
    add_quaternions(state.rotation, h);
    h.add(state.spin);
    add_quaternions(state.matched, h);
    h.add(state.plastic);
    return h.value();
}

template <class Real>
void rebase(BodyStateOf<Real>& state) {
    if (state.x.empty()) return;
    auto low = state.x[0], high = state.x[0];
    for (const auto& x : state.x) {
        low = low.cwiseMin(x);
        high = high.cwiseMax(x);
    }
    for (int axis = 0; axis < 3; ++axis) {
        const Real shift = (low[axis] + high[axis]) / 2;
        const Real nearest = std::min(std::abs(low[axis]), std::abs(high[axis]));
        const Real farthest = std::max(std::abs(low[axis]), std::abs(high[axis]));
        const bool one_side = low[axis] * high[axis] > 0;
        if (!one_side || 2 * nearest < std::abs(shift) || farthest > 2 * std::abs(shift)) continue;
        state.origin[axis] += static_cast<double>(shift);
        for (auto& x : state.x) x[axis] -= shift;
    }
}

template std::uint64_t hash(const BodyStateOf<float>&);
template std::uint64_t hash(const BodyStateOf<double>&);
template void rebase(BodyStateOf<float>&);
template void rebase(BodyStateOf<double>&);

}  // namespace octomatch

// The velocities and positions of one body: kick, damp, move (FASM (2), (3): symplectic Euler).
#pragma once
#include "core/match.h"
#include "core/world_settings.h"

namespace octomatch {

/// One substep of one body.
struct Substep {
    double seconds = 0;  // h
    double time = 0;     // at its beginning
    double alpha = 1;
    double damping = 0;  // k_d = 1 - exp(-damping h)
    double drag = 1;     // exp(-drag h)
    Vec3d gravity = Vec3d::Zero();
    Wind wind;
};

/// v += alpha (g - x) / h + h (gravity + wind), then drag. `fused` also applies the region damping of the match. Spins
/// likewise: torque, damping, and air that slows them down.
template <class Real>
void kick(const Substep& substep, bool fused, const RegionMatcher<Real>& match, BodyStateOf<Real>& state);

/// v += k_d (average rigid velocity - v), and spins likewise.
template <class Real>
void damp(const Substep& substep, const RegionMatcher<Real>& match, BodyStateOf<Real>& state);

/// x += h v.
template <class Real>
void move(const Substep& substep, BodyStateOf<Real>& state);

extern template void kick(const Substep&, bool, const RegionMatcher<float>&, BodyStateOf<float>&);
extern template void kick(const Substep&, bool, const RegionMatcher<double>&, BodyStateOf<double>&);
extern template void damp(const Substep&, const RegionMatcher<float>&, BodyStateOf<float>&);
extern template void damp(const Substep&, const RegionMatcher<double>&, BodyStateOf<double>&);
extern template void move(const Substep&, BodyStateOf<float>&);
extern template void move(const Substep&, BodyStateOf<double>&);

}  // namespace octomatch

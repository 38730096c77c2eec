// BodyState: everything a step may change. A copy is a checkpoint, equal bits are equal hashes.
//
// Numbers are relative to a per-body origin in double, so that a body far away behaves as one at home. The scalar is
// float; tests run the same step in double as an oracle.
#pragma once
#include <cstdint>
#include <vector>

#include "core/vec.h"

namespace octomatch {

template <class Real>
struct BodyStateOf {
    using Scalar = Real;
    using Vec = Eigen::Matrix<Real, 3, 1>;
    using Mat = Eigen::Matrix<Real, 3, 3>;
    using Quat = Eigen::Quaternion<Real, Eigen::DontAlign>;

    Vec3d origin = Vec3d::Zero();  // world position of x = 0

    // Per node.
    std::vector<Vec> x;          // position relative to the origin
    std::vector<Vec> v;          // velocity
    std::vector<Quat> rotation;  // of the node itself, and its
    std::vector<Vec> spin;       // angular momentum; both empty under rules that give nodes no inertia of their own

    std::vector<Quat> matched;  // per fit (core/match_tables.h): rotation of the last match, where the next one starts,
                                // and what it keeps where no answer is unique
    std::vector<Mat> plastic;   // per region: S_r, the rest shape's own deformation; empty for elastic bodies
};

using BodyState = BodyStateOf<float>;

template <class Real>
std::uint64_t hash(const BodyStateOf<Real>& state);

/// Moves the origin after the body where it went far, axis by axis, and only when that is exact: all coordinates then
/// lie within a factor of two of the shift, so that the subtraction does not round (Sterbenz). Distances inside the
/// body stay as they are to the bit; the origin itself rounds in double.
template <class Real>
void rebase(BodyStateOf<Real>& state);

extern template std::uint64_t hash(const BodyStateOf<float>&);
extern template std::uint64_t hash(const BodyStateOf<double>&);
extern template void rebase(BodyStateOf<float>&);
extern template void rebase(BodyStateOf<double>&);

}  // namespace octomatch

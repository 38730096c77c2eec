// The proper rotation nearest to a 3x3 matrix: R = argmax over SO(3) of tr(R^T A), the heart of shape matching.
//
// With A = U diag(s1, s2, d s3) V^T, U and V rotations, s1 >= s2 >= s3 >= 0, d = sign(det A), the optimum is U V^T and
// is unique iff the gap s2 + d s3 is positive: planar regions are fine, collinear ones and some inverted ones are not.
// In quaternions the problem is the largest eigenvalue of a symmetric 4x4 matrix K(A) [Horn 87]; the maximisers are the
// unit quaternions of its eigenspace. Where that has more than one dimension we take the maximiser nearest to the
// previous rotation, so a rod keeps its twist and A = 0 keeps everything. Never a reflection, never NaN.
#pragma once
#include <array>
#include <cstdint>

#include "core/vec.h"

namespace octomatch {

/// Gaps s2 + d s3 up to this fraction of |A| (Frobenius) count as none: float knows A only to about 1e-7 |A|, so a
/// smaller gap would let rounding choose the twist.
constexpr double kUniqueGap = 1e-5;

/// The specification, by Eigen's SVD in double. `gap` as kUniqueGap. A matrix that is not finite gives `previous`.
Eigen::Quaterniond reference_rotation(const Mat3d& A, const Eigen::Quaterniond& previous, double gap = kUniqueGap);

enum class RotationStart : std::uint8_t {
    cold,  // from the characteristic polynomial of K: `previous` matters only where the answer is not unique
    warm,  // from `previous`, checked, and solved anew where that did not lead to the maximum
};

/// What a kernel has to say about one matrix; bits, 0 is good.
enum RotationFlag : std::uint8_t {
    kRotationNotUnique = 1,     // what A leaves open was taken from the previous rotation; harmless
    kRotationNotConverged = 2,  // torque |axial(R^T A)| above kTorqueTolerance |A|, or A is not finite
    kRotationRare = 4,          // needed the eigenvectors of K, several times as much work; harmless
};
constexpr float kTorqueTolerance = 2e-5f;  // a twist kept in a gap of kUniqueGap leaves up to 1.5e-5

struct Rotation {
    Eigen::Quaternionf q;  // unit, in the hemisphere of the previous one
    Mat3 R;
    std::uint8_t flags;
};

/// The float kernel for one matrix. `previous` is a unit quaternion; anything far from one counts as the identity.
Rotation nearest_rotation(const Mat3& A, const Eigen::Quaternionf& previous, RotationStart start);

/// Many matrices as arrays of their entries: entry k of matrix i is at [k][i]. No array may overlap another, except
/// that `q` may be `previous`. Arrays that begin a multiple of 4 KB apart compete for the same lines of the cache.
struct RotationArrays {
    std::array<const float*, 9> A;         // by rows
    std::array<const float*, 4> previous;  // w, x, y, z
    std::array<float*, 4> q;               // w, x, y, z
    std::array<float*, 9> R;               // by rows
    std::uint8_t* flags;
};

/// The float kernel for matrices 0..count-1, several at a time; to the bit what nearest_rotation gives for each.
/// Returns all their flags together.
std::uint8_t nearest_rotations(const RotationArrays& arrays, int count, RotationStart start);

}  // namespace octomatch

// The linear match model (MHTG05 4.2): a region may become any affine image of itself.
//
// With A = sum f p q^T and K = sum f q q^T (p = x - c, q = x0 - c0), F = A K^-1 is the linear map nearest to the
// deformation. Goals use B = beta F / cbrt(det F) + (1 - beta) R. A B^T is symmetric for all factors of F and R, so
// both momenta are conserved. Two departures. Where K is singular, in sheets and chains, F is completed by R: F = A K^+
// + R N, with N the projector on the directions in which nothing spreads; A N = 0, hence momentum stays. And near det F
// = 0, where the paper divides by zero, F gives way to R: a squeezed or inverted region is matched rigidly and
// recovers.
#pragma once
#include "core/vec.h"

namespace octomatch {

/// What the rest shape of a region gives.
struct LinearFit {
    Mat3d inverse = Mat3d::Zero();  // K^+
    Mat3d open = Mat3d::Zero();     // N
};

LinearFit linear_fit(const Mat3d& K);

/// B, from A and the rigid match R (times the plastic deformation, if there is one: F does not depend on it, being the
/// best of all linear maps).
Mat3d linear_match(double beta, bool keep_volume, const LinearFit& fit, const Mat3d& A, const Mat3d& rigid);

}  // namespace octomatch

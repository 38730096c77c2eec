// The linear match model (MHTG05 4.2): a region may become any affine image of itself.
//
// With A = sum f p q^T and K = sum f q q^T (p = x - c, q = x0 - c0), F = A K^-1 is the linear map nearest to the
// deformation. Goals use B = beta F + (1 - beta) R. A F^T is symmetric, as A R^T is, so both momenta are conserved.
// Departures from the paper:
// - It keeps the volume by F / cbrt(det F). That is the nearest map of volume 1 for K = I only; otherwise the pull is
// not
//   the gradient of an energy, and overlapping clusters blow up where nothing damps them. Here F + mu cof(F) K^-1 with
//   mu so that the determinant is 1: the nearest one, to first order. A (cof(F) K^-1)^T = det(F) I keeps momentum.
// - Towards det F = 0, where the paper divides by zero, F gives way to R: an inverted region is matched rigidly and
//   recovers.
// - Where K is singular, in sheets and chains, F is completed by R: F = A K^+ + R N, with N the projector on the
//   directions in which nothing spreads; A N = 0, hence momentum stays. There is no volume to keep then.
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

// Plastic flow of one region (MHTG05 4.3, FASM (9), (10)).
#pragma once
#include "core/material_settings.h"
#include "core/vec.h"

namespace octomatch {

/// S_r after `seconds` of flow, for a region whose moments are A = A_r S_r^T and K0 = sum f (x0 - c0)(x0 - c0)^T,
/// matched by the rotation R. The elastic stretch is S = R^T A (S_r K0 S_r^T)^-1; where |S - I| exceeds the yield, S_r
/// <- (I + seconds creep (S - I)) S_r, then bounded by `maximum`, then brought back to volume 1. Flat and thin regions
/// (K0 singular) stay elastic.
Mat3d flowed(const Plasticity& plasticity, double seconds, const Mat3d& A, const Mat3d& K0, const Mat3d& R,
             const Mat3d& S_r);

}  // namespace octomatch

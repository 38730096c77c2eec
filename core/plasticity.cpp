#include "core/plasticity.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>

namespace octomatch {

namespace {

double spectral_norm(const Mat3d& m) {
    const Mat3d squared = m.transpose() * m;
    return std::sqrt(
        std::max(0.0, Eigen::SelfAdjointEigenSolver<Mat3d>(squared, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff()));
}

bool is_nearly_singular(const Mat3d& spread) {
    constexpr double kThinnest = 1e-9;  // of the determinant of a ball of the same trace
    const double mean = spread.trace() / 3;
    return !(spread.determinant() > kThinnest * mean * mean * mean);
}

}  // namespace

Mat3d flowed(const Plasticity& plasticity, double seconds, const Mat3d& A, const Mat3d& K0, const Mat3d& R,
             const Mat3d& S_r) {
    const Mat3d spread = S_r * K0 * S_r.transpose();
    if (is_nearly_singular(spread)) return S_r;
    const Mat3d strain = R.transpose() * A * spread.inverse() - Mat3d::Identity();
    if (!(spectral_norm(strain) > plasticity.yield)) return S_r;

    Mat3d flowing = (Mat3d::Identity() + seconds * plasticity.creep * strain) * S_r;
    const double deformation = spectral_norm(flowing - Mat3d::Identity());
    if (deformation > plasticity.maximum)
        flowing = Mat3d::Identity() + plasticity.maximum / deformation * (flowing - Mat3d::Identity());
    const double volume = flowing.determinant();
    return volume > 0 ? Mat3d(flowing / std::cbrt(volume)) : S_r;
}

}  // namespace octomatch

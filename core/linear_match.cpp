#include "core/linear_match.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace octomatch {

LinearFit linear_fit(const Mat3d& K) {
    constexpr double kThinnest = 1e-10;  // of the largest eigenvalue: float knows no thinner sheets
    const Eigen::SelfAdjointEigenSolver<Mat3d> axes(K);
    const Vec3d spread = axes.eigenvalues();
    LinearFit fit;
    for (int k = 0; k < 3; ++k) {
        const Mat3d onto = axes.eigenvectors().col(k) * axes.eigenvectors().col(k).transpose();
        if (spread[k] > kThinnest * spread[2])
            fit.inverse += onto / spread[k];
        else
            fit.open += onto;
    }
    return fit;
}

Mat3d linear_match(double beta, bool keep_volume, const LinearFit& fit, const Mat3d& A, const Mat3d& rigid) {
    const Mat3d F = A * fit.inverse + rigid * fit.open;
    if (!keep_volume) return beta * F + (1 - beta) * rigid;
    constexpr double kSmallest = 0.125;  // volume from which on F gives way
    const double volume = F.determinant();
    const double share = beta * std::clamp(volume / kSmallest, 0.0, 1.0);
    return share / std::cbrt(std::max(volume, kSmallest)) * F + (1 - share) * rigid;
}

}  // namespace octomatch

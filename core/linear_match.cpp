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

namespace {

Mat3d cofactors(const Mat3d& m) {
    Mat3d c;
    for (int k = 0; k < 3; ++k) c.col(k) = m.col((k + 1) % 3).cross(m.col((k + 2) % 3));
    return c;
}

// The map F + mu cof(F) K^-1 of the given volume. F^-1 cof(F) K^-1 has positive eigenvalues, so the volume is a convex,
// rising function of mu up from where it vanishes: Newton's steps come down on the only solution there.
Mat3d with_volume(double volume, const Mat3d& F, const Mat3d& inverse) {
    constexpr int kSteps = 12;
    const Mat3d way = cofactors(F) * inverse;
    const Mat3d C = way / way.norm() * F.norm();
    const double c0 = F.determinant(), c1 = (cofactors(F).transpose() * C).trace(),
                 c2 = (cofactors(C).transpose() * F).trace(), c3 = C.determinant();
    double mu = 0;
    for (int step = 0; step < kSteps; ++step)
        mu -= (c0 + mu * (c1 + mu * (c2 + mu * c3)) - volume) / (c1 + mu * (2 * c2 + mu * 3 * c3));
    return F + mu * C;
}

}  // namespace

Mat3d linear_match(double beta, bool keep_volume, const LinearFit& fit, const Mat3d& A, const Mat3d& rigid) {
    const Mat3d F = A * fit.inverse + rigid * fit.open;
    if (!keep_volume || !fit.open.isZero()) return beta * F + (1 - beta) * rigid;
    constexpr double kSmallest = 0.125;  // volume from which on F gives way
    const double left = std::min(F.determinant() / kSmallest, 1.0);
    if (!(left > 0)) return rigid;
    const double share = beta * left;
    return share * with_volume(left, F, fit.inverse) + (1 - share) * rigid;
}

}  // namespace octomatch

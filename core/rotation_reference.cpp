// The rotation nearest to a matrix, as it is meant: double precision, no speed.
#include <Eigen/SVD>

#include "core/rotation.h"

namespace octomatch {

// The four stationary rotations of tr(R^T A) are U M V^T, M = diag(+-1, +-1, +-1) with det M = 1; their quaternions are
// the eigenvectors of K and their values tr(M S), S = diag(s1, s2, d s3), its eigenvalues.
Eigen::Quaterniond reference_rotation(const Mat3d& A, const Eigen::Quaterniond& previous, double gap) {
    if (!A.allFinite()) return previous;
    const double largest = A.cwiseAbs().maxCoeff();
    if (largest == 0) return previous;
    const Eigen::JacobiSVD<Mat3d> svd(A / largest, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Mat3d U = svd.matrixU(), V = svd.matrixV();
    Vec3d S = svd.singularValues();
    for (Mat3d* basis : {&U, &V})
        if (basis->determinant() < 0) {
            basis->col(2) *= -1;
            S[2] *= -1;
        }

    const Vec3d M[4] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    const Eigen::Quaterniond best(Mat3d(U * V.transpose()));
    Eigen::Vector4d nearest = Eigen::Vector4d::Zero();
    for (const Vec3d& m : M) {
        if ((M[0] - m).dot(S) > 2 * gap * S.norm()) continue;
        const Eigen::Quaterniond q(Mat3d(U * m.asDiagonal() * V.transpose()));
        nearest += q.dot(previous) * q.coeffs();
    }
    // Orthogonal to all maximisers: all of them are equally near.
    if (nearest.norm() < 1e-3) nearest = best.coeffs() * (best.dot(previous) < 0 ? -1 : 1);
    Eigen::Quaterniond result;
    result.coeffs() = nearest.normalized();
    return result;
}

}  // namespace octomatch

#include "core/material_point.h"

#include <Eigen/Eigenvalues>

namespace octomatch {

// Minimises sum (w_i - f_i)^2 / f_i with f_i the share of the mass: w_i = f_i (1 + b . (x0_i - c)), b = C^+ (p - c).
// By mass, since light nodes would be thrown about otherwise: a push moves node i by w_i / m_i.
MaterialPoint balanced(const MaterialPoint& point, const BodyRest& rest) {
    constexpr double kSpanned = 0.03;  // as in core/gradient.cpp
    const auto at = [&](std::size_t k) { return rest.x0[point.nodes[k].value].cast<double>(); };
    std::vector<double> share;
    double total = 0;
    for (std::size_t k = 0; k < point.nodes.size(); ++k) {
        share.push_back(double(point.weights[k]) * rest.mass[point.nodes[k].value]);
        total += share.back();
    }
    Vec3d centre = Vec3d::Zero();
    for (std::size_t k = 0; k < share.size(); ++k) centre += (share[k] /= total) * at(k);
    Mat3d spread = Mat3d::Zero();
    for (std::size_t k = 0; k < share.size(); ++k) spread += share[k] * (at(k) - centre) * (at(k) - centre).transpose();

    const Eigen::SelfAdjointEigenSolver<Mat3d> axes(spread);
    const Vec3d off = point.rest.cast<double>() - centre;
    Vec3d slope = Vec3d::Zero();
    for (int k = 0; k < 3; ++k) {
        const Vec3d axis = axes.eigenvectors().col(k);
        if (axes.eigenvalues()[k] > kSpanned * axes.eigenvalues()[2])
            slope += axis.dot(off) / axes.eigenvalues()[k] * axis;
    }
    MaterialPoint result = point;
    for (std::size_t k = 0; k < share.size(); ++k)
        result.weights[k] = static_cast<float>(share[k] * (1 + slope.dot(at(k) - centre)));
    return result;
}

}  // namespace octomatch

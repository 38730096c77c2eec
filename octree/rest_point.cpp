#include "octree/rest_point.h"

#include <Eigen/LU>
#include <algorithm>

#include "core/rotation.h"

namespace octomatch {

namespace {

constexpr double kLeastVolume = 0.2;  // of a cell's own: below, its inverse would throw points far away

Mat3d inverse_of(const Mat3d& F) {
    if (F.determinant() >= kLeastVolume) return F.inverse();
    return reference_rotation(F, Eigen::Quaterniond::Identity()).toRotationMatrix().transpose();
}

}  // namespace

RestPoints::RestPoints(const BodyRest& rest, const GradientFit& fit, const BodyState& state) {
    std::vector<Mat3> gradients;
    find_gradients(fit, state, gradients);
    for (int i = 0; i < rest.nodes(); ++i)
        nodes_.push_back({.x = state.origin + state.x[i].cast<double>(),
                          .x0 = rest.origin + rest.x0[i].cast<double>(),
                          .inverse = inverse_of(gradients[i].cast<double>()),
                          .edge = rest.cell[i]});
}

Vec3d RestPoints::at(const Vec3d& world) const {
    const auto closeness = [&](const Node& node) {
        return 1 / ((world - node.x).squaredNorm() / (node.edge * node.edge) + 0.05);
    };
    double closest = 0;  // to count relative to: far away all weights are tiny
    for (const Node& node : nodes_) closest = std::max(closest, closeness(node));
    Vec3d sum = Vec3d::Zero();
    double total = 0;
    for (const Node& node : nodes_) {
        const double c = closeness(node) / closest, weight = c * c * c * c;
        sum += weight * (node.x0 + node.inverse * (world - node.x));
        total += weight;
    }
    return sum / total;
}

}  // namespace octomatch

#include "io/model_shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace octomatch::shapes {

Frame::Frame(const Vec3d& origin, double about_x, double about_y, double about_z) : origin_(origin) {
    constexpr double kDegree = std::numbers::pi / 180;
    const Mat3d to_world =
        (Eigen::AngleAxisd(about_z * kDegree, Vec3d::UnitZ()) * Eigen::AngleAxisd(about_y * kDegree, Vec3d::UnitY()) *
         Eigen::AngleAxisd(about_x * kDegree, Vec3d::UnitX()))
            .toRotationMatrix();
    to_local_ = to_world.transpose();
}

// The distance is the least of distance(p, ball at t) for t along the axis; its derivative in t vanishes where the
// ball's centre leads p's foot on the axis by taper / sqrt(1 - taper^2) times the distance from the axis.
RoundCone::RoundCone(const Bead& a, const Bead& b)
    : start_(a.centre),
      length_((b.centre - a.centre).norm()),
      radius_(a.radius),
      middle_(0.5 * (a.centre + b.centre)),
      reach_(0.5 * length_ + std::max(a.radius, b.radius)) {
    axis_ = (b.centre - a.centre) / length_;
    taper_ = (a.radius - b.radius) / length_;  // below 1 in size: no ball swallows the other
    lead_ = taper_ / std::sqrt(1 - taper_ * taper_);
}

double RoundCone::distance(const Vec3d& p) const {
    const Vec3d from_start = p - start_;
    const double along = from_start.dot(axis_);
    const double aside = std::sqrt(std::max(0.0, from_start.squaredNorm() - along * along));
    const double t = std::clamp(along - lead_ * aside, 0.0, length_);
    return std::sqrt((along - t) * (along - t) + aside * aside) - (radius_ - taper_ * t);
}

bool RoundCone::farther_than(double limit, const Vec3d& p) const {
    const double near = limit + reach_;
    return near <= 0 || (p - middle_).squaredNorm() >= near * near;
}

Chain smooth_chain(const std::vector<Bead>& beads, int pieces) {
    // Cubic Hermite between two values; the slope at each is half the difference of its neighbours.
    const auto curve = [](const auto& before, const auto& a, const auto& b, const auto& after, double t) {
        const double t2 = t * t, t3 = t2 * t;
        return ((2 * t3 - 3 * t2 + 1) * a + (t3 - 2 * t2 + t) * 0.5 * (b - before) + (3 * t2 - 2 * t3) * b +
                (t3 - t2) * 0.5 * (after - a));
    };
    const int last = static_cast<int>(beads.size()) - 1;
    Chain links;
    Bead previous = beads.front();
    for (int i = 0; i < last; ++i) {
        const Bead &before = beads[std::max(i - 1, 0)], &a = beads[i], &b = beads[i + 1],
                   &after = beads[std::min(i + 2, last)];
        for (int piece = 1; piece <= pieces; ++piece) {
            const double t = static_cast<double>(piece) / pieces;
            const Bead next{Vec3d(curve(before.centre, a.centre, b.centre, after.centre, t)),
                            curve(before.radius, a.radius, b.radius, after.radius, t)};
            links.emplace_back(previous, next);
            previous = next;
        }
    }
    return links;
}

Vec3d both_sides(const Vec3d& p) {
    return {std::abs(p.x()), p.y(), p.z()};
}

double sphere(const Vec3d& p, const Vec3d& centre, double radius) {
    return (p - centre).norm() - radius;
}

double ellipsoid(const Vec3d& p, const Vec3d& radii) {
    const Vec3d q = p.cwiseQuotient(radii);
    const double level = q.norm();  // 1 on the surface
    const double slope = q.cwiseQuotient(radii).norm() / level;
    return level > 0 ? (level - 1) / slope : -radii.minCoeff();
}

double round_cone(const Vec3d& p, const Bead& a, const Bead& b) {
    return RoundCone(a, b).distance(p);
}

double chain(const Vec3d& p, const Chain& links) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const RoundCone& link : links)
        if (!link.farther_than(nearest, p)) nearest = std::min(nearest, link.distance(p));
    return nearest;
}

double rounded_box(const Vec3d& p, const Vec3d& half, double radius) {
    const Vec3d beyond = p.cwiseAbs() - half + Vec3d::Constant(radius);
    return beyond.cwiseMax(0).norm() + std::min(beyond.maxCoeff(), 0.0) - radius;
}

double torus(const Vec3d& p, double ring_radius, double tube_radius) {
    const double from_ring = std::hypot(p.x(), p.z()) - ring_radius;
    return std::hypot(from_ring, p.y()) - tube_radius;
}

double sheet(double outline, double height, double half_thickness) {
    return std::hypot(std::max(outline + half_thickness, 0.0), height) - half_thickness;
}

double smooth_union(double a, double b, double blend) {
    const double overlap = std::max(blend - std::abs(a - b), 0.0);
    return std::min(a, b) - overlap * overlap / (4 * blend);
}

double smooth_intersection(double a, double b, double blend) {
    return -smooth_union(-a, -b, blend);
}

double smooth_difference(double a, double b, double blend) {
    return -smooth_union(-a, b, blend);
}

}  // namespace octomatch::shapes

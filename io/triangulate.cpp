#include "io/triangulate.h"

#include <cmath>

namespace octomatch {

namespace {

using Vec2d = Eigen::Vector2d;

double cross(const Vec2d& a, const Vec2d& b) {
    return a.x() * b.y() - a.y() * b.x();
}

// Twice the area of abc, positive if counter-clockwise.
double turn(const Vec2d& a, const Vec2d& b, const Vec2d& c) {
    return cross(b - a, c - a);
}

// Newell's normal: the sum of the area vectors, meaningful for corners that are not in one plane.
Vec3d polygon_normal(const std::vector<Vec3d>& vertices, std::span<const int> polygon) {
    const Vec3d& origin = vertices[polygon[0]];
    Vec3d normal = Vec3d::Zero();
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
        normal += (vertices[polygon[i]] - origin).cross(vertices[polygon[i + 1]] - origin);
    return normal;
}

// The polygon seen along its normal's largest component, counter-clockwise.
std::vector<Vec2d> flattened(const std::vector<Vec3d>& vertices, std::span<const int> polygon) {
    const Vec3d normal = polygon_normal(vertices, polygon);
    int axis = 0;
    normal.cwiseAbs().maxCoeff(&axis);
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    if (normal[axis] < 0) std::swap(u, v);
    std::vector<Vec2d> flat;
    for (int corner : polygon) flat.emplace_back(vertices[corner][u], vertices[corner][v]);
    return flat;
}

// Convex at `b`, and none of the other corners lies in the triangle.
bool is_ear(const std::vector<Vec2d>& flat, const std::vector<int>& left, std::size_t a, std::size_t b, std::size_t c) {
    const Vec2d &pa = flat[left[a]], &pb = flat[left[b]], &pc = flat[left[c]];
    if (turn(pa, pb, pc) <= 0) return false;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const Vec2d& p = flat[left[i]];
        if (i == a || i == b || i == c || p == pa || p == pb || p == pc) continue;
        if (turn(pa, pb, p) >= 0 && turn(pb, pc, p) >= 0 && turn(pc, pa, p) >= 0) return false;
    }
    return true;
}

// A quadrilateral is cut along its shorter diagonal if both of its halves then turn the same way, wherever its list
// of corners starts; so `first` is 0 or 1.
std::size_t first_ear_to_try(const std::vector<Vec3d>& vertices, std::span<const int> polygon) {
    if (polygon.size() != 4) return 0;
    const double d02 = (vertices[polygon[0]] - vertices[polygon[2]]).squaredNorm();
    const double d13 = (vertices[polygon[1]] - vertices[polygon[3]]).squaredNorm();
    return d02 < d13 ? 1 : 0;  // the ear at corner 1 leaves the diagonal 0-2
}

}  // namespace

void triangulate(const std::vector<Vec3d>& vertices, std::span<const int> polygon,
                 std::vector<std::array<int, 3>>& triangles) {
    if (polygon.size() == 3) {
        triangles.push_back({polygon[0], polygon[1], polygon[2]});
        return;
    }
    const std::vector<Vec2d> flat = flattened(vertices, polygon);
    std::vector<int> left(polygon.size());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = static_cast<int>(i);

    std::size_t b = first_ear_to_try(vertices, polygon), refused = 0;
    while (left.size() > 3) {
        b %= left.size();
        const std::size_t a = (b + left.size() - 1) % left.size(), c = (b + 1) % left.size();
        // What has no ear crosses itself: from then on any corner goes, for searching on would take cubic time.
        const bool has_ears = refused < left.size();
        if (has_ears && !is_ear(flat, left, a, b, c)) {
            ++refused;
            ++b;
            continue;
        }
        triangles.push_back({polygon[left[a]], polygon[left[b]], polygon[left[c]]});
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(b));
        if (has_ears) refused = 0;
    }
    triangles.push_back({polygon[left[0]], polygon[left[1]], polygon[left[2]]});
}

}  // namespace octomatch

// Sheets for the tests of cutting.
#pragma once
#include <cmath>
#include <random>

#include "octree/cut_sheet.h"

namespace octomatch::test {

/// A flat sheet around `centre` that reaches by u and v to each side, of rows x columns points; rows follow v.
inline CutSheet flat_sheet(const Vec3d& centre, const Vec3d& u, const Vec3d& v, int rows, int columns) {
    CutSheet sheet{.columns = columns};
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            sheet.points.push_back(centre + (2.0 * c / (columns - 1) - 1) * u + (2.0 * r / (rows - 1) - 1) * v);
    return sheet;
}

/// Two vectors of length `reach` that span the plane across `normal`.
inline std::pair<Vec3d, Vec3d> plane_across(const Vec3d& normal, double reach) {
    const Vec3d n = normal.normalized();
    const Vec3d u = n.unitOrthogonal();
    return {reach * u, reach * n.cross(u)};
}

inline CutSheet plane_sheet(const Vec3d& centre, const Vec3d& normal, double reach, int points) {
    const auto [u, v] = plane_across(normal, reach);
    return flat_sheet(centre, u, v, points, points);
}

/// A sheet that is bent, uneven and somewhere around `centre`.
inline CutSheet random_sheet(std::mt19937& random, const Vec3d& centre, double reach) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto vector = [&] {
        const double x = uniform(random), y = uniform(random), z = uniform(random);
        return Vec3d(x, y, z);
    };
    Vec3d normal = vector();
    while (normal.norm() < 0.1) normal = vector();
    const Vec3d at = centre + 0.7 * reach * vector();
    CutSheet sheet = plane_sheet(at, normal, 0.7 * reach, 5);
    const double bend = 0.4 * uniform(random);
    for (Vec3d& p : sheet.points) {
        p += normal.normalized() * bend * (p - at).squaredNorm() / reach;
        p += 0.02 * reach * vector();
    }
    return sheet;
}

}  // namespace octomatch::test

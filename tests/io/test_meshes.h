// Small meshes for the tests of io and of the triangle hierarchy.
#pragma once
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/triangle_mesh.h"

namespace octomatch::test {

/// An axis-aligned box as six quadrilaterals cut in two; corner i has the bits of i as its coordinates.
inline TriangleMesh box(const Vec3d& low, const Vec3d& high) {
    TriangleMesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.vertices.emplace_back(i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(), i & 4 ? high.z() : low.z());
    mesh.triangles = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
    return mesh;
}
inline TriangleMesh unit_cube() {
    return box(Vec3d::Zero(), Vec3d::Ones());
}

/// A sphere of 2 * rings * (rings - 1) * 2 triangles.
inline TriangleMesh sphere(const Vec3d& centre, double radius, int rings) {
    TriangleMesh mesh;
    const int around = 2 * rings;
    const double pi = 3.14159265358979323846;
    mesh.vertices.push_back(centre + Vec3d(0, 0, radius));
    for (int r = 1; r < rings; ++r)
        for (int s = 0; s < around; ++s) {
            const double polar = pi * r / rings, azimuth = 2 * pi * s / around;
            mesh.vertices.push_back(centre + radius * Vec3d(std::sin(polar) * std::cos(azimuth),
                                                            std::sin(polar) * std::sin(azimuth), std::cos(polar)));
        }
    mesh.vertices.push_back(centre - Vec3d(0, 0, radius));
    const int south = static_cast<int>(mesh.vertices.size()) - 1;
    const auto at = [&](int r, int s) { return 1 + (r - 1) * around + s % around; };
    for (int s = 0; s < around; ++s) {
        mesh.triangles.push_back({0, at(1, s), at(1, s + 1)});
        mesh.triangles.push_back({south, at(rings - 1, s + 1), at(rings - 1, s)});
        for (int r = 1; r + 1 < rings; ++r) {
            mesh.triangles.push_back({at(r, s), at(r + 1, s), at(r + 1, s + 1)});
            mesh.triangles.push_back({at(r, s), at(r + 1, s + 1), at(r, s + 1)});
        }
    }
    return mesh;
}

inline TriangleMesh flipped(TriangleMesh mesh) {
    for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
    return mesh;
}

inline TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
    const int offset = static_cast<int>(a.vertices.size());
    a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
    for (const auto& [i, j, k] : b.triangles) a.triangles.push_back({i + offset, j + offset, k + offset});
    return a;
}

/// A sheet in x and y with height `bend` * (1 - x^2) over [-1, 1]^2.
inline TriangleMesh bent_sheet(int cells, double bend) {
    TriangleMesh mesh;
    for (int j = 0; j <= cells; ++j)
        for (int i = 0; i <= cells; ++i) {
            const double x = 2.0 * i / cells - 1, y = 2.0 * j / cells - 1;
            mesh.vertices.emplace_back(x, y, bend * (1 - x * x));
        }
    for (int j = 0; j < cells; ++j)
        for (int i = 0; i < cells; ++i) {
            const int a = j * (cells + 1) + i, b = a + 1, c = a + cells + 1, d = c + 1;
            mesh.triangles.push_back({a, b, d});
            mesh.triangles.push_back({a, d, c});
        }
    return mesh;
}

inline Vec3d random_point(std::mt19937& random, double size) {
    std::uniform_real_distribution<double> coordinate(-size, size);
    const double x = coordinate(random), y = coordinate(random), z = coordinate(random);
    return {x, y, z};
}

/// Triangles of about `size` in the cube [-1, 1]^3, no two connected.
inline TriangleMesh random_soup(std::mt19937& random, int triangles, double size) {
    TriangleMesh mesh;
    for (int t = 0; t < triangles; ++t) {
        const Vec3d centre = random_point(random, 1);
        for (int c = 0; c < 3; ++c) mesh.vertices.push_back(centre + random_point(random, size));
        mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    return mesh;
}

/// The same surface written differently: vertices and triangles in another order, triangles rotated.
inline TriangleMesh shuffled(const TriangleMesh& mesh, std::mt19937& random) {
    std::vector<int> place(mesh.vertices.size());
    for (std::size_t i = 0; i < place.size(); ++i) place[i] = static_cast<int>(i);
    std::shuffle(place.begin(), place.end(), random);
    TriangleMesh result{std::vector<Vec3d>(mesh.vertices.size()), mesh.triangles};
    for (std::size_t i = 0; i < place.size(); ++i) result.vertices[place[i]] = mesh.vertices[i];
    for (auto& t : result.triangles) {
        for (int& v : t) v = place[v];
        std::rotate(t.begin(), t.begin() + random() % 3, t.end());
    }
    std::shuffle(result.triangles.begin(), result.triangles.end(), random);
    return result;
}

}  // namespace octomatch::test

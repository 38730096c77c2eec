#include "viewer/creases.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

namespace octomatch {

namespace {

/// Corners 3 t + k of triangles, joined into drawn vertices.
class CornerGroups {
public:
    explicit CornerGroups(std::size_t corners) : parent_(corners) { std::iota(parent_.begin(), parent_.end(), 0); }

    int find(int corner) {
        while (parent_[corner] != corner) corner = parent_[corner] = parent_[parent_[corner]];
        return corner;
    }
    void join(int a, int b) {
        const auto [low, high] = std::minmax({find(a), find(b)});
        parent_[high] = low;
    }

private:
    std::vector<int> parent_;
};

}  // namespace

CreasedSurface crease(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles,
                      double degrees) {
    const float least = static_cast<float>(std::cos(degrees * std::numbers::pi / 180));
    std::vector<Vec3> normals;
    for (const auto& [a, b, c] : triangles)
        normals.push_back((vertices[b] - vertices[a]).cross(vertices[c] - vertices[a]).normalized());

    // Corners of one vertex are one drawn vertex if smooth edges lead from triangle to triangle between them.
    CornerGroups groups(3 * triangles.size());
    std::map<std::array<int, 2>, int>
        edges;  // first side 3 t + k seen of each edge; side k goes from corner k to k + 1
    for (int side = 0; side < static_cast<int>(3 * triangles.size()); ++side) {
        const int t = side / 3, k = side % 3, next = 3 * t + (k + 1) % 3;
        const int from = triangles[t][k], to = triangles[t][(k + 1) % 3];
        const auto [found, is_new] = edges.try_emplace({std::min(from, to), std::max(from, to)}, side);
        if (is_new) continue;
        const int other = found->second / 3, other_side = found->second;
        if (normals[t].dot(normals[other]) < least) continue;
        const int other_next = 3 * other + (other_side % 3 + 1) % 3;
        const bool same_way = triangles[other][other_side % 3] == from;
        groups.join(side, same_way ? other_side : other_next);
        groups.join(next, same_way ? other_next : other_side);
    }

    CreasedSurface surface;
    std::vector<int> drawn(3 * triangles.size(), -1);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        auto& triangle = surface.triangles.emplace_back();
        for (int k = 0; k < 3; ++k) {
            int& vertex = drawn[groups.find(static_cast<int>(3 * t) + k)];
            if (vertex < 0) {
                vertex = static_cast<int>(surface.vertex_of.size());
                surface.vertex_of.push_back(triangles[t][k]);
            }
            triangle[k] = vertex;
        }
    }
    return surface;
}

}  // namespace octomatch

#include "octree/implicit_mesh.h"

#include <manifold/manifold.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

namespace octomatch {

namespace {

manifold::vec3 to_manifold(const Vec3d& p) {
    return {p.x(), p.y(), p.z()};
}

TriangleMesh from_manifold(const manifold::MeshGL64& mesh) {
    TriangleMesh result;
    result.vertices.reserve(mesh.NumVert());
    for (size_t v = 0; v < mesh.NumVert(); ++v) {
        const auto p = mesh.GetVertPos(v);
        result.vertices.emplace_back(p.x, p.y, p.z);
    }
    result.triangles.reserve(mesh.NumTri());
    for (size_t t = 0; t < mesh.NumTri(); ++t) {
        const auto corners = mesh.GetTriVerts(t);
        result.triangles.push_back(
            {static_cast<int>(corners[0]), static_cast<int>(corners[1]), static_cast<int>(corners[2])});
    }
    return result;
}

/// The vertices that share a triangle with `vertex`, sorted.
std::vector<int> neighbours(const TriangleMesh& mesh, const std::vector<std::vector<int>>& around, int vertex) {
    std::vector<int> result;
    for (int t : around[vertex])
        for (int v : mesh.triangles[t])
            if (v != vertex) result.push_back(v);
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

/// Height over length: 0 for a degenerate triangle.
double shape(const TriangleMesh& mesh, const std::array<int, 3>& triangle) {
    const Vec3d &a = mesh.vertices[triangle[0]], &b = mesh.vertices[triangle[1]], &c = mesh.vertices[triangle[2]];
    const double longest = std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
    return longest > 0 ? (b - a).cross(c - a).norm() / longest : 0;
}

/// Moving `gone` onto `kept` keeps the surface closed and simple, turns no triangle over, and leaves none that is
/// flatter than the flattest before.
bool may_collapse(const TriangleMesh& mesh, const std::vector<std::vector<int>>& around, int gone, int kept) {
    const auto a = neighbours(mesh, around, gone), b = neighbours(mesh, around, kept);
    std::vector<int> common;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
    if (common.size() != 2) return false;  // the link condition

    const auto normal = [&](const std::array<int, 3>& t) {
        const Vec3d& p = mesh.vertices[t[0]];
        return Vec3d((mesh.vertices[t[1]] - p).cross(mesh.vertices[t[2]] - p));
    };
    double flattest = 1;
    for (int t : around[gone]) flattest = std::min(flattest, shape(mesh, mesh.triangles[t]));
    return std::all_of(around[gone].begin(), around[gone].end(), [&](int t) {
        auto moved = mesh.triangles[t];
        if (std::find(moved.begin(), moved.end(), kept) != moved.end()) return true;  // vanishes
        const Vec3d before = normal(moved);
        std::replace(moved.begin(), moved.end(), gone, kept);
        return normal(moved).dot(before) >= 0 && shape(mesh, moved) >= flattest;
    });
}

/// Where two parts of the surface almost touch, Manifold does not snap its grid to it and may leave edges of no length.
/// Vertices that are used no more stay in the list.
TriangleMesh without_short_edges(TriangleMesh mesh, double shortest) {
    for (bool changed = true; std::exchange(changed, false);) {
        std::vector<std::vector<int>> around(mesh.vertices.size());
        for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
            for (int v : mesh.triangles[t]) around[v].push_back(t);
        std::vector<char> settled(mesh.vertices.size(), 0);  // `around` no longer holds near these until the next round
        for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
            for (int side = 0; side < 3; ++side) {
                const int gone = mesh.triangles[t][side], kept = mesh.triangles[t][(side + 1) % 3];
                if ((mesh.vertices[gone] - mesh.vertices[kept]).norm() >= shortest) continue;
                if (settled[gone] || settled[kept] || !may_collapse(mesh, around, gone, kept)) continue;
                for (int v : neighbours(mesh, around, gone)) settled[v] = 1;
                settled[gone] = 1;
                for (int u : around[gone]) std::replace(mesh.triangles[u].begin(), mesh.triangles[u].end(), gone, kept);
                changed = true;
            }
        std::erase_if(mesh.triangles, [](const auto& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
    }
    return mesh;
}

}  // namespace

TriangleMesh mesh_of_distance(const std::function<double(const Vec3d&)>& distance, const Box3& box, double edge) {
    if (box.empty() || !(edge > 0)) throw std::invalid_argument("mesh_of_distance needs a box and an edge length");

    // Manifold cuts off what reaches the border of its grid. A margin lets a surface touch the box all the same.
    const Vec3d low = box.low - Vec3d::Constant(2 * edge), high = box.high + Vec3d::Constant(2 * edge);
    // Vertices lie on the surface itself and not on its interpolation between grid points: flat faces become flat.
    const double tolerance = 1e-4 * edge;
    const auto height = [&](manifold::vec3 p) { return -distance({p.x, p.y, p.z}); };  // Manifold: positive inside
    // One thread, because the order in which Manifold numbers vertices would depend on several. Not simplified
    // afterwards: a flat face made of few large triangles could not bend with the body.
    const auto solid =
        manifold::Manifold::LevelSet(height, {to_manifold(low), to_manifold(high)}, edge, 0, tolerance, false);
    if (solid.Status() != manifold::Manifold::Error::NoError || solid.IsEmpty())
        throw std::invalid_argument("the distance function has no closed surface in the box");

    const TriangleMesh mesh = without_short_edges(from_manifold(solid.GetMeshGL64()), 0.1 * edge);
    const Box3 reached = bounding_box(mesh);
    if ((reached.low.array() < box.low.array() - edge).any() || (reached.high.array() > box.high.array() + edge).any())
        throw std::invalid_argument("the surface of the distance function leaves the box");
    return canonical(mesh);
}

}  // namespace octomatch

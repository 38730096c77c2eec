#include "io/mesh_topology.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace octomatch {

namespace {

class DisjointSets {
public:
    explicit DisjointSets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }

    int find(int i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(int a, int b) {
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<int> parent_;
};

}  // namespace

std::vector<EdgeUse> edge_uses(const TriangleMesh& mesh) {
    std::vector<EdgeUse> uses;
    uses.reserve(3 * mesh.triangles.size());
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
        for (int i = 0; i < 3; ++i) {
            const int from = mesh.triangles[t][i], to = mesh.triangles[t][(i + 1) % 3];
            uses.push_back({std::min(from, to), std::max(from, to), t, from < to});
        }
    std::sort(uses.begin(), uses.end(), [](const EdgeUse& a, const EdgeUse& b) {
        return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
    });
    return uses;
}

bool is_needle(const TriangleMesh& mesh, const std::array<int, 3>& triangle) {
    const Vec3d &a = mesh.vertices[triangle[0]], &b = mesh.vertices[triangle[1]], &c = mesh.vertices[triangle[2]];
    return (b - a).cross(c - a).norm() <= 1e-14 * (b - a).norm() * (c - a).norm();
}

EdgeSummary summarise_edges(const TriangleMesh& mesh) {
    EdgeSummary summary;
    std::vector<char> on_boundary(mesh.vertices.size(), 0);
    DisjointSets loops(mesh.vertices.size());
    for_each_edge(edge_uses(mesh), [&](std::span<const EdgeUse> uses) {
        const auto forward = std::count_if(uses.begin(), uses.end(), [](const EdgeUse& use) { return use.forward; });
        const auto backward = static_cast<std::ptrdiff_t>(uses.size()) - forward;
        summary.closed = summary.closed && forward == backward;
        summary.crowded_edges += uses.size() > 2;
        summary.opposed_edges += uses.size() == 2 && forward != 1;
        if (uses.size() != 1) return;
        ++summary.boundary_edges;
        on_boundary[uses[0].low] = on_boundary[uses[0].high] = 1;
        loops.join(uses[0].low, uses[0].high);
    });
    for (int v = 0; v < static_cast<int>(mesh.vertices.size()); ++v)
        summary.boundary_loops += on_boundary[v] && loops.find(v) == v;
    return summary;
}

Shells find_shells(const TriangleMesh& mesh) {
    DisjointSets sets(mesh.vertices.size());
    for (const auto& [a, b, c] : mesh.triangles) {
        sets.join(a, b);
        sets.join(b, c);
    }
    Shells shells;
    std::vector<int> number(mesh.vertices.size(), -1);
    for (const auto& triangle : mesh.triangles) {
        int& shell = number[sets.find(triangle[0])];
        if (shell < 0) shell = shells.count++;
        shells.of_triangle.push_back(shell);
    }
    return shells;
}

}  // namespace octomatch

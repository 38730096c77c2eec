#include "core/triangle_mesh.h"

#include <algorithm>
#include <numeric>

namespace octomatch {

Box3 bounding_box(const TriangleMesh& mesh) {
    Box3 box;
    for (const auto& t : mesh.triangles)
        for (int v : t) box.include(mesh.vertices[v]);
    return box;
}

double signed_volume(const TriangleMesh& mesh) {
    const Vec3d centre = bounding_box(mesh).centre();
    double six_volumes = 0;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
        const auto [a, b, c] = mesh.corners(t);
        six_volumes += (a - centre).dot((b - centre).cross(c - centre));
    }
    return six_volumes / 6;
}

bool is_closed(const TriangleMesh& mesh) {
    std::vector<std::array<int, 3>> uses;  // (low vertex, high vertex, +-1)
    uses.reserve(3 * mesh.triangles.size());
    for (const auto& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            const int a = t[k], b = t[(k + 1) % 3];
            if (a != b) uses.push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1});
        }
    std::sort(uses.begin(), uses.end());
    for (std::size_t begin = 0, end = 0; begin < uses.size(); begin = end) {
        int balance = 0;
        for (; end < uses.size() && uses[end][0] == uses[begin][0] && uses[end][1] == uses[begin][1]; ++end)
            balance += uses[end][2];
        if (balance != 0) return false;
    }
    return true;
}

TriangleMesh canonical(const TriangleMesh& mesh) {
    std::vector<char> used(mesh.vertices.size(), 0);
    for (const auto& t : mesh.triangles)
        for (int v : t) used[v] = 1;
    std::vector<int> order(mesh.vertices.size());
    std::iota(order.begin(), order.end(), 0);
    std::erase_if(order, [&](int v) { return !used[v]; });
    const auto before = [&](int a, int b) {
        const Vec3d &p = mesh.vertices[a], &q = mesh.vertices[b];
        return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
    };
    std::stable_sort(order.begin(), order.end(), before);

    TriangleMesh result;
    std::vector<int> new_of_old(mesh.vertices.size(), -1);
    for (int v : order) {
        if (result.vertices.empty() || mesh.vertices[v] != result.vertices.back())
            result.vertices.push_back(mesh.vertices[v] + Vec3d::Zero());  // -0 and +0 are equal: only +0 is kept
        new_of_old[v] = static_cast<int>(result.vertices.size()) - 1;
    }
    result.triangles.reserve(mesh.triangles.size());
    for (const auto& [a, b, c] : mesh.triangles) {
        const int i = new_of_old[a], j = new_of_old[b], k = new_of_old[c];
        result.triangles.push_back(std::min({std::array{i, j, k}, std::array{j, k, i}, std::array{k, i, j}}));
    }
    std::sort(result.triangles.begin(), result.triangles.end());
    return result;
}

}  // namespace octomatch

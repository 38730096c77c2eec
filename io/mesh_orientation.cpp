#include "io/mesh_orientation.h"

#include <algorithm>

#include "core/parallel.h"
#include "core/ragged.h"
#include "octree/triangle_bvh.h"

namespace octomatch {

namespace {

struct Neighbour {
    int triangle;
    bool agrees;
};

Ragged<Neighbour> neighbours(const TriangleMesh& mesh) {
    struct Pair {
        int from;
        Neighbour to;
    };
    std::vector<Pair> pairs;
    for_each_edge(edge_uses(mesh), [&](std::span<const EdgeUse> uses) {
        if (uses.size() != 2) return;
        const bool agrees = uses[0].forward != uses[1].forward;
        pairs.push_back({uses[0].triangle, {uses[1].triangle, agrees}});
        pairs.push_back({uses[1].triangle, {uses[0].triangle, agrees}});
    });
    return group_by<Neighbour>(
        static_cast<int>(mesh.triangles.size()), static_cast<int>(pairs.size()), [&](int e) { return pairs[e].from; },
        [&](int e) { return pairs[e].to; });
}

// Floods one patch from its first triangle, which is taken as right. Returns whether the patch has two sides.
bool flood_patch(const Ragged<Neighbour>& around, int first, std::vector<signed char>& direction,
                 std::vector<int>& patch) {
    bool has_two_sides = true;
    patch = {first};
    direction[first] = 1;
    for (std::size_t i = 0; i < patch.size(); ++i) {
        for (const auto& [t, agrees] : around.row(patch[i])) {
            const auto expected = static_cast<signed char>(agrees ? direction[patch[i]] : -direction[patch[i]]);
            if (direction[t] == 0) {
                direction[t] = expected;
                patch.push_back(t);
            } else if (direction[t] != expected) {
                has_two_sides = false;
            }
        }
    }
    return has_two_sides;
}

// One chosen triangle: points a little behind and before its middle. The distance is below anything that will be
// sampled.
struct Probe {
    int shell;
    Vec3d behind, before;
};

std::vector<Probe> choose_probes(const TriangleMesh& mesh, const Shells& shells) {
    constexpr int kProbes = 4096, kFewestPerShell = 4;
    std::vector<int> size(shells.count, 0), seen(shells.count, 0);
    for (int s : shells.of_triangle) ++size[s];
    const int per_shell = std::max(kFewestPerShell, kProbes / shells.count);
    const double step = 1e-6 * bounding_box(mesh).diagonal();
    std::vector<Probe> probes;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
        if (is_needle(mesh, mesh.triangles[t])) continue;  // has no sides
        const int s = shells.of_triangle[t];
        const int stride = std::max(1, size[s] / per_shell);
        if (seen[s]++ % stride != 0) continue;
        const auto [a, b, c] = mesh.corners(t);
        const Vec3d middle = (a + b + c) / 3, normal = (b - a).cross(c - a).stableNormalized();
        probes.push_back({s, middle - step * normal, middle + step * normal});
    }
    return probes;
}

}  // namespace

int agree_with_neighbours(TriangleMesh& mesh) {
    const Ragged<Neighbour> around = neighbours(mesh);
    std::vector<signed char> direction(mesh.triangles.size(), 0);
    std::vector<int> patch;
    int turned = 0;
    for (int first = 0; first < static_cast<int>(mesh.triangles.size()); ++first) {
        if (direction[first] != 0 || !flood_patch(around, first, direction, patch)) continue;
        const auto against = std::count_if(patch.begin(), patch.end(), [&](int t) { return direction[t] < 0; });
        const int minority = 2 * against > static_cast<std::ptrdiff_t>(patch.size()) ? 1 : -1;
        for (int t : patch) {
            if (direction[t] != minority) continue;
            std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
            ++turned;
        }
    }
    return turned;
}

// Across a triangle the winding number changes by exactly 1. Behind a closed surface it is 1, behind an inside-out one
// 0 (and -1 in front), behind a flat sheet 1/2; behind the middle of an arc of angle theta, 1/2 + theta/4pi (inscribed
// angle), so an open surface counts as a solid from an arc of about 72 degrees on.
// The sum of both sides is 2 behind - 1; unlike that, it is 0 where surfaces cancel each other, and turning a mesh
// turns its sign in any case, so that what was turned is not turned again.
ShellSides look_behind(const TriangleMesh& mesh, const Shells& shells) {
    constexpr double kSolid = 2 * 0.6 - 1, kTwice = 2 * 1.5 - 1;
    const TriangleBvh bvh(mesh);
    const std::vector<Probe> probes = choose_probes(mesh, shells);
    const int count = static_cast<int>(probes.size());
    std::vector<double> both_sides(count);
    parallel_chunks(count, 64, [&](int begin, int end) {
        for (int i = begin; i < end; ++i)
            both_sides[i] = bvh.winding_number(probes[i].behind) + bvh.winding_number(probes[i].before);
    });

    std::vector<int> solid(shells.count, 0), empty(shells.count, 0), twice(shells.count, 0), all(shells.count, 0);
    for (int i = 0; i < count; ++i) {
        const int s = probes[i].shell;
        ++all[s];
        solid[s] += both_sides[i] > kSolid;
        empty[s] += both_sides[i] < -kSolid;
        twice[s] += both_sides[i] > kTwice;
    }
    ShellSides sides{count, 0, {}, {}};
    for (int s = 0; s < shells.count; ++s) {
        sides.solid += solid[s];
        sides.is_inside_out.push_back(empty[s] > solid[s]);
        sides.is_overlap.push_back(2 * twice[s] > all[s]);
    }
    return sides;
}

void turn_shells(const Shells& shells, const std::vector<char>& marked, TriangleMesh& mesh) {
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        if (marked[shells.of_triangle[t]]) std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
}

}  // namespace octomatch

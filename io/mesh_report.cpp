#include "io/mesh_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/input_error.h"
#include "io/mesh_orientation.h"
#include "io/mesh_readers.h"
#include "io/mesh_topology.h"
#include "octree/triangle_bvh.h"

namespace octomatch {

namespace {

std::string counted(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string counted_pairs(std::size_t count) {
    return counted(count, "pair") + " of triangles";
}

using Repairs = std::vector<std::string>;

void require_numbers(const TriangleMesh& mesh) {
    if (mesh.triangles.empty()) throw InputError("the mesh has no triangles");
    const int count = static_cast<int>(mesh.vertices.size());
    bool all_finite = true, all_near = true;
    for (const auto& triangle : mesh.triangles)
        for (int v : triangle) {
            if (v < 0 || v >= count) throw InputError(fmt::format("a triangle uses vertex {} of {}", v, count));
            all_finite = all_finite && mesh.vertices[v].allFinite();
            all_near = all_near && (mesh.vertices[v].array().abs() <= kLargestCoordinate).all();
        }
    if (!all_finite) throw InputError("the mesh has coordinates that are not finite");
    if (!all_near) throw InputError(fmt::format("the mesh has coordinates beyond {:.0e}", kLargestCoordinate));
}

// The spread of the points in three directions: along the line to the farthest point, away from that line, and away
// from the plane of both.
void require_three_dimensions(const TriangleMesh& mesh) {
    const Box3 box = bounding_box(mesh);
    const double tolerance = 1e-9 * box.diagonal();
    const Vec3d& origin = mesh.vertices.front();
    const auto farthest = [&](auto offset) {
        Vec3d best = Vec3d::Zero();
        for (const Vec3d& p : mesh.vertices)
            if (const Vec3d d = offset(p - origin); d.squaredNorm() > best.squaredNorm()) best = d;
        return best;
    };
    const Vec3d line = farthest([](const Vec3d& d) { return d; });
    if (box.low == box.high) throw InputError("all points of the mesh are equal");
    if (box.diagonal() < kSmallestDiagonal)
        throw InputError(fmt::format("the mesh is smaller than {:.0e}", kSmallestDiagonal));
    const Vec3d u = line.normalized();
    const Vec3d across = farthest([&](const Vec3d& d) { return Vec3d(d - d.dot(u) * u); });
    if (across.norm() <= tolerance) throw InputError("the mesh is a straight line");
    if (mesh.triangles.size() == 1) throw InputError("the mesh is a single triangle");
    const Vec3d normal = u.cross(across).normalized();
    const Vec3d height = farthest([&](const Vec3d& d) { return Vec3d(d.dot(normal) * normal); });
    if (height.norm() <= tolerance) throw InputError("the mesh is flat: all points lie in one plane");
}

bool has_repeated_corner(const std::array<int, 3>& t) {
    return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

void remove_collapsed(TriangleMesh& mesh, Repairs& repairs) {
    const std::size_t removed = std::erase_if(mesh.triangles, has_repeated_corner);
    if (removed)
        repairs.push_back(fmt::format("degenerate: {} with a repeated corner removed", counted(removed, "triangle")));
}

// A needle with three different corners can be what keeps a seam closed; then it stays, for it does no harm.
void remove_needles(TriangleMesh& mesh, Repairs& repairs) {
    TriangleMesh without = mesh;
    const std::size_t needles = std::erase_if(without.triangles, [&](const auto& t) { return is_needle(mesh, t); });
    if (needles == 0) return;
    const bool close_a_seam = summarise_edges(mesh).closed && !summarise_edges(without).closed;
    if (!close_a_seam) mesh = std::move(without);
    repairs.push_back(fmt::format("degenerate: {} without area {}", counted(needles, "triangle"),
                                  close_a_seam ? "kept, as a seam would open without" : "removed"));
}

std::array<int, 3> sorted(std::array<int, 3> t) {
    std::sort(t.begin(), t.end());
    return t;
}

// In canonical triangles the smallest corner comes first.
bool is_even(const std::array<int, 3>& t) {
    return t[1] < t[2];
}

// Of several triangles on the same corners one stays, looking as most of them do. As many on one side as on the other
// are a sheet without thickness, and all go: unless the whole surface is like that, which is how two-sided models are
// written.
void remove_duplicates(TriangleMesh& mesh, Repairs& repairs) {
    std::vector<std::array<int, 3>> all = mesh.triangles;
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return sorted(a) < sorted(b); });
    std::vector<std::array<int, 3>> kept, sheets;
    std::size_t repeated = 0;
    for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
        while (end < all.size() && sorted(all[end]) == sorted(all[begin])) ++end;
        const auto even = std::count_if(all.begin() + begin, all.begin() + end, is_even);
        const auto odd = static_cast<std::ptrdiff_t>(end - begin) - even;
        if (even == odd) {
            sheets.push_back(all[begin]);
        } else {
            const auto stays = std::find_if(all.begin() + begin, all.begin() + end,
                                            [&](const auto& t) { return is_even(t) == (even > odd); });
            kept.push_back(*stays);
            repeated += end - begin - 1;
        }
    }
    if (repeated) repairs.push_back(fmt::format("duplicates: {} removed", counted(repeated, "repeated triangle")));
    if (!sheets.empty() && kept.empty()) {
        repairs.push_back(
            fmt::format("two-sided: {} on both sides, one side kept", counted(sheets.size(), "triangle")));
        kept = std::move(sheets);
    } else if (!sheets.empty()) {
        repairs.push_back(
            fmt::format("sheets without thickness: {} facing each other removed", counted_pairs(sheets.size())));
    }
    mesh.triangles = std::move(kept);
}

void orient(TriangleMesh& mesh, Repairs& repairs) {
    const int opposed = summarise_edges(mesh).opposed_edges;
    if (opposed == 0) return;
    const int turned = agree_with_neighbours(mesh);
    const int left = summarise_edges(mesh).opposed_edges;
    repairs.push_back(fmt::format(
        "inconsistent orientation: {} turned to agree with their neighbours{}", counted(turned, "triangle"),
        left ? fmt::format("; {} left, the surface has one side only", counted(left, "edge")) : std::string()));
}

/// Volume of each shell by the divergence theorem; negative for cavities.
std::vector<double> shell_volumes(const TriangleMesh& mesh, const Shells& shells) {
    const Vec3d centre = bounding_box(mesh).centre();
    std::vector<double> volumes(shells.count, 0);
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
        const auto [a, b, c] = mesh.corners(t);
        volumes[shells.of_triangle[t]] += (a - centre).dot((b - centre).cross(c - centre)) / 6;
    }
    return volumes;
}

void report_shells(const TriangleMesh& mesh, const Shells& shells, const ShellSides& sides, Repairs& repairs) {
    if (shells.count < 2) return;
    const std::vector<double> volumes = shell_volumes(mesh, shells);
    const auto cavities = std::count_if(volumes.begin(), volumes.end(), [](double v) { return v < 0; });
    const auto overlaps = std::count(sides.is_overlap.begin(), sides.is_overlap.end(), 1);
    std::string line = fmt::format("shells: {}", shells.count);
    if (cavities) line += fmt::format(", of which {} cavities", cavities);
    if (overlaps) line += fmt::format(", of which {} inside another and counted as solid", overlaps);
    repairs.push_back(line);
}

// Turns what is inside out and throws if there is no inside.
void turn_outward(const Shells& shells, TriangleMesh& mesh, Repairs& repairs) {
    ShellSides sides = look_behind(mesh, shells);
    const auto turned = std::count(sides.is_inside_out.begin(), sides.is_inside_out.end(), 1);
    if (turned) {
        turn_shells(shells, sides.is_inside_out, mesh);
        sides = look_behind(mesh, shells);
        repairs.push_back(turned == shells.count ? "inside out: all triangles turned"
                                                 : fmt::format("inside out: {} turned", counted(turned, "shell")));
    }
    // A crumpled sheet has a few places that look solid from nearby.
    constexpr int kOneIn = 20;
    if (sides.solid * kOneIn <= sides.samples) throw InputError("the mesh encloses no volume");
    report_shells(mesh, shells, sides, repairs);
}

void report_edges(const EdgeSummary& edges, Repairs& repairs) {
    if (edges.boundary_edges)
        repairs.push_back(fmt::format("open boundary: {}, {}; inside decided by winding number",
                                      counted(edges.boundary_loops, "loop"), counted(edges.boundary_edges, "edge")));
    if (edges.crowded_edges)
        repairs.push_back(fmt::format("non-manifold: {} of more than two triangles; inside decided by winding number",
                                      counted(edges.crowded_edges, "edge")));
}

void report_self_intersections(const TriangleMesh& mesh, Repairs& repairs) {
    constexpr std::size_t kMost = 1000;
    const std::size_t found = TriangleBvh(mesh).self_intersections(kMost).size();
    if (found)
        repairs.push_back(fmt::format("self-intersections: {}{} cross; inside decided by winding number",
                                      found == kMost ? "at least " : "", counted_pairs(found)));
}

}  // namespace

CheckedMesh check_mesh(const TriangleMesh& mesh) {
    require_numbers(mesh);
    CheckedMesh checked{canonical(mesh), {}};
    TriangleMesh& clean = checked.mesh;
    Repairs& repairs = checked.report.repairs;

    require_three_dimensions(clean);
    remove_collapsed(clean, repairs);
    remove_duplicates(clean, repairs);
    remove_needles(clean, repairs);
    clean = canonical(clean);
    if (clean.triangles.empty()) throw InputError("the mesh has only degenerate triangles");
    require_three_dimensions(clean);

    orient(clean, repairs);
    const Shells shells = find_shells(clean);
    turn_outward(shells, clean, repairs);
    const EdgeSummary edges = summarise_edges(clean);
    report_edges(edges, repairs);
    report_self_intersections(clean, repairs);

    clean = canonical(clean);
    checked.report.vertices = static_cast<int>(clean.vertices.size());
    checked.report.triangles = static_cast<int>(clean.triangles.size());
    checked.report.closed = edges.closed;
    checked.report.components = shells.count;
    return checked;
}

}  // namespace octomatch

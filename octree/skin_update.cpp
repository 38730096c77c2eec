#include "octree/skin_update.h"

#include <algorithm>
#include <unordered_set>

#include "core/parallel.h"
#include "octree/ball_set.h"
#include "octree/skin_cut.h"

namespace octomatch {

namespace {

constexpr int kChunk = 64;

/// Where vertices may be bound otherwise than before.
class Affected {
public:
    Affected(const PointBinder& binder, const BoundBefore& before) {
        const auto& [piece_now, node_now, node_before, rejoined, left] = before.change;
        for (const auto& cells : {rejoined, left, before.sheet_cells}) cells_.insert(cells.begin(), cells.end());
        for (int i = 0; i < static_cast<int>(node_before.size()); ++i)
            if (!binder.reach().ways_are_kept({i})) add(binder, {i});
        for (int i = 0; i < static_cast<int>(node_now.size()); ++i)
            if (!node_now[i].valid() || !binder.reach().ways_are_kept(node_now[i])) add(before.binder, {i});
    }

    /// In finest cells.
    bool contains(const Vec3d& point) const { return is_beside_cell(point) || reached_.is_near(point, kMargin); }

private:
    static constexpr double kMargin = 1;  // a point off the material is bound where that begins, less than a cell away

    void add(const PointBinder& binder, NodeId i) { reached_.add(binder.position(i), binder.reach().radius(i)); }

    bool is_beside_cell(const Vec3d& point) const {
        const Vec3i own = point.array().floor().cast<int>();
        for (int d = 0; d < 27; ++d) {
            const Vec3i at = own + Vec3i(d % 3 - 1, d / 3 % 3 - 1, d / 9 - 1);
            if ((at.array() >= 0).all() && cells_.contains(morton(at))) return true;
        }
        return false;
    }

    std::unordered_set<Morton> cells_;
    BallSet reached_;
};

}  // namespace

BoundSkin update_skin(const TriangleMesh& mesh, const PointBinder& binder, const BoundBefore& before) {
    const SkinRest& old = before.bound.skin;
    const Lattice& lattice = binder.lattice();
    const std::vector<std::int32_t> vertex_before = kept_vertices(before.mesh, mesh);
    const int vertices = static_cast<int>(mesh.vertices.size());
    const Affected affected(binder, before);
    std::vector<char> is_kept(vertices, 0);
    parallel_chunks(vertices, kChunk, [&](int begin, int end) {
        for (int v = begin; v < end; ++v) {
            const std::int32_t was = vertex_before[v];
            if (was < 0 || before.bound.is_far[was]) continue;
            const auto nodes = old.nodes.row(was);
            is_kept[v] =
                std::ranges::all_of(nodes, [&](NodeId i) { return before.change.node_now[i.value].valid(); }) &&
                !affected.contains((mesh.vertices[v] - lattice.corner) / lattice.finest_cell());
        }
    });

    std::vector<Vec3d> points;
    for (int v = 0; v < vertices; ++v)
        if (!is_kept[v]) points.push_back(mesh.vertices[v]);
    const std::vector<MaterialPoint> anew = binder.bind(points);

    BoundSkin now{.skin = {.triangles = mesh.triangles}, .is_far = {}};
    MaterialPoint kept;
    std::size_t next = 0;
    for (int v = 0; v < vertices; ++v) {
        if (is_kept[v]) {
            const std::int32_t was = vertex_before[v];
            kept.rest = (mesh.vertices[v] - binder.rest().origin).cast<float>();  // near enough to count as not far
            kept.nodes.clear();
            for (NodeId i : old.nodes.row(was)) kept.nodes.push_back(before.change.node_now[i.value]);
            kept.weights.assign(old.weights.begin() + old.nodes.offsets[was],
                                old.weights.begin() + old.nodes.offsets[was + 1]);
        }
        push_vertex(mesh.vertices[v], is_kept[v] ? kept : anew[next++], binder.rest(), now);
    }
    complete(now.skin, binder.rest());
    return now;
}

}  // namespace octomatch

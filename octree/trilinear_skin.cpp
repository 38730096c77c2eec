#include "octree/trilinear_skin.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "core/input_error.h"
#include "core/parallel.h"
#include "octree/piece_finder.h"

namespace octomatch {

namespace {

constexpr int kChunk = 256;           // vertices
constexpr double kLeastShare = 1e-7;  // less than a float can add

/// Bit a of k: on the high side of axis a.
Vec3i corner_offset(int k) {
    return {k & 1, k >> 1 & 1, k >> 2 & 1};
}

class CellCorners {
public:
    explicit CellCorners(const AdaptiveBody& body) : body_(body), cells_(cells_of(body)), index_(cells_) {
        for (int i = 0; i < body.sampling.nodes(); ++i) {
            const Morton cell = cell_of(i);
            if (nodes_at_.rows() == 0 || cells_[nodes_at_.rows() - 1] != cell) nodes_at_.push_row({});
            nodes_at_.items.push_back({i});
            ++nodes_at_.offsets.back();
        }
    }

    CellCorners(const CellCorners&) = delete;  // the index knows where the cells are

    /// The corner of a node's cell, in finest cells.
    Vec3i low(NodeId i) const { return coordinates(cell_of(i.value)); }

    /// Whose cell a point of node i's material is embedded in: its own, or the nearest of those linked to it. Slivers
    /// lie outside the cell of the node that adopted them, maybe in front of another.
    NodeId embedding(NodeId i, const Vec3d& p, int edge) const {
        const auto distance = [&](NodeId j) {
            const Vec3d corner = low(j).cast<double>();
            return (p - p.cwiseMax(corner).cwiseMin(corner + Vec3d::Constant(edge))).squaredNorm();
        };
        NodeId best = i;
        double least = distance(i);
        if (least == 0) return i;
        for (NodeId j : body_.rest->links.row(i.value))
            if (const double d = distance(j); d < least) best = j, least = d;
        return best;
    }

    /// Who places corner k of the cell of node i.
    NodeId arbiter(NodeId i, int k, int edge) const {
        const Vec3i corner = low(i) + edge * corner_offset(k);
        std::vector<NodeId> around;
        for (int beside = 0; beside < 8; ++beside) {
            const Vec3i at = corner - edge * corner_offset(beside);
            const int cell = body_.material.lattice.contains(at) ? index_.find(morton(at)) : -1;
            if (cell < 0) continue;
            const auto nodes = nodes_at_.row(cell);
            around.insert(around.end(), nodes.begin(), nodes.end());
        }
        std::ranges::sort(around);
        std::vector<NodeId> linked{i};
        for (std::size_t next = 0; next < linked.size(); ++next)
            for (NodeId j : body_.rest->links.row(linked[next].value))
                if (std::ranges::binary_search(around, j) && std::ranges::find(linked, j) == linked.end())
                    linked.push_back(j);
        return *std::ranges::min_element(linked);
    }

private:
    static std::vector<Morton> cells_of(const AdaptiveBody& body) {
        std::vector<Morton> cells;
        for (CellId leaf : body.sampling.leaf_of)
            if (cells.empty() || cells.back() != body.tree.cells[leaf.value].corner)
                cells.push_back(body.tree.cells[leaf.value].corner);
        return cells;
    }
    Morton cell_of(int node) const { return body_.tree.cells[body_.sampling.leaf_of[node].value].corner; }

    const AdaptiveBody& body_;
    std::vector<Morton> cells_;  // in the order of nodes
    CellIndex index_;
    Ragged<NodeId> nodes_at_;
};

struct Carrier {
    double share = 0;
    Vec3d moment = Vec3d::Zero();  // of the corners it places
};

}  // namespace

SkinRest make_trilinear_skin(const TriangleMesh& mesh, const AdaptiveBody& body) {
    const BodyRest& rest = *body.rest;
    const Lattice& lattice = body.material.lattice;
    if (std::ranges::adjacent_find(rest.cell, std::not_equal_to<>()) != rest.cell.end())
        throw InputError("a trilinear skin needs cells of one size; choose the criterion uniform");
    const int edge = static_cast<int>(std::lround(rest.cell.front() / rest.finest_cell));
    const CellCorners corners(body);
    const PieceFinder finder(body.material);

    SkinRest skin{.triangles = mesh.triangles};
    const int vertices = static_cast<int>(mesh.vertices.size());
    std::vector<std::map<NodeId, Carrier>> carriers(vertices);
    std::vector<Vec3d> beyond(vertices);  // what lies outside the cell is carried along
    parallel_chunks(vertices, kChunk, [&](int begin, int end) {
        for (int v = begin; v < end; ++v) {
            const Vec3d p = (mesh.vertices[v] - lattice.corner) / rest.finest_cell;
            const NodeId i = corners.embedding(body.sampling.node_of_piece[finder.nearest(p).piece.value], p, edge);
            const Vec3d low = corners.low(i).cast<double>();
            const Vec3d u = ((p - low) / edge).cwiseMax(0.0).cwiseMin(1.0);
            beyond[v] = p - low - edge * u;
            for (int k = 0; k < 8; ++k) {
                const Vec3d side = corner_offset(k).cast<double>();
                const double share = (side.array() * u.array() + (1 - side.array()) * (1 - u.array())).prod();
                if (share < kLeastShare) continue;
                Carrier& carrier = carriers[v][corners.arbiter(i, k, edge)];
                carrier.share += share;
                carrier.moment += share * (low + edge * side);
            }
        }
    });
    for (int v = 0; v < vertices; ++v) {
        skin.vertices.push_back((mesh.vertices[v] - rest.origin).cast<float>());
        std::vector<NodeId> nodes;
        for (const auto& [node, carrier] : carriers[v]) {
            const Vec3d at = lattice.world(carrier.moment / carrier.share + beyond[v]) - rest.origin;
            nodes.push_back(node);
            skin.weights.push_back(static_cast<float>(carrier.share));
            skin.arms.push_back((at - rest.x0[node.value].cast<double>()).cast<float>());
        }
        skin.nodes.push_row(nodes);
    }
    complete(skin, rest);
    return skin;
}

}  // namespace octomatch

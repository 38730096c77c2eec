#include "octree/skin_binding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "core/parallel.h"

namespace octomatch {

namespace {

// The quadratic B-spline around 0: smooth, 0 from 1.5 on.
double spline(double u) {
    u = std::abs(u);
    return u < 0.5 ? 0.75 - u * u : u < 1.5 ? 0.5 * (1.5 - u) * (1.5 - u) : 0;
}

struct Share {
    NodeId node;
    double weight;
};

/// Sums of few nodes out of many, added up in the order in which they come: an open-addressing table.
class SumsPerNode {
public:
    explicit SumsPerNode(std::size_t entries) : slots_(std::bit_ceil(2 * entries + 1), -1) {}

    void add(NodeId node, double weight) {
        std::size_t slot = static_cast<std::size_t>(node.value) * 0x9e3779b97f4a7c15u >> 20 & (slots_.size() - 1);
        while (slots_[slot] >= 0 && sums_[slots_[slot]].node != node) slot = (slot + 1) & (slots_.size() - 1);
        if (slots_[slot] < 0) {
            slots_[slot] = static_cast<std::int32_t>(sums_.size());
            sums_.push_back({node, 0});
        }
        sums_[slots_[slot]].weight += weight;
    }
    /// By node.
    std::vector<Share>& sorted() {
        std::ranges::sort(sums_, {}, &Share::node);
        return sums_;
    }

private:
    std::vector<std::int32_t> slots_;
    std::vector<Share> sums_;
};

// Of more than the allowed number the heaviest stay, lowered by the heaviest that goes: whoever leaves has come down to
// nothing by then, so that weights stay continuous.
void keep_heaviest(std::vector<Share>& shares, std::size_t most) {
    if (shares.size() <= most) return;
    std::vector<double> weights;
    for (const Share& s : shares) weights.push_back(s.weight);
    std::nth_element(weights.begin(), weights.begin() + most, weights.end(), std::greater<>());
    for (Share& s : shares) s.weight -= weights[most];
}

}  // namespace

/// A point and the pieces it is blended from.
struct PointBinder::Blend {
    MaterialPlace place;
    std::vector<std::pair<PieceId, double>> shares;  // adding up to 1
};

/// Who reaches the pieces around some points.
struct PointBinder::Reaching {
    std::vector<std::int32_t> row_of;  // per piece, -1 where it was not asked for
    Ragged<NodeReach::Entry> nodes;    // per row
};

PointBinder::PointBinder(const MaterialGraph& material, const Octree& tree, const Sampling& sampling,
                         const BodyRest& rest, const SheetIndex* sheets)
    : material_(material),
      sampling_(sampling),
      rest_(rest),
      finder_(material, sheets),
      reach_(material, tree, sampling) {}

PointBinder::PointBinder(const AdaptiveBody& body, const SheetIndex* sheets, const PointBinder& before,
                         const BodyChange& change)
    : material_(body.material),
      sampling_(body.sampling),
      rest_(*body.rest),
      finder_(material_, sheets),
      reach_(material_, body.tree, sampling_, before.reach_, change) {}

std::vector<MaterialPoint> PointBinder::bind(std::span<const Vec3d> points) const {
    const Lattice& lattice = material_.lattice;
    const int count = static_cast<int>(points.size());
    std::vector<Blend> blends(count);
    parallel_chunks(count, 64, [&](int begin, int end) {
        for (int k = begin; k < end; ++k) blends[k] = blend_at((points[k] - lattice.corner) / lattice.finest_cell());
    });

    std::vector<PieceId> pieces;
    Reaching reaching{.row_of = std::vector<std::int32_t>(material_.pieces(), -1)};
    Box3 box;
    for (const Blend& blend : blends) {
        box.include(blend.place.point);
        for (const auto& [p, share] : blend.shares) {
            if (reaching.row_of[p.value] >= 0) continue;
            reaching.row_of[p.value] = static_cast<std::int32_t>(pieces.size());
            pieces.push_back(p);
        }
    }
    std::vector<NodeId> nodes;
    for (int i = 0; i < sampling_.nodes(); ++i) {
        const Vec3d& x = sampling_.position[i];
        if ((x.cwiseMax(box.low).cwiseMin(box.high) - x).norm() < reach_.radius({i})) nodes.push_back({i});
    }
    reaching.nodes = reach_.reaching(pieces, nodes);

    std::vector<MaterialPoint> result(count);
    parallel_chunks(count, 64, [&](int begin, int end) {
        for (int k = begin; k < end; ++k) result[k] = carried(blends[k], reaching);
    });
    return result;
}

// The piece the point lies in and those that touch it, by a B-spline over cells. It is 0 for cells that do not touch
// the point's own, so that a point which crosses into another cell leaves none behind that counts. (A second ring of
// contacts makes larger jumps, not smaller ones: where a gap ends it takes in the other side.)
PointBinder::Blend PointBinder::blend_at(const Vec3d& in_cells) const {
    Blend blend{.place = finder_.nearest(in_cells)};
    double total = 0;
    const auto add = [&](PieceId p) {
        const Vec3d off =
            blend.place.point - coordinates(material_.cell_of[p.value]).cast<double>() - Vec3d::Constant(0.5);
        const double share = spline(off.x()) * spline(off.y()) * spline(off.z());
        if (share == 0) return;
        blend.shares.push_back({p, share});
        total += share;
    };
    add(blend.place.piece);
    for (PieceId p : material_.contacts.row(blend.place.piece.value)) add(p);
    for (auto& [p, share] : blend.shares) share /= total;
    return blend;
}

MaterialPoint PointBinder::carried(const Blend& blend, const Reaching& reaching) const {
    const MaterialPlace& place = blend.place;
    std::size_t entries = 0;
    for (const auto& [p, share] : blend.shares) entries += reaching.nodes.size_of(reaching.row_of[p.value]);
    SumsPerNode slack(entries);
    for (const auto& [p, share] : blend.shares)
        for (const auto& [node, there] : reaching.nodes.row(reaching.row_of[p.value])) slack.add(node, share * there);

    std::vector<Share> shares;
    for (const auto& [i, sum] : slack.sorted()) {
        const double rho = reach_.radius(i);
        const double r = std::max((place.point - sampling_.position[i.value]).norm(), rho - sum);
        const double k = 1 - r * r / (rho * rho);
        if (k > 0) shares.push_back({i, k * k * k});
    }
    keep_heaviest(shares, kMostNodes);
    double sum = 0;
    for (const Share& s : shares) sum += std::max(s.weight, 0.0);
    if (sum == 0) {
        shares = {{sampling_.node_of_piece[place.piece.value], 1}};
        sum = 1;
    }

    MaterialPoint point{.rest = (material_.lattice.world(place.point) - rest_.origin).cast<float>()};
    for (const auto& [node, weight] : shares) {
        if (weight < 1e-7 * sum) continue;  // less than a float can add
        point.nodes.push_back(node);
        point.weights.push_back(static_cast<float>(weight / sum));
    }
    return point;
}

void push_vertex(const Vec3d& vertex, const MaterialPoint& point, const BodyRest& rest, BoundSkin& bound) {
    constexpr double kFar = 0.9;  // finest cells: safely below 1
    SkinRest& skin = bound.skin;
    skin.vertices.push_back((vertex - rest.origin).cast<float>());
    skin.nodes.push_row(point.nodes);
    skin.weights.insert(skin.weights.end(), point.weights.begin(), point.weights.end());
    bound.is_far.push_back((point.rest - skin.vertices.back()).norm() > kFar * rest.finest_cell);
}

BoundSkin bind_skin(const TriangleMesh& mesh, const PointBinder& binder) {
    BoundSkin bound{.skin = {.triangles = mesh.triangles}, .is_far = {}};
    const std::vector<MaterialPoint> points = binder.bind(mesh.vertices);
    for (std::size_t v = 0; v < points.size(); ++v) push_vertex(mesh.vertices[v], points[v], binder.rest(), bound);
    complete(bound.skin, binder.rest());
    return bound;
}

SkinRest make_skin(const TriangleMesh& mesh, const PointBinder& binder) {
    return bind_skin(mesh, binder).skin;
}

}  // namespace octomatch

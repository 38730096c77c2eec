#include "octree/node_reach.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/parallel.h"
#include "octree/ball_set.h"

namespace octomatch {

namespace {

constexpr double kReach = 1.5;      // edges of the node's cell
constexpr double kCover = 1.25;     // times the distance of the node's own farthest material
constexpr double kDetour = 1.25;    // D_i may exceed the straight way by this factor ...
constexpr double kBetween = 2;      // ... and this many finest cells, and still be straight
constexpr double kUnbounded = 1e8;  // finest cells
constexpr int kUnit = 12;           // steps are counted in twelfths of a finest cell: 12, 17 and 21 are nearly exact
constexpr std::array<int, 4> kStep = {0, 12, 17, 21};  // by the number of axes along which cells differ

}  // namespace

/// Cells along each axis, both ends included.
struct NodeReach::CellBox {
    Vec3i low, high;
};

/// Shortest ways from a piece to those in a box of cells, by A*: in buckets by the length so far and the least that is
/// left to the box. One per thread.
class NodeReach::Search {
public:
    explicit Search(const NodeReach& reach)
        : reach_(reach), length_(reach.material_.pieces(), kFar), buckets_(2 * kStep[3] + 1) {}

    /// Visits pieces, each once its way is known, up to the length `most` and while `goes_on(piece, length)`.
    template <class GoesOn>
    void run(PieceId source, const CellBox& box, double most, GoesOn goes_on) {
        for (PieceId p : touched_) length_[p.value] = kFar;
        touched_.clear();
        for (auto& bucket : buckets_) bucket.clear();
        const int first = step_to(box, source);
        offer(source, 0, first);
        std::size_t waiting = 1;
        for (int total = first; waiting > 0 && total <= most * kUnit; ++total) {
            auto& bucket = buckets_[total % buckets_.size()];
            for (std::size_t next = 0; next < bucket.size(); ++next, --waiting) {  // it may grow: steps towards the box
                const PieceId p = bucket[next];
                const int length = length_[p.value];
                if (length + step_to(box, p) != total) continue;
                if (!goes_on(p, static_cast<double>(length) / kUnit)) return;
                for (PieceId q : reach_.material_.contacts.row(p.value)) {
                    const int there = length + step(p, q);
                    if (there >= length_[q.value]) continue;
                    offer(q, there, there + step_to(box, q));
                    ++waiting;
                }
            }
            bucket.clear();
        }
    }

private:
    static constexpr int kFar = std::numeric_limits<int>::max();

    int step(PieceId p, PieceId q) const {
        return kStep[(reach_.cell_of_piece_[p.value].array() != reach_.cell_of_piece_[q.value].array()).count()];
    }
    // The length of a way to the box where nothing is in between.
    int step_to(const CellBox& box, PieceId p) const {
        const Vec3i& at = reach_.cell_of_piece_[p.value];
        const Vec3i off = (box.low - at).cwiseMax(at - box.high).cwiseMax(0);
        const int most = off.maxCoeff(), least = off.minCoeff(), middle = off.sum() - most - least;
        return kStep[1] * (most - middle) + kStep[2] * (middle - least) + kStep[3] * least;
    }
    void offer(PieceId p, int length, int total) {
        if (length_[p.value] == kFar) touched_.push_back(p);
        length_[p.value] = length;
        buckets_[total % buckets_.size()].push_back(p);
    }

    const NodeReach& reach_;
    std::vector<int> length_;
    std::vector<std::vector<PieceId>> buckets_;
    std::vector<PieceId> touched_;
};

NodeReach::NodeReach(const MaterialGraph& material, const Sampling& sampling)
    : material_(material), sampling_(sampling), source_(sampling.nodes()), radius_(sampling.nodes()) {
    cell_of_piece_.reserve(material.cell_of.size());
    for (Morton cell : material.cell_of) cell_of_piece_.push_back(coordinates(cell));
}

NodeReach::NodeReach(const MaterialGraph& material, const Octree& tree, const Sampling& sampling)
    : NodeReach(material, sampling) {
    const std::vector<char> all(sampling.nodes(), 1);
    find_sources(all);
    measure(tree, all);
}

NodeReach::NodeReach(const MaterialGraph& material, const Octree& tree, const Sampling& sampling,
                     const NodeReach& before, const BodyChange& change)
    : NodeReach(material, sampling) {
    std::vector<char> is_new(sampling.nodes(), 1);
    for (int i = 0; i < sampling.nodes(); ++i) {
        const NodeId was = change.node_before[i];
        if (!was.valid()) continue;
        is_new[i] = 0;
        source_[i] = change.piece_now[before.source_[was.value].value];
        radius_[i] = before.radius_[was.value];
    }
    find_sources(is_new);

    BallSet rejoined;
    for (Morton cell : change.rejoined) rejoined.add(coordinates(cell).cast<double>(), 0);
    ways_are_kept_.assign(sampling.nodes(), 0);
    parallel_chunks(sampling.nodes(), 64, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            // No way is shorter than the straight line, and none that counts is longer than this. The last step of a
            // way that changed leads away from a piece that has other contacts now.
            const double longest = kDetour * radius_[i] + kBetween - 1;
            ways_are_kept_[i] =
                !is_new[i] && !rejoined.is_near(cell_of_piece_[source_[i].value].cast<double>(), longest);
        }
    });
    std::vector<char> wanted;
    for (char kept : ways_are_kept_) wanted.push_back(!kept);
    measure(tree, wanted);
}

double NodeReach::from_node(NodeId node, int piece) const {
    return (cell_of_piece_[piece].cast<double>() + Vec3d::Constant(0.5) - sampling_.position[node.value]).norm();
}

void NodeReach::find_sources(const std::vector<char>& wanted) {
    std::vector<double> nearest(sampling_.nodes(), std::numeric_limits<double>::infinity());
    for (int p = 0; p < material_.pieces(); ++p) {
        const NodeId i = sampling_.node_of_piece[p];
        if (!wanted[i.value]) continue;
        const double distance = from_node(i, p);
        if (distance >= nearest[i.value]) continue;
        nearest[i.value] = distance;
        source_[i.value] = {p};
    }
}

void NodeReach::measure(const Octree& tree, const std::vector<char>& wanted) {
    std::vector<int> own_pieces(sampling_.nodes(), 0);
    for (NodeId i : sampling_.node_of_piece) ++own_pieces[i.value];
    const CellBox everywhere{Vec3i::Zero(), material_.lattice.finest_size()};
    parallel_chunks(sampling_.nodes(), 64, [&](int begin, int end) {
        if (std::none_of(wanted.begin() + begin, wanted.begin() + end, [](char w) { return w; })) return;
        Search search(*this);
        for (int i = begin; i < end; ++i) {
            if (!wanted[i]) continue;
            const double half_diagonal = 0.5 * std::sqrt(3.0);
            radius_[i] = kReach * material_.lattice.finest_per_cell(tree.cells[sampling_.leaf_of[i].value].level);
            int missing = own_pieces[i];
            search.run(source_[i], everywhere, kUnbounded, [&](PieceId p, double length) {
                if (sampling_.node_of_piece[p.value].value != i) return true;
                const double way = std::max(from_node({i}, p.value) + half_diagonal, (length - kBetween) / kDetour);
                radius_[i] = std::max(radius_[i], kCover * way);
                return --missing > 0;
            });
        }
    });
}

Ragged<NodeReach::Entry> NodeReach::reaching(std::span<const PieceId> pieces, std::span<const NodeId> nodes) const {
    std::vector<int> row_of(material_.pieces(), -1);
    CellBox box{material_.lattice.finest_size(), Vec3i::Zero()};
    for (std::size_t k = 0; k < pieces.size(); ++k) {
        row_of[pieces[k].value] = static_cast<int>(k);
        box.low = box.low.cwiseMin(cell_of_piece_[pieces[k].value]);
        box.high = box.high.cwiseMax(cell_of_piece_[pieces[k].value]);
    }
    struct Reached {
        int row;
        Entry entry;
    };
    constexpr int kChunk = 16;
    std::vector<std::vector<Reached>> reached((nodes.size() + kChunk - 1) / kChunk);
    parallel_chunks(static_cast<int>(nodes.size()), kChunk, [&](int begin, int end) {
        Search search(*this);
        for (int k = begin; k < end; ++k) {
            const NodeId i = nodes[k];
            std::size_t missing = pieces.size();
            search.run(source_[i.value], box, kDetour * radius(i) + kBetween, [&](PieceId p, double length) {
                if (row_of[p.value] < 0) return true;
                const double slack = radius(i) - (length - kBetween) / kDetour;
                if (slack > 0) reached[begin / kChunk].push_back({row_of[p.value], {i, static_cast<float>(slack)}});
                return --missing > 0;
            });
        }
    });
    std::vector<Reached> all;
    for (const auto& part : reached) all.insert(all.end(), part.begin(), part.end());
    return group_by<Entry>(
        static_cast<int>(pieces.size()), static_cast<int>(all.size()), [&](int e) { return all[e].row; },
        [&](int e) { return all[e].entry; });
}

}  // namespace octomatch

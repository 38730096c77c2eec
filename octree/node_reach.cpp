#include "octree/node_reach.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/parallel.h"

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

NodeReach::NodeReach(const MaterialGraph& material, const Octree& tree, const Sampling& sampling)
    : material_(material), sampling_(sampling), source_(sampling.nodes()), radius_(sampling.nodes()) {
    for (Morton cell : material.cell_of) cell_of_piece_.push_back(coordinates(cell));
    std::vector<int> own_pieces(sampling.nodes(), 0);
    std::vector<double> nearest(sampling.nodes(), std::numeric_limits<double>::infinity());
    const auto from_node = [&](int node, int piece) {
        return (cell_of_piece_[piece].cast<double>() + Vec3d::Constant(0.5) - sampling.position[node]).norm();
    };
    for (int p = 0; p < material.pieces(); ++p) {
        const int i = sampling.node_of_piece[p].value;
        ++own_pieces[i];
        if (from_node(i, p) >= nearest[i]) continue;
        nearest[i] = from_node(i, p);
        source_[i] = {p};
    }
    const CellBox everywhere{Vec3i::Zero(), material.lattice.finest_size()};
    parallel_chunks(sampling.nodes(), 64, [&](int begin, int end) {
        Search search(*this);
        for (int i = begin; i < end; ++i) {
            const double half_diagonal = 0.5 * std::sqrt(3.0);
            radius_[i] = kReach * material.lattice.finest_per_cell(tree.cells[sampling.leaf_of[i].value].level);
            int missing = own_pieces[i];
            search.run(source_[i], everywhere, kUnbounded, [&](PieceId p, double length) {
                if (sampling.node_of_piece[p.value].value != i) return true;
                const double way = std::max(from_node(i, p.value) + half_diagonal, (length - kBetween) / kDetour);
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

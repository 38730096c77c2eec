#include "octree/blocks.h"

#include <algorithm>

#include "core/parallel.h"
#include "octree/bucket_moore.h"
#include "octree/row_tree.h"

namespace octomatch {

namespace {

struct Reached {
    NodeId node;
    std::int32_t distance;
};

/// Per node, sorted by node: all others at distance < (1 + eps) max(w_i, w_j), or <= max(w_i, w_j).
std::vector<std::vector<Reached>> pair_distances(const BodyRest& rest, double epsilon) {
    std::vector<std::vector<Reached>> found(rest.nodes());
    parallel_chunks(rest.nodes(), 512, [&](int begin, int end) {
        BucketMoore paths(rest.links, rest.link_length);
        for (int i = begin; i < end; ++i)
            for (NodeId j : paths.search({i}, static_cast<std::int32_t>((1 + epsilon) * rest.width[i])))
                found[i].push_back({j, paths.distance(j)});
    });
    // A pair is found by the wider of its two nodes; the other one learns of it here.
    std::vector<std::vector<Reached>> pairs = found;
    for (int i = 0; i < rest.nodes(); ++i)
        for (const auto& [j, d] : found[i])
            if (rest.width[j.value] < rest.width[i]) pairs[j.value].push_back({{i}, d});
    parallel_chunks(rest.nodes(), 512, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            std::sort(pairs[i].begin(), pairs[i].end(), [](const Reached& a, const Reached& b) { return a.node < b.node; });
            const auto last = std::unique(pairs[i].begin(), pairs[i].end(),
                                          [](const Reached& a, const Reached& b) { return a.node == b.node; });
            pairs[i].erase(last, pairs[i].end());
        }
    });
    return pairs;
}

class DualTree {
public:
    DualTree(const BodyRest& rest, double epsilon)
        : tree_(rest), epsilon_(epsilon), pairs_(pair_distances(rest, epsilon)) {
        narrowest_.assign(rest.rows(), BucketMoore::kFar);
        widest_.assign(rest.rows(), 0);
        for (int row = 0; row < rest.rows(); ++row)
            for (int k = 0; k < tree_.nodes_below[row]; ++k) {
                const std::int32_t w = rest.width[tree_.first_node[row] + k];
                narrowest_[row] = std::min(narrowest_[row], w);
                widest_[row] = std::max(widest_[row], w);
            }
    }

    std::vector<BodyRest::Block> blocks() {
        for (std::size_t i = 0; i < tree_.roots.size(); ++i)
            for (std::size_t j = i; j < tree_.roots.size(); ++j) visit(tree_.roots[i], tree_.roots[j]);
        std::sort(blocks_.begin(), blocks_.end(),
                  [](const auto& x, const auto& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
        return std::move(blocks_);
    }

private:
    struct Interval {
        std::int32_t nearest = BucketMoore::kFar, farthest = 0;
    };
    Interval between(RowId a, RowId b) const {
        Interval interval;
        std::int64_t count = 0;
        const NodeId first{tree_.first_node[b.value]}, end{first.value + tree_.nodes_below[b.value]};
        for (int k = 0; k < tree_.nodes_below[a.value]; ++k) {
            const auto& row = pairs_[tree_.first_node[a.value] + k];
            auto at = std::lower_bound(row.begin(), row.end(), first,
                                       [](const Reached& r, NodeId node) { return r.node < node; });
            for (; at != row.end() && at->node < end; ++at, ++count) {
                interval.nearest = std::min(interval.nearest, at->distance);
                interval.farthest = std::max(interval.farthest, at->distance);
            }
        }
        if (count < std::int64_t{tree_.nodes_below[a.value]} * tree_.nodes_below[b.value])
            interval.farthest = BucketMoore::kFar;
        return interval;
    }

    void visit(RowId a, RowId b) {
        const Interval interval = between(a, b);
        if (interval.nearest > std::max(widest_[a.value], widest_[b.value])) return;
        const double limit = (1 + epsilon_) * std::max(narrowest_[a.value], narrowest_[b.value]);
        const bool both_nodes = tree_.children.size_of(a.value) == 0 && tree_.children.size_of(b.value) == 0;
        if (interval.farthest < limit || both_nodes) {
            blocks_.push_back({std::min(a, b), std::max(a, b)});
            return;
        }
        if (a == b) {
            const auto children = tree_.children.row(a.value);
            for (std::size_t i = 0; i < children.size(); ++i)
                for (std::size_t j = i; j < children.size(); ++j) visit(children[i], children[j]);
            return;
        }
        // Split the row with more nodes; on a tie the virtual one, then the first.
        const auto weight = [&](RowId r) { return std::pair(tree_.nodes_below[r.value], tree_.children.size_of(r.value)); };
        if (weight(a) < weight(b)) std::swap(a, b);
        for (RowId child : tree_.children.row(a.value)) visit(child, b);
    }

    RowTree tree_;
    double epsilon_;
    std::vector<std::vector<Reached>> pairs_;
    std::vector<std::int32_t> narrowest_, widest_;
    std::vector<BodyRest::Block> blocks_;
};

}  // namespace

void add_blocks(const RegionSettings& settings, BodyRest& rest) { rest.blocks = DualTree(rest, settings.epsilon).blocks(); }

}  // namespace octomatch

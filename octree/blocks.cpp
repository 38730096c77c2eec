#include "octree/blocks.h"

#include <algorithm>

#include "core/parallel.h"
#include "octree/bucket_moore.h"
#include "octree/row_tree.h"

namespace octomatch {

namespace {

/// Narrowest and widest node below each row.
struct Widths {
    Widths(const BodyRest& rest, const RowTree& tree) : narrowest(rest.rows()), widest(rest.rows()) {
        for (int row = 0; row < rest.rows(); ++row) {
            const auto first = rest.width.begin() + tree.first_node[row];
            const auto [low, high] = std::minmax_element(first, first + tree.nodes_below[row]);
            narrowest[row] = *low;
            widest[row] = *high;
        }
    }
    std::vector<std::int32_t> narrowest, widest;
};

/// The blocks of one root with itself and with the roots after it. Only the distances from its own nodes are kept:
/// those of all nodes together would fill the memory on a fine lattice.
class DualTree {
public:
    DualTree(const BodyRest& rest, const RowTree& tree, const Widths& widths, double epsilon, RowId root)
        : tree_(tree), widths_(widths), epsilon_(epsilon), first_(tree.first_node[root.value]) {
        // A pair goes by the wider of its nodes, so that all are searched as far as the widest.
        const std::int32_t widest = *std::max_element(rest.width.begin(), rest.width.end());
        BucketMoore paths(rest.links, rest.link_length);
        reached_.resize(tree.nodes_below[root.value]);
        for (std::size_t k = 0; k < reached_.size(); ++k) {
            const NodeId i{first_ + static_cast<int>(k)};
            for (NodeId j : paths.search(i, static_cast<std::int32_t>((1 + epsilon) * widest)))
                reached_[k].push_back({j, paths.distance(j)});
            std::sort(reached_[k].begin(), reached_[k].end(),
                      [](const auto& x, const auto& y) { return x.node < y.node; });
        }
    }

    /// `a` is the root or below it.
    void visit(RowId a, RowId b, std::vector<BodyRest::Block>& blocks) const {
        const Interval interval = between(a, b);
        if (interval.nearest > std::max(widths_.widest[a.value], widths_.widest[b.value])) return;
        const double limit = (1 + epsilon_) * std::max(widths_.narrowest[a.value], widths_.narrowest[b.value]);
        const auto children_of_a = tree_.children.row(a.value), children_of_b = tree_.children.row(b.value);
        if (interval.farthest < limit || (children_of_a.empty() && children_of_b.empty())) {
            blocks.push_back({std::min(a, b), std::max(a, b)});
        } else if (a == b) {
            for (std::size_t i = 0; i < children_of_a.size(); ++i)
                for (std::size_t j = i; j < children_of_a.size(); ++j)
                    visit(children_of_a[i], children_of_a[j], blocks);
        } else if (weight(a) >= weight(b)) {
            for (RowId child : children_of_a) visit(child, b, blocks);
        } else {
            for (RowId child : children_of_b) visit(a, child, blocks);
        }
    }

private:
    struct Reached {
        NodeId node;
        std::int32_t distance;
    };
    struct Interval {
        std::int32_t nearest = BucketMoore::kFar, farthest = 0;
    };

    /// The row with more nodes is split first; on a tie the one with children.
    std::pair<int, int> weight(RowId row) const {
        return {tree_.nodes_below[row.value], tree_.children.size_of(row.value)};
    }

    /// The farthest is kFar where not all pairs were reached.
    Interval between(RowId a, RowId b) const {
        Interval interval;
        std::int64_t count = 0;
        const NodeId first{tree_.first_node[b.value]}, end{first.value + tree_.nodes_below[b.value]};
        for (int k = 0; k < tree_.nodes_below[a.value]; ++k) {
            const auto& row = reached_[tree_.first_node[a.value] - first_ + k];
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

    const RowTree& tree_;
    const Widths& widths_;
    double epsilon_;
    int first_;                                  // node of the root
    std::vector<std::vector<Reached>> reached_;  // per node of the root, sorted by node
};

}  // namespace

void add_blocks(const RegionSettings& settings, BodyRest& rest) {
    const RowTree tree(rest);
    const Widths widths(rest, tree);
    std::vector<std::vector<BodyRest::Block>> of_root(tree.roots.size());
    parallel_chunks(static_cast<int>(tree.roots.size()), 1, [&](int i, int) {
        const DualTree dual(rest, tree, widths, settings.epsilon, tree.roots[i]);
        for (std::size_t j = i; j < tree.roots.size(); ++j) dual.visit(tree.roots[i], tree.roots[j], of_root[i]);
    });
    for (const auto& blocks : of_root) rest.blocks.insert(rest.blocks.end(), blocks.begin(), blocks.end());
    std::sort(rest.blocks.begin(), rest.blocks.end(),
              [](const auto& x, const auto& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
}

}  // namespace octomatch

#include "octree/interval_lists.h"

#include <algorithm>

#include "core/parallel.h"
#include "octree/bucket_moore.h"

namespace octomatch {

namespace {

// Distance interval of each row from one node, bottom-up over the ancestors of the nodes that were reached.
class Intervals {
public:
    Intervals(const BodyRest& rest, const RowTree& tree) : rest_(rest), tree_(tree), of_row_(rest.rows()) {}

    void clear() {
        for (RowId row : touched_) of_row_[row.value] = {};
        touched_.clear();
    }
    void add(NodeId node, std::int32_t distance) {
        for (int row = node.value; row >= 0; row = rest_.parent[row]) {
            Interval& interval = of_row_[row];
            if (interval.count == 0) touched_.push_back({row});
            interval.low = std::min(interval.low, distance);
            interval.high = std::max(interval.high, distance);
            ++interval.count;
        }
    }
    bool reached(RowId row) const { return of_row_[row.value].count > 0; }
    std::int32_t nearest(RowId row) const { return of_row_[row.value].low; }
    /// kFar where not all nodes below were reached.
    std::int32_t farthest(RowId row) const {
        return of_row_[row.value].count == tree_.nodes_below[row.value] ? of_row_[row.value].high : BucketMoore::kFar;
    }

private:
    struct Interval {
        std::int32_t low = BucketMoore::kFar, high = 0, count = 0;
    };
    const BodyRest& rest_;
    const RowTree& tree_;
    std::vector<Interval> of_row_;
    RowList touched_;
};

// Step 2 of FASM 4.2, top-down.
void choose_rows(const RowTree& tree, const Intervals& intervals, RowId row, double w, double limit, RowList& chosen) {
    if (!intervals.reached(row) || intervals.nearest(row) > w) return;
    if (intervals.farthest(row) < limit || tree.children.size_of(row.value) == 0) {
        chosen.push_back(row);
        return;
    }
    for (RowId child : tree.children.row(row.value)) choose_rows(tree, intervals, child, w, limit, chosen);
}

std::uint64_t hash_of(std::span<const RowId> list) {
    std::uint64_t hash = list.size();
    for (RowId row : list) {
        hash = (hash ^ static_cast<std::uint64_t>(row.value)) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return hash;
}

}  // namespace

std::vector<RowList> interval_lists(const BodyRest& rest, const RowTree& tree, double epsilon,
                                    std::span<const NodeId> regions) {
    std::vector<RowList> lists(regions.size());
    parallel_chunks(static_cast<int>(regions.size()), 512, [&](int begin, int end) {
        BucketMoore paths(rest.links, rest.link_length);
        Intervals intervals(rest, tree);
        for (int k = begin; k < end; ++k) {
            const NodeId i = regions[k];
            const double w = rest.width[i.value], limit = (1 + epsilon) * w;
            intervals.clear();
            for (NodeId j : paths.search(i, search_limit(rest, i.value, epsilon))) intervals.add(j, paths.distance(j));
            for (RowId root : tree.roots) choose_rows(tree, intervals, root, w, limit, lists[k]);
            std::sort(lists[k].begin(), lists[k].end());
        }
    });
    return lists;
}

std::int32_t DistinctLists::number_of(std::span<const RowId> list) {
    const std::uint64_t hash = hash_of(list);
    const auto [first, end] = of_hash_.equal_range(hash);
    const auto known =
        std::find_if(first, end, [&](const auto& entry) { return std::ranges::equal(lists.row(entry.second), list); });
    if (known != end) return known->second;
    of_hash_.emplace(hash, lists.rows());
    lists.push_row(list);
    return lists.rows() - 1;
}

}  // namespace octomatch

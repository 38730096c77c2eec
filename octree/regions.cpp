#include "octree/regions.h"

#include <algorithm>
#include <map>

#include "core/parallel.h"
#include "octree/bucket_moore.h"
#include "octree/row_tree.h"

namespace octomatch {

namespace {

using List = std::vector<RowId>;

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
    List touched_;
};

// Step 2 of FASM 4.2, top-down.
void choose_rows(const RowTree& tree, const Intervals& intervals, RowId row, double w, double limit, List& chosen) {
    if (!intervals.reached(row) || intervals.nearest(row) > w) return;
    if (intervals.farthest(row) < limit || tree.children.size_of(row.value) == 0) {
        chosen.push_back(row);
        return;
    }
    for (RowId child : tree.children.row(row.value)) choose_rows(tree, intervals, child, w, limit, chosen);
}

std::vector<List> interval_lists(const BodyRest& rest, const RowTree& tree, double epsilon) {
    std::vector<List> lists(rest.nodes());
    parallel_chunks(rest.nodes(), 512, [&](int begin, int end) {
        BucketMoore paths(rest.links, rest.link_length);
        Intervals intervals(rest, tree);
        for (int i = begin; i < end; ++i) {
            const double w = rest.width[i], limit = (1 + epsilon) * w;
            intervals.clear();
            for (NodeId j : paths.search({i}, static_cast<std::int32_t>(limit))) intervals.add(j, paths.distance(j));
            for (RowId root : tree.roots) choose_rows(tree, intervals, root, w, limit, lists[i]);
            std::sort(lists[i].begin(), lists[i].end());
        }
    });
    return lists;
}

// The fewest rows whose nodes are exactly `members`.
List rows_of(const BodyRest& rest, const RowTree& tree, const std::vector<NodeId>& members) {
    std::map<int, int> below;  // row -> members below it
    for (NodeId i : members)
        for (int row = i.value; row >= 0; row = rest.parent[row]) ++below[row];
    List rows;
    for (const auto& [row, count] : below) {
        const auto full = [&](int r) { return below.at(r) == tree.nodes_below[r]; };
        if (full(row) && (rest.parent[row] < 0 || !full(rest.parent[row]))) rows.push_back({row});
    }
    return rows;
}

// Step 3 of FASM 4.2, which gives no recipe: a pair stays if either side wants it (union) or both do (intersection).
std::vector<List> symmetrised(const BodyRest& rest, const RowTree& tree, const std::vector<List>& lists,
                              Symmetry symmetry) {
    std::vector<std::vector<NodeId>> has(rest.nodes()), in(rest.nodes());
    for (int r = 0; r < rest.nodes(); ++r)
        for (RowId row : lists[r])
            for (int k = 0; k < tree.nodes_below[row.value]; ++k) {
                const NodeId i{tree.first_node[row.value] + k};
                has[r].push_back(i);
                in[i.value].push_back({r});
            }
    std::vector<List> result(rest.nodes());
    parallel_chunks(rest.nodes(), 512, [&](int begin, int end) {
        for (int r = begin; r < end; ++r) {
            std::sort(has[r].begin(), has[r].end());
            std::vector<NodeId> members;
            if (symmetry == Symmetry::union_)
                std::set_union(has[r].begin(), has[r].end(), in[r].begin(), in[r].end(), std::back_inserter(members));
            else
                std::set_intersection(has[r].begin(), has[r].end(), in[r].begin(), in[r].end(),
                                      std::back_inserter(members));
            result[r] = rows_of(rest, tree, members);
        }
    });
    return result;
}

}  // namespace

void add_interval_regions(const RegionSettings& settings, BodyRest& rest) {
    const RowTree tree(rest);
    std::vector<List> lists = interval_lists(rest, tree, settings.epsilon);
    if (settings.symmetry != Symmetry::adjoint) lists = symmetrised(rest, tree, lists, settings.symmetry);

    // Equal lists have equal fits: they are stored once, numbered by their first region.
    std::map<List, int> known;
    for (const List& list : lists) {
        const auto [at, is_new] = known.try_emplace(list, rest.lists.rows());
        if (is_new) rest.lists.push_row(list);
        rest.list_of.push_back(at->second);
    }
}

}  // namespace octomatch

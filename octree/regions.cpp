#include "octree/regions.h"

#include <algorithm>
#include <map>

#include "core/parallel.h"
#include "octree/interval_lists.h"

namespace octomatch {

namespace {

// The fewest rows whose nodes are exactly `members`.
RowList rows_of(const BodyRest& rest, const RowTree& tree, const std::vector<NodeId>& members) {
    std::map<int, int> below;  // row -> members below it
    for (NodeId i : members)
        for (int row = i.value; row >= 0; row = rest.parent[row]) ++below[row];
    RowList rows;
    for (const auto& [row, count] : below) {
        const auto full = [&](int r) { return below.at(r) == tree.nodes_below[r]; };
        if (full(row) && (rest.parent[row] < 0 || !full(rest.parent[row]))) rows.push_back({row});
    }
    return rows;
}

// Step 3 of FASM 4.2, which gives no recipe: a pair stays if either side wants it (union) or both do (intersection).
std::vector<RowList> symmetrised(const BodyRest& rest, const RowTree& tree, const std::vector<RowList>& lists,
                                 Symmetry symmetry) {
    std::vector<std::vector<NodeId>> has(rest.nodes()), in(rest.nodes());
    for (int r = 0; r < rest.nodes(); ++r)
        for (RowId row : lists[r])
            for (int k = 0; k < tree.nodes_below[row.value]; ++k) {
                const NodeId i{tree.first_node[row.value] + k};
                has[r].push_back(i);
                in[i.value].push_back({r});
            }
    std::vector<RowList> result(rest.nodes());
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
    std::vector<NodeId> all;
    for (int r = 0; r < rest.nodes(); ++r) all.push_back({r});
    std::vector<RowList> lists = interval_lists(rest, tree, settings.epsilon, all);
    if (settings.symmetry != Symmetry::adjoint) lists = symmetrised(rest, tree, lists, settings.symmetry);

    DistinctLists distinct;
    for (const RowList& list : lists) rest.list_of.push_back(distinct.number_of(list));
    rest.lists = std::move(distinct.lists);
}

}  // namespace octomatch

#include "octree/region_update.h"

#include <algorithm>

#include "octree/bucket_moore.h"
#include "octree/interval_lists.h"

namespace octomatch {

namespace {

std::vector<NodeId> inverse(std::span<const NodeId> node_before, int nodes_before) {
    std::vector<NodeId> node_now(nodes_before);
    for (int i = 0; i < static_cast<int>(node_before.size()); ++i)
        if (node_before[i].valid()) node_now[node_before[i].value] = {i};
    return node_now;
}

/// The length of the shortest link that a kept node has on one side of the edit only.
std::int32_t shortest_changed_link(const BodyRest& before, NodeId was, const std::vector<NodeId>& node_now,
                                   const BodyRest& now, int i) {
    std::int32_t shortest = BucketMoore::kFar;
    int old = before.links.offsets[was.value], e = now.links.offsets[i];
    const int old_end = before.links.offsets[was.value + 1], end = now.links.offsets[i + 1];
    const auto take = [&](std::int32_t length) { shortest = std::min(shortest, length); };
    while (old < old_end || e < end) {
        const NodeId kept = old < old_end ? node_now[before.links.items[old].value] : NodeId{};
        if (old < old_end && !kept.valid()) {
            take(before.link_length[old++]);
        } else if (old == old_end || (e < end && now.links.items[e] < kept)) {
            take(now.link_length[e++]);
        } else if (e == end || kept < now.links.items[e]) {
            take(before.link_length[old++]);
        } else {
            if (before.link_length[old] != now.link_length[e])
                take(std::min(before.link_length[old], now.link_length[e]));
            ++old, ++e;
        }
    }
    return shortest;
}

/// Per row before, the same row now; invalid where no kept node is below. Cells above a kept node are those they were.
std::vector<RowId> rows_now(const BodyRest& before, std::span<const NodeId> node_before, const BodyRest& now) {
    std::vector<RowId> row_now(before.rows());
    for (int i = 0; i < now.nodes(); ++i) {
        int row = i;
        for (int was = node_before[i].value; was >= 0 && !row_now[was].valid(); was = before.parent[was]) {
            row_now[was] = {row};
            row = now.parent[row];
        }
    }
    return row_now;
}

/// Per row, whether all nodes below it are kept.
std::vector<char> only_kept_below(const BodyRest& rest, const std::vector<char>& is_kept) {
    std::vector<char> only_kept(rest.rows(), 1);
    for (int row = 0; row < rest.rows(); ++row) {
        if (row < rest.nodes()) only_kept[row] = is_kept[row];
        if (!only_kept[row] && rest.parent[row] >= 0) only_kept[rest.parent[row]] = 0;
    }
    return only_kept;
}

std::vector<char> which_are_valid(std::span<const NodeId> nodes) {
    std::vector<char> valid;
    for (NodeId i : nodes) valid.push_back(i.valid());
    return valid;
}

/// Nodes now that something changed at, and how far away from each of them.
std::vector<BucketMoore::Source> changed_nodes(const BodyRest& before, std::span<const NodeId> node_before,
                                               const BodyRest& now) {
    const std::vector<NodeId> node_now = inverse(node_before, before.nodes());
    const std::vector<char> all_before = only_kept_below(before, which_are_valid(node_now));
    const std::vector<char> all_now = only_kept_below(now, which_are_valid(node_before));
    const std::vector<RowId> row_now = rows_now(before, node_before, now);
    std::vector<char> is_one_sided(now.rows(), 0);
    for (int row = 0; row < before.rows(); ++row)
        if (row_now[row].valid() && all_before[row] != all_now[row_now[row].value])
            is_one_sided[row_now[row].value] = 1;
    for (int row = now.rows() - 1; row >= 0; --row)
        if (now.parent[row] >= 0 && is_one_sided[now.parent[row]]) is_one_sided[row] = 1;

    const std::int32_t longest =
        now.link_length.empty() ? 0 : *std::max_element(now.link_length.begin(), now.link_length.end());
    std::vector<BucketMoore::Source> changed;
    for (int i = 0; i < now.nodes(); ++i) {
        const NodeId was = node_before[i];
        if (!was.valid() || is_one_sided[i]) {
            changed.push_back({{i}, 0});
            continue;
        }
        const std::int32_t away = shortest_changed_link(before, was, node_now, now, i);
        if (away != BucketMoore::kFar) changed.push_back({{i}, std::min(away, longest)});
    }
    return changed;
}

}  // namespace

std::vector<NodeId> regions_to_update(const RegionSettings& settings, const BodyRest& before,
                                      std::span<const NodeId> node_before, const BodyRest& now) {
    std::int32_t farthest = 0;
    for (int r = 0; r < now.nodes(); ++r) farthest = std::max(farthest, search_limit(now, r, settings.epsilon));
    BucketMoore paths(now.links, now.link_length);
    std::vector<NodeId> regions;
    for (NodeId r : paths.search(changed_nodes(before, node_before, now), farthest))
        if (paths.distance(r) <= search_limit(now, r.value, settings.epsilon)) regions.push_back(r);
    std::ranges::sort(regions);
    return regions;
}

void update_interval_regions(const RegionSettings& settings, const BodyRest& before,
                             std::span<const NodeId> node_before, BodyRest& now) {
    const std::vector<NodeId> regions = regions_to_update(settings, before, node_before, now);
    const std::vector<RowList> anew = interval_lists(now, RowTree(now), settings.epsilon, regions);
    const std::vector<RowId> row_now = rows_now(before, node_before, now);

    DistinctLists distinct;
    std::vector<std::int32_t> number_now(before.lists.rows(), -1);  // of lists that are kept
    RowList kept;
    std::size_t next = 0;
    for (int r = 0; r < now.nodes(); ++r) {
        if (next < regions.size() && regions[next].value == r) {
            now.list_of.push_back(distinct.number_of(anew[next++]));
            continue;
        }
        const std::int32_t list = before.list_of[node_before[r].value];
        if (number_now[list] < 0) {
            kept.clear();
            for (RowId row : before.lists.row(list)) kept.push_back(row_now[row.value]);
            number_now[list] = distinct.number_of(kept);
        }
        now.list_of.push_back(number_now[list]);
    }
    now.lists = std::move(distinct.lists);
}

}  // namespace octomatch

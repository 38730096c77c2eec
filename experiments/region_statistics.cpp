#include "experiments/region_statistics.h"

#include <algorithm>

#include "core/hash.h"
#include "core/lattice_plan.h"

namespace octomatch {

namespace {

using Sums = std::vector<std::uint64_t>;  // per row; wraps around

/// Each row gets the sum over the nodes below it.
void sweep_up(const BodyRest& rest, Sums& sums) {
    for (int row = 0; row < rest.rows(); ++row)
        if (rest.parent[row] >= 0) sums[rest.parent[row]] += sums[row];
}

/// Each row also gets what its ancestors have.
void sweep_down(const BodyRest& rest, Sums& sums) {
    for (int row = rest.rows() - 1; row >= 0; --row)
        if (rest.parent[row] >= 0) sums[row] += sums[rest.parent[row]];
}

/// What the regions that are given by blocks hold: the sum of `of_node` over their members.
Sums sums_over_blocks(const BodyRest& rest, Sums of_node) {
    of_node.resize(rest.rows(), 0);
    sweep_up(rest, of_node);
    Sums result(rest.rows(), 0);
    for (const auto& [a, b] : rest.blocks) {
        result[a.value] += of_node[b.value];
        if (a != b) result[b.value] += of_node[a.value];
    }
    sweep_down(rest, result);
    result.resize(rest.nodes());
    return result;
}

Sums sums_over_lists(const BodyRest& rest, Sums of_node) {
    of_node.resize(rest.rows(), 0);
    sweep_up(rest, of_node);
    Sums result;
    for (int list : rest.list_of) {
        result.push_back(0);
        for (RowId row : rest.lists.row(list)) result.back() += of_node[row.value];
    }
    return result;
}

double mean(const Sums& values) {
    double sum = 0;
    for (std::uint64_t value : values) sum += static_cast<double>(value);
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

int count_distinct(Sums values) {
    std::sort(values.begin(), values.end());
    return static_cast<int>(std::unique(values.begin(), values.end()) - values.begin());
}

/// A sum of these tells sets of nodes apart.
Sums random_numbers(int nodes) {
    Sums numbers;
    for (int i = 0; i < nodes; ++i) {
        Hash h;
        h.add(i);
        numbers.push_back(h.value());
    }
    return numbers;
}

}  // namespace

RegionStatistics region_statistics(const BodyRest& rest) {
    const int n = rest.nodes();
    const Sums ones(n, 1);
    RegionStatistics statistics{.count = n};
    if (!rest.link_reach.empty()) {
        const LatticePlan::Counts counts = LatticePlan(rest).counts();
        statistics.mean_summation_entries = static_cast<double>(counts.sum_additions) / std::max(1, n);
        statistics.mean_members = static_cast<double>(members(rest).items.size()) / std::max(1, n);
        statistics.distinct = counts.regions;
    } else if (rest.blocks.empty()) {
        std::size_t entries = 0;
        for (int list : rest.list_of) entries += rest.lists.row(list).size();
        statistics.mean_summation_entries = static_cast<double>(entries) / std::max(1, n);
        statistics.mean_members = mean(sums_over_lists(rest, ones));
        statistics.distinct = rest.lists.rows();
    } else {
        std::size_t entries = 0;
        for (const auto& [a, b] : rest.blocks) entries += a == b ? 1 : 2;
        statistics.mean_summation_entries = static_cast<double>(entries) / std::max(1, n);
        statistics.mean_members = mean(sums_over_blocks(rest, ones));
        statistics.distinct = count_distinct(sums_over_blocks(rest, random_numbers(n)));
    }
    return statistics;
}

}  // namespace octomatch

#include "octree/node_budget.h"

#include <algorithm>
#include <queue>
#include <set>
#include <string>

#include "core/input_error.h"

namespace octomatch {

namespace {

using SplitKey = std::pair<int, Morton>;  // level, corner

// All splits that are wanted, in the order in which they would be made.
std::vector<SplitKey> splits_by_need(const MaterialGraph& material, const std::function<double(const Cell&)>& need) {
    struct Wanted {
        double need;
        Cell cell;
        bool operator<(const Wanted& other) const {  // the top of the queue: most need, then coarse, then first
            return std::tuple(need, -cell.level, ~cell.corner) <
                   std::tuple(other.need, -other.cell.level, ~other.cell.corner);
        }
    };
    std::priority_queue<Wanted> open;
    const auto consider = [&](const Cell& cell) {
        if (cell.level == material.lattice.depth) return;
        if (const double wanted = need(cell); wanted >= 1) open.push({wanted, cell});
    };
    for (const Cell& cell : base_cells(material)) consider(cell);
    std::vector<SplitKey> splits;
    while (!open.empty()) {
        const Cell cell = open.top().cell;
        open.pop();
        splits.push_back({cell.level, cell.corner});
        for (const Cell& child : children(material, cell)) consider(child);
    }
    return splits;
}

Octree with_splits(const MaterialGraph& material, const std::vector<SplitKey>& splits, std::size_t count) {
    const std::set<SplitKey> made(splits.begin(), splits.begin() + count);
    return make_octree(material, [&](const Cell& cell) { return made.contains({cell.level, cell.corner}); });
}

}  // namespace

Octree make_octree_within(const MaterialGraph& material, const std::function<double(const Cell&)>& need, int budget) {
    const auto splits = splits_by_need(material, need);
    const auto nodes_after = [&](std::size_t count) {
        return make_sampling(material, with_splits(material, splits, count), Positions::mass).nodes();
    };
    if (const int fewest = nodes_after(0); fewest > budget)
        throw InputError("a budget of " + std::to_string(budget) + " nodes is below the " + std::to_string(fewest) +
                         " nodes of the base lattice; allow more nodes or choose a larger base cell");
    // Balance and adoption make the count not quite monotone; `fits` always fits, which is what is promised.
    std::size_t fits = 0, above = splits.size() + 1;
    while (above - fits > 1) {
        const std::size_t middle = (fits + above) / 2;
        (nodes_after(middle) <= budget ? fits : above) = middle;
    }
    return with_splits(material, splits, fits);
}

}  // namespace octomatch

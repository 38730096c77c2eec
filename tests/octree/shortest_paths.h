// Textbook shortest paths: the oracle of Bucket-Moore.
#pragma once
#include <functional>
#include <limits>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/ragged.h"

namespace octomatch::test {

constexpr std::int32_t kUnreached = std::numeric_limits<std::int32_t>::max();

/// Dijkstra's algorithm with a binary heap.
inline std::vector<std::int32_t> dijkstra(const Ragged<NodeId>& links, std::span<const std::int32_t> length,
                                          int source) {
    std::vector<std::int32_t> distance(links.rows(), kUnreached);
    using Entry = std::pair<std::int32_t, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    distance[source] = 0;
    open.push({0, source});
    while (!open.empty()) {
        const auto [d, i] = open.top();
        open.pop();
        if (d > distance[i]) continue;
        for (int e = links.offsets[i]; e < links.offsets[i + 1]; ++e) {
            const int j = links.items[e].value;
            if (d + length[e] >= distance[j]) continue;
            distance[j] = d + length[e];
            open.push({distance[j], j});
        }
    }
    return distance;
}

inline std::vector<std::vector<std::int32_t>> all_pairs(const Ragged<NodeId>& links,
                                                        std::span<const std::int32_t> length) {
    std::vector<std::vector<std::int32_t>> distance;
    for (int i = 0; i < links.rows(); ++i) distance.push_back(dijkstra(links, length, i));
    return distance;
}

}  // namespace octomatch::test

// Bucket-Moore: shortest paths along integer links, bounded (FASM 6.2).
//
// Nodes at distance k wait in bucket k mod (longest link + 1). Instead of clearing all distances before a search, the
// scratch remembers which nodes it touched.
#pragma once
#include <limits>
#include <span>
#include <vector>

#include "core/ids.h"
#include "core/ragged.h"

namespace octomatch {

class BucketMoore {
public:
    static constexpr std::int32_t kFar = std::numeric_limits<std::int32_t>::max();

    /// Both must outlive the searches. `length` stands beside links.items; all lengths are at least 1.
    BucketMoore(const Ragged<NodeId>& links, std::span<const std::int32_t> length);

    /// All nodes at distance <= `most` from `source`, in order of distance. Valid until the next search.
    std::span<const NodeId> search(NodeId source, std::int32_t most) {
        const Source only{source, 0};
        return search({&only, 1}, most);
    }

    struct Source {
        NodeId node;
        std::int32_t distance;  // that it has already: at most that of the longest link
    };
    /// From several different nodes, each at the distance that the nearest way gives it.
    std::span<const NodeId> search(std::span<const Source> sources, std::int32_t most);

    /// Distance of a node in the last search; kFar where it was not reached.
    std::int32_t distance(NodeId node) const { return distance_[node.value]; }

private:
    const Ragged<NodeId>& links_;
    std::span<const std::int32_t> length_;
    std::vector<std::vector<NodeId>> buckets_;
    std::vector<std::int32_t> distance_;
    std::vector<char> settled_;
    std::vector<NodeId> touched_, reached_;
};

}  // namespace octomatch

#include "octree/bucket_moore.h"

#include <algorithm>

namespace octomatch {

BucketMoore::BucketMoore(const Ragged<NodeId>& links, std::span<const std::int32_t> length)
    : links_(links),
      length_(length),
      buckets_(1 + (length.empty() ? 0 : *std::max_element(length.begin(), length.end()))),
      distance_(links.rows(), kFar),
      settled_(links.rows(), 0) {}

std::span<const NodeId> BucketMoore::search(std::span<const Source> sources, std::int32_t most) {
    for (NodeId n : touched_) {
        distance_[n.value] = kFar;
        settled_[n.value] = 0;
    }
    touched_.clear();
    reached_.clear();
    std::size_t waiting = 0;
    for (const auto& [node, distance] : sources) {
        if (distance > most) continue;
        touched_.push_back(node);
        distance_[node.value] = distance;
        buckets_[distance].push_back(node);
        ++waiting;
    }

    const std::int32_t cycle = static_cast<std::int32_t>(buckets_.size());
    for (std::int32_t k = 0; waiting > 0; ++k) {
        auto& bucket = buckets_[k % cycle];
        waiting -= bucket.size();
        for (NodeId i : bucket) {  // links are at least 1 long, so the bucket does not grow meanwhile
            if (settled_[i.value]) continue;
            settled_[i.value] = 1;
            reached_.push_back(i);
            for (std::int32_t e = links_.offsets[i.value]; e < links_.offsets[i.value + 1]; ++e) {
                const NodeId j = links_.items[e];
                const std::int32_t d = k + length_[e];
                if (d > most || d >= distance_[j.value]) continue;
                if (distance_[j.value] == kFar) touched_.push_back(j);
                distance_[j.value] = d;
                buckets_[d % cycle].push_back(j);
                ++waiting;
            }
        }
        bucket.clear();
    }
    return reached_;
}

}  // namespace octomatch

// The nodes within a number of links of a node: breadth-first search, over scratch that is reused.
#pragma once
#include <span>
#include <vector>

#include "core/ids.h"
#include "core/ragged.h"

namespace octomatch {

class LinkSearch {
public:
    /// The links must stay where they are.
    explicit LinkSearch(const Ragged<NodeId>& links) : links_(links), seen_by_(links.rows(), 0) {}

    /// Nodes at most `reach` links away, `start` itself first; valid until the next search.
    std::span<const NodeId> within(NodeId start, int reach) {
        ++search_;
        found_.clear();
        find(start);
        std::size_t next = 0;
        for (int hop = 0; hop < reach; ++hop)
            for (const std::size_t end = found_.size(); next < end; ++next)
                for (NodeId j : links_.row(found_[next].value)) find(j);
        return found_;
    }

private:
    void find(NodeId node) {
        if (seen_by_[node.value] == search_) return;
        seen_by_[node.value] = search_;
        found_.push_back(node);
    }

    const Ragged<NodeId>& links_;
    std::vector<std::int32_t> seen_by_;  // number of the last search that found each node
    std::vector<NodeId> found_;
    std::int32_t search_ = 0;
};

}  // namespace octomatch

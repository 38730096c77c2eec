// The rows that interval-based regions choose (octree/regions.h), and lists of rows stored once each.
#pragma once
#include <span>
#include <unordered_map>
#include <vector>

#include "core/body_rest.h"
#include "octree/row_tree.h"

namespace octomatch {

using RowList = std::vector<RowId>;  // sorted

/// Up to this distance a region looks for nodes, in h/2.
inline std::int32_t search_limit(const BodyRest& rest, int region, double epsilon) {
    return static_cast<std::int32_t>((1 + epsilon) * rest.width[region]);
}

/// The list of each of some regions.
std::vector<RowList> interval_lists(const BodyRest& rest, const RowTree& tree, double epsilon,
                                    std::span<const NodeId> regions);

/// Equal lists have equal fits: they are stored once, numbered as they come.
class DistinctLists {
public:
    /// The number of a list, which is added if it is not known yet.
    std::int32_t number_of(std::span<const RowId> list);

    Ragged<RowId> lists;

private:
    std::unordered_multimap<std::uint64_t, std::int32_t> of_hash_;
};

}  // namespace octomatch

// Typed integers: a NodeId can not be passed where a RegionId is meant.
#pragma once
#include <compare>
#include <cstdint>

namespace octomatch {

template <class Tag>
struct Index {
    std::int32_t value = -1;

    constexpr auto operator<=>(const Index&) const = default;
    constexpr bool valid() const { return value >= 0; }
};

using NodeId = Index<struct NodeTag>;      // a simulation node
using RegionId = Index<struct RegionTag>;  // the region around a node; region r belongs to node r
using RowId = Index<struct RowTag>;        // a row of the summation tree: nodes first, then virtual nodes

}  // namespace octomatch

// The summation tree of a BodyRest seen from above: the children of a row, and how many nodes are below it.
#pragma once
#include <algorithm>

#include "core/body_rest.h"

namespace octomatch {

struct RowTree {
    explicit RowTree(const BodyRest& rest) : nodes_below(rest.rows(), 0), first_node(rest.rows(), rest.nodes()) {
        std::vector<int> has_parent;
        for (int row = 0; row < rest.rows(); ++row) {
            if (row < rest.nodes()) {
                nodes_below[row] = 1;
                first_node[row] = row;
            }
            const int p = rest.parent[row];
            if (p < 0) {
                roots.push_back({row});
                continue;
            }
            nodes_below[p] += nodes_below[row];
            first_node[p] = std::min(first_node[p], first_node[row]);
            has_parent.push_back(row);
        }
        children = group_by<RowId>(
            rest.rows(), static_cast<int>(has_parent.size()), [&](int e) { return rest.parent[has_parent[e]]; },
            [&](int e) { return RowId{has_parent[e]}; });
    }

    Ragged<RowId> children;
    std::vector<RowId> roots;
    std::vector<std::int32_t> nodes_below;
    std::vector<std::int32_t> first_node;  // nodes are in Morton order, so those below a row are contiguous
};

}  // namespace octomatch

// The worked example of FASM, figure 2: a region around a node n_i, with three virtual nodes whose distance intervals
// are, in cells, n_b [0, 1] (taken whole), n_a [2, 3] (discarded) and n_c [1, 2] (refined). With w = 1 and epsilon =
// 0.5.
//
// The paper shows a slice: six by six cells in the plane z = 0, in blocks of two by two, each block a virtual node. n_i
// is the lower left cell of the block in the middle, which is n_b; n_c is the block to its left, n_a the one to its
// right.
//
//     y 5  .  .  .  .  .  .        n_i (2, 2)
//       4  .  .  .  .  .  .        n_b the block of (2, 2), (3, 2), (2, 3), (3, 3)
//       3  .  x  b  b  .  .        x   summation nodes of the finest level: all cells at distance 1 that are not in n_b
//       2  .  x  i  b  .  .
//       1  .  x  x  x  .  .
//       0  .  .  .  .  .  .
//          0  1  2  3  4  5 x
#pragma once
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/body_rest.h"
#include "octree/morton.h"
#include "octree/regions.h"

namespace octomatch {

class FasmFigure2 {
public:
    static constexpr int kCells = 6;  // along x and y
    static constexpr double kEpsilon = 0.5;

    /// Links join all cells that touch; lengths are in half cells, so that w is 2.
    FasmFigure2() {
        // Nodes in Morton order: block by block.
        std::vector<std::pair<Morton, Vec3i>> order;
        for (int y = 0; y < kCells; ++y)
            for (int x = 0; x < kCells; ++x) order.push_back({morton({x, y, 0}), {x, y, 0}});
        std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [code, cell] : order) cells_.push_back(cell);

        rest.finest_cell = 1;
        rest.x0.resize(cells_.size());
        rest.mass.assign(cells_.size(), 1.0f);
        rest.cell.assign(cells_.size(), 1.0f);
        rest.width.assign(cells_.size(), 2);
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            rest.x0[i] = cells_[i].cast<float>() - Vec3(2.5f, 2.5f, 0);
            std::vector<NodeId> row;
            for (std::size_t j = 0; j < cells_.size(); ++j)
                if (i != j && (cells_[i] - cells_[j]).cwiseAbs().maxCoeff() == 1) row.push_back({static_cast<int>(j)});
            rest.links.push_row(row);
            rest.link_length.insert(rest.link_length.end(), row.size(), 2);
        }
        for (std::size_t i = 0; i < cells_.size(); ++i) rest.parent.push_back(block_at(cells_[i]).value);
        rest.parent.insert(rest.parent.end(), 9, -1);
        add_interval_regions({.epsilon = kEpsilon}, rest);
    }

    NodeId node_at(int x, int y) const {
        for (std::size_t i = 0; i < cells_.size(); ++i)
            if (cells_[i] == Vec3i(x, y, 0)) return {static_cast<int>(i)};
        return {};
    }
    const Vec3i& cell_of(NodeId node) const { return cells_[node.value]; }
    /// The virtual node of a cell's block; rows of blocks follow the nodes, in Morton order.
    RowId block_at(const Vec3i& cell) const {
        static constexpr std::array<int, 9> kOrder = {0, 1, 4, 2, 3, 5, 6, 7, 8};  // of block (x, y) at x + 3 y
        return {static_cast<int>(cells_.size()) + kOrder[cell.x() / 2 + 3 * (cell.y() / 2)]};
    }

    NodeId n_i() const { return node_at(2, 2); }
    RowId n_a() const { return block_at({4, 2, 0}); }
    RowId n_b() const { return block_at({2, 2, 0}); }
    RowId n_c() const { return block_at({0, 2, 0}); }
    /// The summation nodes of the region around a node.
    std::vector<RowId> summation_nodes(NodeId node) const {
        const auto row = rest.lists.row(rest.list_of[node.value]);
        return {row.begin(), row.end()};
    }

    BodyRest rest;

private:
    std::vector<Vec3i> cells_;
};

}  // namespace octomatch

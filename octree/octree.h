// The adaptive octree: base cells of edge H, split down to depth L, only where there is material, 2:1 balanced
// over all 26 neighbours. Flat arrays in depth-first (Morton) order; a cell is a contiguous range of pieces.
#pragma once
#include <functional>
#include <set>
#include <vector>

#include "core/ids.h"
#include "octree/material.h"

namespace octomatch {

using CellId = Index<struct CellTag>;

/// A cube of the lattice, whether or not the octree has it.
struct Cell {
    Morton corner = 0;  // of its lowest finest cell
    int level = 0;      // 0 = base cell
    int first_piece = 0, end_piece = 0;
    bool operator==(const Cell&) const = default;
};

struct Octree {
    std::vector<Cell> cells;           // parents before children, siblings in Morton order
    std::vector<std::int32_t> parent;  // -1 at base cells
    std::vector<char> is_leaf;

    int size() const { return static_cast<int>(cells.size()); }
    bool operator==(const Octree&) const = default;
};

/// The cells with material of which the lattice's base consists, in Morton order.
std::vector<Cell> base_cells(const MaterialGraph& material);

/// The up to eight children with material, in Morton order.
std::vector<Cell> children(const MaterialGraph& material, const Cell& cell);

/// Splits base cells while `wants_split` says so (asked once per cell, above the finest level only), then balances.
Octree make_octree(const MaterialGraph& material, const std::function<bool(const Cell&)>& wants_split);

/// The split cells of an octree, which say all of it.
class SplitCells {
public:
    SplitCells() = default;
    explicit SplitCells(const Octree& tree);

    void add(int level, Morton corner) { of_level(level).insert(corner); }
    bool contains(const Cell& cell) const {
        return cell.level < static_cast<int>(corners_.size()) && corners_[cell.level].contains(cell.corner);
    }
    /// Per level, ascending.
    const std::vector<std::set<Morton>>& corners() const { return corners_; }

private:
    std::set<Morton>& of_level(int level) {
        if (level >= static_cast<int>(corners_.size())) corners_.resize(level + 1);
        return corners_[level];
    }
    std::vector<std::set<Morton>> corners_;
};

}  // namespace octomatch

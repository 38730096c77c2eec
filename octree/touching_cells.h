// Cells of one level, and which of them touch: the lattice of [RJ07], which asks for no connection between their
// materials.
#pragma once
#include <vector>

#include "octree/cell_index.h"
#include "octree/octree.h"

namespace octomatch {

/// All cells of that level with material, in Morton order.
std::vector<Cell> cells_of_level(const MaterialGraph& material, int level);

class TouchingCells {
public:
    /// `cells` is all cells of one level with material, in Morton order.
    TouchingCells(const Lattice& lattice, const std::vector<Cell>& cells);
    TouchingCells(const TouchingCells&) = delete;  // the index knows where the corners are

    /// Which of the 26 neighbours of a cell are there, sorted.
    std::vector<int> around(int cell) const;

private:
    Lattice lattice_;
    std::vector<Morton> corners_;
    CellIndex index_;
    int edge_;
};

}  // namespace octomatch

// Finds the row of a finest cell by its Morton code: an open-addressing table over sorted codes.
#pragma once
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "octree/morton.h"

namespace octomatch {

class CellIndex {
public:
    explicit CellIndex(std::span<const Morton> cells) : cells_(cells), slots_(std::bit_ceil(2 * cells.size() + 1), -1) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            std::size_t slot = start(cells[i]);
            while (slots_[slot] >= 0) slot = (slot + 1) & (slots_.size() - 1);
            slots_[slot] = static_cast<std::int32_t>(i);
        }
    }
    /// -1 where there is no such cell.
    int find(Morton cell) const {
        for (std::size_t slot = start(cell);; slot = (slot + 1) & (slots_.size() - 1)) {
            const int i = slots_[slot];
            if (i < 0 || cells_[i] == cell) return i;
        }
    }

private:
    std::size_t start(Morton cell) const { return (cell * 0x9e3779b97f4a7c15u >> 20) & (slots_.size() - 1); }
    std::span<const Morton> cells_;
    std::vector<std::int32_t> slots_;
};

}  // namespace octomatch

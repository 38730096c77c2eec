#include "octree/touching_cells.h"

#include <algorithm>

namespace octomatch {

namespace {

std::vector<Morton> corners_of(const std::vector<Cell>& cells) {
    std::vector<Morton> corners;
    for (const Cell& cell : cells) corners.push_back(cell.corner);
    return corners;
}

}  // namespace

std::vector<Cell> cells_of_level(const MaterialGraph& material, int level) {
    std::vector<Cell> cells = base_cells(material);
    for (int l = 0; l < level; ++l) {
        std::vector<Cell> finer;
        for (const Cell& cell : cells) {
            const auto inner = children(material, cell);
            finer.insert(finer.end(), inner.begin(), inner.end());
        }
        cells = std::move(finer);
    }
    return cells;
}

TouchingCells::TouchingCells(const Lattice& lattice, const std::vector<Cell>& cells)
    : lattice_(lattice),
      corners_(corners_of(cells)),
      index_(corners_),
      edge_(cells.empty() ? 1 : lattice.finest_per_cell(cells.front().level)) {}

std::vector<int> TouchingCells::around(int cell) const {
    std::vector<int> found;
    for (int direction = 0; direction < 27; ++direction) {
        const Vec3i d{direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1};
        const Vec3i beside = coordinates(corners_[cell]) + edge_ * d;
        const int other = lattice_.contains(beside) ? index_.find(morton(beside)) : -1;
        if (other >= 0 && other != cell) found.push_back(other);
    }
    std::ranges::sort(found);
    return found;
}

}  // namespace octomatch

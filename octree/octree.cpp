#include "octree/octree.h"

#include <algorithm>
#include <unordered_map>

namespace octomatch {

namespace {

// Number of finest cells, hence Morton codes, in a cell.
Morton span_of(const MaterialGraph& material, int level) {
    return Morton{1} << 3 * (material.lattice.depth - level);
}

/// The cells of one level inside a range of pieces.
std::vector<Cell> cells_in(const MaterialGraph& material, int first_piece, int end_piece, int level) {
    const Morton span = span_of(material, level);
    std::vector<Cell> cells;
    for (int p = first_piece; p < end_piece;) {
        const Morton corner = material.cell_of[p] & ~(span - 1);
        const auto end =
            std::lower_bound(material.cell_of.begin() + p, material.cell_of.begin() + end_piece, corner + span);
        const int next = static_cast<int>(end - material.cell_of.begin());
        cells.push_back({corner, level, p, next});
        p = next;
    }
    return cells;
}

// Leaves by level and corner, while the tree is under construction.
class LeafSet {
public:
    explicit LeafSet(const MaterialGraph& material) : material_(material), of_level_(material.lattice.depth + 1) {}

    void add(const Cell& cell) { of_level_[cell.level].emplace(cell.corner, cell); }
    /// Replaces a leaf by its children.
    void split(const Cell& cell) {
        of_level_[cell.level].erase(cell.corner);
        for (const Cell& child : children(material_, cell)) add(child);
    }
    /// The leaf of the given level or coarser that covers a finest cell; nullptr if there is none.
    const Cell* covering(Morton finest, int level) const {
        for (; level >= 0; --level) {
            const auto at = of_level_[level].find(finest & ~(span_of(material_, level) - 1));
            if (at != of_level_[level].end()) return &at->second;
        }
        return nullptr;
    }
    std::vector<Cell> sorted(int level) const {
        std::vector<Cell> cells;
        for (const auto& [corner, cell] : of_level_[level]) cells.push_back(cell);
        std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.corner < b.corner; });
        return cells;
    }

private:
    const MaterialGraph& material_;
    std::vector<std::unordered_map<Morton, Cell>> of_level_;
};

// From the finest level up: no neighbour of a leaf is more than one level coarser. Splitting a coarse leaf makes
// leaves of a level that is still to come, except where it was coarser by more than two; hence the inner loop.
void balance(const MaterialGraph& material, LeafSet& leaves) {
    const Lattice& lattice = material.lattice;
    for (int level = lattice.depth; level >= 2; --level)
        for (const Cell& cell : leaves.sorted(level)) {
            const int edge = lattice.finest_per_cell(level);
            const Vec3i corner = coordinates(cell.corner);
            for (int direction = 0; direction < 27; ++direction) {
                const Vec3i d{direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1};
                const Vec3i beside = corner + edge * d;
                if (!lattice.contains(beside)) continue;
                while (const Cell* coarse = leaves.covering(morton(beside), level - 2)) leaves.split(Cell(*coarse));
            }
        }
}

void add_subtree(const MaterialGraph& material, const LeafSet& leaves, const Cell& cell, int parent, Octree& tree) {
    const int id = tree.size();
    const Cell* leaf = leaves.covering(cell.corner, cell.level);
    tree.cells.push_back(cell);
    tree.parent.push_back(parent);
    tree.is_leaf.push_back(leaf && *leaf == cell);
    if (tree.is_leaf.back()) return;
    for (const Cell& child : children(material, cell)) add_subtree(material, leaves, child, id, tree);
}

}  // namespace

std::vector<Cell> base_cells(const MaterialGraph& material) {
    return cells_in(material, 0, material.pieces(), 0);
}

std::vector<Cell> children(const MaterialGraph& material, const Cell& cell) {
    return cells_in(material, cell.first_piece, cell.end_piece, cell.level + 1);
}

SplitCells::SplitCells(const Octree& tree) {
    for (int c = 0; c < tree.size(); ++c)
        if (!tree.is_leaf[c]) add(tree.cells[c].level, tree.cells[c].corner);
}

Octree make_octree(const MaterialGraph& material, const std::function<bool(const Cell&)>& wants_split) {
    LeafSet leaves(material);
    std::vector<Cell> open = base_cells(material);
    while (!open.empty()) {
        const Cell cell = open.back();
        open.pop_back();
        if (cell.level < material.lattice.depth && wants_split(cell)) {
            const auto inner = children(material, cell);
            open.insert(open.end(), inner.begin(), inner.end());
        } else {
            leaves.add(cell);
        }
    }
    balance(material, leaves);

    Octree tree;
    for (const Cell& cell : base_cells(material)) add_subtree(material, leaves, cell, -1, tree);
    return tree;
}

}  // namespace octomatch

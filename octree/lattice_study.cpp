#include "octree/lattice_study.h"

#include <algorithm>
#include <numeric>

#include "core/parallel.h"
#include "octree/cell_components.h"
#include "octree/touching_cells.h"

namespace octomatch {

namespace {

constexpr int kBridgeEdges = 3;

// Breadth-first search through the material, bounded, with scratch that is reused.
class MaterialSearch {
public:
    explicit MaterialSearch(const MaterialGraph& material) : material_(material), seen_(material.pieces(), 0) {}

    /// Is a piece for which `is_target` holds within `most` hops of the sources?
    template <class Target>
    bool reaches(std::span<const PieceId> sources, int most, Target is_target) {
        ++search_;
        queue_.assign(sources.begin(), sources.end());
        for (PieceId p : queue_) seen_[p.value] = search_;
        std::size_t next = 0;
        for (int hop = 0; next < queue_.size(); ++hop) {
            for (std::size_t end = queue_.size(); next < end; ++next) {
                const PieceId p = queue_[next];
                if (is_target(p)) return true;
                if (hop == most) continue;
                for (PieceId q : material_.contacts.row(p.value))
                    if (seen_[q.value] != search_) {
                        seen_[q.value] = search_;
                        queue_.push_back(q);
                    }
            }
        }
        return false;
    }

private:
    const MaterialGraph& material_;
    std::vector<int> seen_;
    std::vector<PieceId> queue_;
    int search_ = 0;
};

std::vector<PieceId> pieces_of(const Cell& cell) {
    std::vector<PieceId> pieces(cell.end_piece - cell.first_piece);
    for (std::size_t k = 0; k < pieces.size(); ++k) pieces[k] = {cell.first_piece + static_cast<int>(k)};
    return pieces;
}

bool in_contact(const MaterialGraph& material, const Cell& a, const Cell& b) {
    for (int p = a.first_piece; p < a.end_piece; ++p) {
        const auto row = material.contacts.row(p);
        const auto at = std::lower_bound(row.begin(), row.end(), PieceId{b.first_piece});
        if (at != row.end() && at->value < b.end_piece) return true;
    }
    return false;
}

// One node for two parts of the shape: a component of the cell that does not meet the rest within the bound.
bool joins_inside(const MaterialGraph& material, MaterialSearch& search, const Cell& cell, int most) {
    const auto component = component_of_pieces(material, cell);
    if (std::all_of(component.begin(), component.end(), [](int c) { return c == 0; })) return false;
    std::vector<PieceId> first;
    for (std::size_t k = 0; k < component.size(); ++k)
        if (component[k] == 0) first.push_back({cell.first_piece + static_cast<int>(k)});
    const int others = *std::max_element(component.begin(), component.end());
    for (int other = 1; other <= others; ++other) {
        const bool near = search.reaches(first, most, [&](PieceId p) {
            return p.value >= cell.first_piece && p.value < cell.end_piece &&
                   component[p.value - cell.first_piece] == other;
        });
        if (!near) return true;
    }
    return false;
}

}  // namespace

PlainLattice plain_lattice(const MaterialGraph& material, int level) {
    const std::vector<Cell> cells = cells_of_level(material, level);
    const TouchingCells touching(material.lattice, cells);
    const int edge = material.lattice.finest_per_cell(level);

    constexpr int kChunk = 4096;
    const int count = static_cast<int>(cells.size());
    std::vector<PlainLattice> parts((count + kChunk - 1) / kChunk);
    parallel_chunks(count, kChunk, [&](int begin, int end) {
        MaterialSearch search(material);
        PlainLattice& part = parts[begin / kChunk];
        for (int c = begin; c < end; ++c) {
            ++part.nodes;
            if (joins_inside(material, search, cells[c], kBridgeEdges * edge)) ++part.bridges;
            for (int other : touching.around(c)) {
                if (other < c) continue;
                ++part.links;
                const Cell& to = cells[other];
                if (in_contact(material, cells[c], to)) continue;
                const auto sources = pieces_of(cells[c]);
                part.bridges += !search.reaches(sources, kBridgeEdges * edge, [&](PieceId p) {
                    return p.value >= to.first_piece && p.value < to.end_piece;
                });
            }
        }
    });
    PlainLattice total;
    for (const PlainLattice& part : parts) {
        total.nodes += part.nodes;
        total.links += part.links;
        total.bridges += part.bridges;
    }
    return total;
}

std::int64_t count_bridges(const MaterialGraph& material, const Octree& tree, const Sampling& sampling) {
    const Ragged<PieceId> pieces = group_by<PieceId>(
        sampling.nodes(), material.pieces(), [&](int p) { return sampling.node_of_piece[p].value; },
        [](int p) { return PieceId{p}; });
    MaterialSearch search(material);
    std::int64_t bridges = 0;
    for (int i = 0; i < sampling.nodes(); ++i)
        for (NodeId j : sampling.links.row(i)) {
            if (j.value < i) continue;
            const int level = std::min(tree.cells[sampling.leaf_of[i].value].level,
                                       tree.cells[sampling.leaf_of[j.value].value].level);
            const int most = kBridgeEdges * material.lattice.finest_per_cell(level);
            bridges +=
                !search.reaches(pieces.row(i), most, [&](PieceId p) { return sampling.node_of_piece[p.value] == j; });
        }
    return bridges;
}

}  // namespace octomatch

#include "octree/material_cut.h"

#include <map>

#include "core/parallel.h"
#include "octree/cell_index.h"

namespace octomatch {

namespace {

VoxelMask material_of_cell(const MaterialGraph& graph, int cell) {
    VoxelMask all = 0;
    for (int p = graph.first_piece[cell]; p < graph.first_piece[cell + 1]; ++p) all |= graph.voxels[p];
    return all;
}

bool any(const AdjacencyMasks& masks) {
    return std::any_of(masks.begin(), masks.end(), [](VoxelMask m) { return m != 0; });
}

AdjacencyMasks operator|(AdjacencyMasks a, const AdjacencyMasks& b) {
    for (int k = 0; k < kAdjacencyDirections; ++k) a[k] |= b[k];
    return a;
}

/// The adjacencies of a cell that cross a triangle, with or without material at their far end.
AdjacencyMasks crossed_in_cell(const SheetTriangle& triangle, const Vec3i& cell, VoxelMask material) {
    constexpr int kEdge = kVoxels + 2;  // the cell's voxels and those around it
    const Vec3i corner = kVoxels * cell;
    std::array<std::int8_t, kEdge * kEdge * kEdge> sides{};  // of voxels, as far as they have been asked for
    const auto side_of = [&](const Vec3i& voxel) {
        const Vec3i at = voxel - corner + Vec3i::Ones();
        std::int8_t& side = sides[at.x() + kEdge * (at.y() + kEdge * at.z())];
        if (side == 0) side = static_cast<std::int8_t>(triangle.side(voxel_centre_on_grid(voxel)));
        return side;
    };
    // A segment reaches from its voxel's centre by a voxel in x and y, and by one upwards in z.
    const GridPoint low = triangle.low() - GridPoint::Constant(kVoxelUnits);
    const GridPoint high = triangle.high() + GridPoint::Constant(kVoxelUnits);
    AdjacencyMasks crossed{};
    for (VoxelMask bits = material; bits; bits &= bits - 1) {
        const int bit = std::countr_zero(bits);
        const Vec3i voxel = corner + voxel::position(bit);
        const GridPoint p = voxel_centre_on_grid(voxel);
        if ((p.array() < low.array()).any() || (p.array() > high.array()).any()) continue;
        for (int k = 0; k < kAdjacencyDirections; ++k) {
            const Vec3i other = voxel + adjacency_direction(k);
            if (side_of(voxel) != side_of(other) && triangle.passed(p, voxel_centre_on_grid(other)))
                crossed[k] |= VoxelMask{1} << bit;
        }
    }
    return crossed;
}

/// Leaves only adjacencies whose far end has material.
AdjacencyMasks between_material(AdjacencyMasks masks, const MaterialGraph& graph, const CellIndex& index,
                                const Vec3i& cell) {
    for (int direction = 0; direction < 27; ++direction) {
        const Vec3i to{direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1};
        const int other = graph.lattice.contains(cell + to) ? index.find(morton(cell + to)) : -1;
        const VoxelMask missing = other < 0 ? kFullMask : ~material_of_cell(graph, other);
        for (int k = 0; k < kAdjacencyDirections; ++k) masks[k] &= ~voxel::moved(missing, -adjacency_direction(k), -to);
    }
    return masks;
}

Adjacencies gathered(const std::map<Morton, AdjacencyMasks>& of_cell) {
    Adjacencies result;
    for (const auto& [cell, masks] : of_cell) {
        if (!any(masks)) continue;
        result.cells.push_back(cell);
        result.masks.push_back(masks);
    }
    return result;
}

/// Adds to what has been removed; returns the cells where that is news.
std::vector<Morton> add(const Adjacencies& added, Adjacencies& removed) {
    std::vector<Morton> touched;
    Adjacencies sum;
    std::size_t old = 0;
    const auto keep_up_to = [&](Morton cell) {
        for (; old < removed.cells.size() && removed.cells[old] < cell; ++old) {
            sum.cells.push_back(removed.cells[old]);
            sum.masks.push_back(removed.masks[old]);
        }
    };
    for (std::size_t n = 0; n < added.cells.size(); ++n) {
        keep_up_to(added.cells[n]);
        const bool known = old < removed.cells.size() && removed.cells[old] == added.cells[n];
        const AdjacencyMasks before = known ? removed.masks[old++] : AdjacencyMasks{};
        sum.cells.push_back(added.cells[n]);
        sum.masks.push_back(before | added.masks[n]);
        if (sum.masks.back() != before) touched.push_back(added.cells[n]);
    }
    keep_up_to(~Morton{0});
    removed = std::move(sum);
    return touched;
}

/// Per cell: may its contacts have changed? They have where a cell was touched, and around it.
std::vector<char> around(const MaterialGraph& graph, const CellIndex& index, const std::vector<Morton>& touched) {
    std::vector<char> is_around(graph.cells.size(), 0);
    for (Morton cell : touched)
        for (int direction = 0; direction < 27; ++direction) {
            const Vec3i at = coordinates(cell) + Vec3i(direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1);
            const int there = graph.lattice.contains(at) ? index.find(morton(at)) : -1;
            if (there >= 0) is_around[there] = 1;
        }
    return is_around;
}

/// A piece of the graph before the cut, or a part of one.
void add_piece(const MaterialGraph& before, int cell, int piece, VoxelMask voxels, MaterialGraph& after) {
    after.cell_of.push_back(before.cells[cell]);
    after.voxels.push_back(voxels);
    after.depth.push_back(before.depth[piece]);
    if (voxels == before.voxels[piece]) {
        after.volume.push_back(before.volume[piece]);
        after.centre.push_back(before.centre[piece]);
    } else {
        const PieceMeasure measure = measure_piece(before, cell, voxels);
        after.volume.push_back(measure.volume);
        after.centre.push_back(measure.centre);
    }
}

}  // namespace

Adjacencies crossed_by(const MaterialGraph& material, std::span<const SheetTriangle> triangles) {
    constexpr int kChunk = 64;
    const CellIndex index(material.cells);
    const int count = static_cast<int>(triangles.size());
    std::vector<std::map<Morton, AdjacencyMasks>> parts((count + kChunk - 1) / kChunk);
    parallel_chunks(count, kChunk, [&](int begin, int end) {
        for (int t = begin; t < end; ++t)
            for_each_cell_near(material.lattice, triangles[t], kVoxelUnits, [&](const Vec3i& at) {
                const int cell = index.find(morton(at));
                if (cell < 0) return;
                const AdjacencyMasks crossed = crossed_in_cell(triangles[t], at, material_of_cell(material, cell));
                if (!any(crossed)) return;
                AdjacencyMasks& sum = parts[begin / kChunk][material.cells[cell]];
                sum = sum | crossed;
            });
    });
    std::map<Morton, AdjacencyMasks> all;
    for (const auto& part : parts)
        for (const auto& [cell, masks] : part) all[cell] = all[cell] | masks;
    for (auto& [cell, masks] : all) masks = between_material(masks, material, index, coordinates(cell));
    return gathered(all);
}

PieceRemap remove_adjacencies(MaterialGraph& material, const Adjacencies& adjacencies) {
    PieceRemap remap;
    remap.touched = add(adjacencies, material.removed);
    if (remap.touched.empty()) {
        for (int p = 0; p < material.pieces(); ++p) remap.came_from.push_back({p});
        return remap;
    }

    MaterialGraph cut{.lattice = material.lattice, .first_piece = {0}};
    std::vector<std::int32_t> now(material.pieces());  // of pieces in cells that were not touched
    auto touched = remap.touched.begin();
    for (int cell = 0; cell < static_cast<int>(material.cells.size()); ++cell) {
        const bool is_touched = touched != remap.touched.end() && *touched == material.cells[cell];
        const int first = material.first_piece[cell], end = material.first_piece[cell + 1];
        if (is_touched) {
            const AdjacencyMasks& removed = *material.removed.of(*touched++);
            for (VoxelMask left = material_of_cell(material, cell); left;) {
                const VoxelMask voxels = voxel::first_component(left, removed);
                left &= ~voxels;
                int whole = first;
                while (!(material.voxels[whole] & voxels)) ++whole;
                remap.came_from.push_back({whole});
                add_piece(material, cell, whole, voxels, cut);
            }
        } else {
            for (int p = first; p < end; ++p) {
                now[p] = cut.pieces();
                remap.came_from.push_back({p});
                add_piece(material, cell, p, material.voxels[p], cut);
            }
        }
        cut.first_piece.push_back(cut.pieces());
    }
    cut.cells = std::move(material.cells);
    cut.filled_row = std::move(material.filled_row);
    cut.filled = std::move(material.filled);
    cut.removed = std::move(material.removed);

    const CellIndex index(cut.cells);
    const std::vector<char> is_dirty = around(cut, index, remap.touched);
    std::vector<PieceId> row;
    for (int cell = 0; cell < static_cast<int>(cut.cells.size()); ++cell)
        for (int p = cut.first_piece[cell]; p < cut.first_piece[cell + 1]; ++p) {
            row.clear();
            if (is_dirty[cell])
                row = pieces_in_contact(cut, index, cell, p);
            else
                for (PieceId q : material.contacts.row(remap.came_from[p].value)) row.push_back({now[q.value]});
            cut.contacts.push_row(row);
        }
    material = std::move(cut);
    return remap;
}

PieceRemap cut_material(MaterialGraph& material, const TriangleMesh& sheet) {
    return remove_adjacencies(material, crossed_by(material, on_grid(material.lattice, sheet)));
}

}  // namespace octomatch

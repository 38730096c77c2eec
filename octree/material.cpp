#include "octree/material.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "core/parallel.h"
#include "octree/cell_index.h"

namespace octomatch {

namespace {

constexpr double kDepthTolerance = 0.01;  // in h

// Share of a voxel that is filled, from its signed distance in voxels.
float filled_share(float sdf) {
    return std::clamp(0.5f - sdf, 0.0f, 1.0f);
}

VoxelMask add_filled(const LevelSet& level_set, int cell, MaterialGraph& graph) {
    graph.filled_row.push_back(-1);
    if (level_set.band[cell] < 0) return kFullMask;
    const VoxelDistances& sdf = level_set.distances[level_set.band[cell]];
    VoxelMask material = 0;
    std::array<float, 64> filled;
    for (int bit = 0; bit < 64; ++bit) {
        if (sdf[bit] <= kMaterialBelow) material |= VoxelMask{1} << bit;
        filled[bit] = filled_share(sdf[bit]);
    }
    if (std::any_of(filled.begin(), filled.end(), [](float share) { return share < 1; })) {
        graph.filled_row.back() = static_cast<std::int32_t>(graph.filled.size());
        graph.filled.push_back(filled);
    }
    return material;
}

// As far as the level set is exact.
float depth_of(const LevelSet& level_set, int cell, VoxelMask piece) {
    if (level_set.band[cell] < 0) return LevelSet::kBand / kVoxels;
    const VoxelDistances& sdf = level_set.distances[level_set.band[cell]];
    float depth = 0;
    for (VoxelMask bits = piece; bits; bits &= bits - 1) depth = std::max(depth, -sdf[std::countr_zero(bits)]);
    return depth / kVoxels;
}

void add_pieces(const LevelSet& level_set, int cell, MaterialGraph& graph) {
    VoxelMask left = add_filled(level_set, cell, graph);
    while (left) {
        const VoxelMask piece = voxel::first_component(left);
        left &= ~piece;
        const auto [volume, centre] = measure_piece(graph, cell, piece);
        graph.cell_of.push_back(level_set.cells[cell]);
        graph.voxels.push_back(piece);
        graph.volume.push_back(volume);
        graph.centre.push_back(centre);
        graph.depth.push_back(depth_of(level_set, cell, piece));
    }
}

// Every point of the surface bounds the distances of all voxels from above. So the voxel that may still be the deepest
// is measured next, and few are measured until the largest distance is known to the tolerance.
double largest_distance(const TriangleBvh& surface, std::span<const Vec3d> points, double tolerance) {
    std::array<double, 64> at_most;
    at_most.fill(std::numeric_limits<double>::infinity());
    double largest = 0;
    for (;;) {
        const auto deepest = std::max_element(at_most.begin(), at_most.begin() + points.size()) - at_most.begin();
        if (at_most[deepest] <= largest + tolerance) return largest;
        const Vec3d nearest = surface.nearest_point(points[deepest]);
        for (std::size_t k = 0; k < points.size(); ++k) at_most[k] = std::min(at_most[k], (points[k] - nearest).norm());
        largest = std::max(largest, at_most[deepest]);
    }
}

// The level set is exact only close to the surface: deeper pieces are measured.
void measure_depths(const TriangleBvh& surface, MaterialGraph& graph) {
    const double h = graph.lattice.finest_cell();
    parallel_chunks(graph.pieces(), 64, [&](int begin, int end) {
        std::vector<Vec3d> points;
        for (int p = begin; p < end; ++p) {
            if (graph.depth[p] * kVoxels < LevelSet::kBand) continue;
            const Vec3d corner = coordinates(graph.cell_of[p]).cast<double>();
            points.clear();
            for (VoxelMask bits = graph.voxels[p]; bits; bits &= bits - 1)
                points.push_back(graph.lattice.world(corner + voxel::centre(std::countr_zero(bits))));
            graph.depth[p] = static_cast<float>(largest_distance(surface, points, kDepthTolerance * h) / h);
        }
    });
}

// As voxel::reach, without the adjacencies that cuts have removed.
VoxelMask reach_of(const MaterialGraph& graph, Morton cell, VoxelMask piece, const Vec3i& to) {
    const AdjacencyMasks* own = graph.removed.of(cell);
    const AdjacencyMasks* others = graph.removed.of(morton(coordinates(cell) + to));
    if (!own && !others) return voxel::reach(piece, to);
    VoxelMask beyond = 0;
    for (int k = 0; k < kAdjacencyDirections; ++k) {
        const Vec3i d = adjacency_direction(k);
        beyond |= voxel::moved(own ? piece & ~(*own)[k] : piece, d, to);
        beyond |= voxel::moved(piece, -d, to) & ~(others ? (*others)[k] : 0);
    }
    return beyond;
}

void add_contacts(MaterialGraph& graph) {
    constexpr int kChunk = 256;
    const CellIndex index(graph.cells);
    const int cells = static_cast<int>(graph.cells.size());
    std::vector<Ragged<PieceId>> parts((cells + kChunk - 1) / kChunk);
    parallel_chunks(cells, kChunk, [&](int begin, int end) {
        for (int cell = begin; cell < end; ++cell)
            for (int p = graph.first_piece[cell]; p < graph.first_piece[cell + 1]; ++p)
                parts[begin / kChunk].push_row(pieces_in_contact(graph, index, cell, p));
    });
    for (Ragged<PieceId>& part : parts) {
        for (int row = 0; row < part.rows(); ++row) graph.contacts.push_row(part.row(row));
        part = {};
    }
}

}  // namespace

PieceMeasure measure_piece(const MaterialGraph& material, int cell, VoxelMask voxels) {
    const int row = material.filled_row[cell];
    double volume = 0;
    Vec3d moment = Vec3d::Zero(), middle = Vec3d::Zero();
    for (VoxelMask bits = voxels; bits; bits &= bits - 1) {
        const int bit = std::countr_zero(bits);
        const double share = (row < 0 ? 1 : material.filled[row][bit]) / 64.0;
        const Vec3d at = voxel::centre(bit);
        volume += share;
        moment += share * at;
        middle += at / std::popcount(voxels);
    }
    return {static_cast<float>(volume), (volume > 0 ? Vec3d(moment / volume) : middle).cast<float>()};
}

std::vector<PieceId> pieces_in_contact(const MaterialGraph& material, const CellIndex& index, int cell, int piece) {
    std::vector<PieceId> result;
    result.reserve(26);
    const Vec3i at = coordinates(material.cells[cell]);
    for (int direction = 0; direction < 27; ++direction) {
        const Vec3i d{direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1};
        if (d.isZero() || !material.lattice.contains(at + d)) continue;
        if (!voxel::reach(material.voxels[piece], d)) continue;
        const int other = index.find(morton(at + d));
        if (other < 0) continue;
        const VoxelMask beyond = reach_of(material, material.cells[cell], material.voxels[piece], d);
        for (int q = material.first_piece[other]; q < material.first_piece[other + 1]; ++q)
            if (material.voxels[q] & beyond) result.push_back({q});
    }
    std::sort(result.begin(), result.end());
    return result;
}

MaterialGraph connect_material(const LevelSet& level_set) {
    MaterialGraph graph{.lattice = level_set.lattice, .cells = level_set.cells, .first_piece = {0}};
    for (int cell = 0; cell < static_cast<int>(level_set.cells.size()); ++cell) {
        add_pieces(level_set, cell, graph);
        graph.first_piece.push_back(graph.pieces());
    }
    add_contacts(graph);
    return graph;
}

MaterialGraph make_material(const LevelSet& level_set, const TriangleBvh& surface) {
    MaterialGraph graph = connect_material(level_set);
    measure_depths(surface, graph);
    return graph;
}

MaterialGraph part_of(const MaterialGraph& material, const std::vector<char>& stays, std::vector<PieceId>& came_from) {
    MaterialGraph part{.lattice = material.lattice, .first_piece = {0}};
    part.removed = material.removed;
    came_from.clear();
    std::vector<std::int32_t> now(material.pieces(), -1);
    for (int cell = 0; cell < static_cast<int>(material.cells.size()); ++cell) {
        const int pieces = part.pieces();
        for (int p = material.first_piece[cell]; p < material.first_piece[cell + 1]; ++p) {
            if (!stays[p]) continue;
            now[p] = part.pieces();
            came_from.push_back({p});
            part.cell_of.push_back(material.cell_of[p]);
            part.voxels.push_back(material.voxels[p]);
            part.volume.push_back(material.volume[p]);
            part.centre.push_back(material.centre[p]);
            part.depth.push_back(material.depth[p]);
        }
        if (part.pieces() == pieces) continue;
        part.cells.push_back(material.cells[cell]);
        part.first_piece.push_back(part.pieces());
        const int row = material.filled_row[cell];
        part.filled_row.push_back(row < 0 ? -1 : static_cast<std::int32_t>(part.filled.size()));
        if (row >= 0) part.filled.push_back(material.filled[row]);
    }
    std::vector<PieceId> contacts;
    for (PieceId p : came_from) {
        contacts.clear();
        for (PieceId q : material.contacts.row(p.value)) contacts.push_back({now[q.value]});
        part.contacts.push_row(contacts);
    }
    return part;
}

std::vector<std::int32_t> hops_from(const MaterialGraph& material, const std::vector<PieceId>& sources, int most) {
    std::vector<std::int32_t> hops(material.pieces(), -1);
    std::vector<PieceId> queue;
    for (PieceId p : sources)
        if (hops[p.value] < 0) {
            hops[p.value] = 0;
            queue.push_back(p);
        }
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const PieceId p = queue[next];
        if (hops[p.value] == most) break;
        for (PieceId q : material.contacts.row(p.value))
            if (hops[q.value] < 0) {
                hops[q.value] = hops[p.value] + 1;
                queue.push_back(q);
            }
    }
    return hops;
}

std::vector<std::int32_t> components(const MaterialGraph& material) {
    std::vector<std::int32_t> component(material.pieces(), -1);
    int count = 0;
    std::vector<PieceId> stack;
    for (int seed = 0; seed < material.pieces(); ++seed) {
        if (component[seed] >= 0) continue;
        component[seed] = count;
        stack.push_back({seed});
        while (!stack.empty()) {
            const PieceId p = stack.back();
            stack.pop_back();
            for (PieceId q : material.contacts.row(p.value))
                if (component[q.value] < 0) {
                    component[q.value] = count;
                    stack.push_back(q);
                }
        }
        ++count;
    }
    return component;
}

}  // namespace octomatch

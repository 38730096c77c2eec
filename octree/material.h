// The material graph: the one ground truth of what is connected.
//
// A *piece* is a 26-connected component of material voxels inside one finest cell; a *contact* joins two pieces of
// neighbouring cells that have 26-adjacent voxels. Splitting, nodes, links, mass and cuts all ask this graph, so
// a concavity of the shape and a cut are the same thing to it.
#pragma once
#include <vector>

#include "core/ids.h"
#include "core/ragged.h"
#include "octree/adjacencies.h"
#include "octree/cell_index.h"
#include "octree/level_set.h"
#include "octree/voxel_mask.h"

namespace octomatch {

using PieceId = Index<struct PieceTag>;

struct MaterialGraph {
    Lattice lattice;

    // Per finest cell with material, in Morton order.
    std::vector<Morton> cells;
    std::vector<std::int32_t> first_piece;  // cells() + 1 entries: the pieces of a cell are contiguous

    // Per piece, ordered by cell and then by lowest voxel.
    std::vector<Morton> cell_of;
    std::vector<VoxelMask> voxels;
    std::vector<float> volume;  // in h^3
    std::vector<Vec3> centre;   // of mass, in finest cells from the cell's own corner
    std::vector<float> depth;   // largest distance to the surface of its voxels, in h; at most 0.01 too small
    Ragged<PieceId> contacts;   // symmetric, sorted

    // For cuts: what is left of the level set, and what was cut so far.
    std::vector<std::int32_t> filled_row;       // per cell: its row in `filled`, or -1 where every voxel is full
    std::vector<std::array<float, 64>> filled;  // share of each voxel
    Adjacencies removed;                        // between voxels with material

    int pieces() const { return static_cast<int>(voxels.size()); }
};

MaterialGraph make_material(const LevelSet& level_set, const TriangleBvh& surface);

/// Without the depths, which take most of the time: they stay below the true ones. For questions of connection alone.
MaterialGraph connect_material(const LevelSet& level_set);

/// What follows from the voxels of a piece of a cell.
struct PieceMeasure {
    float volume;
    Vec3 centre;
};
PieceMeasure measure_piece(const MaterialGraph& material, int cell, VoxelMask voxels);

/// The pieces of other cells that touch a piece of a cell, sorted. Needs everything but the contacts.
std::vector<PieceId> pieces_in_contact(const MaterialGraph& material, const CellIndex& index, int cell, int piece);

/// Some of the pieces as a graph of their own. There must be no contacts between those that stay and those that go.
/// `came_from` gets the piece before of every piece.
MaterialGraph part_of(const MaterialGraph& material, const std::vector<char>& stays, std::vector<PieceId>& came_from);

/// Hops from the nearest of `sources` to every piece, through contacts; -1 beyond `most`.
std::vector<std::int32_t> hops_from(const MaterialGraph& material, const std::vector<PieceId>& sources, int most);

/// Connected components of the whole graph, numbered by their first piece.
std::vector<std::int32_t> components(const MaterialGraph& material);

}  // namespace octomatch

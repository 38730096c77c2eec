// Cuts the material graph: a sheet removes the voxel adjacencies that cross one of its triangles.
//
// A cut changes finest cells only where it removes something: there pieces are flooded again and may become several,
// and contacts are found again. The graph depends on what has been removed and not on the order of cuts, so that
// several cuts one after the other give, to the bit, what all of them give at once.
#pragma once
#include <span>

#include "octree/material.h"
#include "octree/sheet_triangle.h"

namespace octomatch {

/// The adjacencies between voxels with material that cross one of the triangles, whether or not they are there still.
Adjacencies crossed_by(const MaterialGraph& material, std::span<const SheetTriangle> triangles);

/// Who is who after a cut.
struct PieceRemap {
    std::vector<PieceId> came_from;  // per piece now, the one before that it is, or is a part of
    std::vector<Morton> touched;     // cells that lost adjacencies, ascending
};

/// Takes adjacencies out of a graph; those that are gone already change nothing. Parts of a piece keep its depth.
PieceRemap remove_adjacencies(MaterialGraph& material, const Adjacencies& adjacencies);

/// Both of the above. Throws InputError for a sheet that is not finite or reaches too far away.
PieceRemap cut_material(MaterialGraph& material, const TriangleMesh& sheet);

}  // namespace octomatch

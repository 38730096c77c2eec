// Which piece of the material a point belongs to: the one with the nearest voxel.
//
// Material is dilated by half a voxel, so a point of the surface lies in a voxel of its own material or within a third
// of a voxel of one; the other side of a gap that the material graph knows of is farther. The other side of a cut is
// not: where there are sheets, only voxels count whose centre is on the point's own side.
#pragma once
#include "octree/cell_index.h"
#include "octree/material.h"
#include "octree/sheet_index.h"

namespace octomatch {

struct MaterialPlace {
    PieceId piece;
    Vec3d point;          // in finest cells from the lattice's corner; a point off the material is moved to it
    double distance = 0;  // to the nearest voxel, in finest cells
    bool across = false;  // a sheet lies between, because there is no voxel near on the point's own side
};

class PieceFinder {
public:
    /// The material must stay where it is, and must not be empty; so must the sheets that cut it.
    explicit PieceFinder(const MaterialGraph& material, const SheetIndex* sheets = nullptr)
        : material_(material), cells_(material.cells), sheets_(sheets) {}

    /// Of the nearest pieces the one in the point's own cell, else the first. A point up to a voxel off the material is
    /// kept as it is, since the surface may lie there. What is no number counts as the lattice's corner.
    MaterialPlace nearest(Vec3d in_cells) const;

private:
    struct Nearest;
    void look_into(int cell, const Vec3d& point, Nearest& nearest) const;
    void look_around(const Vec3d& point, Nearest& nearest) const;
    bool is_beside_sheet(const Vec3i& cell) const;

    const MaterialGraph& material_;
    CellIndex cells_;
    const SheetIndex* sheets_;
};

}  // namespace octomatch

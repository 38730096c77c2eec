// Which piece of the material a point belongs to: the one with the nearest voxel.
//
// Material is dilated by half a voxel, so a point of the surface lies in a voxel of its own material or within a third
// of a voxel of one; the other side of a gap that the material graph knows of is farther.
#pragma once
#include "octree/cell_index.h"
#include "octree/material.h"

namespace octomatch {

struct MaterialPlace {
    PieceId piece;
    Vec3d point;  // in finest cells from the lattice's corner; a point off the material is moved to it
};

class PieceFinder {
public:
    /// The material must stay where it is, and must not be empty.
    explicit PieceFinder(const MaterialGraph& material) : material_(material), cells_(material.cells) {}

    /// Of the nearest pieces the one in the point's own cell, else the first. A point up to a voxel off the material is
    /// kept as it is, since the surface may lie there. What is no number counts as the lattice's corner.
    MaterialPlace nearest(Vec3d in_cells) const;

private:
    struct Nearest;
    void look_into(int cell, const Vec3d& point, Nearest& nearest) const;

    const MaterialGraph& material_;
    CellIndex cells_;
};

}  // namespace octomatch

// All sheets that have cut a body, kept for ever: does one of them lie between two points?
//
// The material graph knows which voxels are connected, but a point of the skin next to a sheet may lie in a voxel whose
// centre is on the other side. Which voxels it belongs to is for the sheets to say.
#pragma once
#include <unordered_map>
#include <vector>

#include "octree/sheet_triangle.h"

namespace octomatch {

class SheetIndex {
public:
    explicit SheetIndex(const Lattice& lattice) : lattice_(lattice) {}

    /// Throws InputError for a sheet that is not finite or reaches too far away.
    void add(const TriangleMesh& sheet);

    bool empty() const { return triangles_.empty(); }
    /// The finest cells through which other sheets may pass than those of `other`, ascending.
    std::vector<Morton> cells_unlike(const SheetIndex& other) const;
    /// May a sheet pass through a finest cell?
    bool meets(const Vec3i& cell) const { return triangles_in_.contains(morton(cell)); }
    /// Does a sheet cross the segment between two points, inside the lattice? As exactly as the material is cut.
    bool separates(const GridPoint& p, const GridPoint& q) const;

private:
    bool has_same_triangles(Morton cell, const SheetIndex& other) const;

    Lattice lattice_;
    std::vector<SheetTriangle> triangles_;
    std::unordered_map<Morton, std::vector<std::int32_t>> triangles_in_;  // finest cells
};

}  // namespace octomatch

// Which segments between voxels cross a triangle of a sheet: exactly, and without special cases.
//
// Voxel centres are integers here, and the corners of triangles are rounded to the same fine grid once, so that
// triangles which share a corner go on doing so. All voxel centres are then moved by the same (e, e^2, e^3) with e > 0
// smaller than any number: what is decided is where the segments of a slightly moved body cross the sheet. No centre
// lies on a triangle and no segment meets an edge, so nothing leaks through a seam, a sheet through the centres of
// voxels isolates none, and the same sheet always cuts the same. (A determinant that vanishes gets the sign of the
// first of its derivatives that does not: simulation of simplicity, for one shift of everything.)
#pragma once
#include <cstdint>
#include <vector>

#include "core/triangle_mesh.h"
#include "octree/lattice.h"

namespace octomatch {

__extension__ using Int128 = __int128;

/// In units of 2^-16 voxels from the lattice's corner.
using GridPoint = Eigen::Matrix<std::int64_t, 3, 1>;
constexpr std::int64_t kVoxelUnits = 1 << 16;
constexpr std::int64_t kFarthestUnits = std::int64_t{1} << 40;  // determinants then fit into 128 bits

inline GridPoint voxel_centre_on_grid(const Vec3i& voxel) {
    return voxel.cast<std::int64_t>() * kVoxelUnits + GridPoint::Constant(kVoxelUnits / 2);
}

/// The point of the grid nearest to one given in finest cells from the lattice's corner, inside the lattice.
inline GridPoint on_grid(const Vec3d& in_cells) {
    const Vec3d units = in_cells * static_cast<double>(kVoxels * kVoxelUnits);
    return {std::llround(units.x()), std::llround(units.y()), std::llround(units.z())};
}

/// The nearest point of the grid. Throws InputError for what is no number, or too far away.
GridPoint on_grid(const Lattice& lattice, const Vec3d& world);

struct SheetTriangle {
    GridPoint a, b, c;
    Int128 normal[3];  // (b - a) x (c - a)

    SheetTriangle(const GridPoint& a, const GridPoint& b, const GridPoint& c);

    GridPoint low() const { return a.cwiseMin(b).cwiseMin(c); }
    GridPoint high() const { return a.cwiseMax(b).cwiseMax(c); }
    bool has_area() const { return normal[0] != 0 || normal[1] != 0 || normal[2] != 0; }
    /// Does a box reach both sides of the triangle's plane, or the plane itself?
    bool plane_meets(const GridPoint& box_low, const GridPoint& box_high) const;
    /// +1 or -1 for a point moved by (e, e^2, e^3); needs an area.
    int side(const GridPoint& p) const;
    /// Does the segment between two points on different sides, moved by (e, e^2, e^3), pass through the triangle?
    bool passed(const GridPoint& p, const GridPoint& q) const;
    bool crosses(const GridPoint& p, const GridPoint& q) const {
        return has_area() && side(p) != side(q) && passed(p, q);
    }
};

/// The triangles of a sheet that have an area.
std::vector<SheetTriangle> on_grid(const Lattice& lattice, const TriangleMesh& sheet);

/// Calls visit(cell) for the finest cells of the lattice whose box, grown by `margin`, meets the box and the plane of a
/// triangle.
template <class Visit>
void for_each_cell_near(const Lattice& lattice, const SheetTriangle& triangle, std::int64_t margin, Visit visit);

// Implementation.

namespace detail {

template <class Visit>
void visit_cells_near(const SheetTriangle& triangle, std::int64_t margin, const Vec3i& low, const Vec3i& high,
                      Visit& visit) {
    const std::int64_t cell = kVoxels * kVoxelUnits;
    if (!triangle.plane_meets(low.cast<std::int64_t>() * cell - GridPoint::Constant(margin),
                              high.cast<std::int64_t>() * cell + GridPoint::Constant(margin)))
        return;
    int axis;
    if ((high - low).maxCoeff(&axis) == 1) return visit(low);
    Vec3i below = high, above = low;
    below[axis] = above[axis] = (low[axis] + high[axis]) / 2;
    visit_cells_near(triangle, margin, low, below, visit);
    visit_cells_near(triangle, margin, above, high, visit);
}

}  // namespace detail

template <class Visit>
void for_each_cell_near(const Lattice& lattice, const SheetTriangle& triangle, std::int64_t margin, Visit visit) {
    const auto cell_of = [&](std::int64_t unit) { return unit >> 18; };  // kVoxels * kVoxelUnits = 2^18, rounded down
    static_assert(kVoxels * kVoxelUnits == 1 << 18);
    Vec3i low, high;
    for (int axis = 0; axis < 3; ++axis) {
        const std::int64_t end = lattice.finest_size()[axis];
        low[axis] = static_cast<int>(std::clamp<std::int64_t>(cell_of(triangle.low()[axis] - margin), 0, end));
        high[axis] = static_cast<int>(std::clamp<std::int64_t>(cell_of(triangle.high()[axis] + margin) + 1, 0, end));
        if (low[axis] >= high[axis]) return;
    }
    detail::visit_cells_near(triangle, margin, low, high, visit);
}

}  // namespace octomatch

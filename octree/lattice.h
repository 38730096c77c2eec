// The base lattice over an object and the finest lattice below it.
//
// H base edge, L depth, h = H / 2^L finest edge. Finest cells have integer coordinates from the lattice's corner;
// the lattice is padded, so that coordinates stay positive. 4^3 voxels per finest cell carry the material.
#pragma once
#include <cmath>

#include "core/vec.h"
#include "octree/morton.h"

namespace octomatch {

constexpr int kVoxels = 4;  // along the edge of a finest cell

struct Lattice {
    Vec3d corner = Vec3d::Zero();
    double base_cell = 1;             // H
    int depth = 0;                    // L
    Vec3i base_size = Vec3i::Ones();  // base cells along each axis

    double finest_cell() const { return std::ldexp(base_cell, -depth); }
    double voxel() const { return finest_cell() / kVoxels; }
    int finest_per_cell(int level) const { return 1 << (depth - level); }
    double cell_edge(int level) const { return std::ldexp(base_cell, -level); }
    Vec3i finest_size() const { return base_size * finest_per_cell(0); }
    bool contains(const Vec3i& finest) const {
        return (finest.array() >= 0).all() && (finest.array() < finest_size().array()).all();
    }
    /// World position of a point given in finest cells from the corner.
    Vec3d world(const Vec3d& in_cells) const { return corner + finest_cell() * in_cells; }
};

/// The object's box in the middle of the fewest base cells that hold it with a margin of 2 % of H on each side (so
/// that the base cells do not depend on the voxel size), then moved by `shift` base cells (each in [0, 1)).
inline Lattice lattice_over(const Box3& object, double base_cell, int depth, const Vec3d& shift) {
    Lattice lattice;
    lattice.base_cell = base_cell;
    lattice.depth = depth;
    const Vec3d cells = object.extent() / base_cell + Vec3d::Constant(0.04);
    const Vec3i fitting = cells.array().ceil().cast<int>();
    const Vec3d low = object.centre() - 0.5 * base_cell * fitting.cast<double>();
    // One more base cell below, so that a shift does not push the object out of the lattice.
    lattice.corner = low + base_cell * (shift - Vec3d::Ones());
    lattice.base_size = fitting.array() + 2;
    return lattice;
}

}  // namespace octomatch

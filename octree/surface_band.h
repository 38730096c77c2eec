// The finest cells close to a surface, and how far it is from their voxels.
#pragma once
#include <array>
#include <vector>

#include "core/triangle_mesh.h"
#include "octree/lattice.h"

namespace octomatch {

/// A number for each of the 64 voxels of a finest cell; bit x + 4y + 16z.
using VoxelDistances = std::array<float, 64>;

/// Distances are exact below this, in voxels, and are clamped to it.
constexpr float kSurfaceBand = 0.9f;

struct SurfaceBand {
    std::vector<Morton> cells;              // ascending
    std::vector<VoxelDistances> distances;  // unsigned, at the voxels' centres
};

SurfaceBand surface_band(const TriangleMesh& mesh, const Lattice& lattice);

}  // namespace octomatch

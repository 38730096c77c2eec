// The object on the voxels of the finest cells: where its material is and how far its surface.
//
// OpenVDB gives the unsigned distance close to the surface; inside and outside come from winding numbers, so that
// open, nested, overlapping and inconsistent meshes work like clean ones.
#pragma once
#include <cstdint>
#include <vector>

#include "core/progress.h"
#include "core/triangle_mesh.h"
#include "octree/surface_band.h"
#include "octree/triangle_bvh.h"

namespace octomatch {

/// A voxel holds material where its signed distance, in voxels, is at most this. Half a voxel of dilation keeps sheets
/// thinner than a voxel in one piece; one voxel would close gaps.
constexpr float kMaterialBelow = 0.5f;

struct LevelSet {
    Lattice lattice;
    std::vector<Morton> cells;              // finest cells the object touches, ascending
    std::vector<std::int32_t> band;         // per cell: its row in `distances`, or -1 where wholly inside
    std::vector<VoxelDistances> distances;  // signed, in voxels, negative inside; clamped to +-kBand
    static constexpr float kBand = kSurfaceBand;
};

/// `closed`: every edge is used equally often in both directions, hence winding numbers are integers and
/// constant where no surface passes.
LevelSet make_level_set(const TriangleMesh& mesh, const TriangleBvh& bvh, bool closed, const Lattice& lattice);

/// Bytes make_level_set and the material graph will need at the most, for refusing absurd depths beforehand.
double level_set_bytes(const TriangleMesh& mesh, const Lattice& lattice);

}  // namespace octomatch

// Pairs of 26-adjacent voxels, as bit masks of finest cells: what cuts take away from the material.
//
// Each pair belongs to the voxel from which it leads in one of 13 directions, and with it to that voxel's cell.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "octree/morton.h"
#include "octree/voxel_mask.h"

namespace octomatch {

constexpr int kAdjacencyDirections = 13;

/// The neighbours of a voxel that follow it in the order z, y, x.
inline Vec3i adjacency_direction(int k) {
    const int d = 14 + k;  // 13 is the voxel itself
    return {d % 3 - 1, d / 3 % 3 - 1, d / 9 - 1};
}

/// Per direction, the voxels of a cell from which an adjacency leads that way.
using AdjacencyMasks = std::array<VoxelMask, kAdjacencyDirections>;

struct Adjacencies {
    std::vector<Morton> cells;  // ascending; those that own any
    std::vector<AdjacencyMasks> masks;

    bool empty() const { return cells.empty(); }
    /// nullptr for a cell that owns none.
    const AdjacencyMasks* of(Morton cell) const {
        const auto at = std::lower_bound(cells.begin(), cells.end(), cell);
        return at != cells.end() && *at == cell ? &masks[at - cells.begin()] : nullptr;
    }
    bool operator==(const Adjacencies&) const = default;
};

namespace voxel {

/// The voxels at m + d that lie in the neighbouring cell `to` (components -1, 0, 1; zero is the cell itself).
inline VoxelMask moved(VoxelMask m, const Vec3i& d, const Vec3i& to) {
    for (int axis = 0; axis < 3; ++axis) {
        const int stride = kStride[axis];
        if (d[axis] == 0) {
            if (to[axis] != 0) return 0;
        } else if (d[axis] > 0) {
            m = to[axis] == 0 ? (m & ~kLast[axis]) << stride : to[axis] > 0 ? (m & kLast[axis]) >> 3 * stride : 0;
        } else {
            m = to[axis] == 0 ? (m & ~kFirst[axis]) >> stride : to[axis] < 0 ? (m & kFirst[axis]) << 3 * stride : 0;
        }
    }
    return m;
}

/// The connected component of `material` that holds its lowest voxel, without the adjacencies in `removed`.
inline VoxelMask first_component(VoxelMask material, const AdjacencyMasks& removed) {
    const Vec3i here = Vec3i::Zero();
    VoxelMask component = material & (~material + 1);
    for (VoxelMask before = 0; before != component;) {
        before = component;
        for (int k = 0; k < kAdjacencyDirections; ++k) {
            const Vec3i d = adjacency_direction(k);
            component |= moved(component & ~removed[k], d, here) & material;
            component |= moved(component, -d, here) & ~removed[k] & material;
        }
    }
    return component;
}

}  // namespace voxel
}  // namespace octomatch

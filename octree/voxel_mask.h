// A finest cell's 4x4x4 voxels as the bits of one integer: bit x + 4y + 16z.
#pragma once
#include <bit>
#include <cstdint>

#include "core/vec.h"

namespace octomatch {

using VoxelMask = std::uint64_t;

constexpr VoxelMask kFullMask = ~VoxelMask{0};

namespace voxel {

// Voxels whose coordinate along an axis is 0, and the bits from one voxel to the next along it.
constexpr VoxelMask kFirst[3] = {0x1111111111111111u, 0x000f000f000f000fu, 0x000000000000ffffu};
constexpr VoxelMask kLast[3] = {kFirst[0] << 3, kFirst[1] << 12, kFirst[2] << 48};
constexpr int kStride[3] = {1, 4, 16};

/// Each voxel and its two neighbours along an axis.
constexpr VoxelMask grow(VoxelMask m, int axis) {
    return m | (m & ~kLast[axis]) << kStride[axis] | (m & ~kFirst[axis]) >> kStride[axis];
}

/// Each voxel and its 26 neighbours, inside the cell.
constexpr VoxelMask grow(VoxelMask m) {
    return grow(grow(grow(m, 0), 1), 2);
}

/// The voxels of the neighbouring cell in direction d (components -1, 0, 1) that are 26-adjacent to m.
inline VoxelMask reach(VoxelMask m, const Vec3i& d) {
    for (int axis = 0; axis < 3; ++axis) {
        if (d[axis] == 0)
            m = grow(m, axis);
        else if (d[axis] > 0)
            m = (m & kLast[axis]) >> 3 * kStride[axis];
        else
            m = (m & kFirst[axis]) << 3 * kStride[axis];
    }
    return m;
}

/// The 26-connected component of `material` that holds its lowest voxel.
constexpr VoxelMask first_component(VoxelMask material) {
    VoxelMask component = material & (~material + 1);
    for (VoxelMask grown; (grown = grow(component) & material) != component;) component = grown;
    return component;
}

inline Vec3i position(int bit) {
    return {bit & 3, bit >> 2 & 3, bit >> 4};
}

/// The voxel's centre, in cells from the corner of its cell.
inline Vec3d centre(int bit) {
    return (position(bit).cast<double>() + Vec3d::Constant(0.5)) / 4;
}

}  // namespace voxel
}  // namespace octomatch

// Morton codes: the bits of x, y and z interleaved, x lowest. Cells of an octree sorted by the code of their
// lowest finest cell are in depth-first order, and every cell is one contiguous range of its descendants.
#pragma once
#include <cstdint>

#include "core/vec.h"

namespace octomatch {

using Morton = std::uint64_t;
constexpr int kMortonBits = 20;  // per axis: at most 2^20 finest cells along an axis

constexpr std::uint64_t spread_bits(std::uint64_t v) {
    v &= 0x1fffff;
    v = (v | v << 32) & 0x1f00000000ffff;
    v = (v | v << 16) & 0x1f0000ff0000ff;
    v = (v | v << 8) & 0x100f00f00f00f00f;
    v = (v | v << 4) & 0x10c30c30c30c30c3;
    v = (v | v << 2) & 0x1249249249249249;
    return v;
}

constexpr std::uint64_t gather_bits(std::uint64_t v) {
    v &= 0x1249249249249249;
    v = (v | v >> 2) & 0x10c30c30c30c30c3;
    v = (v | v >> 4) & 0x100f00f00f00f00f;
    v = (v | v >> 8) & 0x1f0000ff0000ff;
    v = (v | v >> 16) & 0x1f00000000ffff;
    v = (v | v >> 32) & 0x1fffff;
    return v;
}

inline Morton morton(const Vec3i& c) {
    return spread_bits(static_cast<std::uint64_t>(c.x())) | spread_bits(static_cast<std::uint64_t>(c.y())) << 1 |
           spread_bits(static_cast<std::uint64_t>(c.z())) << 2;
}

inline Vec3i coordinates(Morton code) {
    return {static_cast<int>(gather_bits(code)), static_cast<int>(gather_bits(code >> 1)),
            static_cast<int>(gather_bits(code >> 2))};
}

}  // namespace octomatch

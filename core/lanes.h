// Several floats at once, one per lane. A kernel written as a template over F runs on `float` and on `Lanes` with the
// same expressions: comparison, `mask ? a : b` and arithmetic are elementwise and correctly rounded, so a lane has the
// bits of the scalar result whatever its neighbours hold. (GCC's vector extension, which clang has too.)
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace octomatch {

#ifdef __AVX__
constexpr int kLanes = 8;
#else
constexpr int kLanes = 4;
#endif

using Lanes = float __attribute__((vector_size(4 * kLanes)));
using LaneBits = std::int32_t __attribute__((vector_size(4 * kLanes)));  // also a mask: 0 or -1 in each lane

inline std::int32_t bits(float a) {
    return std::bit_cast<std::int32_t>(a);
}
inline LaneBits bits(Lanes a) {
    return std::bit_cast<LaneBits>(a);
}
inline float from_bits(std::int32_t a) {
    return std::bit_cast<float>(a);
}
inline Lanes from_bits(LaneBits a) {
    return std::bit_cast<Lanes>(a);
}

// One instruction for all lanes where the file is compiled with -fno-math-errno.
inline float square_root(float a) {
    return std::sqrt(a);
}
inline Lanes square_root(Lanes a) {
    Lanes root;
    for (int i = 0; i < kLanes; ++i) root[i] = std::sqrt(a[i]);
    return root;
}

inline bool both(bool a, bool b) {
    return a && b;
}
inline LaneBits both(LaneBits a, LaneBits b) {
    return a & b;
}

inline bool any(bool mask) {
    return mask;
}
inline bool any(LaneBits mask) {
    std::int32_t joined = 0;
    for (int i = 0; i < kLanes; ++i) joined |= mask[i];
    return joined != 0;
}

inline Lanes load_lanes(const float* from) {
    Lanes a;
    std::memcpy(&a, from, sizeof a);
    return a;
}
inline void store_lanes(const Lanes& a, float* to) {
    std::memcpy(to, &a, sizeof a);
}

}  // namespace octomatch

#include "core/hash.h"

namespace octomatch {

std::string hex(std::uint64_t hash) {
    std::string digits(16, '0');
    for (int i = 15; i >= 0; --i, hash >>= 4) digits[i] = "0123456789abcdef"[hash & 15];
    return digits;
}

}  // namespace octomatch

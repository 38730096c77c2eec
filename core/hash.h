// A 64-bit hash of plain data, equal on every machine of the same byte order. For comparing states, not for security.
#pragma once
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace octomatch {

class Hash {
public:
    void add_bytes(const void* data, std::size_t bytes) {
        const auto* p = static_cast<const unsigned char*>(data);
        mix(bytes);
        for (; bytes >= 8; bytes -= 8, p += 8) mix(load(p, 8));
        if (bytes) mix(load(p, bytes));
    }
    template <class T>
        requires std::is_arithmetic_v<T> || std::is_enum_v<T>
    void add(T value) { add_bytes(&value, sizeof value); }
    template <class T>
        requires std::is_floating_point_v<T> || std::has_unique_object_representations_v<T> ||
            std::is_arithmetic_v<typename T::Scalar>
    void add(const std::vector<T>& values) { add_bytes(values.data(), values.size() * sizeof(T)); }
    std::uint64_t value() const { return state_; }

private:
    static std::uint64_t load(const unsigned char* p, std::size_t bytes) {
        std::uint64_t word = 0;
        std::memcpy(&word, p, bytes);
        return word;
    }
    // One round of the splitmix64 finaliser over the chained state.
    void mix(std::uint64_t word) {
        std::uint64_t z = (state_ ^ word) + 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        state_ = z ^ (z >> 31);
    }
    std::uint64_t state_ = 0x6f63746f6d617463u;
};

/// Sixteen lower-case hexadecimal digits, as printed by every command.
std::string hex(std::uint64_t hash);

}  // namespace octomatch

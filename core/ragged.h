// Lists of different lengths in two flat arrays (compressed sparse rows).
#pragma once
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

namespace octomatch {

template <class T>
struct Ragged {
    std::vector<std::int32_t> offsets{0};  // rows() + 1 entries, non-decreasing, the first is 0
    std::vector<T> items;

    int rows() const { return static_cast<int>(offsets.size()) - 1; }
    std::span<const T> row(int r) const { return {items.data() + offsets[r], items.data() + offsets[r + 1]}; }
    std::span<T> row(int r) { return {items.data() + offsets[r], items.data() + offsets[r + 1]}; }
    int size_of(int r) const { return offsets[r + 1] - offsets[r]; }
    void push_row(std::span<const T> row) {
        items.insert(items.end(), row.begin(), row.end());
        offsets.push_back(static_cast<std::int32_t>(items.size()));
    }
    bool operator==(const Ragged&) const = default;
};

template <class T>
std::size_t bytes_of(const std::vector<T>& v) {
    return v.size() * sizeof(T);
}
template <class T>
std::size_t bytes_of(const Ragged<T>& rows) {
    return bytes_of(rows.offsets) + bytes_of(rows.items);
}

/// Row `key(e)` of the result holds `value(e)` of every element e in 0..count-1, in the order of e.
template <class T, class Key, class Value>
Ragged<T> group_by(int rows, int count, Key key, Value value) {
    Ragged<T> result;
    result.offsets.assign(rows + 1, 0);
    for (int e = 0; e < count; ++e) ++result.offsets[key(e) + 1];
    for (int r = 0; r < rows; ++r) result.offsets[r + 1] += result.offsets[r];
    result.items.resize(count);
    std::vector<std::int32_t> next(result.offsets.begin(), result.offsets.end() - 1);
    for (int e = 0; e < count; ++e) result.items[next[key(e)]++] = value(e);
    return result;
}

}  // namespace octomatch

#include "core/sliding_sums.h"

#include <algorithm>
#include <iterator>

#include "core/parallel.h"

namespace octomatch {

namespace {

constexpr int kLookBack = 8;        // predecessors that are tried
constexpr int kShortestRange = 64;  // sums: less is not worth a task ...
constexpr int kLongestRange = 256;  // ... and after so many differences we start from zero
constexpr int kRows = 256;          // rows below per task

using Set = std::span<const std::int32_t>;

int difference_size(Set a, Set b) {
    int shared = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        shared += a[i] == b[j];
        const bool next_a = a[i] <= b[j], next_b = b[j] <= a[i];
        i += next_a;
        j += next_b;
    }
    return static_cast<int>(a.size() + b.size()) - 2 * shared;
}

void push_difference(Set from, Set without, Ragged<std::int32_t>& rows) {
    std::set_difference(from.begin(), from.end(), without.begin(), without.end(), std::back_inserter(rows.items));
    rows.offsets.push_back(static_cast<std::int32_t>(rows.items.size()));
}

Ragged<std::int32_t> transposed(const Ragged<std::int32_t>& rows_of, int rows) {
    std::vector<std::int32_t> sum_of;
    for (int k = 0; k < rows_of.rows(); ++k) sum_of.insert(sum_of.end(), rows_of.size_of(k), k);
    return group_by<std::int32_t>(
        rows, static_cast<int>(sum_of.size()), [&](int e) { return rows_of.items[e]; },
        [&](int e) { return sum_of[e]; });
}

void add(int columns, const double* from, double* to) {
    for (int c = 0; c < columns; ++c) to[c] += from[c];
}
void subtract(int columns, const double* from, double* to) {
    for (int c = 0; c < columns; ++c) to[c] -= from[c];
}

}  // namespace

SlidingSums::SlidingSums(const Ragged<std::int32_t>& sets, int below) {
    int begin = 0;  // of the range
    for (int k = 0; k < sets.rows(); ++k) {
        int best = -1, fewest = sets.size_of(k) - 1;
        for (int p = k - 1; p >= std::max(begin, k - kLookBack); --p)
            if (const int difference = difference_size(sets.row(k), sets.row(p)); difference < fewest) {
                best = p;
                fewest = difference;
            }
        const bool is_full = k - begin == kLongestRange;
        if (is_full || (best < 0 && k - begin >= kShortestRange)) {
            range_ends_.push_back(k);
            begin = k;
            best = -1;
        }
        starts_from_.push_back(best);
        const Set before = best < 0 ? Set{} : sets.row(best);
        push_difference(sets.row(k), before, entering_);
        push_difference(before, sets.row(k), leaving_);
    }
    if (sets.rows() > 0) range_ends_.push_back(sets.rows());
    entered_by_ = transposed(entering_, below);
    left_by_ = transposed(leaving_, below);
}

void SlidingSums::sum(int columns, std::span<const double> of_rows, std::span<double> of_sums) const {
    const auto row = [&](int i) { return of_rows.data() + std::size_t(i) * columns; };
    const auto total = [&](int k) { return of_sums.data() + std::size_t(k) * columns; };
    parallel_chunks(static_cast<int>(range_ends_.size()), 1, [&](int range, int) {
        for (int k = range == 0 ? 0 : range_ends_[range - 1]; k < range_ends_[range]; ++k) {
            Set entering = entering_.row(k);
            const double* start = starts_from_[k] >= 0 ? total(starts_from_[k]) : row(entering[0]);
            if (starts_from_[k] < 0) entering = entering.subspan(1);
            std::copy_n(start, columns, total(k));
            for (std::int32_t i : entering) add(columns, row(i), total(k));
            for (std::int32_t i : leaving_.row(k)) subtract(columns, row(i), total(k));
        }
    });
}

void SlidingSums::adjoint(int columns, std::span<double> of_sums, std::span<double> of_rows) const {
    const auto row = [&](int i) { return of_rows.data() + std::size_t(i) * columns; };
    const auto total = [&](int k) { return of_sums.data() + std::size_t(k) * columns; };
    parallel_chunks(static_cast<int>(range_ends_.size()), 1, [&](int range, int) {
        const int begin = range == 0 ? 0 : range_ends_[range - 1];
        for (int k = range_ends_[range] - 1; k >= begin; --k)
            if (starts_from_[k] >= 0) add(columns, total(k), total(starts_from_[k]));
    });
    parallel_chunks(entered_by_.rows(), kRows, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const Set entered = entered_by_.row(i);
            if (entered.empty()) {
                std::fill_n(row(i), columns, 0.0);
                continue;
            }
            std::copy_n(total(entered[0]), columns, row(i));
            for (std::int32_t k : entered.subspan(1)) add(columns, total(k), row(i));
            for (std::int32_t k : left_by_.row(i)) subtract(columns, total(k), row(i));
        }
    });
}

std::size_t SlidingSums::bytes() const {
    return bytes_of(starts_from_) + bytes_of(entering_) + bytes_of(leaving_) + bytes_of(entered_by_) +
           bytes_of(left_by_) + bytes_of(range_ends_);
}

std::int64_t SlidingSums::sum_additions() const {
    const auto from_nothing = std::count(starts_from_.begin(), starts_from_.end(), -1);
    return static_cast<std::int64_t>(entering_.items.size() + leaving_.items.size()) - from_nothing;
}

std::int64_t SlidingSums::adjoint_additions() const {
    const auto from_nothing = std::count(starts_from_.begin(), starts_from_.end(), -1);
    return static_cast<std::int64_t>(entering_.items.size() + leaving_.items.size()) + (sums() - from_nothing) -
           entered_by_.rows();
}

}  // namespace octomatch

// Sums over many sets of rows that resemble each other: a sum may start from one shortly before it,
//
//   sum_k = sum_p + entering - leaving,   p < k,
//
// where that takes fewer additions than adding up its own set. Windows that slide along a line cost two additions each,
// whatever their width. Differences round, so sums start from zero every so many steps; over integers they are exact.
//
// The adjoint runs the same steps backwards: what sum k got goes to sum p too, then every row below gets what the sums
// it enters got, less what those it leaves got. Sums that depend on each other are in one range, and ranges are the
// unit of parallel work: results are the same for every number of threads.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/ragged.h"

namespace octomatch {

class SlidingSums {
public:
    SlidingSums() = default;
    /// Sum k is over the rows sets.row(k): sorted, not empty. `below` is the number of rows. Neighbours in number
    /// should be alike.
    SlidingSums(const Ragged<std::int32_t>& sets, int below);

    int sums() const { return entering_.rows(); }
    std::size_t bytes() const;

    /// Rows are `columns` consecutive numbers.
    void sum(int columns, std::span<const double> of_rows, std::span<double> of_sums) const;
    /// Leaves in of_sums what each sum stands for in the end: its own and what later sums took from it.
    void adjoint(int columns, std::span<double> of_sums, std::span<double> of_rows) const;

    /// Rows added to or subtracted from others.
    std::int64_t sum_additions() const;
    std::int64_t adjoint_additions() const;

private:
    std::vector<std::int32_t> starts_from_;      // p; -1: nothing
    Ragged<std::int32_t> entering_, leaving_;    // per sum: rows
    Ragged<std::int32_t> entered_by_, left_by_;  // per row: sums
    std::vector<std::int32_t> range_ends_;
};

}  // namespace octomatch

// Region sums on a lattice [RJ07]: nodes -> bars -> plates -> regions, at a cost that does not depend on their width.
//
// A region has all nodes within w links. Cut into lines along x it is a set of *bars*, cut into planes of z a set of
// *plates*. Where the lattice is regular, neighbouring regions share their bars and plates, one of each per node, and
// each is the one beside it plus what enters and less what leaves. At boundaries, around holes and where links are
// missing regions are no boxes. Nothing special happens there: a bar is the set of its nodes, a plate the set of its
// bars, equal sets are one sum, and a place may have several of them.
#pragma once
#include "core/body_rest.h"
#include "core/sliding_sums.h"

namespace octomatch {

class LatticePlan {
public:
    /// The regions of `rest` are given by links.
    explicit LatticePlan(const BodyRest& rest);

    int sums() const { return regions_.sums(); }
    std::size_t bytes() const { return bars_.bytes() + plates_.bytes() + regions_.bytes(); }

    /// As SumPlan has them.
    void sum(int columns, std::span<const double> of_nodes, std::span<double> of_sums,
             std::vector<double>& scratch) const;
    void adjoint(int columns, std::span<const double> of_sums, std::span<double> of_nodes,
                 std::vector<double>& scratch) const;

    struct Counts {
        int bars = 0, plates = 0, regions = 0;                  // distinct ones
        std::int64_t sum_additions = 0, adjoint_additions = 0;  // of rows
    };
    Counts counts() const;

private:
    SlidingSums bars_, plates_, regions_;
};

}  // namespace octomatch

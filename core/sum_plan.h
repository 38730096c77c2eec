// How region sums are evaluated: a linear operator S from node rows to the rows of the distinct regions, and its exact
// adjoint back. The relation of the BodyRest says which nodes a region has; every plan evaluates it exactly.
//
//   brute_force   S = W            W: regions x nodes, the member lists; the oracle
//   lists         S = W U          U: up-sweep over the tree (FASM 4.3); W: regions x rows
//   blocks        S = U^T W U      W: rows x rows, symmetric, so S is its own adjoint
//   lattice       S = R P B        regions, plates and bars [RJ07]: core/lattice_plan.h
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "core/body_rest.h"
#include "core/lattice_plan.h"

namespace octomatch {

/// tree: lists, blocks or lattice, whichever the relation is given by.
enum class PlanKind { tree, brute_force };

class SumPlan {
public:
    SumPlan(const BodyRest& rest, PlanKind kind);

    int nodes() const { return nodes_; }
    /// Number of sums: one per distinct list or region, or one per node where the relation is given by blocks.
    int sums() const { return lattice_ ? lattice_->sums() : is_symmetric_ ? nodes_ : weights_.columns_of.rows(); }
    /// Where the relation is given by links and evaluated fast.
    const std::optional<LatticePlan>& lattice() const { return lattice_; }

    /// of_sums = S of_nodes. Rows are `columns` consecutive numbers; `scratch` is grown once and reused.
    void sum(int columns, std::span<const double> of_nodes, std::span<double> of_sums,
             std::vector<double>& scratch) const;
    /// of_nodes = S^T of_sums.
    void adjoint(int columns, std::span<const double> of_sums, std::span<double> of_nodes,
                 std::vector<double>& scratch) const;

private:
    /// A sparse matrix; without values all entries are 1.
    struct Sparse {
        Ragged<std::int32_t> columns_of;
        std::vector<float> values;

        Sparse transposed(int columns) const;
        void multiply(int width, std::span<const double> in, std::span<double> out) const;
    };

    int rows() const { return nodes_ + static_cast<int>(virtual_rows_); }
    void sweep_up(int columns, std::span<double> rows) const;
    void sweep_down(int columns, std::span<double> rows) const;

    int nodes_ = 0;
    int virtual_rows_ = 0;
    bool is_symmetric_ = false;
    Ragged<std::int32_t> children_;  // of every row
    std::vector<std::int32_t> parent_;
    std::vector<std::vector<std::int32_t>> of_height_;  // rows by height above the nodes, from 1 up
    Sparse weights_, transposed_;
    std::optional<LatticePlan> lattice_;
};

}  // namespace octomatch

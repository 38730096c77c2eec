#include "core/sum_plan.h"

#include <algorithm>

#include "core/parallel.h"

namespace octomatch {

namespace {

constexpr int kChunk = 256;

void add_row(int columns, double weight, const double* from, double* to) {
    for (int c = 0; c < columns; ++c) to[c] += weight * from[c];
}

}  // namespace

SumPlan::Sparse SumPlan::Sparse::transposed(int columns) const {
    std::vector<std::int32_t> row_of;
    for (int r = 0; r < columns_of.rows(); ++r) row_of.insert(row_of.end(), columns_of.size_of(r), r);
    const int entries = static_cast<int>(row_of.size());
    const auto column = [&](int e) { return columns_of.items[e]; };
    Sparse result;
    result.columns_of = group_by<std::int32_t>(columns, entries, column, [&](int e) { return row_of[e]; });
    if (!values.empty())
        result.values = group_by<float>(columns, entries, column, [&](int e) { return values[e]; }).items;
    return result;
}

void SumPlan::Sparse::multiply(int width, std::span<const double> in, std::span<double> out) const {
    parallel_chunks(columns_of.rows(), kChunk, [&](int begin, int end) {
        for (int r = begin; r < end; ++r) {
            double* row = out.data() + std::size_t(r) * width;
            std::fill_n(row, width, 0.0);
            for (int e = columns_of.offsets[r]; e < columns_of.offsets[r + 1]; ++e)
                add_row(width, values.empty() ? 1.0 : values[e], in.data() + std::size_t(columns_of.items[e]) * width,
                        row);
        }
    });
}

SumPlan::SumPlan(const BodyRest& rest, PlanKind kind) : nodes_(rest.nodes()) {
    const bool by_blocks = rest.list_of.empty();
    if (kind == PlanKind::brute_force) {
        const WeightedMembers regions = weighted_members(rest);
        for (int s = 0; s < regions.nodes.rows(); ++s) {
            std::vector<std::int32_t> row;
            for (NodeId i : regions.nodes.row(s)) row.push_back(i.value);
            weights_.columns_of.push_row(row);
        }
        weights_.values = regions.weight;
        transposed_ = weights_.transposed(nodes_);
        return;
    }
    if (!rest.link_reach.empty()) {
        lattice_.emplace(rest);
        return;
    }

    virtual_rows_ = rest.rows() - nodes_;
    parent_ = rest.parent;
    std::vector<std::int32_t> has_parent;
    std::vector<int> height(rest.rows(), 0);
    for (int row = 0; row < rest.rows(); ++row) {
        if (height[row] > 0) {
            of_height_.resize(std::max<std::size_t>(of_height_.size(), height[row]));
            of_height_[height[row] - 1].push_back(row);
        }
        if (parent_[row] < 0) continue;
        has_parent.push_back(row);
        height[parent_[row]] = std::max(height[parent_[row]], height[row] + 1);
    }
    children_ = group_by<std::int32_t>(
        rest.rows(), static_cast<int>(has_parent.size()), [&](int e) { return parent_[has_parent[e]]; },
        [&](int e) { return has_parent[e]; });

    if (by_blocks) {
        is_symmetric_ = true;
        std::vector<std::pair<std::int32_t, std::int32_t>> both_ways;
        std::vector<float> weight;
        for (std::size_t b = 0; b < rest.blocks.size(); ++b) {
            const auto [p, q] = rest.blocks[b];
            const float w = rest.entry_weight.empty() ? 1.0f : rest.entry_weight[b];
            both_ways.push_back({p.value, q.value});
            weight.push_back(w);
            if (p == q) continue;
            both_ways.push_back({q.value, p.value});
            weight.push_back(w);
        }
        const int entries = static_cast<int>(both_ways.size());
        const auto row = [&](int e) { return both_ways[e].first; };
        weights_.columns_of =
            group_by<std::int32_t>(rest.rows(), entries, row, [&](int e) { return both_ways[e].second; });
        if (!rest.entry_weight.empty())
            weights_.values = group_by<float>(rest.rows(), entries, row, [&](int e) { return weight[e]; }).items;
        return;
    }
    weights_.columns_of.offsets = rest.lists.offsets;
    for (RowId row : rest.lists.items) weights_.columns_of.items.push_back(row.value);
    weights_.values = rest.entry_weight;
    transposed_ = weights_.transposed(rest.rows());
}

std::size_t SumPlan::bytes() const {
    std::size_t bytes = lattice_ ? lattice_->bytes() : 0;
    for (const Sparse* matrix : {&weights_, &transposed_})
        bytes += bytes_of(matrix->columns_of) + bytes_of(matrix->values);
    for (const auto& rows : of_height_) bytes += bytes_of(rows);
    return bytes + bytes_of(children_) + bytes_of(parent_);
}

// A virtual row is the sum of its children. Rows of one height do not depend on each other.
void SumPlan::sweep_up(int columns, std::span<double> rows) const {
    for (const auto& level : of_height_)
        parallel_chunks(static_cast<int>(level.size()), kChunk, [&](int begin, int end) {
            for (int k = begin; k < end; ++k) {
                double* row = rows.data() + std::size_t(level[k]) * columns;
                std::fill_n(row, columns, 0.0);
                for (std::int32_t child : children_.row(level[k]))
                    add_row(columns, 1.0, rows.data() + std::size_t(child) * columns, row);
            }
        });
}

// What a virtual row got, its children get too.
void SumPlan::sweep_down(int columns, std::span<double> rows) const {
    for (auto level = of_height_.rbegin(); level != of_height_.rend(); ++level)
        parallel_chunks(static_cast<int>(level->size()), kChunk, [&](int begin, int end) {
            for (int k = begin; k < end; ++k)
                for (std::int32_t child : children_.row((*level)[k]))
                    add_row(columns, 1.0, rows.data() + std::size_t((*level)[k]) * columns,
                            rows.data() + std::size_t(child) * columns);
        });
}

void SumPlan::sum(int columns, std::span<const double> of_nodes, std::span<double> of_sums,
                  std::vector<double>& scratch) const {
    if (lattice_) return lattice_->sum(columns, of_nodes, of_sums, scratch);
    if (virtual_rows_ == 0 && !is_symmetric_) return weights_.multiply(columns, of_nodes, of_sums);
    const std::size_t size = std::size_t(rows()) * columns;
    if (scratch.size() < 2 * size) scratch.resize(2 * size);
    const std::span<double> up{scratch.data(), size}, down{scratch.data() + size, size};
    std::copy(of_nodes.begin(), of_nodes.begin() + std::size_t(nodes_) * columns, up.begin());
    sweep_up(columns, up);
    if (!is_symmetric_) return weights_.multiply(columns, up, of_sums);
    weights_.multiply(columns, up, down);
    sweep_down(columns, down);
    std::copy_n(down.begin(), std::size_t(nodes_) * columns, of_sums.begin());
}

void SumPlan::adjoint(int columns, std::span<const double> of_sums, std::span<double> of_nodes,
                      std::vector<double>& scratch) const {
    if (lattice_) return lattice_->adjoint(columns, of_sums, of_nodes, scratch);
    if (is_symmetric_) return sum(columns, of_sums, of_nodes, scratch);
    if (virtual_rows_ == 0) return transposed_.multiply(columns, of_sums, of_nodes);
    const std::size_t size = std::size_t(rows()) * columns;
    if (scratch.size() < size) scratch.resize(size);
    const std::span<double> down{scratch.data(), size};
    transposed_.multiply(columns, of_sums, down);
    sweep_down(columns, down);
    std::copy_n(down.begin(), std::size_t(nodes_) * columns, of_nodes.begin());
}

}  // namespace octomatch

#include "octree/fractional.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>

#include "core/parallel.h"
#include "core/sum_plan.h"
#include "octree/bucket_moore.h"
#include "octree/row_tree.h"

namespace octomatch {

namespace {

constexpr int kChunk = 512;

/// The edge of a node's cell in finest cells.
std::int64_t edge_of(const BodyRest& rest, int node) {
    return std::lround(rest.cell[node] / rest.finest_cell);
}

/// The width of a node's region in whole finest cells: between lattice points there are no other distances.
std::int64_t reach_of(const BodyRest& rest, int node) {
    return rest.width[node] / 2;
}

/// 1 + 2 + ... + n.
std::int64_t triangle(std::int64_t n) {
    return n > 0 ? n * (n + 1) / 2 : 0;
}

/// Pairs p of 0..a-1, q of 0..b-1 with q - p <= most: over p the sum of min(b, max(0, most + p + 1)).
std::int64_t pairs_up_to(std::int64_t a, std::int64_t b, std::int64_t most) {
    return triangle(most + a) - triangle(most) - triangle(most + a - b) + triangle(most - b);
}

/// The share of each row in one region: equal for all nodes below it, or not. Bottom-up over the ancestors of the
/// nodes that have a share.
class Shares {
public:
    Shares(const BodyRest& rest, const RowTree& tree) : rest_(rest), tree_(tree), of_row_(rest.rows()) {}

    void clear() {
        for (RowId row : touched_) of_row_[row.value] = {};
        touched_.clear();
    }
    void add(NodeId node, float share) {
        for (int row = node.value; row >= 0; row = rest_.parent[row]) {
            Share& of = of_row_[row];
            if (of.count == 0) {
                touched_.push_back({row});
                of.lowest = of.highest = share;
            }
            of.lowest = std::min(of.lowest, share);
            of.highest = std::max(of.highest, share);
            ++of.count;
        }
    }
    /// The fewest rows below `row` that have one share each.
    void choose(RowId row, std::vector<std::pair<RowId, float>>& chosen) const {
        const auto& [count, lowest, highest] = of_row_[row.value];
        if (count == 0) return;
        if (lowest == highest && count == tree_.nodes_below[row.value]) return chosen.push_back({row, lowest});
        for (RowId child : tree_.children.row(row.value)) choose(child, chosen);
    }

private:
    struct Share {
        std::int32_t count = 0;
        float lowest = 0, highest = 0;
    };
    const BodyRest& rest_;
    const RowTree& tree_;
    std::vector<Share> of_row_;
    std::vector<RowId> touched_;
};

using List = std::vector<std::pair<RowId, float>>;

std::vector<List> shared_rows(std::span<const Vec3i> cell_centre, const BodyRest& rest) {
    const RowTree tree(rest);
    std::int64_t widest = 0, largest = 0;
    for (int i = 0; i < rest.nodes(); ++i) {
        widest = std::max(widest, reach_of(rest, i));
        largest = std::max(largest, edge_of(rest, i));
    }
    std::vector<List> lists(rest.nodes());
    parallel_chunks(rest.nodes(), kChunk, [&](int begin, int end) {
        BucketMoore paths(rest.links, rest.link_length);
        Shares shares(rest, tree);
        for (int r = begin; r < end; ++r) {
            const std::int64_t edge = edge_of(rest, r);
            // Farther apart no two of their points are within reach.
            const std::int64_t most = 2 * widest + edge + largest - 2;
            shares.clear();
            for (NodeId i : paths.search({r}, static_cast<std::int32_t>(most))) {
                const std::int64_t reach = std::max(reach_of(rest, r), reach_of(rest, i.value));
                const double phi = membership(edge, edge_of(rest, i.value), cell_centre[i.value] - cell_centre[r],
                                              paths.distance(i), reach);
                if (phi > 0) shares.add(i, static_cast<float>(phi));
            }
            for (RowId root : tree.roots) shares.choose(root, lists[r]);
            std::sort(lists[r].begin(), lists[r].end());
        }
    });
    return lists;
}

// k_r, by the same sums as a step's.
void add_stiffness(BodyRest& rest) {
    const SumPlan plan(rest, PlanKind::tree);
    std::vector<double> scratch, mass(plan.sums(), 0.0), total(rest.nodes());
    for (int r = 0; r < rest.nodes(); ++r) mass[rest.list_of[r]] += rest.mass[r];
    plan.adjoint(1, mass, total, scratch);

    const auto beyond_finest = [&](int node) {  // s^2 - h^2 in h^2
        const double edge = static_cast<double>(edge_of(rest, node));
        return edge * edge - 1;
    };
    std::vector<double> nodes, sums(2 * std::size_t(plan.sums()));
    for (int i = 0; i < rest.nodes(); ++i) {
        const double f = rest.mass[i] / total[i];
        nodes.push_back(f);
        nodes.push_back(f * beyond_finest(i));
    }
    plan.sum(2, nodes, sums, scratch);
    for (int r = 0; r < rest.nodes(); ++r) {
        const double* row = &sums[2 * std::size_t(rest.list_of[r])];
        const double w = static_cast<double>(reach_of(rest, r)), T = w * (w + 1);
        rest.stiffness.push_back(static_cast<float>(T / (T + (beyond_finest(r) + row[1] / row[0]) / 4)));
    }
}

/// The matrix with its eigenvalues raised to at least `least`.
Mat3d thickened(const Mat3d& moment, double least) {
    const Eigen::SelfAdjointEigenSolver<Mat3d> axes(moment);
    const Vec3d values = axes.eigenvalues().cwiseMax(least);
    const Mat3d thick = axes.eigenvectors() * values.asDiagonal() * axes.eigenvectors().transpose();
    return 0.5 * (thick + thick.transpose());
}

}  // namespace

double share_within(std::int64_t edge_a, std::int64_t edge_b, std::int64_t distance, std::int64_t reach) {
    const std::int64_t shift = (distance + edge_a - edge_b) / 2;  // from the first point of a to the first of b
    const std::int64_t pairs =
        pairs_up_to(edge_a, edge_b, reach - shift) - pairs_up_to(edge_a, edge_b, -reach - shift - 1);
    return static_cast<double>(pairs) / static_cast<double>(edge_a * edge_b);
}

double membership(std::int64_t edge_a, std::int64_t edge_b, const Vec3i& offset, std::int64_t way, std::int64_t reach) {
    int farthest = 0;
    offset.cwiseAbs().maxCoeff(&farthest);
    double phi = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const std::int64_t distance = std::abs(offset[axis]);
        phi *= share_within(edge_a, edge_b, axis == farthest ? std::max(distance, way) : distance, reach);
    }
    return phi;
}

// A node of the finest level is one finest cell and the slivers it adopted: a point, as it is in the lattice. A node
// that turned by more than about a radian in a substep would slip out of the hold of its regions, and gain energy. So
// none turns more easily than the mass of one finest cell at a distance of h: lighter ones are points, thin ones are
// thickened.
void add_own_moments(const MaterialGraph& material, const Sampling& sampling, BodyRest& rest) {
    std::vector<Mat3d> moment(sampling.nodes(), Mat3d::Zero());
    for (int p = 0; p < material.pieces(); ++p) {
        const int i = sampling.node_of_piece[p].value;
        const Vec3d place = coordinates(material.cell_of[p]).cast<double>() + material.centre[p].cast<double>();
        const Vec3d arm = place - sampling.position[i];
        moment[i] += material.volume[p] * arm * arm.transpose();
    }
    const double h = rest.finest_cell;
    for (int i = 0; i < sampling.nodes(); ++i) {
        const double volume = sampling.volume[i];  // in h^3
        const bool is_point = edge_of(rest, i) == 1 || volume < 1;
        const Mat3d J = is_point ? Mat3d(Mat3d::Zero()) : Mat3d(h * h * thickened(moment[i] / volume, 0.5 / volume));
        rest.own_moment.push_back(J.cast<float>());
    }
}

void add_fractional_regions(std::span<const Vec3i> cell_centre, BodyRest& rest) {
    std::vector<List> lists = shared_rows(cell_centre, rest);

    // Equal lists have equal fits: they are stored once, numbered by their first region.
    std::map<List, int> known;
    bool all_whole = true;
    for (List& list : lists) {
        const auto [at, is_new] = known.try_emplace(std::move(list), rest.lists.rows());
        rest.list_of.push_back(at->second);
        if (!is_new) continue;
        std::vector<RowId> rows;
        for (const auto& [row, share] : at->first) {
            rows.push_back(row);
            rest.entry_weight.push_back(share);
            all_whole = all_whole && share == 1;
        }
        rest.lists.push_row(rows);
    }
    if (all_whole) rest.entry_weight.clear();
    add_stiffness(rest);
}

}  // namespace octomatch

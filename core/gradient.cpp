#include "core/gradient.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "core/parallel.h"
#include "core/rotation.h"

namespace octomatch {

namespace {

// A direction is open if its eigenvalue of Q is below this share of the largest: arms shorter than a sixth of the
// others would multiply whatever is not affine in the deformation.
constexpr double kSpanned = 0.03;

// What is not affine in a deformation grows with the square of the distance.
double weight(const Vec3d& arm) {
    return 1 / (arm.squaredNorm() * arm.squaredNorm());
}

struct Spread {
    Mat3d inverse = Mat3d::Zero();   // Q^+
    Mat3d open = Mat3d::Identity();  // N
    int rank = 0;
};

Spread spread_of(const BodyRest& rest, int i, const std::vector<NodeId>& around) {
    Mat3d Q = Mat3d::Zero();
    for (NodeId j : around) {
        const Vec3d arm = (rest.x0[j.value] - rest.x0[i]).cast<double>();
        Q += weight(arm) * arm * arm.transpose();
    }
    const Eigen::SelfAdjointEigenSolver<Mat3d> axes(Q);
    Spread spread;
    for (int k = 0; k < 3; ++k) {
        const double value = axes.eigenvalues()[k];
        if (value <= kSpanned * axes.eigenvalues()[2]) continue;
        const Vec3d axis = axes.eigenvectors().col(k);
        spread.inverse += axis * axis.transpose() / value;
        spread.open -= axis * axis.transpose();
        ++spread.rank;
    }
    return spread;
}

// Links, without nodes at the same place, which tell nothing about directions.
std::vector<NodeId> first_ring(const BodyRest& rest, int i) {
    std::vector<NodeId> ring;
    for (NodeId j : rest.links.row(i))
        if ((rest.x0[j.value] - rest.x0[i]).norm() > 1e-5f * rest.cell[i]) ring.push_back(j);
    return ring;
}

std::vector<NodeId> second_ring(const BodyRest& rest, int i, const std::vector<NodeId>& first) {
    std::vector<NodeId> ring = first;
    for (NodeId j : first)
        for (NodeId k : first_ring(rest, j.value)) ring.push_back(k);
    std::sort(ring.begin(), ring.end());
    ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
    std::erase_if(ring, [&](NodeId j) { return (rest.x0[j.value] - rest.x0[i]).norm() <= 1e-5f * rest.cell[i]; });
    return ring;
}

// Nodes with a rotation of their own hand it on along links, each to those not reached yet.
void find_whom_to_follow(const BodyRest& rest, const std::vector<int>& rank, GradientFit& fit) {
    std::vector<int> open_of(rest.nodes(), -1);
    for (std::size_t k = 0; k < fit.open.size(); ++k) open_of[fit.open[k].node.value] = static_cast<int>(k);
    std::vector<GradientFit::Open> alone, following;
    std::vector<NodeId> queue;
    std::vector<char> reached(rest.nodes(), 0);
    for (int i = 0; i < rest.nodes(); ++i)
        if (rank[i] >= 2) {
            reached[i] = 1;
            queue.push_back({i});
        }
    for (std::size_t next = 0; next < queue.size(); ++next)
        for (NodeId j : rest.links.row(queue[next].value)) {
            if (reached[j.value]) continue;
            reached[j.value] = 1;
            queue.push_back(j);
            following.push_back(fit.open[open_of[j.value]]);
            following.back().like = queue[next];
        }
    for (const auto& open : fit.open)
        if (rank[open.node.value] >= 2 || !reached[open.node.value]) alone.push_back(open);
    fit.open = std::move(alone);
    fit.open.insert(fit.open.end(), following.begin(), following.end());
}

Eigen::Quaternionf rotation_known(const BodyState& state, NodeId i) {
    if (!state.rotation.empty()) return Eigen::Quaternionf(state.rotation[i.value].coeffs());
    if (!state.matched.empty()) return Eigen::Quaternionf(state.matched.front().coeffs());
    return Eigen::Quaternionf::Identity();
}

void turn_open_directions(const GradientFit::Open& open, const BodyState& state, std::vector<Mat3>& gradients) {
    Eigen::Quaternionf previous = rotation_known(state, open.node);
    if (open.like.valid() && state.rotation.empty())
        previous = nearest_rotation(gradients[open.like.value], previous, RotationStart::cold).q;
    Mat3& F = gradients[open.node.value];
    F += nearest_rotation(F, previous, RotationStart::cold).R * open.directions;
}

}  // namespace

GradientFit fit_gradients(const BodyRest& rest) {
    GradientFit fit;
    std::vector<int> rank;
    for (int i = 0; i < rest.nodes(); ++i) {
        std::vector<NodeId> around = first_ring(rest, i);
        Spread spread = spread_of(rest, i, around);
        if (spread.rank < 3) {
            std::vector<NodeId> wider = second_ring(rest, i, around);
            const Spread wider_spread = spread_of(rest, i, wider);
            if (wider_spread.rank > spread.rank) {
                around = std::move(wider);
                spread = wider_spread;
            }
        }
        for (NodeId j : around) {
            const Vec3d arm = (rest.x0[j.value] - rest.x0[i]).cast<double>();
            fit.slopes.push_back((weight(arm) * spread.inverse * arm).cast<float>());
        }
        fit.around.push_row(around);
        rank.push_back(spread.rank);
        if (spread.rank < 3) fit.open.push_back({.node = {i}, .directions = spread.open.cast<float>()});
    }
    find_whom_to_follow(rest, rank, fit);
    return fit;
}

void find_gradients(const GradientFit& fit, const BodyState& state, std::vector<Mat3>& gradients) {
    gradients.resize(fit.around.rows());
    parallel_chunks(fit.around.rows(), 256, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            Mat3 F = Mat3::Zero();
            for (int e = fit.around.offsets[i]; e < fit.around.offsets[i + 1]; ++e)
                F += (state.x[fit.around.items[e].value] - state.x[i]) * fit.slopes[e].transpose();
            gradients[i] = F;
        }
    });
    const auto follows =
        std::find_if(fit.open.begin(), fit.open.end(), [](const auto& open) { return open.like.valid(); });
    parallel_chunks(static_cast<int>(follows - fit.open.begin()), 64, [&](int begin, int end) {
        for (int k = begin; k < end; ++k) turn_open_directions(fit.open[k], state, gradients);
    });
    for (auto open = follows; open != fit.open.end(); ++open) turn_open_directions(*open, state, gradients);
}

std::vector<std::string> validate(const GradientFit& fit, const BodyRest& rest) {
    std::vector<std::string> broken;
    const auto require = [&](bool holds, const std::string& promise) {
        if (!holds && std::find(broken.begin(), broken.end(), promise) == broken.end()) broken.push_back(promise);
    };
    const int n = rest.nodes();
    require(fit.around.rows() == n, "every node has a row of nodes its gradient is fitted to");
    require(fit.slopes.size() == fit.around.items.size(), "every node of a fit has a slope");
    if (!broken.empty()) return broken;

    std::vector<Mat3d> sum(n, Mat3d::Zero());  // of d0 g^T + N: the gradient at rest
    for (int i = 0; i < n; ++i) {
        const auto around = fit.around.row(i);
        for (std::size_t k = 0; k < around.size(); ++k) {
            const NodeId j = around[k];
            require(j.value >= 0 && j.value < n && j.value != i, "gradients are fitted to other nodes");
            require(k == 0 || around[k - 1] < j, "the nodes of a fit are sorted and unique");
            if (j.value < 0 || j.value >= n) continue;
            sum[i] += (rest.x0[j.value] - rest.x0[i]).cast<double>() *
                      fit.slopes[fit.around.offsets[i] + k].cast<double>().transpose();
        }
    }
    std::vector<char> waiting(n, 0), seen(n, 0);
    for (const auto& open : fit.open) {
        require(open.node.value >= 0 && open.node.value < n && open.like.value < n,
                "open directions are those of nodes");
        if (!broken.empty()) return broken;
        waiting[open.node.value] = 1;
    }
    bool following = false;
    for (const auto& [i, like, directions] : fit.open) {
        require(!seen[i.value], "the open directions of a node are listed once");
        require(like.valid() || !following, "nodes like nobody come first");
        require(!like.valid() || !waiting[like.value], "nodes come after those they are like");
        following = like.valid();
        seen[i.value] = 1;
        waiting[i.value] = 0;
        sum[i.value] += directions.cast<double>();
    }
    for (const Mat3d& F : sum) require((F - Mat3d::Identity()).norm() < 1e-4, "at rest every gradient is the identity");
    return broken;
}

}  // namespace octomatch

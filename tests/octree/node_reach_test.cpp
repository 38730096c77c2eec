#include "octree/node_reach.h"

#include <gtest/gtest.h>

#include <cmath>
#include <queue>

#include "tests/octree/sampled_bodies.h"

namespace octomatch {
namespace {

using namespace test;

// Lengths of the shortest ways over contacts, with exact steps, in finest cells.
std::vector<double> dijkstra(const MaterialGraph& material, PieceId source) {
    std::vector<double> length(material.pieces(), std::numeric_limits<double>::infinity());
    std::priority_queue<std::pair<double, int>, std::vector<std::pair<double, int>>, std::greater<>> queue;
    length[source.value] = 0;
    queue.push({0, source.value});
    while (!queue.empty()) {
        const auto [d, p] = queue.top();
        queue.pop();
        if (d > length[p]) continue;
        for (PieceId q : material.contacts.row(p)) {
            const Vec3i step = coordinates(material.cell_of[p]) - coordinates(material.cell_of[q.value]);
            const double there = d + step.cast<double>().norm();
            if (there >= length[q.value]) continue;
            length[q.value] = there;
            queue.push({there, q.value});
        }
    }
    return length;
}

TEST(NodeReach, SlackIsWhatShortestWaysLeave) {
    const SampledBody& comb = sampled_model("comb");
    const auto& [material, sampling] = std::tie(comb.body.material, comb.body.sampling);
    const NodeReach reach(material, comb.body.tree, sampling);
    std::vector<PieceId> pieces;
    for (int p = 0; p < material.pieces(); ++p) pieces.push_back({p});
    std::vector<NodeId> nodes;
    for (int i = 0; i < sampling.nodes(); i += 17) nodes.push_back({i});
    const auto reaching = reach.reaching(pieces, nodes);

    std::vector<std::vector<float>> slack(sampling.nodes(), std::vector<float>(material.pieces(), 0));
    for (int p = 0; p < material.pieces(); ++p)
        for (const auto& [node, value] : reaching.row(p)) slack[node.value][p] = value;
    for (NodeId i : nodes) {
        PieceId source;
        double nearest = std::numeric_limits<double>::infinity();
        for (int p = 0; p < material.pieces(); ++p) {
            const Vec3d centre = coordinates(material.cell_of[p]).cast<double>() + Vec3d::Constant(0.5);
            const double distance = (centre - sampling.position[i.value]).norm();
            if (sampling.node_of_piece[p] == i && distance < nearest) {
                nearest = distance;
                source = {p};
            }
        }
        const std::vector<double> length = dijkstra(material, source);
        for (int p = 0; p < material.pieces(); ++p) {
            const double expected = std::max(0.0, reach.radius(i) - (length[p] - 2) / 1.25);
            EXPECT_NEAR(slack[i.value][p], expected,
                        0.011 * (length[p] < 1e9 ? length[p] : 1) + 1e-5);  // 21 / 12 for sqrt 3
        }
    }
}

TEST(NodeReach, EveryPieceIsWellWithinTheReachOfItsOwnNode) {
    for (const char* model : {"hand", "flower", "U"}) {
        const SampledBody& body = sampled_model(model);
        const auto& [material, sampling] = std::tie(body.body.material, body.body.sampling);
        const NodeReach reach(material, body.body.tree, sampling);
        for (int p = 0; p < material.pieces(); ++p) {
            const NodeId i = sampling.node_of_piece[p];
            const Vec3d centre = coordinates(material.cell_of[p]).cast<double>() + Vec3d::Constant(0.5);
            EXPECT_LT((centre - sampling.position[i.value]).norm(), reach.radius(i) / 1.25);
            EXPECT_GE(reach.radius(i) * body.h(), 1.4999 * body.rest().cell[i.value]);
        }
    }
}

}  // namespace
}  // namespace octomatch

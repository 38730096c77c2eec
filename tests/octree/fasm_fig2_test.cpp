#include <gtest/gtest.h>

#include "experiments/fasm_fig2_body.h"
#include "tests/octree/shortest_paths.h"

namespace octomatch {
namespace {

using namespace test;

TEST(FasmFigure2, IsAValidBody) {
    EXPECT_EQ(validate(FasmFigure2().rest), std::vector<std::string>{});
}

// Caption: "n_b stores a distance interval [0, 1] ...; n_a stores [2, 3] ...; and n_c stores [1, 2]".
TEST(FasmFigure2, VirtualNodesHaveTheDistanceIntervalsOfTheCaption) {
    const FasmFigure2 figure;
    const auto distance = dijkstra(figure.rest.links, figure.rest.link_length, figure.n_i().value);
    const Ragged<NodeId> below = nodes_below(figure.rest);
    const auto interval = [&](RowId row) {
        std::pair<double, double> result{1e9, 0};
        for (NodeId j : below.row(row.value)) {
            result.first = std::min(result.first, distance[j.value] / 2.0);  // in cells
            result.second = std::max(result.second, distance[j.value] / 2.0);
        }
        return result;
    };
    EXPECT_EQ(below.size_of(figure.n_b().value), 4);
    EXPECT_EQ(interval(figure.n_b()), std::pair(0.0, 1.0));
    EXPECT_EQ(interval(figure.n_a()), std::pair(2.0, 3.0));
    EXPECT_EQ(interval(figure.n_c()), std::pair(1.0, 2.0));
}

// "n_b ... is added as summation node of n_i; n_a ... is discarded; and n_c ... is refined": two levels, six nodes.
TEST(FasmFigure2, SummationNodesAreTheBlockOfTheNodeAndTheCellsAroundIt) {
    const FasmFigure2 figure;
    std::vector<RowId> expected = {figure.n_b()};
    for (const auto& [x, y] : {std::pair(1, 3), {1, 2}, {1, 1}, {2, 1}, {3, 1}})
        expected.push_back({figure.node_at(x, y).value});
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(figure.summation_nodes(figure.n_i()), expected);
}

TEST(FasmFigure2, TheRegionIsTheThreeByThreeCellsAroundTheNode) {
    const FasmFigure2 figure;
    std::vector<NodeId> expected;
    for (int x = 1; x <= 3; ++x)
        for (int y = 1; y <= 3; ++y) expected.push_back(figure.node_at(x, y));
    std::sort(expected.begin(), expected.end());
    const Ragged<NodeId> regions = members(figure.rest);
    const auto region = regions.row(figure.n_i().value);
    EXPECT_EQ(std::vector<NodeId>(region.begin(), region.end()), expected);
}

}  // namespace
}  // namespace octomatch

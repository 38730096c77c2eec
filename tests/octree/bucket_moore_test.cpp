#include "octree/bucket_moore.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <numeric>

#include "tests/octree/sampled_models.h"
#include "tests/octree/shortest_paths.h"

namespace octomatch {
namespace {

using namespace test;

struct Graph {
    Ragged<NodeId> links;
    std::vector<std::int32_t> length;
};

/// Up to 30 nodes, links of 1 to 9, any number of components.
Graph random_graph() {
    const int nodes = *rc::gen::inRange(1, 30);
    std::map<std::pair<int, int>, int> edges;
    for (int e = *rc::gen::inRange(0, 90); e > 0; --e) {
        const int i = *rc::gen::inRange(0, nodes), j = *rc::gen::inRange(0, nodes), length = *rc::gen::inRange(1, 10);
        if (i != j) edges[{i, j}] = edges[{j, i}] = length;
    }
    std::vector<std::pair<int, int>> pairs;
    Graph graph;
    for (const auto& [pair, length] : edges) {
        pairs.push_back(pair);
        graph.length.push_back(length);
    }
    graph.links = group_by<NodeId>(
        nodes, static_cast<int>(pairs.size()), [&](int e) { return pairs[e].first; },
        [&](int e) { return NodeId{pairs[e].second}; });
    return graph;
}

/// A search finds what Dijkstra finds within the bound, nearest first, and nothing else.
bool equals_dijkstra(BucketMoore& paths, const Graph& graph, int source, std::int32_t most) {
    const auto expected = dijkstra(graph.links, graph.length, source);
    const auto reached = paths.search({source}, most);
    std::vector<char> is_reached(graph.links.rows(), 0);
    for (std::size_t k = 0; k < reached.size(); ++k) {
        if (std::exchange(is_reached[reached[k].value], 1)) return false;
        if (k > 0 && paths.distance(reached[k - 1]) > paths.distance(reached[k])) return false;
    }
    for (int i = 0; i < graph.links.rows(); ++i) {
        const bool near = expected[i] <= most && expected[i] != kUnreached;
        if (near != static_cast<bool>(is_reached[i])) return false;
        if (paths.distance({i}) != (near ? expected[i] : BucketMoore::kFar)) return false;
    }
    return true;
}

RC_GTEST_PROP(BucketMoore, DistancesEqualDijkstraOnRandomGraphs, ()) {
    const Graph graph = random_graph();
    BucketMoore paths(graph.links, graph.length);
    for (int source = 0; source < graph.links.rows(); ++source)
        RC_ASSERT(equals_dijkstra(paths, graph, source, BucketMoore::kFar));
}

RC_GTEST_PROP(BucketMoore, BoundedSearchesFindAllWithinTheBoundAndNothingBeyond, ()) {
    const Graph graph = random_graph();
    BucketMoore paths(graph.links, graph.length);
    for (int source = 0; source < graph.links.rows(); ++source)
        RC_ASSERT(equals_dijkstra(paths, graph, source, *rc::gen::inRange(0, 40)));
}

// Whatever was searched before, and however far, a search is that of a fresh object.
RC_GTEST_PROP(BucketMoore, ScratchIsReusedWithoutATrace, ()) {
    const Graph graph = random_graph();
    BucketMoore reused(graph.links, graph.length);
    for (int search = 0; search < 20; ++search) {
        const NodeId source{*rc::gen::inRange(0, graph.links.rows())};
        const std::int32_t most = *rc::gen::inRange(0, 40);
        BucketMoore fresh(graph.links, graph.length);
        const auto expected = fresh.search(source, most);
        const auto found = reused.search(source, most);
        RC_ASSERT(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
        for (int i = 0; i < graph.links.rows(); ++i) RC_ASSERT(reused.distance({i}) == fresh.distance({i}));
    }
}

TEST(BucketMoore, DistancesEqualDijkstraOnSampledBodies) {
    for (const char* name : {"hand", "comb"}) {
        const AdaptiveBody body = body_of(model_mesh(name), 3);
        const Graph graph{body.rest->links, body.rest->link_length};
        BucketMoore paths(graph.links, graph.length);
        for (int source = 0; source < graph.links.rows(); source += 3)
            for (std::int32_t most : {BucketMoore::kFar, 8, 31})
                EXPECT_TRUE(equals_dijkstra(paths, graph, source, most));
    }
}

TEST(BucketMoore, OfALonelyNodeFindsItself) {
    Graph graph;
    graph.links.push_row({});
    BucketMoore paths(graph.links, graph.length);
    EXPECT_EQ(paths.search({0}, 100).size(), 1u);
    EXPECT_EQ(paths.distance({0}), 0);
}

}  // namespace
}  // namespace octomatch

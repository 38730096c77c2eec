#include "octree/regions.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <functional>
#include <map>

#include "octree/blocks.h"
#include "tests/octree/sampled_models.h"
#include "tests/octree/shortest_paths.h"

namespace octomatch {
namespace {

using namespace test;

using Distances = std::vector<std::vector<std::int32_t>>;

/// A body of up to 40 nodes with random links, a random tree over contiguous nodes, and random widths; no relation yet.
BodyRest random_rest(bool equal_widths) {
    BodyRest rest;
    const int nodes = *rc::gen::inRange(1, 40);
    rest.x0.assign(nodes, Vec3::Zero());
    rest.mass.assign(nodes, 1.0f);
    rest.cell.assign(nodes, 1.0f);
    const int common = *rc::gen::inRange(1, 12);
    for (int i = 0; i < nodes; ++i) rest.width.push_back(equal_widths ? common : *rc::gen::inRange(1, 12));
    std::map<std::pair<int, int>, int> edges;
    for (int i = 1; i < nodes; ++i) {  // mostly near neighbours, sometimes a gap
        if (*rc::gen::inRange(0, 8) > 0) edges[{i - 1, i}] = *rc::gen::inRange(1, 4);
        const int other = std::max(0, i - *rc::gen::inRange(1, 8));
        if (*rc::gen::inRange(0, 3) > 0) edges[{other, i}] = *rc::gen::inRange(1, 6);
    }
    std::map<std::pair<int, int>, int> both = edges;
    for (const auto& [pair, length] : edges) both[{pair.second, pair.first}] = length;
    std::vector<std::pair<int, int>> pairs;
    for (const auto& [pair, length] : both) {
        pairs.push_back(pair);
        rest.link_length.push_back(length);
    }
    rest.links = group_by<NodeId>(
        nodes, static_cast<int>(pairs.size()), [&](int e) { return pairs[e].first; },
        [&](int e) { return NodeId{pairs[e].second}; });

    // Roots over runs of nodes, each split into shorter runs and so on; some virtual rows have one child.
    rest.parent.assign(nodes, -1);
    const std::function<std::vector<int>(int, int, int)> rows_over = [&](int begin, int end, int levels) {
        std::vector<int> rows;
        while (begin < end) {
            const int next = std::min(end, begin + *rc::gen::inRange(1, 2 + (1 << 2 * levels)));
            if (levels == 0 || (next - begin == 1 && *rc::gen::arbitrary<bool>())) {
                for (int i = begin; i < next; ++i) rows.push_back(i);
            } else {
                const std::vector<int> below = rows_over(begin, next, levels - 1);
                rows.push_back(rest.rows());
                rest.parent.push_back(-1);
                for (int row : below) rest.parent[row] = rows.back();
            }
            begin = next;
        }
        return rows;
    };
    rows_over(0, nodes, 2);
    return rest;
}

/// Members are those at d <= w_ij for certain and none at d >= (1 + eps) w_ij.
template <class Width>
::testing::AssertionResult obeys_interval_rule(const BodyRest& rest, const Distances& d, double epsilon, Width width) {
    const Ragged<NodeId> regions = members(rest);
    for (int i = 0; i < rest.nodes(); ++i) {
        std::vector<char> is_member(rest.nodes(), 0);
        for (NodeId j : regions.row(i)) is_member[j.value] = 1;
        for (int j = 0; j < rest.nodes(); ++j) {
            const double w = width(i, j);
            if (d[i][j] <= w && !is_member[j])
                return ::testing::AssertionFailure()
                       << j << " at " << d[i][j] << " is missing in " << i << " of width " << w;
            if (d[i][j] > w && d[i][j] >= (1 + epsilon) * w && is_member[j])
                return ::testing::AssertionFailure() << j << " at " << d[i][j] << " is in " << i << " of width " << w;
        }
    }
    return ::testing::AssertionSuccess();
}

bool is_symmetric(const BodyRest& rest) {
    const Ragged<NodeId> regions = members(rest);
    for (int i = 0; i < rest.nodes(); ++i)
        for (NodeId j : regions.row(i)) {
            const auto back = regions.row(j.value);
            if (!std::binary_search(back.begin(), back.end(), NodeId{i})) return false;
        }
    return true;
}

/// FASM 4.2 as printed, with the leaf case: intervals of all rows from all distances, then top-down.
std::vector<RowId> naive_summation_nodes(const BodyRest& rest, const Distances& d, double epsilon, int i) {
    const Ragged<NodeId> below = nodes_below(rest);
    const double w = rest.width[i];
    std::vector<RowId> chosen;
    const std::function<void(int)> visit = [&](int row) {
        double a = 1e18, b = 0;
        for (NodeId j : below.row(row)) {
            const double distance = d[i][j.value] == kUnreached ? 1e18 : d[i][j.value];
            a = std::min(a, distance);
            b = std::max(b, distance);
        }
        if (a > w) return;
        if (b < (1 + epsilon) * w || row < rest.nodes()) {
            chosen.push_back({row});
            return;
        }
        for (int child = 0; child < rest.rows(); ++child)
            if (rest.parent[child] == row) visit(child);
    };
    for (int row = 0; row < rest.rows(); ++row)
        if (rest.parent[row] < 0) visit(row);
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

std::vector<RowId> list_of(const BodyRest& rest, int region) {
    const auto row = rest.lists.row(rest.list_of[region]);
    return {row.begin(), row.end()};
}

/// No virtual row could stand for several of a list: those below it would all be there.
bool is_compressed(const BodyRest& rest, const std::vector<std::vector<NodeId>>& below, const Ragged<NodeId>& regions,
                   int region) {
    for (RowId row : list_of(rest, region)) {
        const int parent = rest.parent[row.value];
        if (parent < 0) continue;
        const auto in = regions.row(region);
        if (std::includes(in.begin(), in.end(), below[parent].begin(), below[parent].end())) return false;
    }
    return true;
}

double random_epsilon() {
    return *rc::gen::element(0.0, 0.1, 0.25, 0.5, 1.0, 2.0);
}

RC_GTEST_PROP(IntervalRegions, SummationNodesAreThoseOfTheRuleOverAllDistances, ()) {
    BodyRest rest = random_rest(*rc::gen::arbitrary<bool>());
    const double epsilon = random_epsilon();
    const Distances d = all_pairs(rest.links, rest.link_length);
    add_interval_regions({.epsilon = epsilon}, rest);
    RC_ASSERT(validate(rest).empty());
    for (int i = 0; i < rest.nodes(); ++i) RC_ASSERT(list_of(rest, i) == naive_summation_nodes(rest, d, epsilon, i));
    RC_ASSERT(obeys_interval_rule(rest, d, epsilon, [&](int i, int) { return rest.width[i]; }));
}

RC_GTEST_PROP(IntervalRegions, UnionsAreSymmetricAndObeyTheRuleOfTheWiderNode, ()) {
    BodyRest rest = random_rest(*rc::gen::arbitrary<bool>());
    const double epsilon = random_epsilon();
    const Distances d = all_pairs(rest.links, rest.link_length);
    BodyRest one_sided = rest;
    add_interval_regions({.epsilon = epsilon}, one_sided);
    add_interval_regions({.epsilon = epsilon, .symmetry = Symmetry::union_}, rest);
    RC_ASSERT(validate(rest).empty());
    RC_ASSERT(is_symmetric(rest));
    RC_ASSERT(
        obeys_interval_rule(rest, d, epsilon, [&](int i, int j) { return std::max(rest.width[i], rest.width[j]); }));

    const Ragged<NodeId> raw = members(one_sided), made = members(rest);
    std::vector<std::vector<NodeId>> below;
    for (int row = 0; row < rest.rows(); ++row) {
        const Ragged<NodeId> all = nodes_below(rest);
        below.emplace_back(all.row(row).begin(), all.row(row).end());
    }
    for (int i = 0; i < rest.nodes(); ++i) {
        std::vector<NodeId> expected;
        for (int j = 0; j < rest.nodes(); ++j) {
            const auto mine = raw.row(i), other = raw.row(j);
            if (std::binary_search(mine.begin(), mine.end(), NodeId{j}) ||
                std::binary_search(other.begin(), other.end(), NodeId{i}))
                expected.push_back({j});
        }
        RC_ASSERT(std::equal(expected.begin(), expected.end(), made.row(i).begin(), made.row(i).end()));
        RC_ASSERT(is_compressed(rest, below, made, i));
    }
}

RC_GTEST_PROP(IntervalRegions, IntersectionsAreSymmetricAndObeyTheRuleOfTheNarrowerNode, ()) {
    BodyRest rest = random_rest(*rc::gen::arbitrary<bool>());
    const double epsilon = random_epsilon();
    const Distances d = all_pairs(rest.links, rest.link_length);
    BodyRest one_sided = rest;
    add_interval_regions({.epsilon = epsilon}, one_sided);
    add_interval_regions({.epsilon = epsilon, .symmetry = Symmetry::intersection}, rest);
    RC_ASSERT(validate(rest).empty());
    RC_ASSERT(is_symmetric(rest));
    RC_ASSERT(
        obeys_interval_rule(rest, d, epsilon, [&](int i, int j) { return std::min(rest.width[i], rest.width[j]); }));
    const Ragged<NodeId> raw = members(one_sided), made = members(rest);
    for (int i = 0; i < rest.nodes(); ++i) {
        std::vector<NodeId> expected;
        for (NodeId j : raw.row(i)) {
            const auto other = raw.row(j.value);
            if (std::binary_search(other.begin(), other.end(), NodeId{i})) expected.push_back(j);
        }
        RC_ASSERT(std::equal(expected.begin(), expected.end(), made.row(i).begin(), made.row(i).end()));
    }
}

RC_GTEST_PROP(Blocks, AreSymmetricAndObeyTheRuleOfTheWiderNode, ()) {
    BodyRest rest = random_rest(*rc::gen::arbitrary<bool>());
    const double epsilon = random_epsilon();
    const Distances d = all_pairs(rest.links, rest.link_length);
    add_blocks({.epsilon = epsilon, .relation = RelationKind::blocks}, rest);
    RC_ASSERT(validate(rest).empty());
    RC_ASSERT(is_symmetric(rest));
    RC_ASSERT(
        obeys_interval_rule(rest, d, epsilon, [&](int i, int j) { return std::max(rest.width[i], rest.width[j]); }));
}

// Without an interval nothing is left to choose: every relation is { j : d <= w }.
RC_GTEST_PROP(Relations, WithoutAnIntervalAreExactlyTheNodesWithinTheWidth, ()) {
    const BodyRest rest = random_rest(true);
    const Distances d = all_pairs(rest.links, rest.link_length);
    Ragged<NodeId> expected;
    for (int i = 0; i < rest.nodes(); ++i) {
        std::vector<NodeId> row;
        for (int j = 0; j < rest.nodes(); ++j)
            if (d[i][j] <= rest.width[i]) row.push_back({j});
        expected.push_row(row);
    }
    for (Symmetry symmetry : {Symmetry::adjoint, Symmetry::union_, Symmetry::intersection}) {
        BodyRest made = rest;
        add_interval_regions({.epsilon = 0, .symmetry = symmetry}, made);
        RC_ASSERT(members(made) == expected);
    }
    BodyRest made = rest;
    add_blocks({.epsilon = 0}, made);
    RC_ASSERT(members(made) == expected);
}

class SampledRegions : public testing::TestWithParam<const char*> {};

TEST_P(SampledRegions, ObeyTheIntervalRuleForAllPairsWithWidthsThatDiffer) {
    const TriangleMesh mesh = model_mesh(GetParam());
    const Box3 box = bounding_box(mesh);
    SampleSettings settings{.depth = 3};
    settings.widths = {
        {.where = {.points = {box.high}, .radius = box.diagonal() / 2}, .width = box.extent().maxCoeff() / 6}};
    const AdaptiveBody body = make_body(mesh, settings);
    const Distances d = all_pairs(body.rest->links, body.rest->link_length);
    const auto& w = body.rest->width;
    ASSERT_NE(*std::min_element(w.begin(), w.end()), *std::max_element(w.begin(), w.end()));
    for (double epsilon : {0.0, 0.5, 1.0}) {
        const auto with = [&](const RegionSettings& regions) {
            BodyRest rest = *body.rest;
            rest.lists = {};
            rest.list_of.clear();
            if (regions.relation == RelationKind::blocks)
                add_blocks(regions, rest);
            else
                add_interval_regions(regions, rest);
            EXPECT_EQ(validate(rest), std::vector<std::string>{});
            return rest;
        };
        const auto widest = [&](int i, int j) { return std::max(w[i], w[j]); };
        const auto narrowest = [&](int i, int j) { return std::min(w[i], w[j]); };
        EXPECT_TRUE(obeys_interval_rule(with({.epsilon = epsilon}), d, epsilon, [&](int i, int) { return w[i]; }));
        const BodyRest either = with({.epsilon = epsilon, .symmetry = Symmetry::union_});
        EXPECT_TRUE(obeys_interval_rule(either, d, epsilon, widest));
        EXPECT_TRUE(is_symmetric(either));
        const BodyRest both = with({.epsilon = epsilon, .symmetry = Symmetry::intersection});
        EXPECT_TRUE(obeys_interval_rule(both, d, epsilon, narrowest));
        EXPECT_TRUE(is_symmetric(both));
        const BodyRest blocks = with({.epsilon = epsilon, .relation = RelationKind::blocks});
        EXPECT_TRUE(obeys_interval_rule(blocks, d, epsilon, widest));
        EXPECT_TRUE(is_symmetric(blocks));
        EXPECT_FALSE(blocks.blocks.empty());
    }
}

INSTANTIATE_TEST_SUITE_P(Models, SampledRegions, testing::Values("hand", "U"));

TEST(IntervalRegions, ThatAreEqualShareOneList) {
    const AdaptiveBody body = body_of(model_mesh("block"), 2, {.width = 100});
    EXPECT_EQ(body.rest->lists.rows(), 1) << "all regions are the whole body";
    EXPECT_EQ(members(*body.rest).size_of(0), body.rest->nodes());
    EXPECT_EQ(validate(*body.rest), std::vector<std::string>{});
}

}  // namespace
}  // namespace octomatch

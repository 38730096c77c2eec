#include "octree/fractional.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "tests/octree/sampled_models.h"
#include "tests/octree/shortest_paths.h"

namespace octomatch {
namespace {

using namespace test;

AdaptiveBody fractional_body(const char* model, SampleSettings settings) {
    settings.regions.relation = RelationKind::fractional;
    return make_body(model_mesh(model), settings);
}

int edge_of(const BodyRest& rest, int i) {
    return static_cast<int>(std::lround(rest.cell[i] / rest.finest_cell));
}

/// Counted: pairs of finest cells of two coarse cells, corners given, whose centres are within reach along one axis.
double counted_share(int edge_a, int edge_b, int corner_a, int corner_b, int reach) {
    int within = 0;
    for (int p = 0; p < edge_a; ++p)
        for (int q = 0; q < edge_b; ++q) within += std::abs((corner_b + q) - (corner_a + p)) <= reach;
    return double(within) / (edge_a * edge_b);
}

TEST(Membership, IsTheShareOfPairsOfFinestPointsWithinTheWidth) {
    for (int a : {1, 2, 4, 8})
        for (int b : {1, 2, 4, 8})
            for (int reach : {0, 1, 2, 3, 7, 12})
                for (int corner = -20; corner <= 20; ++corner) {
                    const int distance = std::abs((2 * corner + b) - a);
                    EXPECT_EQ(share_within(a, b, distance, reach), counted_share(a, b, 0, corner, reach));
                    EXPECT_EQ(share_within(b, a, distance, reach), share_within(a, b, distance, reach));
                }
    // In space: all pairs of points of two cells, by the max-norm.
    for (const Vec3i& corner : {Vec3i(4, 0, 2), Vec3i(-2, 4, 0), Vec3i(6, 5, -3), Vec3i(0, 0, 0)}) {
        const int a = 4, b = 2, reach = 4;
        int within = 0;
        for (int p = 0; p < a * a * a; ++p)
            for (int q = 0; q < b * b * b; ++q) {
                const Vec3i from(p % a, p / a % a, p / a / a), to(q % b, q / b % b, q / b / b);
                within += (corner + to - from).cwiseAbs().maxCoeff() <= reach;
            }
        const Vec3i offset = 2 * corner + Vec3i::Constant(b - a);
        EXPECT_DOUBLE_EQ(membership(a, b, offset, offset.cwiseAbs().maxCoeff(), reach), within / (64.0 * 8));
    }
}

TEST(Membership, IsZeroOrOneBetweenFinestCellsAndFallsWithTheWay) {
    for (int way = 6; way < 14; way += 2) EXPECT_EQ(membership(1, 1, {6, 2, -4}, way, 4), way <= 8 ? 1 : 0);
    double before = 1;
    for (int way = 10; way < 40; way += 2) {
        const double phi = membership(8, 4, {4, 10, -6}, way, 6);
        EXPECT_LE(phi, before);
        before = phi;
    }
    EXPECT_EQ(before, 0);
}

class FractionalRegionsOf : public testing::TestWithParam<const char*> {};

/// Widths that differ, where `wide`.
SampleSettings settings_for(const char* model, int depth, bool wide) {
    SampleSettings settings{.depth = depth};
    const Box3 box = bounding_box(model_mesh(model));
    if (wide)
        settings.widths = {
            {.where = {.points = {box.high}, .radius = box.diagonal() / 2}, .width = box.extent().maxCoeff() / 6}};
    return settings;
}

TEST_P(FractionalRegionsOf, HaveTheCountedShareOfEveryNodeAndAreSymmetricToTheBit) {
    for (bool wide : {false, true}) {
        const AdaptiveBody body = fractional_body(GetParam(), settings_for(GetParam(), wide ? 2 : 3, wide));
        const BodyRest& rest = *body.rest;
        ASSERT_EQ(validate(rest), std::vector<std::string>{});
        const auto way = all_pairs(rest.links, rest.link_length);
        const WeightedMembers regions = weighted_members(rest);
        const auto expected = [&](int r, int i) {
            if (way[r][i] == kUnreached) return 0.0;
            const int a = edge_of(rest, r), b = edge_of(rest, i), reach = std::max(rest.width[r], rest.width[i]) / 2;
            const Vec3i offset = body.sampling.cell_centre[i] - body.sampling.cell_centre[r];
            int farthest = 0;
            offset.cwiseAbs().maxCoeff(&farthest);
            double phi = 1;
            for (int axis = 0; axis < 3; ++axis) {
                const int distance =
                    axis == farthest ? std::max<int>(way[r][i], std::abs(offset[axis])) : std::abs(offset[axis]);
                phi *= counted_share(a, b, 0, (distance + a - b) / 2, reach);
            }
            return phi;
        };
        std::vector<std::vector<float>> share(rest.nodes(), std::vector<float>(rest.nodes(), 0));
        for (int r = 0; r < rest.nodes(); ++r) {
            const int list = rest.list_of[r];
            for (int e = regions.nodes.offsets[list]; e < regions.nodes.offsets[list + 1]; ++e)
                share[r][regions.nodes.items[e].value] = regions.weight[e];
        }
        int in_part = 0;
        for (int r = 0; r < rest.nodes(); ++r)
            for (int i = 0; i < rest.nodes(); ++i) {
                ASSERT_EQ(share[r][i], share[i][r]);
                ASSERT_NEAR(share[r][i], expected(r, i), 1e-6) << r << " " << i;
                ASSERT_EQ(share[r][i] > 0, expected(r, i) > 0);
                in_part += share[r][i] > 0 && share[r][i] < 1;
            }
        EXPECT_GT(in_part, 0);
    }
}

TEST_P(FractionalRegionsOf, TakeWholeCellsWhereverAllNodesBelowHaveOneShare) {
    const AdaptiveBody body = fractional_body(GetParam(), settings_for(GetParam(), 3, false));
    const BodyRest& rest = *body.rest;
    const Ragged<NodeId> below = nodes_below(rest);
    const WeightedMembers regions = weighted_members(rest);
    for (int list = 0; list < rest.lists.rows(); ++list) {
        std::vector<float> share(rest.nodes(), 0);
        for (int e = regions.nodes.offsets[list]; e < regions.nodes.offsets[list + 1]; ++e)
            share[regions.nodes.items[e].value] = regions.weight[e];
        for (RowId row : rest.lists.row(list)) {
            if (rest.parent[row.value] < 0) continue;
            const auto nodes = below.row(rest.parent[row.value]);
            EXPECT_FALSE(std::all_of(nodes.begin(), nodes.end(),
                                     [&](NodeId i) { return share[i.value] == share[nodes[0].value]; }))
                << "list " << list << " could take row " << rest.parent[row.value];
        }
    }
}

TEST(FractionalRegions, ThatHoldTheWholeBodyAreItsBaseCells) {
    const AdaptiveBody body = fractional_body("hand", {.depth = 2, .width = 100});
    const BodyRest& rest = *body.rest;
    ASSERT_EQ(rest.lists.rows(), 1) << "equal lists are shared";
    for (RowId row : rest.lists.row(0)) EXPECT_EQ(rest.parent[row.value], -1);
    EXPECT_TRUE(rest.entry_weight.empty());
    EXPECT_EQ(validate(rest), std::vector<std::string>{});
}

TEST_P(FractionalRegionsOf, OfAUniformBodyAreTheNodesWithinTheWidthAlongLinks) {
    const AdaptiveBody body = fractional_body(GetParam(), {.depth = 2, .criteria = {Criterion::uniform}});
    const BodyRest& rest = *body.rest;
    EXPECT_TRUE(rest.entry_weight.empty()) << "nothing belongs in part";
    for (int i = 0; i < rest.nodes(); ++i) {
        EXPECT_TRUE(rest.own_moment[i].isZero(0));
        EXPECT_EQ(rest.stiffness[i], 1);
    }
    const auto way = all_pairs(rest.links, rest.link_length);
    const Ragged<NodeId> regions = members(rest);
    for (int r = 0; r < rest.nodes(); ++r) {
        std::vector<NodeId> expected;
        for (int i = 0; i < rest.nodes(); ++i)
            if (way[r][i] <= rest.width[r]) expected.push_back({i});
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), regions.row(r).begin(), regions.row(r).end()));
    }
    // Where links join neighbours only, that is the number of links.
    if (std::all_of(rest.link_length.begin(), rest.link_length.end(), [](int length) { return length == 2; })) {
        const std::vector<std::int32_t> ones(rest.link_length.size(), 1);
        const auto hops = all_pairs(rest.links, ones);
        for (int r = 0; r < rest.nodes(); ++r)
            for (int i = 0; i < rest.nodes(); ++i)
                ASSERT_EQ(way[r][i] <= rest.width[r], hops[r][i] <= rest.width[r] / 2);
    }
}

INSTANTIATE_TEST_SUITE_P(Models, FractionalRegionsOf, testing::Values("hand", "U"));

TEST(OwnMoments, OfAFullCellAreThoseOfItsPointsAndAddUpToTheInertiaOfTheLattice) {
    const AdaptiveBody coarse = fractional_body("block", {.depth = 3});
    const BodyRest& rest = *coarse.rest;
    const double h = rest.finest_cell;
    int full = 0;
    for (int i = 0; i < rest.nodes(); ++i) {
        const double edge = rest.cell[i];
        if (coarse.sampling.volume[i] < std::pow(edge / h, 3) * (1 - 1e-6)) continue;
        ++full;
        const Mat3d expected = (edge * edge - h * h) / 12 * Mat3d::Identity();
        EXPECT_LT((rest.own_moment[i].cast<double>() - expected).norm(), 1e-5 * (edge * edge));
    }
    EXPECT_GT(full, 0);

    for (const char* model : {"block", "flower"}) {
        // Thickening adds at most half the mass of a finest cell times h^2 to a node, in each direction.
        double thickened = 0;
        const auto inertia_of = [&](const SampleSettings& settings) {
            const AdaptiveBody body = fractional_body(model, settings);
            Mat3d sum = Mat3d::Zero();
            thickened = 0;
            for (float cell : body.rest->cell)
                if (cell > 1.5 * body.rest->finest_cell)
                    thickened += std::sqrt(3.0) / 2 * body.rest->density * std::pow(body.rest->finest_cell, 5);
            for (int i = 0; i < body.rest->nodes(); ++i) {
                const Vec3d arm = body.rest->x0[i].cast<double>();
                sum += body.rest->mass[i] * (arm * arm.transpose() + body.rest->own_moment[i].cast<double>());
            }
            return sum;
        };
        const Mat3d fine = inertia_of({.depth = 2, .criteria = {Criterion::uniform}});
        // What else is left: slivers that finest nodes adopted, and light nodes. Together less than a hundredth, even
        // in petals as thin as these cells.
        for (double kappa : {0.7, 2.0}) {
            const double apart = (inertia_of({.depth = 2, .kappa = kappa}) - fine).norm();
            EXPECT_LT(apart, thickened + 3e-3 * fine.norm()) << model << ", kappa " << kappa;
            EXPECT_LT(apart, 1e-2 * fine.norm()) << model << ", kappa " << kappa;
        }
    }
}

TEST(Stiffness, FollowsTheSpreadOfTheMembers) {
    const AdaptiveBody body = fractional_body("hand", {.depth = 2});
    const BodyRest& rest = *body.rest;
    const WeightedMembers regions = weighted_members(rest);
    std::vector<double> total(rest.nodes(), 0);
    const auto each_member = [&](int r, auto visit) {
        const int list = rest.list_of[r];
        for (int e = regions.nodes.offsets[list]; e < regions.nodes.offsets[list + 1]; ++e)
            visit(regions.nodes.items[e].value, double(regions.weight[e]));
    };
    for (int r = 0; r < rest.nodes(); ++r) each_member(r, [&](int i, double phi) { total[i] += phi * rest.mass[r]; });
    for (int r = 0; r < rest.nodes(); ++r) {
        double sum = 0, above = 0;
        each_member(r, [&](int i, double phi) {
            const double f = phi * rest.mass[i] / total[i], edge = edge_of(rest, i);
            sum += f;
            above += f * (edge * edge - 1);
        });
        const double w = rest.width[r] / 2, T = w * (w + 1), edge = edge_of(rest, r);
        EXPECT_NEAR(rest.stiffness[r], T / (T + (edge * edge - 1) / 4 + above / sum / 4), 1e-6);
    }
}

}  // namespace
}  // namespace octomatch

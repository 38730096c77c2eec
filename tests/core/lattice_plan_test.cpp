#include "core/lattice_plan.h"

#include <gtest/gtest.h>

#include <set>

#include "core/parallel.h"
#include "core/sum_plan.h"
#include "tests/core/random_rows.h"
#include "tests/core/test_lattices.h"

namespace octomatch {
namespace {

using namespace test;

std::vector<NodeId> row_of(const Ragged<NodeId>& lists, int r) {
    return {lists.row(r).begin(), lists.row(r).end()};
}

/// Breadth-first search over cells, without links: all steps to one of 26 neighbours that are there.
std::vector<NodeId> reachable(const BodyRest& rest, int from, int steps) {
    std::set<int> found{from};
    for (int step = 0; step < steps; ++step) {
        std::set<int> wider = found;
        for (int j = 0; j < rest.nodes(); ++j)
            for (int i : found)
                if ((rest.place[i] - rest.place[j]).cwiseAbs().maxCoeff() <= 2) wider.insert(j);
        found = wider;
    }
    std::vector<NodeId> nodes;
    for (int i : found) nodes.push_back({i});
    return nodes;
}

std::vector<NodeId> in_box(const BodyRest& rest, int centre, int steps) {
    std::vector<NodeId> nodes;
    for (int j = 0; j < rest.nodes(); ++j)
        if ((rest.place[centre] - rest.place[j]).cwiseAbs().maxCoeff() <= 2 * steps) nodes.push_back({j});
    return nodes;
}

BodyRest slab(int reach) {
    return full_lattice({7, 6, 1}, reach);
}
BodyRest ring(int reach) {
    return lattice_where({7, 7, 2}, reach,
                         [](const Vec3i& at) { return at.x() < 1 || at.x() > 5 || at.y() < 1 || at.y() > 5; });
}
BodyRest gap(int reach) {  // two plates, joined at one end
    return lattice_where({8, 4, 5}, reach, [](const Vec3i& at) { return at.z() != 2 || at.x() < 1; });
}

TEST(LinkRegions, AreThoseOfABreadthFirstSearchOverCells) {
    for (int reach = 1; reach <= 4; ++reach)
        for (const BodyRest& rest : {slab(reach), ring(reach), gap(reach), full_lattice({4, 3, 5}, reach)}) {
            ASSERT_EQ(validate(rest), std::vector<std::string>{});
            const Ragged<NodeId> regions = members(rest);
            for (int r = 0; r < rest.nodes(); ++r) ASSERT_EQ(row_of(regions, r), reachable(rest, r, reach)) << r;
        }
}

TEST(LinkRegions, AreBoxesInAFullLatticeAndLessWhereTheWayLeadsAround) {
    const BodyRest full = full_lattice({5, 6, 4}, 2);
    for (int r = 0; r < full.nodes(); ++r) EXPECT_EQ(row_of(members(full), r), in_box(full, r, 2));
    for (const BodyRest& rest : {ring(3), gap(3)}) {
        const Ragged<NodeId> regions = members(rest);
        int smaller = 0;
        for (int r = 0; r < rest.nodes(); ++r) smaller += regions.row(r).size() < in_box(rest, r, 3).size();
        EXPECT_GT(smaller, rest.nodes() / 4);
    }
}

TEST(LinkRegions, OfOneLinkHaveTheirCentre) {
    const BodyRest rest = full_lattice({3, 3, 3}, 1);
    EXPECT_EQ(members(rest).size_of(13), 27);
    const Ragged<NodeId> regions = members(gap(1));
    for (int r = 0; r < regions.rows(); ++r) EXPECT_TRUE(std::ranges::binary_search(regions.row(r), NodeId{r}));
}

TEST(LinkRegions, ThatAreEqualShareOneSum) {
    const BodyRest whole = full_lattice({3, 4, 2}, 4);  // from everywhere everything
    EXPECT_EQ(SumPlan(whole, PlanKind::tree).sums(), 1);
    EXPECT_EQ(SumPlan(whole, PlanKind::brute_force).sums(), 1);
    const MatchTables tables(std::make_shared<const BodyRest>(whole), {}, {}, PlanKind::tree);
    ASSERT_EQ(tables.fits(), 1);
    EXPECT_EQ(tables.pull[0], 24);  // nodes of mass 1
    EXPECT_EQ(tables.total[0], 24);

    const BodyRest lattice = full_lattice({6, 1, 1}, 2);  // [0 2] [0 3] [0 4] [1 5] [2 5] [3 5]
    EXPECT_EQ(SumPlan(lattice, PlanKind::tree).sums(), 6);
    const BodyRest shorter = full_lattice({4, 1, 1}, 2);  // [0 2] [0 3] [0 3] [1 3]
    EXPECT_EQ(SumPlan(shorter, PlanKind::tree).sums(), 3);
}

TEST(LinkRegions, ThatBreakTheirPromisesAreFound) {
    const BodyRest good = gap(2);
    ASSERT_TRUE(validate(good).empty());
    const auto breaks = [&](auto&& change) {
        BodyRest bad = good;
        change(bad);
        return !validate(bad).empty();
    };
    EXPECT_TRUE(breaks([](BodyRest& r) { std::swap(r.list_of[0], r.list_of[9]), r.list_of[3] = r.list_of[0]; }));
    EXPECT_TRUE(breaks([](BodyRest& r) { ++r.list_of[5]; }));
    EXPECT_TRUE(breaks([](BodyRest& r) { r.list_of[5] = -1; }));
    EXPECT_TRUE(breaks([](BodyRest& r) { r.link_reach[4] = 0; }));
    EXPECT_TRUE(breaks([](BodyRest& r) { r.link_reach.pop_back(); }));
    EXPECT_TRUE(breaks([](BodyRest& r) { r.place.clear(); }));
    EXPECT_TRUE(breaks([](BodyRest& r) { r.lists.push_row({}); }));
    EXPECT_TRUE(breaks([](BodyRest& r) { r.blocks.push_back({{0}, {1}}); }));
    EXPECT_TRUE(breaks([](BodyRest& r) { r.entry_weight.push_back(1); }));
}

TEST(LinkRegions, CountInTheHash) {
    const BodyRest two = gap(2), three = gap(3);
    EXPECT_EQ(hash(two), hash(gap(2)));
    EXPECT_NE(hash(two), hash(three));
    BodyRest moved = two;
    moved.place[0].x() += 2;
    EXPECT_NE(hash(two), hash(moved));
    EXPECT_GT(two.bytes(), std::size_t(two.nodes()) * 60);
}

/// Exact in both directions over integers, and transposes of each other.
void expect_exact(const BodyRest& rest) {
    const SumPlan fast(rest, PlanKind::tree), slow(rest, PlanKind::brute_force);
    ASSERT_TRUE(fast.lattice().has_value());
    ASSERT_EQ(fast.sums(), slow.sums());
    const auto nodes = random_rows(std::size_t(rest.nodes()) * 2, 1, true);
    const auto sums = random_rows(std::size_t(fast.sums()) * 2, 2, true);
    std::vector<double> a(sums.size()), b(sums.size()), c(nodes.size()), d(nodes.size()), scratch;
    fast.sum(2, nodes, a, scratch);
    slow.sum(2, nodes, b, scratch);
    ASSERT_EQ(a, b);
    fast.adjoint(2, sums, c, scratch);
    slow.adjoint(2, sums, d, scratch);
    ASSERT_EQ(c, d);
    double left = 0, right = 0;
    for (std::size_t e = 0; e < sums.size(); ++e) left += a[e] * sums[e];
    for (std::size_t e = 0; e < nodes.size(); ++e) right += nodes[e] * c[e];
    ASSERT_EQ(left, right);
}

/// Both kinds of links, all of them and some, regions of 1 to 5 links.
void expect_exact_on(const Model& model, int depth) {
    const TriangleMesh mesh = check_mesh(model.make()).mesh;
    SampleSettings settings = resolved(lattice_settings(LinkRule::contact, depth), mesh);
    const MaterialGraph material =
        make_material(mesh, lattice_over(bounding_box(mesh), settings.base_cell, depth, settings.shift), 4);
    for (LinkRule rule : {LinkRule::contact, LinkRule::touching}) {
        settings.links = rule;
        const auto rest = make_body(mesh, material, settings).rest;
        for (int reach = 1; reach <= 5; ++reach)
            for (double without : {0.0, 0.4}) {
                SCOPED_TRACE(model.name + ", reach " + std::to_string(reach) + ", without " + std::to_string(without));
                expect_exact(relinked(*rest, reach, without));
                if (testing::Test::HasFatalFailure()) return;
            }
    }
}

TEST(LatticePlan, EqualsBruteForceExactlyWhateverTheLinks) {
    expect_exact_on(*find_model("comb"), 2);
    expect_exact_on(*find_model("U"), 1);
}

TEST(LatticePlanLong, EqualsBruteForceExactlyOnEveryModel) {
    for (const Model& model : models()) expect_exact_on(model, 2);
}

// Two plates in the same cells, not linked but at one end.
TEST(LatticePlan, EqualsBruteForceWhereACellHasSeveralNodes) {
    for (int reach = 1; reach <= 5; ++reach) {
        BodyRest rest = gap(reach);
        for (Vec3i& place : rest.place)
            if (place.z() > 5) place.z() -= 6;
        add_link_regions(std::vector(rest.place), rest);
        ASSERT_TRUE(validate(rest).empty());
        expect_exact(rest);
    }
}

TEST(LatticePlan, EqualsBruteForceOnSlabsRingsAndGaps) {
    for (int reach = 1; reach <= 5; ++reach)
        for (const BodyRest& rest : {slab(reach), ring(reach), gap(reach), full_lattice({9, 8, 7}, reach)})
            expect_exact(rest);
}

TEST(LatticePlan, EqualsBruteForceWhereReachesDiffer) {
    BodyRest rest = gap(2);
    std::mt19937 random(3);
    for (std::int32_t& reach : rest.link_reach) reach = 1 + static_cast<int>(random() % 4);
    add_link_regions(std::vector(rest.place), rest);
    ASSERT_TRUE(validate(rest).empty());
    expect_exact(rest);
}

// Along a line of N cells the sums over windows of w cells to each side take w additions for the first, 1 for each of
// the w that follow and the last w, 2 for each of the others: 2 N - w - 2. There are N^2 lines along each of 3 axes.
TEST(LatticePlan, TakesSixAdditionsPerInteriorNodeWhateverTheReach) {
    const std::int64_t n = 12;
    for (int reach = 1; reach <= 5; ++reach) {
        const LatticePlan::Counts counts = LatticePlan(full_lattice({n, n, n}, reach)).counts();
        EXPECT_EQ(counts.bars, n * n * n);
        EXPECT_EQ(counts.plates, n * n * n);
        EXPECT_EQ(counts.regions, n * n * n);
        EXPECT_EQ(counts.sum_additions, 3 * n * n * (2 * n - reach - 2)) << reach;
        EXPECT_EQ(counts.adjoint_additions, counts.sum_additions) << reach;
    }
}

TEST(LatticePlan, NeedsSeveralSumsPerPlaceWhereLinksAreMissing) {
    const LatticePlan::Counts whole = LatticePlan(full_lattice({8, 8, 8}, 2)).counts();
    const LatticePlan::Counts torn = LatticePlan(relinked(full_lattice({8, 8, 8}, 2), 2, 0.8)).counts();
    EXPECT_GT(torn.bars, 2 * whole.bars);
    EXPECT_GT(torn.plates, 2 * whole.plates);
}

TEST(LatticePlan, IsTheSameToTheBitForEveryThreadCount) {
    const BodyRest rest = *model_lattice("comb", LinkRule::contact);
    std::vector<double> first;
    const auto rows = random_rows(std::size_t(rest.nodes()) * 5, 6, false);
    for (int threads : {1, 2, 3, 4, 8}) {
        set_thread_count(threads);
        const SumPlan plan(rest, PlanKind::tree);
        std::vector<double> sums(std::size_t(plan.sums()) * 5), back(rows.size()), scratch;
        plan.sum(5, rows, sums, scratch);
        plan.adjoint(5, sums, back, scratch);
        back.insert(back.end(), sums.begin(), sums.end());
        if (first.empty()) first = back;
        EXPECT_EQ(back, first) << threads << " threads";
    }
    set_thread_count(0);
}

// Sums by differences start again from zero before rounding can grow.
TEST(LatticePlan, DoesNotDriftAlongALongLine) {
    const BodyRest rest = full_lattice({1500, 1, 1}, 5);
    const SumPlan fast(rest, PlanKind::tree), slow(rest, PlanKind::brute_force);
    auto rows = random_rows(rest.nodes(), 8, false);
    rows[3] = 1e12;  // leaves rounding behind in every sum that starts from one with it
    std::vector<double> a(fast.sums()), b(fast.sums()), scratch;
    fast.sum(1, rows, a, scratch);
    slow.sum(1, rows, b, scratch);
    for (int s = 600; s < fast.sums(); ++s) EXPECT_NEAR(a[s], b[s], 1e-9) << s;
}

TEST(LatticePlan, AStepEqualsThatOfBruteForceToRounding) {
    for (LinkRule rule : {LinkRule::contact, LinkRule::touching}) {
        const auto rest = model_lattice("comb", rule);
        std::vector<World> worlds;
        for (PlanKind plan : {PlanKind::tree, PlanKind::brute_force}) {
            WorldSettings settings = empty_space();
            settings.plan = plan;
            worlds.push_back(shaken(world_of(rest, settings, {}), 1));
        }
        for (int step = 0; step < 20; ++step)
            for (World& world : worlds) world.step();
        const BodyState &a = worlds[0].bodies()[0].state, &b = worlds[1].bodies()[0].state;
        float difference = 0, moved = 0;
        for (int i = 0; i < rest->nodes(); ++i) {
            difference = std::max(difference, (a.x[i] - b.x[i]).norm());
            moved = std::max(moved, (a.x[i] - rest->x0[i]).norm());
        }
        EXPECT_GT(moved, 0.01f);
        EXPECT_LT(difference, 1e-5f);
    }
}

TEST(LatticePlan, KeepsMomentumOverSteps) {
    for (LinkRule rule : {LinkRule::contact, LinkRule::touching}) {
        const auto rest = model_lattice("comb", rule);
        World world = shaken(world_of(rest, empty_space(), {.material = {.damping = 3, .drag = 0}}), 0.2);
        const Motion before = motion_of(world);
        for (int step = 0; step < 200; ++step) world.step();
        const Motion after = motion_of(world);
        EXPECT_LT((after.momentum - before.momentum).norm() / before.speed, 1e-5);
        EXPECT_LT((after.angular - before.angular).norm() / before.turn, 1e-4);
        EXPECT_LT(after.speed, 0.9 * before.speed);  // damping was at work
    }
}

TEST(LatticePlan, ABodyAtRestStaysAtRest) {
    const auto rest = model_lattice("comb", LinkRule::touching);
    World world = world_of(rest, empty_space(), {});
    for (int step = 0; step < 50; ++step) world.step();
    for (int i = 0; i < rest->nodes(); ++i)
        EXPECT_LT((world.bodies()[0].state.x[i] - rest->x0[i]).norm(), 1e-6f * static_cast<float>(rest->finest_cell));
}

}  // namespace
}  // namespace octomatch

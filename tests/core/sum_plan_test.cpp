#include "core/sum_plan.h"

#include <gtest/gtest.h>

#include "core/parallel.h"
#include "tests/core/random_rows.h"
#include "tests/core/test_bodies.h"

namespace octomatch {
namespace {

using namespace test;

BodyRest with_weights(const BodyRest& rest) {
    BodyRest weighted = rest;
    std::mt19937 random(7);
    weighted.entry_weight.resize(rest.list_of.empty() ? rest.blocks.size() : rest.lists.items.size());
    for (float& w : weighted.entry_weight) w = static_cast<float>(1 + random() % 4) / 4;  // quarters: sums stay exact
    return weighted;
}

struct Case {
    const char* name;
    BodyRest rest;
};

std::vector<Case> cases() {
    std::vector<Case> all;
    all.push_back({"lattice", *lattice_rest({5, 4, 3}, 0.1, 2)});
    for (const auto& [name, relation] :
         {std::pair("intervals", RelationKind::intervals), {"blocks", RelationKind::blocks}}) {
        all.push_back({name, *model_rest("comb", relation)});
        all.push_back({name, with_weights(all.back().rest)});
    }
    return all;
}

TEST(SumPlan, TreePlansEqualBruteForceExactlyForIntegers) {
    for (const auto& [name, rest] : cases()) {
        SCOPED_TRACE(name);
        const SumPlan fast(rest, PlanKind::tree), slow(rest, PlanKind::brute_force);
        ASSERT_EQ(fast.sums(), slow.sums());
        const auto nodes = random_rows(std::size_t(rest.nodes()) * 3, 1, true);
        const auto sums = random_rows(std::size_t(fast.sums()) * 3, 2, true);
        std::vector<double> a(sums.size()), b(sums.size()), c(nodes.size()), d(nodes.size()), scratch;
        fast.sum(3, nodes, a, scratch);
        slow.sum(3, nodes, b, scratch);
        EXPECT_EQ(a, b);
        fast.adjoint(3, sums, c, scratch);
        slow.adjoint(3, sums, d, scratch);
        EXPECT_EQ(c, d);
    }
}

TEST(SumPlan, BruteForceSumsTheMembersOfEachRegion) {
    const auto rest = model_rest("U", RelationKind::blocks, 2);
    const SumPlan plan(*rest, PlanKind::brute_force);
    const Ragged<NodeId> regions = members(*rest);
    const auto rows = random_rows(rest->nodes(), 3, true);
    std::vector<double> sums(plan.sums()), scratch;
    plan.sum(1, rows, sums, scratch);
    for (int r = 0; r < rest->nodes(); ++r) {
        double expected = 0;
        for (NodeId i : regions.row(r)) expected += rows[i.value];
        EXPECT_EQ(sums[r], expected);
    }
}

TEST(SumPlan, AdjointIsTheTranspose) {
    for (const auto& [name, rest] : cases())
        for (PlanKind kind : {PlanKind::tree, PlanKind::brute_force}) {
            SCOPED_TRACE(name);
            const SumPlan plan(rest, kind);
            const auto a = random_rows(rest.nodes(), 4, true), b = random_rows(plan.sums(), 5, true);
            std::vector<double> Sa(plan.sums()), Stb(rest.nodes()), scratch;
            plan.sum(1, a, Sa, scratch);
            plan.adjoint(1, b, Stb, scratch);
            double left = 0, right = 0;
            for (int s = 0; s < plan.sums(); ++s) left += Sa[s] * b[s];
            for (int i = 0; i < rest.nodes(); ++i) right += a[i] * Stb[i];
            EXPECT_EQ(left, right);
        }
}

TEST(SumPlan, EqualForEveryThreadCount) {
    for (const auto& [name, rest] : cases()) {
        SCOPED_TRACE(name);
        const SumPlan plan(rest, PlanKind::tree);
        const auto rows = random_rows(std::size_t(rest.nodes()) * 5, 6, false);
        std::vector<double> first, scratch;
        for (int threads : {1, 2, 3, 4, 8}) {
            set_thread_count(threads);
            std::vector<double> sums(std::size_t(plan.sums()) * 5), back(rows.size());
            plan.sum(5, rows, sums, scratch);
            plan.adjoint(5, sums, back, scratch);
            if (first.empty()) first = back;
            EXPECT_EQ(back, first) << threads << " threads";
        }
        set_thread_count(0);
    }
}

}  // namespace
}  // namespace octomatch

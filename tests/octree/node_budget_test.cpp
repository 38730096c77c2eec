#include "octree/node_budget.h"

#include <gtest/gtest.h>

#include <set>

#include "core/input_error.h"
#include "octree/criteria.h"
#include "tests/octree/sampled_models.h"

namespace octomatch {
namespace {

using namespace test;

struct Budget : testing::Test {
    const MaterialGraph material = material_of(model_mesh("hand"), 3);
    const std::function<double(const Cell&)> need = feature_need(material, 0.5);

    int nodes(const Octree& tree) const { return make_sampling(material, tree, Positions::mass).nodes(); }
};

/// One split after the other, always of the neediest cell that is there; the trees on the way, balanced.
std::vector<Octree> greedy_trees(const MaterialGraph& material, const std::function<double(const Cell&)>& need) {
    std::vector<Cell> open = base_cells(material);
    std::set<std::pair<int, Morton>> made;
    const auto tree = [&] {
        return make_octree(material, [&](const Cell& cell) { return made.contains({cell.level, cell.corner}); });
    };
    std::vector<Octree> trees{tree()};
    for (;;) {
        const Cell* neediest = nullptr;
        for (const Cell& cell : open) {
            if (cell.level == material.lattice.depth || need(cell) < 1) continue;
            // The coarser first, then the first in Morton order, where two need it equally.
            const auto key = [&](const Cell& c) { return std::tuple(-need(c), c.level, c.corner); };
            if (!neediest || key(cell) < key(*neediest)) neediest = &cell;
        }
        if (!neediest) return trees;
        const Cell cell = *neediest;
        made.insert({cell.level, cell.corner});
        std::erase(open, cell);
        for (const Cell& child : children(material, cell)) open.push_back(child);
        trees.push_back(tree());
    }
}

TEST_F(Budget, IsNeverExceededAndSpentGreedilyByNeed) {
    const std::vector<Octree> trees = greedy_trees(material, need);
    std::vector<int> count;
    for (const Octree& tree : trees) count.push_back(nodes(tree));
    ASSERT_GT(count.size(), 20u);
    ASSERT_GT(count.back(), 2 * count.front());
    for (int budget = count.front(); budget <= count.back() + 10; budget += 1 + (count.back() - count.front()) / 25) {
        const Octree tree = make_octree_within(material, need, budget);
        EXPECT_LE(nodes(tree), budget);
        // It is one of the greedy trees, and the next one is above the budget. A split that the balance has made
        // already changes nothing, so equal trees follow each other: the last one counts.
        const auto at =
            std::find_if(trees.rbegin(), trees.rend(), [&](const Octree& t) { return t.cells == tree.cells; });
        ASSERT_NE(at, trees.rend());
        if (at != trees.rbegin()) {
            EXPECT_GT(nodes(*std::prev(at)), budget);
        }
    }
}

TEST_F(Budget, ThatIsLargeEnoughSplitsAllThatWantsIt) {
    const Octree free = make_octree(material, [&](const Cell& cell) { return need(cell) >= 1; });
    EXPECT_EQ(make_octree_within(material, need, 1000000).cells, free.cells);
    EXPECT_EQ(make_octree_within(material, need, nodes(free)).cells, free.cells);
}

TEST_F(Budget, BelowTheBaseLatticeIsRefusedWithBothNumbers) {
    const int base = nodes(make_octree(material, [](const Cell&) { return false; }));
    EXPECT_EQ(make_octree_within(material, need, base).cells, base_cells(material));
    try {
        make_octree_within(material, need, base - 1);
        FAIL();
    } catch (const InputError& error) {
        const std::string what = error.what();
        EXPECT_NE(what.find(std::to_string(base - 1) + " nodes"), std::string::npos) << what;
        EXPECT_NE(what.find(std::to_string(base) + " nodes"), std::string::npos) << what;
    }
}

}  // namespace
}  // namespace octomatch

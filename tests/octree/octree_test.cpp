#include "octree/octree.h"

#include <gtest/gtest.h>

#include <random>

#include "octree/criteria.h"
#include "tests/octree/sampled_models.h"

namespace octomatch {
namespace {

using namespace test;

/// Splits each cell with a chance that falls with its level, by a hash of its place: ragged trees.
SplitCriterion split_at_random(unsigned seed) {
    return [seed](const Cell& cell) {
        std::mt19937_64 random(seed ^ (cell.corner * 31 + cell.level));
        random.discard(3);
        return random() % 100 < (cell.level == 0 ? 60u : 35u);
    };
}

struct Trees : testing::Test {
    const MaterialGraph material = material_of(model_mesh("hand"), 4);
    std::vector<Octree> trees;

    Trees() {
        for (unsigned seed = 0; seed < 4; ++seed) trees.push_back(make_octree(material, split_at_random(seed)));
        trees.push_back(make_octree(material, split_features(material, 0.7)));
        trees.push_back(make_octree(material, [](const Cell&) { return false; }));
        // One cell to the bottom: the steepest demand on the balance.
        const Morton deep = material.cells[material.cells.size() / 2];
        trees.push_back(make_octree(material, [&](const Cell& cell) {
            return deep >> 3 * (material.lattice.depth - cell.level) ==
                   cell.corner >> 3 * (material.lattice.depth - cell.level);
        }));
    }
};

std::vector<Cell> leaves(const Octree& tree) {
    std::vector<Cell> result;
    for (int c = 0; c < tree.size(); ++c)
        if (tree.is_leaf[c]) result.push_back(tree.cells[c]);
    return result;
}

bool touch(const Lattice& lattice, const Cell& a, const Cell& b) {
    const Vec3i low_a = coordinates(a.corner), high_a = low_a + Vec3i::Constant(lattice.finest_per_cell(a.level));
    const Vec3i low_b = coordinates(b.corner), high_b = low_b + Vec3i::Constant(lattice.finest_per_cell(b.level));
    return (low_a.array() <= high_b.array()).all() && (low_b.array() <= high_a.array()).all();
}

TEST_F(Trees, AreTwoToOneBalancedOverFacesEdgesAndCorners) {
    for (const Octree& tree : trees) {
        const auto all = leaves(tree);
        for (const Cell& a : all)
            for (const Cell& b : all)
                if (a.level > b.level + 1) {
                    ASSERT_FALSE(touch(material.lattice, a, b)) << a.level << " beside " << b.level;
                }
    }
}

TEST_F(Trees, HaveEveryPieceInExactlyOneLeaf) {
    for (const Octree& tree : trees) {
        std::vector<int> found(material.pieces(), 0);
        for (const Cell& leaf : leaves(tree))
            for (int p = leaf.first_piece; p < leaf.end_piece; ++p) {
                ++found[p];
                const Vec3i inside = coordinates(material.cell_of[p]) - coordinates(leaf.corner);
                ASSERT_TRUE((inside.array() >= 0).all());
                ASSERT_TRUE((inside.array() < material.lattice.finest_per_cell(leaf.level)).all());
            }
        EXPECT_EQ(found, std::vector<int>(material.pieces(), 1));
    }
}

TEST_F(Trees, AreInDepthFirstMortonOrder) {
    for (const Octree& tree : trees) {
        for (int c = 0; c < tree.size(); ++c) {
            const Cell& cell = tree.cells[c];
            EXPECT_EQ(coordinates(cell.corner).x() % material.lattice.finest_per_cell(cell.level), 0);
            EXPECT_LT(cell.first_piece, cell.end_piece) << "no cell is empty";
            if (c == 0) continue;
            EXPECT_LT(std::pair(tree.cells[c - 1].corner, tree.cells[c - 1].level), std::pair(cell.corner, cell.level));
        }
        const auto all = leaves(tree);
        for (std::size_t k = 1; k < all.size(); ++k) EXPECT_EQ(all[k - 1].end_piece, all[k].first_piece);
    }
}

// The descendants of a cell follow it without a gap, and its children share its pieces out without a gap.
TEST_F(Trees, HaveContiguousDescendants) {
    for (const Octree& tree : trees) {
        std::vector<int> next_piece(tree.size()), last_descendant(tree.size());
        for (int c = 0; c < tree.size(); ++c) next_piece[c] = tree.cells[c].first_piece;
        for (int c = 0; c < tree.size(); ++c) {
            const int p = tree.parent[c];
            EXPECT_EQ(p < 0, tree.cells[c].level == 0);
            if (p < 0) continue;
            ASSERT_LT(p, c);
            EXPECT_FALSE(tree.is_leaf[p]);
            EXPECT_EQ(tree.cells[p].level + 1, tree.cells[c].level);
            EXPECT_EQ(next_piece[p], tree.cells[c].first_piece);
            next_piece[p] = tree.cells[c].end_piece;
        }
        for (int c = tree.size() - 1; c >= 0; --c) {
            last_descendant[c] = std::max(last_descendant[c], c);
            if (tree.parent[c] >= 0)
                last_descendant[tree.parent[c]] = std::max(last_descendant[tree.parent[c]], last_descendant[c]);
            if (!tree.is_leaf[c]) {
                EXPECT_EQ(next_piece[c], tree.cells[c].end_piece);
            }
        }
        for (int c = 0; c < tree.size(); ++c)
            for (int d = c + 1; d <= last_descendant[c]; ++d) {
                int up = d;
                while (up > c) up = tree.parent[up];
                ASSERT_EQ(up, c);
            }
    }
}

TEST_F(Trees, AreSplitWhereAskedAndElsewhereOnlyForTheBalance) {
    for (unsigned seed = 0; seed < 4; ++seed) {
        const Octree& tree = trees[seed];
        const SplitCriterion wants_split = split_at_random(seed);
        const auto all = leaves(tree);
        for (int c = 0; c < tree.size(); ++c) {
            const Cell& cell = tree.cells[c];
            if (tree.is_leaf[c]) {
                // Cells that only exist for the balance were never asked.
                bool asked = true;
                for (int up = tree.parent[c]; up >= 0; up = tree.parent[up])
                    asked = asked && wants_split(tree.cells[up]);
                if (asked && cell.level < material.lattice.depth) {
                    EXPECT_FALSE(wants_split(cell));
                }
                continue;
            }
            bool asked_for = true;
            for (int up = c; up >= 0; up = tree.parent[up]) asked_for = asked_for && wants_split(tree.cells[up]);
            if (asked_for) continue;
            // Unsplit, it would touch a leaf that is two levels finer.
            const bool needed = std::any_of(all.begin(), all.end(), [&](const Cell& leaf) {
                const bool is_below = leaf.first_piece >= cell.first_piece && leaf.end_piece <= cell.end_piece;
                return !is_below && leaf.level >= cell.level + 2 && touch(material.lattice, leaf, cell);
            });
            EXPECT_TRUE(needed) << "level " << cell.level;
        }
    }
}

TEST_F(Trees, OfABaseLatticeAloneAreItsCells) {
    const Octree& tree = trees[5];
    EXPECT_EQ(tree.cells, base_cells(material));
    EXPECT_EQ(leaves(tree), base_cells(material));
}

TEST_F(Trees, ChildrenOfACellPartitionItsPieces) {
    for (const Cell& cell : base_cells(material)) {
        int next = cell.first_piece;
        const auto inner = children(material, cell);
        EXPECT_LE(inner.size(), 8u);
        for (const Cell& child : inner) {
            EXPECT_EQ(child.first_piece, next);
            EXPECT_EQ(child.level, 1);
            next = child.end_piece;
        }
        EXPECT_EQ(next, cell.end_piece);
    }
}

}  // namespace
}  // namespace octomatch

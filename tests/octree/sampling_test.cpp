#include "octree/sampling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "octree/cell_components.h"
#include "octree/criteria.h"
#include "octree/lattice_study.h"
#include "tests/io/test_meshes.h"
#include "tests/octree/dense_voxels.h"
#include "tests/octree/sampled_models.h"

namespace octomatch {
namespace {

using namespace test;

/// One material, sampled in different ways.
struct Samplings : testing::TestWithParam<const char*> {
    const MaterialGraph material = material_of(model_mesh(GetParam()), 3);
    std::vector<Octree> trees = {
        make_octree(material, [](const Cell&) { return false; }),
        make_octree(material, split_features(material, 1)),
        make_octree(material, split_features(material, 0.5)),
        make_octree(material, split_everywhere()),
    };

    template <class Check>
    void for_each(Check check) const {
        for (const Octree& tree : trees) check(tree, make_sampling(material, tree, Positions::mass));
    }
};

INSTANTIATE_TEST_SUITE_P(Models, Samplings, testing::Values("hand", "comb", "flower"),
                         [](const auto& model) { return std::string(model.param); });

double level_volume(const MaterialGraph& material, const Octree& tree, CellId leaf) {
    return std::pow(material.lattice.finest_per_cell(tree.cells[leaf.value].level), 3);
}

TEST_P(Samplings, LinkNodesWhoseVoxelsTouchAcrossCells) {
    const DenseVoxels<int> piece = pieces_of_voxels(material);
    const auto contacts = touching_pieces(piece);
    for_each([&](const Octree& tree, const Sampling& sampling) {
        std::set<std::pair<int, int>> expected, found;
        for (const auto& [p, q] : contacts) {
            const int i = sampling.node_of_piece[p].value, j = sampling.node_of_piece[q].value;
            if (i != j) expected.insert({i, j});
        }
        for (int i = 0; i < sampling.nodes(); ++i)
            for (NodeId j : sampling.links.row(i)) found.insert({i, j.value});
        EXPECT_EQ(found, expected);
        EXPECT_EQ(found.size(), sampling.links.items.size());

        // Lengths are the max-norm between the centres of the cells, in half finest cells.
        std::size_t e = 0;
        for (int i = 0; i < sampling.nodes(); ++i)
            for (NodeId j : sampling.links.row(i)) {
                const auto centre = [&](int node) {
                    const Cell& cell = tree.cells[sampling.leaf_of[node].value];
                    return Vec3d(coordinates(cell.corner).cast<double>() +
                                 Vec3d::Constant(0.5 * material.lattice.finest_per_cell(cell.level)));
                };
                const double apart = (centre(i) - centre(j.value)).cwiseAbs().maxCoeff();
                const double edge = material.lattice.finest_per_cell(tree.cells[sampling.leaf_of[i].value].level);
                EXPECT_EQ(sampling.link_length[e++], 2 * (apart > 0 ? apart : edge));
            }
    });
}

TEST_P(Samplings, HaveOneComponentNoIsolatedNodeAndNoBridges) {
    for_each([&](const Octree& tree, const Sampling& sampling) {
        const Connectivity found = connectivity(sampling.links);
        EXPECT_EQ(found.components, 1);
        EXPECT_EQ(found.isolated, 0);
        EXPECT_EQ(count_bridges(material, tree, sampling), 0);
    });
}

// With links only where material touches, a node could still join what is apart: if its own material fell apart.
TEST_P(Samplings, HaveNodesOfConnectedMaterial) {
    for_each([&](const Octree&, const Sampling& sampling) {
        std::vector<char> seen(material.pieces(), 0);
        std::vector<int> parts(sampling.nodes(), 0);
        for (int seed = 0; seed < material.pieces(); ++seed) {
            if (seen[seed]) continue;
            ++parts[sampling.node_of_piece[seed].value];
            std::vector<int> stack{seed};
            seen[seed] = 1;
            while (!stack.empty()) {
                const int p = stack.back();
                stack.pop_back();
                for (PieceId q : material.contacts.row(p))
                    if (!seen[q.value] && sampling.node_of_piece[q.value] == sampling.node_of_piece[p]) {
                        seen[q.value] = 1;
                        stack.push_back(q.value);
                    }
            }
        }
        EXPECT_EQ(parts, std::vector<int>(sampling.nodes(), 1));
    });
}

TEST_P(Samplings, HaveTheSameMass) {
    double volume = 0;
    for (float v : material.volume) volume += v;
    for_each([&](const Octree&, const Sampling& sampling) {
        double total = 0;
        for (double v : sampling.volume) total += v;
        EXPECT_NEAR(total / volume, 1, 1e-6);
    });
}

TEST_P(Samplings, HaveNodesAtTheirCentresOfMass) {
    for_each([&](const Octree& tree, const Sampling& sampling) {
        std::vector<Vec3d> moment(sampling.nodes(), Vec3d::Zero());
        std::vector<double> volume(sampling.nodes(), 0);
        for (int p = 0; p < material.pieces(); ++p) {
            const int i = sampling.node_of_piece[p].value;
            moment[i] += material.volume[p] *
                         (coordinates(material.cell_of[p]).cast<float>() + material.centre[p]).cast<double>();
            volume[i] += material.volume[p];
        }
        for (int i = 0; i < sampling.nodes(); ++i) {
            EXPECT_NEAR(sampling.volume[i], volume[i], 1e-9 * volume[i]);
            EXPECT_LT((sampling.position[i] - moment[i] / volume[i]).norm(), 1e-4);
        }
        const Sampling centred = make_sampling(material, tree, Positions::cell_centre);
        EXPECT_EQ(centred.nodes(), sampling.nodes());
        for (int i = 0; i < sampling.nodes(); ++i)
            EXPECT_EQ(centred.position[i], Vec3d(0.5 * sampling.cell_centre[i].cast<double>()));
    });
}

TEST_P(Samplings, HaveNodesInMortonOrderOfTheirLeaves) {
    for_each([&](const Octree& tree, const Sampling& sampling) {
        EXPECT_TRUE(std::is_sorted(sampling.leaf_of.begin(), sampling.leaf_of.end()));
        for (CellId leaf : sampling.leaf_of) EXPECT_TRUE(tree.is_leaf[leaf.value]);
    });
}

/// A connected component of material in a leaf.
struct LeafPart {
    std::vector<int> pieces;
    CellId leaf;
    double volume = 0;
    bool sliver = false;
};

std::vector<LeafPart> leaf_parts(const MaterialGraph& material, const Octree& tree) {
    std::vector<LeafPart> parts;
    for (int c = 0; c < tree.size(); ++c) {
        if (!tree.is_leaf[c]) continue;
        const auto component = component_of_pieces(material, tree.cells[c]);
        std::map<int, LeafPart> of_leaf;
        for (std::size_t k = 0; k < component.size(); ++k) {
            LeafPart& part = of_leaf[component[k]];
            const int p = tree.cells[c].first_piece + static_cast<int>(k);
            part.pieces.push_back(p);
            part.leaf = {c};
            part.volume += material.volume[p];
        }
        double largest = 0;
        for (const auto& [number, part] : of_leaf) largest = std::max(largest, part.volume);
        for (auto& [number, part] : of_leaf) {
            part.sliver =
                (part.volume < 0.25 && part.volume < largest) || part.volume < 0.02 * level_volume(material, tree, {c});
            parts.push_back(part);
        }
    }
    return parts;
}

// One node per part of a leaf, except slivers, which belong to the node they touch most.
TEST_P(Samplings, HaveSliversAdoptedByTheNodeTheyTouchMost) {
    int adopted = 0;
    for_each([&](const Octree& tree, const Sampling& sampling) {
        std::set<int> nodes_with_parts;
        int own = 0;
        const auto parts = leaf_parts(material, tree);
        std::vector<char> in_sliver(material.pieces(), 0);
        for (const LeafPart& part : parts)
            for (int p : part.pieces) in_sliver[p] = part.sliver;
        for (const LeafPart& part : parts) {
            const NodeId node = sampling.node_of_piece[part.pieces[0]];
            for (int p : part.pieces) ASSERT_EQ(sampling.node_of_piece[p], node) << "a part is not torn apart";
            if (!part.sliver) {
                EXPECT_EQ(sampling.leaf_of[node.value], part.leaf);
                EXPECT_TRUE(nodes_with_parts.insert(node.value).second) << "two parts in one node";
                ++own;
                continue;
            }
            ++adopted;
            // Contacts with nodes, counted through material that is no sliver itself.
            std::map<int, int> contacts;
            for (int p : part.pieces)
                for (PieceId q : material.contacts.row(p))
                    if (!in_sliver[q.value]) ++contacts[sampling.node_of_piece[q.value].value];
            int most = 0;
            for (const auto& [other, count] : contacts) most = std::max(most, count);
            if (most == 0) continue;  // only touches slivers: follows them
            EXPECT_EQ(contacts[node.value], most);
            const auto first =
                std::find_if(contacts.begin(), contacts.end(), [&](const auto& c) { return c.second == most; });
            EXPECT_EQ(node.value, first->first) << "the first wins a tie";
        }
        EXPECT_EQ(own, sampling.nodes()) << "these shapes have no group of slivers alone";
    });
    EXPECT_GT(adopted, 10);
}

// Three specks far apart, each smaller than 2 % of a cell: every one must keep a node.
TEST(Sampling, AGroupOfSliversThatTouchesNoNodeKeepsItsMassInANodeOfItsOwn) {
    TriangleMesh mesh = box({0.1, 0.1, 0.1}, {0.16, 0.16, 0.16});
    mesh = joined(mesh, box({2.1, 0.1, 0.1}, {2.16, 0.16, 0.16}));
    mesh = joined(mesh, box({3.97, 0.97, 0.97}, {4.03, 1.03, 1.03}));  // spread over eight cells
    const Lattice lattice{.base_cell = 1, .depth = 4, .base_size = {6, 2, 2}};
    const MaterialGraph material = make_material(mesh, lattice, 1);
    const Octree tree = make_octree(material, [](const Cell&) { return false; });
    const Sampling sampling = make_sampling(material, tree, Positions::mass);
    EXPECT_EQ(sampling.nodes(), 3);
    for (double volume : sampling.volume) EXPECT_NEAR(volume, std::pow(0.06 * 16, 3), 0.1);
    EXPECT_EQ(connectivity(sampling.links).components, 3);
    EXPECT_EQ(connectivity(sampling.links).isolated, 3);
}

TEST(Sampling, TwoPartsOfOneLeafAreTwoNodes) {
    // Two bars in one base cell, joined beyond it.
    const TriangleMesh bars =
        joined(joined(box({0.2, 0.1, 0.2}, {1.5, 0.3, 0.8}), box({0.2, 0.7, 0.2}, {1.5, 0.9, 0.8})),
               box({1.2, 0.1, 0.2}, {1.8, 0.9, 0.8}));
    const Lattice lattice{.base_cell = 1, .depth = 3, .base_size = {2, 1, 1}};
    const MaterialGraph material = make_material(bars, lattice, 1);
    const Octree tree = make_octree(material, [](const Cell&) { return false; });
    const Sampling sampling = make_sampling(material, tree, Positions::mass);
    ASSERT_EQ(sampling.nodes(), 3);
    EXPECT_EQ(sampling.leaf_of[0], sampling.leaf_of[1]);
    EXPECT_GT((sampling.position[0] - sampling.position[1]).norm(), 4.0) << "in finest cells";
    const auto links = sampling.links.row(2);
    EXPECT_EQ(std::vector<NodeId>(links.begin(), links.end()), (std::vector<NodeId>{{0}, {1}}))
        << "joined through the third";
    EXPECT_EQ(sampling.links.size_of(0), 1);
}

TEST(Connectivity, CountsComponentsAndIsolatedNodes) {
    Ragged<NodeId> links;
    for (const auto& row : std::vector<std::vector<NodeId>>{{{1}}, {{0}}, {}, {{4}, {5}}, {{3}}, {{3}}, {}})
        links.push_row(row);
    EXPECT_EQ(connectivity(links).components, 4);
    EXPECT_EQ(connectivity(links).isolated, 2);
}

}  // namespace
}  // namespace octomatch

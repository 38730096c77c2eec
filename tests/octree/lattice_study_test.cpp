#include "octree/lattice_study.h"

#include <gtest/gtest.h>

#include <map>
#include <queue>
#include <set>

#include "core/parallel.h"
#include "octree/cell_components.h"
#include "octree/criteria.h"
#include "tests/octree/sampled_models.h"

namespace octomatch {
namespace {

using namespace test;

struct Before {
    bool operator()(const Vec3i& a, const Vec3i& b) const {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    }
};
using Cells = std::map<Vec3i, std::vector<int>, Before>;  // pieces by cell of a level

/// Hops from a set of pieces to another, through the material, by a search without bounds.
int hops_between(const MaterialGraph& material, const std::vector<int>& from, const std::vector<int>& to) {
    std::vector<int> hops(material.pieces(), -1);
    std::queue<int> queue;
    for (int p : from) {
        hops[p] = 0;
        queue.push(p);
    }
    while (!queue.empty()) {
        const int p = queue.front();
        queue.pop();
        for (PieceId q : material.contacts.row(p))
            if (hops[q.value] < 0) {
                hops[q.value] = hops[p] + 1;
                queue.push(q.value);
            }
    }
    int least = 1 << 30;
    for (int p : to)
        if (hops[p] >= 0) least = std::min(least, hops[p]);
    return least;
}

/// Components of a cell's pieces, as lists, the first piece's first.
std::vector<std::vector<int>> parts_of(const MaterialGraph& material, const std::vector<int>& pieces) {
    std::set<int> left(pieces.begin(), pieces.end());
    std::vector<std::vector<int>> parts;
    while (!left.empty()) {
        std::vector<int> part{*left.begin()};
        left.erase(left.begin());
        for (std::size_t k = 0; k < part.size(); ++k)
            for (PieceId q : material.contacts.row(part[k]))
                if (left.erase(q.value)) part.push_back(q.value);
        parts.push_back(part);
    }
    return parts;
}

PlainLattice naive_plain_lattice(const MaterialGraph& material, int level) {
    const int edge = material.lattice.finest_per_cell(level);
    Cells cells;
    for (int p = 0; p < material.pieces(); ++p) cells[coordinates(material.cell_of[p]) / edge].push_back(p);
    PlainLattice result;
    for (const auto& [at, pieces] : cells) {
        ++result.nodes;
        const auto parts = parts_of(material, pieces);
        result.bridges += std::any_of(parts.begin() + 1, parts.end(), [&](const auto& part) {
            return hops_between(material, parts[0], part) > 3 * edge;
        });
        for (const auto& [other, others] : cells) {
            if (!Before()(at, other) || (other - at).cwiseAbs().maxCoeff() > 1) continue;
            ++result.links;
            result.bridges += hops_between(material, pieces, others) > 3 * edge;
        }
    }
    return result;
}

TEST(PlainLattice, NodesLinksAndBridgesAreThoseOfAllPairs) {
    for (const char* name : {"U", "comb", "hand"}) {
        const MaterialGraph material = material_of(model_mesh(name), 2);
        for (int level = 0; level <= 2; ++level) {
            const PlainLattice found = plain_lattice(material, level), expected = naive_plain_lattice(material, level);
            EXPECT_EQ(found.nodes, expected.nodes) << name << " level " << level;
            EXPECT_EQ(found.links, expected.links) << name << " level " << level;
            EXPECT_EQ(found.bridges, expected.bridges) << name << " level " << level;
        }
    }
}

TEST(PlainLattice, BridgesTheGapOfAUUntilItsCellsAreFineEnough) {
    const MaterialGraph material = material_of(model_mesh("U"), 4);
    EXPECT_GT(plain_lattice(material, 1).bridges, 0);
    EXPECT_EQ(plain_lattice(material, 4).bridges, 0);
    EXPECT_EQ(plain_lattice(material, 4).nodes, static_cast<int>(material.cells.size()));
    EXPECT_EQ(plain_lattice(material, 0).nodes, static_cast<int>(base_cells(material).size()));
}

TEST(PlainLattice, IsTheSameForEveryThreadCount) {
    const MaterialGraph material = material_of(model_mesh("comb"), 3);
    const PlainLattice expected = plain_lattice(material, 3);
    for (int threads : {1, 4}) {
        set_thread_count(threads);
        const PlainLattice found = plain_lattice(material, 3);
        EXPECT_EQ(std::tuple(found.nodes, found.links, found.bridges),
                  std::tuple(expected.nodes, expected.links, expected.bridges));
    }
    set_thread_count(0);
}

// The count can fail: a link planted across the gap of the U is found.
TEST(Bridges, ThatArePlantedAreCounted) {
    const MaterialGraph material = material_of(model_mesh("U"), 3);
    const Octree tree = make_octree(material, split_features(material, 0.7));
    Sampling sampling = make_sampling(material, tree, Positions::mass);
    ASSERT_EQ(count_bridges(material, tree, sampling), 0);

    const auto farthest =
        std::minmax_element(sampling.position.begin(), sampling.position.end(),
                            [](const Vec3d& a, const Vec3d& b) { return a.y() + 0.01 * a.x() < b.y() + 0.01 * b.x(); });
    const int low = static_cast<int>(farthest.first - sampling.position.begin());
    const int high = static_cast<int>(farthest.second - sampling.position.begin());
    Ragged<NodeId> links;
    for (int i = 0; i < sampling.nodes(); ++i) {
        std::vector<NodeId> row(sampling.links.row(i).begin(), sampling.links.row(i).end());
        if (i == low) row.push_back({high});
        if (i == high) row.push_back({low});
        std::sort(row.begin(), row.end());
        links.push_row(row);
    }
    sampling.links = links;
    EXPECT_EQ(count_bridges(material, tree, sampling), 1);
}

}  // namespace
}  // namespace octomatch

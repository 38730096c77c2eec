#include "core/body_rest.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <set>

namespace octomatch {
namespace {

using Regions = std::vector<std::vector<int>>;

/// Four nodes in a line; rows 4 and 5 hold two nodes each, row 6 all of them.
BodyRest four_nodes() {
    BodyRest rest;
    rest.x0 = {{-1.5f, 0, 0}, {-0.5f, 0, 0}, {0.5f, 0, 0}, {1.5f, 0, 0}};
    rest.mass = {1, 2, 2, 1};
    rest.cell = {1, 1, 1, 1};
    rest.width = {2, 2, 2, 2};
    const std::vector<std::vector<NodeId>> links = {{{1}}, {{0}, {2}}, {{1}, {3}}, {{2}}};
    for (const auto& row : links) rest.links.push_row(row);
    rest.link_length.assign(6, 2);
    rest.parent = {4, 4, 5, 5, 6, 6, -1};
    return rest;
}

/// Each region holds the node's neighbours in the line.
BodyRest with_lists() {
    BodyRest rest = four_nodes();
    const std::vector<std::vector<RowId>> lists = {{{4}}, {{2}, {4}}, {{1}, {5}}, {{5}}};
    for (const auto& row : lists) rest.lists.push_row(row);
    rest.list_of = {0, 1, 2, 3};
    return rest;
}

BodyRest with_blocks() {
    BodyRest rest = four_nodes();
    rest.blocks = {{{1}, {2}}, {{4}, {4}}, {{5}, {5}}};
    return rest;
}

Regions plain(const Ragged<NodeId>& lists) {
    Regions result(lists.rows());
    for (int r = 0; r < lists.rows(); ++r)
        for (NodeId i : lists.row(r)) result[r].push_back(i.value);
    return result;
}

TEST(BodyRest, NodesBelowARowAreThoseOfItsWholeSubtree) {
    EXPECT_EQ(plain(nodes_below(with_lists())), (Regions{{0}, {1}, {2}, {3}, {0, 1}, {2, 3}, {0, 1, 2, 3}}));
}

TEST(BodyRest, MembersOfListsAreTheNodesBelowTheirRows) {
    EXPECT_EQ(plain(members(with_lists())), (Regions{{0, 1}, {0, 1, 2}, {1, 2, 3}, {2, 3}}));
}

TEST(BodyRest, MembersOfBlocksHaveEachOther) {
    EXPECT_EQ(plain(members(with_blocks())), (Regions{{0, 1}, {0, 1, 2}, {1, 2, 3}, {2, 3}}));
    BodyRest rest = four_nodes();
    rest.blocks = {{{6}, {6}}};
    EXPECT_EQ(plain(members(rest)), Regions(4, {0, 1, 2, 3}));
    rest.blocks = {{{4}, {4}}, {{5}, {5}}, {{4}, {5}}};
    EXPECT_EQ(plain(members(rest)), Regions(4, {0, 1, 2, 3}));
}

TEST(BodyRest, RegionsMayShareAList) {
    BodyRest rest = four_nodes();
    rest.lists.push_row(std::vector<RowId>{{6}});
    rest.list_of = {0, 0, 0, 0};
    EXPECT_EQ(plain(members(rest)), Regions(4, {0, 1, 2, 3}));
    EXPECT_TRUE(validate(rest).empty());
}

TEST(BodyRest, IsValidAsMade) {
    EXPECT_TRUE(validate(with_lists()).empty());
    EXPECT_TRUE(validate(with_blocks()).empty());
    EXPECT_TRUE(validate(BodyRest{}).empty());
}

struct Violation {
    std::string name, promise;
    std::function<void(BodyRest&)> plant;
    bool by_blocks = false;
};

std::ostream& operator<<(std::ostream& out, const Violation& violation) {
    return out << violation.promise;
}

class PlantedViolation : public testing::TestWithParam<Violation> {};

// Exactly the broken promise is named, once.
TEST_P(PlantedViolation, IsFoundByValidate) {
    BodyRest rest = GetParam().by_blocks ? with_blocks() : with_lists();
    ASSERT_TRUE(validate(rest).empty());
    GetParam().plant(rest);
    EXPECT_EQ(validate(rest), std::vector<std::string>{GetParam().promise});
}

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
const char* const kPerNode = "every node has a mass, a cell, a width and a row of links";
const char* const kOffsets = "offsets of rows ascend from 0 to the number of items";
const char* const kParents = "parents are virtual and come after their children";
const char* const kRelation = "the relation is given by lists, by blocks or by links";
const char* const kWeights = "weights of entries are in (0, 1]";

void set_lists(BodyRest& rest, const std::vector<std::vector<RowId>>& lists) {
    rest.lists = {};
    for (const auto& row : lists) rest.lists.push_row(row);
}

INSTANTIATE_TEST_SUITE_P(
    BodyRest, PlantedViolation,
    testing::Values(
        Violation{"MassMissing", kPerNode, [](BodyRest& r) { r.mass.pop_back(); }},
        Violation{"CellMissing", kPerNode, [](BodyRest& r) { r.cell.pop_back(); }},
        Violation{"WidthMissing", kPerNode, [](BodyRest& r) { r.width.pop_back(); }},
        Violation{"RowOfLinksTooMany", kPerNode, [](BodyRest& r) { r.links.push_row({}); }},
        Violation{"BoxMissing", "every node has a box, or none has",
                  [](BodyRest& r) { r.low.assign(4, Vec3::Zero()); }},
        Violation{"OffsetsOfLinksFall", kOffsets,
                  [](BodyRest& r) { std::swap(r.links.offsets[1], r.links.offsets[2]); }},
        Violation{"OffsetsOfLinksEndEarly", kOffsets, [](BodyRest& r) { --r.links.offsets.back(); }},
        Violation{"OffsetsOfListsEndLate", kOffsets, [](BodyRest& r) { ++r.lists.offsets.back(); }},
        Violation{"LengthMissing", "every link has a length", [](BodyRest& r) { r.link_length.pop_back(); }},
        Violation{"RowsMissing", "the tree has a row for every node", [](BodyRest& r) { r.parent.resize(3); }},
        Violation{"OriginNotFinite", "the frame is finite", [](BodyRest& r) { r.origin.x() = kNan; }},
        Violation{"FinestCellZero", "the frame is finite", [](BodyRest& r) { r.finest_cell = 0; }},
        Violation{"PositionNotFinite", "rest positions are finite", [](BodyRest& r) { r.x0[2].y() = kNan; }},
        Violation{"MassZero", "masses are positive", [](BodyRest& r) { r.mass[0] = 0; }},
        Violation{"MassNotFinite", "masses are positive", [](BodyRest& r) { r.mass[0] = kNan; }},
        Violation{"CellNegative", "cells are positive", [](BodyRest& r) { r.cell[1] = -1; }},
        Violation{"WidthZero", "widths are positive", [](BodyRest& r) { r.width[3] = 0; }},
        Violation{"LinkOutOfRange", "links lead to other nodes",
                  [](BodyRest& r) {
                      r.links.offsets = {0, 1, 1, 1, 1};
                      r.links.items = {{7}};
                      r.link_length = {2};
                  }},
        Violation{"LinkToItself", "links lead to other nodes",
                  [](BodyRest& r) {
                      r.links.offsets = {0, 1, 1, 1, 1};
                      r.links.items = {{0}};
                      r.link_length = {2};
                  }},
        Violation{"LinkTwice", "links are sorted and unique",
                  [](BodyRest& r) {
                      r.links.offsets = {0, 2, 4, 4, 4};
                      r.links.items = {{1}, {1}, {0}, {0}};
                      r.link_length = {2, 2, 2, 2};
                  }},
        Violation{"LinkOneSided", "links are symmetric",
                  [](BodyRest& r) {
                      r.links.offsets = {0, 1, 1, 1, 1};
                      r.links.items = {{1}};
                      r.link_length = {2};
                  }},
        Violation{"LinkOfTwoLengths", "links are symmetric", [](BodyRest& r) { r.link_length[0] = 3; }},
        Violation{"LengthZero", "links have positive lengths", [](BodyRest& r) { r.link_length.assign(6, 0); }},
        Violation{"ParentBeforeChild", kParents, [](BodyRest& r) { r.parent = {4, 4, 5, 6, -1, 4, -1}; }},
        Violation{"ParentIsANode", kParents, [](BodyRest& r) { r.parent[0] = 1; }},
        Violation{"ParentOutOfRange", kParents, [](BodyRest& r) { r.parent[6] = 7; }},
        Violation{"VirtualNodeWithoutChildren", "virtual nodes have children",
                  [](BodyRest& r) { r.parent.push_back(-1); }},
        Violation{"NodesOfARowApart", "the nodes below a row are contiguous",
                  [](BodyRest& r) {
                      r.parent = {4, 5, 5, 4, 6, 6, -1};
                      set_lists(r, {{{6}}});
                      r.list_of = {0, 0, 0, 0};
                  }},
        Violation{"RelationMissing", kRelation,
                  [](BodyRest& r) {
                      r.lists = {};
                      r.list_of = {};
                  }},
        Violation{"RelationTwice", kRelation,
                  [](BodyRest& r) {
                      r.blocks = {{{6}, {6}}};
                  }},
        Violation{"ListsBesideBlocks", "lists are there iff regions use them",
                  [](BodyRest& r) { set_lists(r, {{{6}}}); }, true},
        Violation{"ListMissing", "every region has a list", [](BodyRest& r) { r.list_of.pop_back(); }},
        Violation{"ListOutOfRange", "regions name existing lists", [](BodyRest& r) { r.list_of[1] = 4; }},
        Violation{"RowOutOfRange", "lists name existing rows", [](BodyRest& r) { r.lists.items.back() = {7}; }},
        Violation{"BlockOutOfRange", "blocks name existing rows in order", [](BodyRest& r) { r.blocks[0].b = {7}; },
                  true},
        Violation{"BlockOutOfOrder", "blocks name existing rows in order",
                  [](BodyRest& r) { std::swap(r.blocks[0].a, r.blocks[0].b); }, true},
        Violation{"WeightMissing", "every entry of the relation has a weight, or none has",
                  [](BodyRest& r) {
                      r.entry_weight = {1, 1};
                  }},
        Violation{"WeightZero", kWeights, [](BodyRest& r) { r.entry_weight = {1, 1, 0, 1, 1, 1}; }},
        Violation{"WeightAboveOne", kWeights,
                  [](BodyRest& r) {
                      r.entry_weight = {1, 1, 1.5f};
                  },
                  true},
        Violation{"ListUnsorted", "lists are sorted",
                  [](BodyRest& r) { std::swap(r.lists.items[1], r.lists.items[2]); }},
        Violation{"ListTwice", "lists are distinct",
                  [](BodyRest& r) {
                      set_lists(r, {{{6}}, {{6}}});
                      r.list_of = {0, 0, 1, 1};
                  }},
        Violation{"NodeTwiceInAList", "no region counts a node twice",
                  [](BodyRest& r) {
                      set_lists(r, {{{0}, {4}}, {{2}, {4}}, {{1}, {5}}, {{5}}});
                  }},
        Violation{"NodeTwiceInBlocks", "no region counts a node twice",
                  [](BodyRest& r) {
                      r.blocks.push_back({{0}, {1}});
                  },
                  true},
        Violation{"OwnNodeMissing", "every region contains its own node",
                  [](BodyRest& r) {
                      set_lists(r, {{{1}}, {{2}, {4}}, {{1}, {5}}, {{5}}});
                  }},
        Violation{"OwnNodeMissingInBlocks", "every region contains its own node",
                  [](BodyRest& r) { r.blocks.pop_back(); }, true}),
    [](const auto& planted) { return planted.param.name; });

TEST(BodyRest, EqualArraysHaveEqualHashes) {
    EXPECT_EQ(hash(with_lists()), hash(with_lists()));
    EXPECT_EQ(hash(with_blocks()), hash(with_blocks()));
}

TEST(BodyRest, TheHashSeesEveryArray) {
    const std::vector<std::function<void(BodyRest&)>> changes = {
        [](BodyRest&) {},
        [](BodyRest& r) { r.origin.z() = 1; },
        [](BodyRest& r) { r.finest_cell = 2; },
        [](BodyRest& r) { r.density = 2; },
        [](BodyRest& r) { r.asked_width = 3; },
        [](BodyRest& r) { r.x0[3].z() = 1; },
        [](BodyRest& r) { r.mass[3] = 7; },
        [](BodyRest& r) { r.cell[3] = 7; },
        [](BodyRest& r) { r.width[3] = 7; },
        [](BodyRest& r) { r.low.assign(4, Vec3::Zero()); },
        [](BodyRest& r) { r.high.assign(4, Vec3::Zero()); },
        [](BodyRest& r) { r.links.offsets[2] = 2; },
        [](BodyRest& r) { r.links.items[2] = {3}; },
        [](BodyRest& r) { r.link_length[2] = 3; },
        [](BodyRest& r) { r.parent[5] = -1; },
        [](BodyRest& r) { r.lists.offsets[2] = 2; },
        [](BodyRest& r) { r.lists.items[2] = {6}; },
        [](BodyRest& r) { r.list_of[2] = 3; },
        [](BodyRest& r) {
            r.blocks = {{{6}, {6}}};
        },
        [](BodyRest& r) { r.entry_weight = {1}; },
    };
    std::set<std::uint64_t> hashes;
    for (const auto& change : changes) {
        BodyRest rest = with_lists();
        change(rest);
        hashes.insert(hash(rest));
    }
    EXPECT_EQ(hashes.size(), changes.size());
}

TEST(BodyRest, BytesGrowByWhatIsAdded) {
    BodyRest rest = with_lists();
    const std::size_t before = rest.bytes();
    rest.x0.resize(14);
    rest.blocks.resize(5);
    EXPECT_EQ(rest.bytes(), before + 10 * sizeof(Vec3) + 5 * sizeof(BodyRest::Block));
}

}  // namespace
}  // namespace octomatch

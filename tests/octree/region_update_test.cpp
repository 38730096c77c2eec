// That updates equal rebuilds to the bit is tested by tests/experiments/edit_soak_test.cpp; here, that they stay local.
#include "octree/region_update.h"

#include <gtest/gtest.h>

#include "octree/body_change.h"
#include "octree/bucket_moore.h"
#include "octree/material_cut.h"
#include "tests/octree/cut_sheets.h"
#include "tests/octree/sampled_bodies.h"

namespace octomatch {
namespace {

using namespace test;

/// A block of some 600 cells of one size, where a cut is small.
const SampledBody& fine_block() {
    static const SampledBody block(check_mesh(find_model("block")->make()).mesh,
                                   {.base_cells = 10, .depth = 2, .criteria = {Criterion::uniform}, .width = 0.01});
    return block;
}

struct CutBlock {
    CutBlock() : before(fine_block().body) {
        MaterialGraph material = before.material;
        const Vec3d at = bounding_box(fine_block().mesh).centre();
        const PieceRemap pieces =
            cut_material(material, triangulated(plane_sheet(at, {1, 0.2, 0.1}, 1.2 * before.rest->finest_cell, 5)));
        const SplitCells is_split(before.tree);
        const SplitCriterion is_crossed = split_cut(material);
        Octree tree = make_octree(material, [&](const Cell& c) { return is_split.contains(c) || is_crossed(c); });
        after = update_body(before, std::move(material), std::move(tree), pieces.came_from, change);
    }
    const AdaptiveBody& before;
    BodyChange change;
    AdaptiveBody after;
};

TEST(RegionUpdate, ASmallCutTouchesTheRegionsThatReachItAndNoOthers) {
    const CutBlock cut;
    const BodyRest &before = *cut.before.rest, &now = *cut.after.rest;
    const RegionSettings& settings = cut.before.settings.regions;
    const auto regions = regions_to_update(settings, before, cut.change.node_before, now);
    EXPECT_GT(regions.size(), 10u);
    EXPECT_LT(static_cast<int>(regions.size()), now.nodes() * 3 / 4);
    for (int i = 0; i < now.nodes(); ++i)
        EXPECT_TRUE(cut.change.node_before[i].valid() || std::ranges::binary_search(regions, NodeId{i}))
            << "new nodes have new regions";
}

TEST(RegionUpdate, NothingIsToBeDoneWhereNothingChanged) {
    const AdaptiveBody& body = fine_block().body;
    const BodyChange none = no_change(body);
    EXPECT_TRUE(regions_to_update(body.settings.regions, *body.rest, none.node_before, *body.rest).empty());
}

TEST(RegionUpdate, KeptNodesHaveTheSameMaterialAndPlace) {
    const CutBlock cut;
    int kept = 0;
    for (int i = 0; i < cut.after.rest->nodes(); ++i) {
        const NodeId was = cut.change.node_before[i];
        if (!was.valid()) continue;
        ++kept;
        EXPECT_EQ(cut.change.node_now[was.value], NodeId{i});
        EXPECT_EQ(cut.after.sampling.volume[i], cut.before.sampling.volume[was.value]);
        EXPECT_EQ(cut.after.sampling.position[i], cut.before.sampling.position[was.value]);
        EXPECT_EQ(cut.after.rest->cell[i], cut.before.rest->cell[was.value]);
    }
    EXPECT_GT(kept, cut.before.rest->nodes() / 2);
    EXPECT_LT(kept, cut.before.rest->nodes());
}

TEST(BucketMoore, FromSeveralSourcesEveryNodeIsAsFarAsFromTheNearest) {
    const BodyRest& rest = *fine_block().body.rest;
    BucketMoore paths(rest.links, rest.link_length), single(rest.links, rest.link_length);
    const std::vector<BucketMoore::Source> sources{{{0}, 0}, {{rest.nodes() / 2}, 2}, {{rest.nodes() - 1}, 1}};
    constexpr std::int32_t kMost = 40;
    paths.search(sources, kMost);
    std::vector<std::int32_t> nearest(rest.nodes(), BucketMoore::kFar);
    for (const auto& [source, start] : sources)
        for (NodeId i : single.search(source, kMost - start))
            nearest[i.value] = std::min(nearest[i.value], start + single.distance(i));
    for (int i = 0; i < rest.nodes(); ++i) EXPECT_EQ(paths.distance({i}), nearest[i]);
}

}  // namespace
}  // namespace octomatch

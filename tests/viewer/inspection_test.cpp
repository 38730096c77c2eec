// What the inspector tells, what the plots show, and what settings do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/input_error.h"
#include "io/simulation.h"
#include "tests/viewer/small_world.h"
#include "viewer/history.h"
#include "viewer/node_facts.h"
#include "viewer/scene_edit.h"

namespace octomatch {
namespace {

const Ray kFront{{0.1, 1.6, 6}, {0, 0, -1}};

std::string value_of(const std::vector<Fact>& facts, const std::string& name) {
    for (const Fact& fact : facts)
        if (fact.name == name) return fact.value;
    return "";
}

TEST(Inspection, AClickOnTheSkinFindsAVertexAndWhoCarriesItMost) {
    const WorldFrame frame = frame_of(test::held_pillar());
    const auto found = pick(frame, kFront, false);
    ASSERT_TRUE(found);
    const BodyFrame& body = frame.bodies[0];
    ASSERT_GE(found->vertex, 0);
    const auto nodes = body.skin_rest().nodes.row(found->vertex);
    EXPECT_EQ(std::count(nodes.begin(), nodes.end(), found->node), 1);
    double sum = 0;
    for (const Fact& fact : skin_facts(body, found->vertex)) sum += std::stod(fact.value);
    EXPECT_NEAR(sum, 1, 0.01);
}

TEST(Inspection, AClickOnANodeFindsTheNearestOneOnTheWay) {
    const WorldFrame frame = frame_of(test::held_pillar());
    const BodyFrame& body = frame.bodies[0];
    for (const int wanted : {0, 3, body.rest().nodes() - 1}) {
        const Vec3d place = body.place(body.body.state.x[wanted]);
        const auto found = pick(frame, {place + Vec3d(0.05, 0.03, 0.3), Vec3d(-0.05, -0.03, -0.3)}, true);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->node.value, wanted);
        EXPECT_EQ(found->vertex, -1);
    }
    EXPECT_FALSE(pick(frame, {{5, 5, 5}, {1, 0, 0}}, true));
}

TEST(Inspection, TheRegionIsThatOfTheBruteForceOracle) {
    const WorldFrame frame = frame_of(test::held_pillar());
    const BodyRest& rest = frame.bodies[0].rest();
    const Ragged<NodeId> oracle = members(rest);
    for (int r = 0; r < rest.nodes(); r += 3) {
        const RegionField field = region_field(rest, {r});
        std::vector<NodeId> found;
        for (int i = 0; i < rest.nodes(); ++i)
            if (field.entry[i] >= 0) found.push_back({i});
        EXPECT_TRUE(std::ranges::equal(found, oracle.row(r))) << "region " << r;
        EXPECT_EQ(*std::max_element(field.entry.begin(), field.entry.end()), field.entries - 1);
        EXPECT_EQ(field.distance[r], 0);
        EXPECT_EQ(value_of(node_facts(frame.bodies[0], {r}), "members"), std::to_string(oracle.row(r).size()));
    }
}

TEST(Inspection, WhatMovedRigidlyHasNoStrain) {
    const WorldFrame frame = frame_of(test::falling_cube());
    EXPECT_LT(std::stod(value_of(node_facts(frame.bodies[0], {0}), "strain")), 1e-5);
}

TEST(HistoryTest, AFallingBodyTradesWeightForMotion) {
    Simulation simulation = test::falling_cube();
    History history;
    for (int i = 0; i < 15; ++i) {
        simulation.advance();
        history.add(frame_of(simulation), 0.01);
        history.add(frame_of(simulation), 0.01);
    }
    ASSERT_EQ(history.moments().size(), 15u) << "a frame counts once";
    const Moment &first = history.moments().front(), &last = history.moments().back();
    EXPECT_GT(last.kinetic, 10 * first.kinetic);
    EXPECT_NEAR(last.kinetic + last.height, first.kinetic + first.height, 0.1 * last.kinetic);
    EXPECT_LT(last.momentum.y(), 0);
    history.add(frame_of(test::falling_cube()), 0.01);
    EXPECT_EQ(history.moments().size(), 1u) << "an earlier frame begins anew";
}

TEST(HistoryTest, IsBounded) {
    WorldFrame frame = frame_of(test::falling_cube());
    History history;
    for (frame.frame = 0; frame.frame < 1000; ++frame.frame) history.add(frame, 0);
    EXPECT_EQ(history.moments().size(), History::kLength);
    EXPECT_EQ(history.moments().back().frame, 999);
}

Scene two_blocks() {
    return parse_scene(R"({"world": {"gravity": [0, -9.81, 0]},
        "bodies": [{"name": "a", "model": "block", "copies": {"count": 2}}, {"name": "b", "model": "block"}]})",
                       "s.json");
}

TEST(SceneEditTest, HasEverySettingOfTheSpecificationWithItsValue) {
    const SceneEdit edit(two_blocks());
    const auto find = [&](const std::string& path) {
        return std::find_if(edit.settings().begin(), edit.settings().end(),
                            [&](const auto& s) { return s.path == path; });
    };
    ASSERT_NE(find("bodies.1.material.damping"), edit.settings().end());
    EXPECT_EQ(std::stod(find("bodies.1.material.damping")->value), MaterialSettings{}.damping);
    EXPECT_TRUE(find("bodies.1.material.damping")->at_once);
    ASSERT_NE(find("bodies.0.sampling.depth"), edit.settings().end());
    EXPECT_FALSE(find("bodies.0.sampling.depth")->at_once);
    ASSERT_NE(find("world.substeps"), edit.settings().end());
    for (const auto& setting : edit.settings()) EXPECT_FALSE(setting.key.text.empty()) << setting.path;
}

TEST(SceneEditTest, AChangeBecomesRequestsForAllCopies) {
    SceneEdit edit(two_blocks());
    const auto requests = edit.change("bodies.0.material.damping", "7.5");
    ASSERT_EQ(requests.size(), 2u);
    EXPECT_EQ(std::get<ChangeMaterial>(requests[1]).body, BodyId{1});
    EXPECT_EQ(std::get<ChangeMaterial>(requests[1]).material.damping, 7.5);
    const auto of_second = edit.change("bodies.1.material.damping", "3");
    ASSERT_EQ(of_second.size(), 1u);
    EXPECT_EQ(std::get<ChangeMaterial>(of_second[0]).body, BodyId{2});
    EXPECT_EQ(edit.scene().bodies[0].material.settings.damping, 7.5) << "earlier changes stay";
    EXPECT_EQ(std::get<ChangeWorld>(edit.change("world.substeps", "4").at(0)).settings.substeps, 4);
    EXPECT_TRUE(edit.change("bodies.0.sampling.depth", "1").empty()) << "waits for another sampling";
    EXPECT_EQ(edit.scene().bodies[0].sampling.settings.depth, 1);
}

TEST(SceneEditTest, AValueThatCanNotBeChangesNothing) {
    SceneEdit edit(two_blocks());
    EXPECT_THROW(edit.change("bodies.0.material.damping", "-1"), InputError);
    EXPECT_THROW(edit.change("bodies.0.material.nothing", "1"), InputError);
    EXPECT_EQ(edit.scene().bodies[0].material.settings.damping, MaterialSettings{}.damping);
}

}  // namespace
}  // namespace octomatch

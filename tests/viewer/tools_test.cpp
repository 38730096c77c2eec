// What the tools ask for, and what becomes of a world that does it.
#include <gtest/gtest.h>

#include <cmath>

#include "core/hash.h"
#include "tests/viewer/small_world.h"
#include "viewer/tool_box.h"

namespace octomatch {
namespace {

const Vec3d kEye(0, 1, 6), kLook(0, 0, -1);

Pointer at(const Vec3d& place) {
    return {{kEye, (place - kEye).normalized()}, kLook};
}

/// A tool box on a simulation: every movement of the mouse is a frame.
class Tools : public testing::Test {
protected:
    void move(const Vec3d& place, bool down) {
        std::vector<Request> requests;
        tools_.follow(frame_of(simulation_), at(place), down && !was_down_, down, requests);
        was_down_ = down;
        last_ = requests;
        const Simulation::Frame frame = simulation_.advance(requests);
        refused_.insert(refused_.end(), frame.adapted.refused.begin(), frame.adapted.refused.end());
    }
    void stroke(const Vec3d& from, const Vec3d& to, int movements) {
        for (int i = 0; i <= movements; ++i) move(from + (to - from) * i / movements, true);
        move(to, false);
    }
    void take(ToolKind kind) {
        std::vector<Request> requests;
        tools_.take(kind, requests);
        simulation_.advance(requests);
    }
    const std::vector<Body>& bodies() const { return simulation_.world().bodies(); }
    int nodes() const { return frame_of(simulation_).nodes(); }

    Simulation simulation_ = test::held_pillar();
    ToolBox tools_{GrabId{3}};
    bool was_down_ = false;
    std::vector<Request> last_;
    std::vector<std::string> refused_;
};

TEST_F(Tools, AStrokeAcrossTheBodyCutsItInTwo) {
    take(ToolKind::cut);
    stroke({-1.2, 1.2, 0.5}, {1.2, 1.3, 0.5}, 12);
    EXPECT_EQ(bodies().size(), 2u);
    EXPECT_FALSE(tools_.holds_mouse());
    simulation_.advance(std::vector<Request>{UndoCut{}});
    EXPECT_EQ(bodies().size(), 1u);
    simulation_.advance(std::vector<Request>{RedoCut{}});
    EXPECT_EQ(bodies().size(), 2u);
}

TEST_F(Tools, TheCutOpensWhileTheMouseMoves) {
    take(ToolKind::cut);
    const ShapeId whole = bodies()[0].shape;
    for (int i = 0; i <= 6; ++i) move({-1.2 + 0.2 * i, 1.2, 0.5}, true);
    EXPECT_NE(bodies()[0].shape, whole);
    EXPECT_TRUE(bodies()[0].cut.valid());
    EXPECT_EQ(bodies().size(), 1u);
}

TEST_F(Tools, AStrokeThatEndsInsideIsAPartialCut) {
    take(ToolKind::cut);
    stroke({-1.2, 1.2, 0.5}, {0, 1.2, 0.5}, 8);
    EXPECT_EQ(bodies().size(), 1u);
    EXPECT_FALSE(bodies()[0].cut.valid());
    EXPECT_EQ(simulation_.world().cuts_to_undo(), 1);
}

TEST_F(Tools, AShallowCutDoesNotGoThrough) {
    take(ToolKind::cut);
    tools_.settings.cut_depth = 0.15;
    stroke({-1.2, 1.2, 0.5}, {1.2, 1.3, 0.5}, 12);
    EXPECT_EQ(bodies().size(), 1u);
    EXPECT_EQ(simulation_.world().cuts_to_undo(), 1);
}

TEST_F(Tools, OfManySmallMovementsOnlyThoseThatCountAreAskedFor) {
    take(ToolKind::cut);
    int moves = 0;
    for (int i = 0; i <= 100; ++i) {
        move({-1.2 + 0.024 * i, 1.2, 0.5}, true);
        moves += static_cast<int>(last_.size());
    }
    EXPECT_LT(moves, 12);
    move({1.2, 1.2, 0.5}, false);
    EXPECT_EQ(bodies().size(), 2u) << "the last place counts, however near";
}

TEST_F(Tools, TakingAnotherToolEndsTheCut) {
    take(ToolKind::cut);
    for (int i = 0; i <= 12; ++i) move({-1.2 + 0.2 * i, 1.2, 0.5}, true);
    take(ToolKind::grab);
    EXPECT_EQ(bodies().size(), 2u);
    EXPECT_FALSE(tools_.holds_mouse());
}

TEST_F(Tools, ThePinHoldsWhatItPaintsAndFreesItAgain) {
    take(ToolKind::pin);
    const std::size_t before = bodies()[0].pins.size();
    stroke({-0.4, 1.8, 0.5}, {0.4, 1.8, 0.5}, 4);
    const std::size_t held = bodies()[0].pins.size();
    EXPECT_GT(held, before);
    stroke({-0.4, 1.8, 0.5}, {0.4, 1.8, 0.5}, 4);
    EXPECT_EQ(bodies()[0].pins.size(), before);
}

TEST_F(Tools, RefineAndCoarsenChangeTheOctreeUnderTheBrush) {
    simulation_ = test::fine_pillar();
    const int coarse = nodes();
    take(ToolKind::refine);
    move({0.3, 1.7, 0.5}, true);
    move({0.3, 1.7, 0.5}, false);
    const int fine = nodes();
    EXPECT_GT(fine, coarse);
    take(ToolKind::coarsen);
    tools_.settings.brush = 0.5;
    for (const double y : {1.9, 1.5, 1.0}) {
        move({0.3, y, 0.5}, true);
        move({0.3, y, 0.5}, false);
    }
    EXPECT_LT(nodes(), fine);
}

TEST_F(Tools, TheStiffnessBrushSoftensSomeRegions) {
    take(ToolKind::stiffness);
    tools_.settings.stiffness = 0.25;
    move({0, 1.7, 0.5}, true);
    move({0, 1.7, 0.5}, false);
    const auto& stiffness = bodies()[0].region_stiffness;
    EXPECT_GT(std::count(stiffness.begin(), stiffness.end(), 0.25f), 0);
    EXPECT_GT(std::count(stiffness.begin(), stiffness.end(), 1.0f), 0);
}

TEST_F(Tools, APushPressesTheSkinIn) {
    take(ToolKind::push);
    const double before = first_hit(simulation_.world(), at({0, 1.7, 0.5}).ray, {})->distance;
    for (int i = 0; i < 25; ++i) move({0, 1.7, 0.5}, true);
    EXPECT_GT(first_hit(simulation_.world(), at({0, 1.7, 0.5}).ray, {})->distance, before + 0.02);
    move({0, 1.7, 0.5}, false);
    EXPECT_TRUE(bodies()[0].grabs.empty());
}

TEST_F(Tools, BesideTheBodiesTheMouseBelongsToTheCameraUnlessItCuts) {
    for (const ToolKind kind : {ToolKind::grab, ToolKind::push, ToolKind::pin, ToolKind::refine, ToolKind::coarsen,
                                ToolKind::stiffness, ToolKind::cut}) {
        take(kind);
        move({4, 1, 0}, true);
        EXPECT_EQ(tools_.holds_mouse(), kind == ToolKind::cut);
        move({4, 1, 0}, false);
    }
}

TEST_F(Tools, EveryToolHasItsOwnHint) {
    std::vector<std::string> hints;
    for (int kind = 0; kind < kToolKinds; ++kind) {
        take(static_cast<ToolKind>(kind));
        EXPECT_EQ(std::count(hints.begin(), hints.end(), tools_.hint()), 0) << tools_.hint();
        hints.emplace_back(tools_.hint());
    }
}

TEST_F(Tools, NothingTheyAskForIsRefused) {
    for (int kind = 0; kind < kToolKinds; ++kind) {
        take(static_cast<ToolKind>(kind));
        stroke({-0.3, 1.6 - 0.1 * kind, 0.5}, {0.3, 1.6, 0.5}, 5);
    }
    for (const std::string& why : refused_) ADD_FAILURE() << why;
}

}  // namespace
}  // namespace octomatch

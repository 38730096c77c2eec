// Levels of detail: what policies want, and what is asked for then.
#include "octree/lod.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/measure.h"
#include "io/mesh_report.h"
#include "io/models.h"

namespace octomatch {
namespace {

constexpr double kAny = std::numeric_limits<double>::infinity();

/// Coarse blocks beside each other.
struct LodWorld {
    explicit LodWorld(int count = 1, CreateBody create = {})
        : shapes(std::make_shared<ShapeLibrary>()), world(shapes, {.gravity = Vec3d::Zero()}) {
        create.shape = shapes->add(check_mesh(find_model("block")->make()).mesh, {.base_cell = 0.04, .depth = 2});
        for (int k = 0; k < count; ++k) {
            world.adapt(std::vector<Request>{create});
            create.position.x() += 0.5;
        }
    }
    void grab(int body, const Vec3d& point = {0.09, 0.09, 0.04}) {
        world.adapt(std::vector<Request>{GrabPoint{{body}, {body}, point, point + Vec3d(0.5 * body, 0, 0)}});
    }
    void release(int body) { world.adapt(std::vector<Request>{ReleaseGrab{{body}}}); }
    std::vector<Request> ask(const LodSettings& settings) const { return lod_requests(settings, {}, world, *shapes); }
    void decide(const LodSettings& settings) { EXPECT_TRUE(world.adapt(ask(settings)).refused.empty()); }
    /// Decides until nothing is asked any more; returns how often that was.
    int settle(const LodSettings& settings) {
        int decisions = 0;
        for (; !ask(settings).empty() && decisions < 20; ++decisions) decide(settings);
        return decisions;
    }
    const Body& body(int k = 0) const { return world.bodies()[k]; }
    const BodyRest& rest(int k = 0) const { return *World::shape_of(body(k)).rest; }
    int nodes() const {
        int nodes = 0;
        for (const Body& b : world.bodies()) nodes += World::shape_of(b).rest->nodes();
        return nodes;
    }
    Vec3d place(int node) const { return body().state.origin + body().state.x[node].cast<double>(); }

    std::shared_ptr<ShapeLibrary> shapes;
    World world;
};

const LodSettings kTouch{.policy = {.touch = NearLod{.cell = 0.01, .within = 0.03}}};

TEST(LodPolicy, WantsFineCellsNearGrabsAndNoneWithoutThem) {
    LodWorld lod;
    const NearLod near{.cell = 0.01, .within = 0.05};
    for (double cell : near_grabs(near, lod.body())) EXPECT_EQ(cell, kAny);
    lod.grab(0);
    const WantedCells wanted = near_grabs(near, lod.body());
    for (int i = 0; i < lod.rest().nodes(); ++i) {
        const double distance = (lod.place(i) - Vec3d(0.09, 0.09, 0.04)).norm();
        EXPECT_NEAR(wanted[i], 0.01 * std::max(1.0, distance / 0.05), 1e-4);
    }
}

TEST(LodPolicy, WantsCellsThatLookEquallyLarge) {
    LodWorld lod;
    const LodView view{.from = {0, 0.05, 2}, .field_of_view = 90, .height = 1000};
    const WantedCells wanted = as_seen({.pixels = 5}, view, lod.body());
    for (int i = 0; i < lod.rest().nodes(); ++i) {
        const double distance = (lod.place(i) - view.from).norm();
        EXPECT_NEAR(wanted[i] / distance * 500, 5, 1e-9);
    }
}

TEST(LodPolicy, WantsFineCellsNearTheGround) {
    LodWorld lod;
    const Ground ground{.normal = {0, 2, 0}, .offset = -0.1};
    const WantedCells wanted = near_ground({.cell = 0.01, .within = 0.02}, ground, lod.body());
    for (int i = 0; i < lod.rest().nodes(); ++i) EXPECT_NEAR(wanted[i], 0.01 * (lod.place(i).y() + 0.1) / 0.02, 1e-9);
}

TEST(LodPolicy, WantsNothingOfABodyThatMovesRigidly) {
    const LodWorld lod(1, {.position = {3, 1, 0}, .velocity = {1, 2, 3}, .angular_velocity = {0.5, 1, -2}});
    for (double cell : where_strained({.cell = 0.01}, lod.body())) EXPECT_GT(cell, 100);
    for (double cell : where_not_rigid({.cell = 0.01}, lod.body())) EXPECT_GT(cell, 100);
}

TEST(LodPolicy, WantsFineCellsWhereABodyIsStrainedOrMovesOtherwise) {
    LodWorld lod;
    lod.grab(0);
    lod.world.adapt(std::vector<Request>{MoveGrab{{0}, {0.13, 0.13, 0.08}}});
    for (int step = 0; step < 4; ++step) lod.world.step();
    const WantedCells strained = where_strained({.cell = 0.01}, lod.body());
    const WantedCells moving = where_not_rigid({.cell = 0.01}, lod.body());
    int near = 0, far = 0;
    for (int i = 0; i < lod.rest().nodes(); ++i) {
        if ((lod.rest().x0[i] - lod.body().grabs[0].point.rest).norm() <
            (lod.rest().x0[near] - lod.body().grabs[0].point.rest).norm())
            near = i;
        if (lod.rest().x0[i].x() < lod.rest().x0[far].x()) far = i;
    }
    EXPECT_LT(strained[near], 0.5 * strained[far]);
    EXPECT_LT(moving[near], 0.5 * moving[far]);
}

TEST(LodPolicy, OfSeveralTakesTheFinest) {
    LodWorld lod;
    lod.grab(0);
    const NearLod near{.cell = 0.01, .within = 0.05};
    const LodView view{.from = {0, 0.05, 1}};
    const WantedCells all = wanted_cells({.touch = near, .view = ViewLod{5}}, view, {}, lod.body());
    const WantedCells touched = near_grabs(near, lod.body()), seen = as_seen({5}, view, lod.body());
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], std::min(touched[i], seen[i]));
}

TEST(Lod, RefinesWhereABodyIsTouchedAndGoesBackToTheBit) {
    LodWorld lod;
    EXPECT_TRUE(lod.ask(kTouch).empty());
    const int first = lod.nodes();
    const std::uint64_t rest = hash(lod.rest());
    lod.grab(0);
    EXPECT_LE(lod.settle(kTouch), 4) << "cells see how near they are when they are small enough";
    EXPECT_GT(lod.nodes(), first);
    const WantedCells wanted = wanted_cells(kTouch.policy, {}, {}, lod.body());
    for (int i = 0; i < lod.rest().nodes(); ++i) EXPECT_LE(lod.rest().cell[i], 1.01 * wanted[i]);
    lod.release(0);
    EXPECT_LE(lod.settle(kTouch), 4);
    EXPECT_EQ(hash(lod.rest()), rest);
}

TEST(Lod, DecidesOnlyEverySoManyFrames) {
    LodWorld lod;
    lod.grab(0);
    for (int frame = 0; frame < 9; ++frame) {
        EXPECT_EQ(lod.ask(kTouch).empty(), frame % 4 != 0) << frame;
        lod.world.step();
    }
}

TEST(Lod, SettlesInsteadOfGoingBackAndForth) {
    for (double within : {0.02, 0.027, 0.035, 0.06}) {
        LodWorld lod;
        lod.grab(0);
        LodSettings settings = kTouch;
        settings.policy.touch->within = within;
        EXPECT_LE(lod.settle(settings), 6) << within;
    }
}

TEST(Lod, KeepsToTheBudgetAndServesTheGreatestNeedFirst) {
    LodWorld lod;
    lod.grab(0);
    LodSettings settings = kTouch;
    settings.budget = lod.nodes() + 80;
    for (int decision = 0; decision < 6; ++decision) {
        lod.decide(settings);
        EXPECT_LE(lod.nodes(), settings.budget);
    }
    int finest = 0;
    for (int i = 0; i < lod.rest().nodes(); ++i)
        if (lod.rest().cell[i] < 0.011) ++finest;
    EXPECT_GT(finest, 0) << "at the grabbed corner, though nowhere else";
}

TEST(Lod, SpreadsItsWorkOverDecisions) {
    LodWorld lod(4);
    for (int body = 0; body < 4; ++body) lod.grab(body);
    LodSettings settings = kTouch;
    settings.work = 1;
    const int coarse = lod.rest().nodes();
    for (int decision = 1; decision <= 4; ++decision) {
        lod.decide(settings);
        int refined = 0;
        for (int body = 0; body < 4; ++body) refined += lod.rest(body).nodes() > coarse;
        EXPECT_EQ(refined, decision);
    }
    EXPECT_LT(lod.settle(settings), 12);
    for (int body = 1; body < 4; ++body) EXPECT_EQ(hash(lod.rest(body)), hash(lod.rest()));
}

TEST(Lod, KeepsMassAndMomentaAndMovesTheSkinOfARigidBodyLessThanAHundredthOfACell) {
    LodWorld lod(1, {.velocity = {0.1, 0.2, -0.1}, .angular_velocity = {0.3, 0.7, 0.2}});
    for (int step = 0; step < 4; ++step) lod.world.step();
    const auto skin_now = [&] {
        const auto& form = World::shape_of(lod.body());
        Skin skin;
        pose_skin(*form.rest, *form.skin, lod.body().state, skin);
        std::vector<Vec3d> places;
        for (const Vec3& p : skin.positions) places.push_back(lod.body().state.origin + p.cast<double>());
        return places;
    };
    const Motion before = motion_of(lod.rest(), lod.body().state);
    const auto skin = skin_now();
    const LodSettings seen{.policy = {.view = ViewLod{1}}};
    lod.decide(seen);
    ASSERT_GT(lod.nodes(), 300);
    const Motion after = motion_of(lod.rest(), lod.body().state);
    EXPECT_NEAR(after.mass / before.mass, 1, 1e-6);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-5 * before.speed);
    EXPECT_LT((after.angular - before.angular).norm(), 1e-5 * before.turn);
    const auto moved = skin_now();
    ASSERT_EQ(moved.size(), skin.size());
    for (std::size_t v = 0; v < skin.size(); ++v) EXPECT_LT((moved[v] - skin[v]).norm(), 0.01 * lod.rest().finest_cell);
}

}  // namespace
}  // namespace octomatch

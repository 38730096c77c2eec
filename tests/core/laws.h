// Laws that hold for every relation, rule and model, to be asked of any body.
#pragma once
#include <gtest/gtest.h>

#include "core/parallel.h"
#include "tests/core/double_body.h"
#include "tests/core/test_bodies.h"

namespace octomatch::test {

inline void expect_same_momentum(const Motion& before, const Motion& after, double linear, double angular) {
    EXPECT_LT((after.momentum - before.momentum).norm(), linear * before.speed);
    EXPECT_LT((after.angular - before.angular).norm(), angular * before.turn);
}

inline void expect_momentum_is_kept(DoubleBody& body, int steps, double angular = 1e-10) {
    const Motion before = body.motion();
    body.run(steps);
    expect_same_momentum(before, body.motion(), 1e-10, angular);
}

inline void expect_momentum_is_kept_as_far_as_float_allows(World world) {
    const Motion before = motion_of(world);
    for (int step = 0; step < 1000; ++step) ASSERT_EQ(world.step().unconverged, 0);
    expect_same_momentum(before, motion_of(world), 1e-4, 1e-4);
}

/// The next step of the body, turned and moved as a whole, is its next step turned and moved.
inline void expect_step_commutes_with_rigid_motions(DoubleBody& body) {
    const Eigen::Quaterniond q = Eigen::Quaterniond(0.3, -0.5, 0.7, 0.2).normalized();
    const Vec3d shift(0.4, -1.2, 2.0);
    DoubleBody turned(body.tables.rest, body.material, body.seconds);
    turned.state = body.state;
    for (Vec3d& x : turned.state.x) x = q * x + shift;
    for (Vec3d& v : turned.state.v) v = q * v;
    for (auto& R : turned.state.rotation) R = q * Eigen::Quaterniond(R);
    for (Vec3d& spin : turned.state.spin) spin = q * spin;
    for (auto& R : turned.state.matched) R = q * Eigen::Quaterniond(R);
    body.step();
    turned.step();
    for (int i = 0; i < body.tables.nodes(); ++i) {
        EXPECT_LT((turned.state.x[i] - (q * body.state.x[i] + shift)).norm(), 1e-11);
        EXPECT_LT((turned.state.v[i] - q * body.state.v[i]).norm(), 1e-9);
        if (body.turns()) {
            EXPECT_LT((turned.rotation(i) - q.toRotationMatrix() * body.rotation(i)).norm(), 1e-9);
        }
    }
}

/// Damping alone, in a body that is not pulled.
inline void expect_damping_adds_no_energy(const std::shared_ptr<const BodyRest>& rest, MaterialSettings material) {
    material.damping = 30;
    DoubleBody body(rest, material, 0.01);
    body.shake(1);
    double kinetic = body.motion().kinetic;
    for (int step = 0; step < 30; ++step) {
        body.match.sum_regions(body.tables, body.state);
        body.match.match_regions(body.tables, {}, body.seconds, RotationKind::reference, body.state);
        body.match.average_rigid_velocities(body.tables, body.state);
        damp(body.substep(), body.match, body.state);
        EXPECT_LE(body.motion().kinetic, kinetic * (1 + 1e-14));
        kinetic = body.motion().kinetic;
    }
}

inline void expect_energy_stays_below(World world, double factor, int steps) {
    const double before = motion_of(world).kinetic;
    for (int step = 0; step < steps; ++step) {
        world.step();
        ASSERT_LT(motion_of(world).kinetic, factor * before) << "step " << step;
    }
}

/// `make` gives a world of its own to every thread count.
template <class Make>
void expect_equal_hashes_for_every_thread_count(Make make, int steps) {
    std::vector<std::uint64_t> hashes;
    for (int threads : {1, 2, 3, 4, 8}) {
        set_thread_count(threads);
        World world = make();
        for (int step = 0; step < steps; ++step) world.step();
        hashes.push_back(hash(world));
    }
    set_thread_count(0);
    EXPECT_EQ(hashes, std::vector(hashes.size(), hashes.front()));
}

/// Instances of one shape in a row over the ground, turning.
inline World row_of_bodies(const std::shared_ptr<const BodyRest>& rest, int count, const MaterialSettings& material) {
    World world(std::make_shared<FixedShapes>(std::vector{rest}), {.ground = Ground{}});
    std::vector<Request> requests;
    for (int copy = 0; copy < count; ++copy)
        requests.push_back(CreateBody{.shape = {0},
                                      .material = material,
                                      .position = {0.3 * copy, 0.1 * copy, 0},
                                      .angular_velocity = {1, 2, 3}});
    world.adapt(requests);
    return world;
}

inline void expect_restored_world_continues(World world, const std::shared_ptr<const BodyRest>& rest) {
    for (int step = 0; step < 20; ++step) world.step();
    World copy = World::restored(std::make_shared<FixedShapes>(std::vector{rest}), world.save());
    EXPECT_EQ(hash(copy), hash(world));
    for (int step = 0; step < 20; ++step) {
        world.step();
        copy.step();
    }
    EXPECT_EQ(hash(copy), hash(world));
}

}  // namespace octomatch::test

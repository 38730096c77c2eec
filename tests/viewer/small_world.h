// Small worlds to look at.
#pragma once
#include <memory>

#include "core/input_error.h"
#include "io/simulation.h"
#include "tests/io/test_meshes.h"
#include "viewer/engine.h"

namespace octomatch::test {

/// A soft pillar of 1 x 2 x 1 that stands on the ground, held at its foot.
inline Simulation held_pillar() {
    const auto shapes = std::make_shared<ShapeLibrary>();
    const ShapeId pillar = shapes->add(box({-0.5, 0, -0.5}, {0.5, 2, 0.5}), {.base_cell = 0.5, .depth = 0});
    Scene scene;
    scene.world = {.gravity = Vec3d::Zero(), .ground = Ground{}};
    World world(shapes, scene.world);
    world.adapt(
        std::vector<Request>{CreateBody{.shape = pillar, .material = {.stiffness = {StiffnessUnit::young, 2e5}}},
                             PinZone{.body = {0}, .where = {.box = {{-1, -1, -1}, {1, 0.5, 1}}}}});
    return Simulation(scene, {shapes, std::move(world)});
}

/// The same, of eight coarse cells that can be split twice.
inline Simulation fine_pillar() {
    const auto shapes = std::make_shared<ShapeLibrary>();
    const ShapeId pillar =
        shapes->add(box({-0.5, 0, -0.5}, {0.5, 2, 0.5}), {.base_cell = 0.5, .depth = 2, .criteria = {}});
    Scene scene;
    scene.world = {.gravity = Vec3d::Zero(), .ground = Ground{}};
    World world(shapes, scene.world);
    world.adapt(
        std::vector<Request>{CreateBody{.shape = pillar, .material = {.stiffness = {StiffnessUnit::young, 2e5}}}});
    return Simulation(scene, {shapes, std::move(world)});
}

/// A cube that falls on the ground.
inline Simulation falling_cube() {
    const auto shapes = std::make_shared<ShapeLibrary>();
    const ShapeId cube = shapes->add(unit_cube(), {.base_cell = 0.5, .depth = 0});
    Scene scene;
    scene.world = {.ground = Ground{}};
    World world(shapes, scene.world);
    world.adapt(std::vector<Request>{CreateBody{.shape = cube, .position = {0, 1, 0}}});
    return Simulation(scene, {shapes, std::move(world)});
}

inline Vec3d mean_skin_point(const Simulation& simulation) {
    const Body& body = simulation.world().bodies().front();
    const BodyShape& shape = simulation.world().shape_of(body);
    Skin skin;
    pose_skin(*shape.rest, *shape.skin, body.state, skin);
    Vec3d sum = Vec3d::Zero();
    for (const Vec3& p : skin.positions) sum += body.state.origin + p.cast<double>();
    return sum / static_cast<double>(skin.positions.size());
}

/// Why nothing can be drawn without a window on this machine; empty: it can.
inline std::string no_headless_opengl() {
    try {
        Stage stage(Backend::egl);
        return "";
    } catch (const InputError& error) {
        return error.what();
    }
}

}  // namespace octomatch::test

#define SKIP_WITHOUT_OPENGL() \
    if (const std::string why = octomatch::test::no_headless_opengl(); !why.empty()) GTEST_SKIP() << why

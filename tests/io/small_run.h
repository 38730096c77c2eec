// A run of two small bodies in which every kind of request occurs.
#pragma once
#include <memory>
#include <vector>

#include "io/snapshot.h"
#include "tests/io/test_meshes.h"

namespace octomatch::test {

inline SampleSettings coarse() {
    return {.base_cell = 0.5, .depth = 1};
}

/// An empty world; shape 0 is a cube, shape 1 a pillar.
inline RestoredWorld small_world() {
    const auto shapes = std::make_shared<ShapeLibrary>();
    shapes->add(unit_cube(), coarse());
    shapes->add(box(Vec3d::Zero(), {0.4, 1.2, 0.4}), coarse());
    return {shapes, World(shapes)};
}

/// A blade that comes down through the first body from frame 21 on.
inline Blade blade_at(int frame) {
    const double y = 2 - 0.3 * (frame - 21);
    return {{0.45, y, -3}, {0.45, y, 4}};
}

/// What is asked before the step that makes `frame`. From frame 14 on a body is plastic, partly soft, pinned and
/// grabbed twice; three requests of frame 18 are refused. Later the body is cut in two, which is taken back and done
/// again.
inline std::vector<Request> requests_for(int frame) {
    const Zone bottom{.box = {{-1, -1, -1}, {2, 0.3, 2}}};
    const Zone right{.box = {{0.5, -9, -9}, {9, 9, 9}}};
    if (frame >= 21 && frame <= 31) return {MoveBlade{.cut = {5}, .body = {0}, .blade = blade_at(frame)}};
    switch (frame) {
        case 1: {
            WorldSettings settings{.wind = {.velocity = {1, 0, 0.5}, .gust = 0.3}, .ground = Ground{.offset = -1}};
            return {ChangeWorld{settings}, CreateBody{.shape = {0}, .angular_velocity = {0.5, 1, 0}}};
        }
        case 3:
            return {PinZone{.body = {0}, .where = bottom, .velocity = {0, 0.1, 0}}};
        case 4:
            return {CreateBody{.shape = {1}, .position = {3, 1, 0}, .rotation = Eigen::Quaterniond(0.8, 0.6, 0, 0)}};
        case 6:
            return {GrabPoint{.grab = {7}, .body = {0}, .point = Vec3d(0.9, 0.9, 0.9), .target = {2, 2, 1}}};
        case 7:
            return {MoveGrab{.grab = {7}, .target = {2, 2.5, 1}}};
        case 8:
            return {ChangeMaterial{
                .body = {0},
                .material = {.stiffness = {StiffnessUnit::frequency, 300}, .plasticity = {.yield = 0.02}}}};
        case 10:
            return {
                ChangeRegionStiffness{.body = {0}, .where = {.points = {{1, 1, 1}}, .radius = 0.8}, .stiffness = 0.3}};
        case 12:
            return {
                GrabPoint{.grab = {8}, .point = Ray{{0.5, 5, 0.5}, {0, -1, 0}}, .target = {0.5, 1.5, 0}, .rate = 20}};
        case 14:
            return {RemoveBody{{1}}, CreateBody{.shape = {1}, .position = {-3, 0, 0}, .velocity = {0, 2, 0}}};
        case 16:
            return {UnpinZone{.body = {0}, .where = {.points = {{0, 0, 0}, {0, 0, 1}}, .radius = 0.5}}};
        case 17:
            return {ReleaseGrab{{8}}};
        case 18:
            return {ReleaseGrab{{8}}, RemoveBody{{1}}, CreateBody{.shape = {99}}};
        case 20:
            return {RefineZone{.body = {0}, .where = bottom}};
        case 33:
            return {EndCut{{5}}};
        case 40:
            return {UndoCut{}};
        case 44:
            return {RedoCut{}};
        case 48:
            return {CoarsenZone{.body = {0}, .where = right, .cell = 0.5}};
        default:
            return {};
    }
}

/// Goes on until the world is at `frame`; returns the hash of every frame on the way.
inline std::vector<std::uint64_t> run_until(int frame, World& world) {
    std::vector<std::uint64_t> hashes;
    while (world.frame() < frame) {
        world.adapt(requests_for(world.frame() + 1));
        world.step();
        hashes.push_back(hash(world));
    }
    return hashes;
}

}  // namespace octomatch::test

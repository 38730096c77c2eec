// The parts that the specification of scenes (io/scene_spec.h) is put together from. Inside io only.
#pragma once
#include "io/object_spec.h"
#include "io/scene.h"

namespace octomatch {

constexpr Range between(double low, double high) {
    return {.low = low, .high = high};
}
constexpr Range above(double low, double high) {
    return {.low = low, .high = high, .above = true};
}
constexpr Range not_zero(double most) {
    return {.low = -most, .high = most, .nonzero = true};
}

inline constexpr Range kPlace = between(-1e6, 1e6), kSpeed = between(-1e5, 1e5), kLength = above(0, 1e6), kAny = {};

ObjectSpec<WorldSettings> world_keys();
ObjectSpec<SceneZone> zone_keys();
ObjectSpec<ScenePin> pin_keys();
ObjectSpec<SceneEvent> event_keys();
ObjectSpec<LodSettings> lod_keys();

}  // namespace octomatch

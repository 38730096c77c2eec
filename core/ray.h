// Where a ray of the world meets a skin.
#pragma once
#include <optional>

#include "core/world.h"

namespace octomatch {

struct RayHit {
    BodyId body;
    double distance = 0;  // along the ray, in lengths of its direction
    Vec3d place;          // world
    Vec3d rest_point;     // the mesh's own coordinates
};

/// The first hit of the ray with the posed skins, of `only` and what was cut off it if that is a body.
std::optional<RayHit> first_hit(const World& world, const Ray& ray, BodyId only);

/// The same of one body, whose skin has been posed.
std::optional<RayHit> first_hit(const Body& body, const Skin& posed, const Ray& ray);

}  // namespace octomatch

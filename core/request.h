// Requests: the only way anything but a step changes a world. They are plain data, name bodies and rest points or world
// rays (never what happens to be drawn), and are what a recording keeps.
#pragma once
#include <limits>
#include <variant>

#include "core/hold.h"
#include "core/world_settings.h"
#include "core/zone.h"

namespace octomatch {

using BodyId = Index<struct BodyTag>;  // given in order of creation, never reused

struct CreateBody {
    ShapeId shape;
    MaterialSettings material;
    Vec3d position = Vec3d::Zero();                                // of the mesh's origin [m]
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();  // about the mesh's origin
    Vec3d velocity = Vec3d::Zero();                                // of the centre of mass [m/s]
    Vec3d angular_velocity = Vec3d::Zero();                        // about the centre of mass [rad/s]
};

struct RemoveBody {
    BodyId body;
};

/// Holds the nodes that rest inside `where` (the mesh's own coordinates) at their present places, or moves those
/// places.
struct PinZone {
    BodyId body;
    Zone where;
    Vec3d velocity = Vec3d::Zero();  // [m/s]
};

/// Frees all pinned nodes that rest inside `where`.
struct UnpinZone {
    BodyId body;
    Zone where;
};

struct Ray {
    Vec3d origin = Vec3d::Zero(), direction = Vec3d::UnitZ();
};

/// Pulls one point of the material to `target`: the point named in rest coordinates, or where a world ray hits the
/// skin.
struct GrabPoint {
    GrabId grab;
    BodyId body;  // for a ray: invalid means whichever body it hits first
    std::variant<Vec3d, Ray> point;
    Vec3d target = Vec3d::Zero();                           // world [m]
    double rate = std::numeric_limits<double>::infinity();  // share of the way per second [1/s]; infinite: a hard grab
};

struct MoveGrab {
    GrabId grab;
    Vec3d target = Vec3d::Zero();
};

struct ReleaseGrab {
    GrabId grab;
};

struct ChangeMaterial {
    BodyId body;
    MaterialSettings material;
};

/// Sets the stiffness k_r of the regions whose nodes, or whose centres if they are clusters, rest inside `where`.
struct ChangeRegionStiffness {
    BodyId body;
    Zone where;
    double stiffness = 1;  // in (0, 1], times the material's
};

struct ChangeWorld {
    WorldSettings settings;
};

using Request = std::variant<CreateBody, RemoveBody, PinZone, UnpinZone, GrabPoint, MoveGrab, ReleaseGrab,
                             ChangeMaterial, ChangeRegionStiffness, ChangeWorld>;

}  // namespace octomatch

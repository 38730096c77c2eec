// Requests: the only way anything but a step changes a world. They are plain data, name bodies and rest points or world
// rays (never what happens to be drawn), and are what a recording keeps.
#pragma once
#include <limits>
#include <variant>

#include "core/body_compiler.h"
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

using CutId = Index<struct CutTag>;  // chosen by whoever cuts

/// The blade of a cut is at its next place. It cuts what lies between its places, a blade's first one begins the cut.
struct MoveBlade {
    CutId cut;
    BodyId body;  // and all that has been cut off it; invalid: whatever the blade meets
    Blade blade;
};

/// The blade leaves: what it cut off becomes bodies of their own.
struct EndCut {
    CutId cut;
};

/// The state before the last cut comes back, or that before the last undo.
struct UndoCut {};
struct RedoCut {};

/// Splits the cells of the octree that meet `where` (the mesh's own coordinates) until their edges are at most `cell`.
struct RefineZone {
    BodyId body;
    Zone where;
    double cell = 0;  // 0: the finest
};

/// Joins cells all of whose nodes rest inside `where`, up to edges of `cell`, as far as cuts and the balance of the
/// octree allow.
struct CoarsenZone {
    BodyId body;
    Zone where;
    double cell = 0;  // 0: as the body was sampled at first
};

using Request =
    std::variant<CreateBody, RemoveBody, PinZone, UnpinZone, GrabPoint, MoveGrab, ReleaseGrab, ChangeMaterial,
                 ChangeRegionStiffness, ChangeWorld, MoveBlade, EndCut, UndoCut, RedoCut, RefineZone, CoarsenZone>;

}  // namespace octomatch

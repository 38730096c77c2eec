// What holds a body: pins, grabs and the ground. Each changes velocities after the forces and before the move.
#pragma once
#include <span>

#include "core/body_state.h"
#include "core/match_tables.h"
#include "core/material_point.h"
#include "core/world_settings.h"

namespace octomatch {

using GrabId = Index<struct GrabTag>;  // chosen by whoever grabs

struct Pin {
    NodeId node;
    Vec3d place = Vec3d::Zero();     // world
    Vec3d velocity = Vec3d::Zero();  // of the place
};

struct Grab {
    GrabId id;
    MaterialPoint point;
    Vec3d target = Vec3d::Zero();  // world
    double rate = 0;               // [1/s]; infinite: hard
};

/// Pinned nodes reach their places at the end of the substep; the places move on. All their material is held: they do
/// not turn.
void hold_pins(double seconds, std::span<Pin> pins, BodyState& state);

/// Each grabbed point goes the share 1 - exp(-rate h) of the way to its target and loses as much of its velocity.
void pull_grabs(double seconds, const MatchTables& tables, std::span<const Grab> grabs, BodyState& state);

/// Nodes, as balls of their own material, against the ground: none gets deeper, all come out again, with Coulomb
/// friction [GAMES103]. Returns the number of nodes that touch it.
int rest_on_ground(const Ground& ground, double seconds, const MatchTables& tables, BodyState& state);

struct PointMotion {
    Vec3d place, velocity;  // world
};
PointMotion motion_of(const MaterialPoint& point, const MatchTables& tables, const BodyState& state);

}  // namespace octomatch

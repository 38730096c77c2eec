// What is drawn over bodies to say what happens to them, as plain data in the world.
#pragma once
#include <utility>
#include <vector>

#include "viewer/world_frame.h"

namespace octomatch {

using Line = std::pair<Vec3d, Vec3d>;

/// From each point that is held to where it is pulled.
std::vector<Line> grab_lines(const WorldFrame& frame);

/// From each body's centre of mass to where it would be in a fifth of a second.
std::vector<Line> momentum_lines(const WorldFrame& frame);

/// Across each node's ball, where it touches the ground.
std::vector<Line> contact_lines(const WorldFrame& frame);

}  // namespace octomatch

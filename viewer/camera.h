// Where to look at a world from.
#pragma once
#include <span>
#include <vector>

#include "io/scene.h"
#include "viewer/world_frame.h"

namespace octomatch {

/// The axis along which things do not fall: opposite to gravity as nearly as an axis can be; y where there is none.
Vec3d up_axis(const WorldSettings& settings);

/// Where the eye is: so much to the right, above and in front of what it sees; any length.
using Seat = Vec3d;
/// From the front and a little from above.
inline const Seat kThreeQuarter{0.50, 0.36, 1.0};

/// As near as shows all the points, which then fill 1 / margin of the picture. `aspect` is width / height. There must
/// be a point.
SceneCamera framing_camera(std::span<const Vec3d> points, const Vec3d& up, double aspect, double margin = 1.22,
                           const Seat& seat = kThreeQuarter);

/// Frames the bodies as they are, with their cells if these are shown, and the ground below where it is near.
SceneCamera default_camera(const WorldFrame& frame, const Vec3d& up, double aspect, bool with_cells = false,
                           const Seat& seat = kThreeQuarter);

/// All vertices of all skins, in the world.
std::vector<Vec3d> skin_points(const WorldFrame& frame);

}  // namespace octomatch

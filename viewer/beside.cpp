#include "viewer/beside.h"

#include <cmath>
#include <numbers>

#include "viewer/camera.h"

namespace octomatch {

SharedCamera shared_camera(const WorldFrame& frame, double aspect, double panel) {
    const Vec3d up = up_axis(frame.settings);
    SharedCamera shared{.camera = default_camera(frame, up, 0.42 * (1 - panel) * aspect)};
    const Vec3d look = shared.camera.to - shared.camera.from;
    const double half_width = std::tan(shared.camera.field_of_view * std::numbers::pi / 360) * aspect * look.norm();
    const Vec3d right = look.cross(up).normalized();
    shared.to_left = (2 * middle_of_left(panel) - 1) * half_width * right;
    shared.to_right = (2 * middle_of_right(panel) - 1) * half_width * right;
    return shared;
}

}  // namespace octomatch

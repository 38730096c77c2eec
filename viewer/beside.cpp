#include "viewer/beside.h"

#include <cmath>
#include <numbers>

#include "viewer/camera.h"

namespace octomatch {

SharedCamera shared_camera(const WorldFrame& frame, double aspect) {
    const Vec3d up = up_axis(frame.settings);
    SharedCamera shared{.camera = default_camera(frame, up, 0.5 * aspect)};
    const Vec3d look = shared.camera.to - shared.camera.from;
    const double half_width = std::tan(shared.camera.field_of_view * std::numbers::pi / 360) * aspect * look.norm();
    shared.to_right = 0.5 * half_width * look.cross(up).normalized();
    return shared;
}

}  // namespace octomatch

// The same thing once more, on the left: as the uniform lattice of Fast Lattice Shape Matching, under the same camera
// and the same hand.
#pragma once
#include <memory>
#include <optional>

#include "viewer/runner.h"
#include "viewer/world_view.h"

namespace octomatch {

struct Beside {
    explicit Beside(Pace pace) : runner(pace) {}

    std::shared_ptr<const WorldFrame> frame;  // that is shown
    int opened = 0;                           // which of all that were opened
    std::optional<WorldView> view;
    Runner runner;
};

/// A camera that has room for two where it shows one, and how far each is shifted to its side, in the world. On the
/// left the share `panel` of the picture is taken.
struct SharedCamera {
    SceneCamera camera;
    Vec3d to_left = Vec3d::Zero(), to_right = Vec3d::Zero();
};
SharedCamera shared_camera(const WorldFrame& frame, double aspect, double panel);

/// Where in the width of the picture the two are.
inline double middle_of_left(double panel) {
    return panel + 0.25 * (1 - panel);
}
inline double middle_of_right(double panel) {
    return panel + 0.75 * (1 - panel);
}

}  // namespace octomatch

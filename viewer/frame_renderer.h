// Pictures of a world without a window, one per frame.
//
//   FrameRenderer renderer({.camera = scene.camera});
//   write_png("frame.png", renderer.render(simulation.world(), *simulation.shapes()));
#pragma once
#include <optional>

#include "viewer/camera.h"
#include "viewer/engine.h"
#include "viewer/world_view.h"

namespace octomatch {

struct FrameOptions {
    Canvas canvas{.width = 1280, .height = 720, .supersampling = 2};
    std::optional<SceneCamera> camera;  // by default one that frames the first world it sees,
    Seat seat = kThreeQuarter;          // from there
    Shown shown;
};

class FrameRenderer {
public:
    /// Throws InputError where there is no OpenGL, saying what to install.
    explicit FrameRenderer(const FrameOptions& options = {});

    /// The same world gives the same bytes. `shapes` is the world's compiler. Whatever a world does, the camera and the
    /// place of the first one stay.
    Image render(const World& world, const ShapeLibrary& shapes);

private:
    FrameOptions options_;
    Stage stage_{Backend::egl};
    std::optional<WorldView> view_;
};

}  // namespace octomatch

#include "viewer/frame_renderer.h"

#include "core/input_error.h"

namespace octomatch {

FrameRenderer::FrameRenderer(const FrameOptions& options) : options_(options) {
    constexpr int kLargest = 8192;  // what drivers take as a texture, supersampled
    const auto& [width, height, supersampling] = options_.canvas;
    if (width < 16 || height < 16 || std::max(width, height) * supersampling > kLargest)
        throw InputError("a picture of " + std::to_string(width) + " x " + std::to_string(height) +
                         " pixels can not be drawn: each side must have 16 to " +
                         std::to_string(kLargest / supersampling));
}

Image FrameRenderer::render(const World& world, const ShapeLibrary& shapes) {
    const bool is_new = stage_.take();
    const WorldFrame frame = frame_of(world, shapes);
    if (!view_) {
        view_.emplace(frame);
        if (!options_.camera)
            options_.camera = default_camera(frame, up_axis(frame.settings), options_.canvas.aspect(),
                                             options_.shown.cells, options_.seat);
    }
    if (is_new) {
        view_->forget();
        stage_.set_canvas(options_.canvas);
        view_->aim(*options_.camera);
    }
    view_->update(frame, options_.shown);
    return stage_.photograph();
}

}  // namespace octomatch

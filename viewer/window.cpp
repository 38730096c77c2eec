#include "viewer/window.h"

#include <imgui.h>
#include <polyscope/polyscope.h>
#include <polyscope/view.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/input_error.h"
#include "viewer/camera.h"

namespace octomatch {

namespace {

Vec3d from_glm(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

/// Figures that a reader can follow.
void smooth(double value, double& shown) {
    shown += (shown == 0 ? 1 : 0.1) * (value - shown);
}

void smooth(const StepReport& step, StepReport& shown) {
    StepSeconds seconds = shown.seconds;
    smooth(step.seconds.sum, seconds.sum);
    smooth(step.seconds.match, seconds.match);
    smooth(step.seconds.average, seconds.average);
    smooth(step.seconds.integrate, seconds.integrate);
    smooth(step.seconds.total, seconds.total);
    shown = step;
    shown.seconds = seconds;
}

WindowOptions checked(const WindowOptions& options) {
    if (options.backend != Backend::glfw && options.frames <= 0)
        throw InputError("without a window nobody can close it: give the number of --frames");
    if (options.backend == Backend::mock && !options.screenshot.empty())
        throw InputError("--backend mock draws nothing: a --screenshot needs --backend egl or a window");
    return options;
}

std::optional<ScriptPlayer> script_of(const WindowOptions& options) {
    if (options.script.empty()) return {};
    return ScriptPlayer(read_input_script(options.script, Panel::widget_names()));
}

}  // namespace

Window::Window(Simulation simulation, const WindowOptions& options)
    : options_(checked(options)),
      simulation_(std::move(simulation)),
      start_(simulation_.world().save()),
      script_(script_of(options_)),
      stage_(options.backend),
      view_(simulation_.world()),
      grab_(simulation_.first_free_grab()),
      shown_(options.shown),
      paused_(options.paused) {
    stage_.take();
    stage_.set_canvas(options_.canvas);
    if (const auto& camera = simulation_.scene().camera)
        view_.aim(*camera);
    else
        frame_view();
    ImGuiIO& io = ImGui::GetIO();  // an earlier window may have been left with a button down
    io.ClearEventsQueue();
    io.ClearInputKeys();
    io.ClearInputMouse();
    polyscope::state::userCallback = [this] { make_frame(); };
}

Window::~Window() {
    polyscope::options::doDefaultMouseInteraction = true;
}

void Window::run() {
    limit_speed();
    for (int frame = 0; !quit_asked_ && (options_.frames <= 0 || frame < options_.frames); ++frame) {
        if (script_) script_->play(frame, [&](const std::string& widget) { return panel_.find(widget); });
        const double before = figures_.step.seconds.total;
        const Stopwatch watch;
        polyscope::frameTick();
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
        smooth(watch.seconds() - before - figures_.skin, figures_.draw);
        if (polyscope::windowRequestsClose()) break;
    }
    if (!options_.screenshot.empty()) write_png(options_.screenshot, stage_.last_frame());
}

/// In front of a user the simulation runs no faster than time does.
void Window::limit_speed() const {
    using polyscope::LimitFPSMode;
    const double rate = 1 / simulation_.world().settings().time_step;
    polyscope::options::maxFPS = static_cast<int>(std::lround(std::clamp(rate, 1.0, 1000.0)));
    polyscope::options::frameTickLimitFPSMode =
        options_.backend == Backend::glfw ? LimitFPSMode::BlockToHitTarget : LimitFPSMode::IgnoreLimits;
}

/// Called by the engine between the input and the picture of a frame.
void Window::make_frame() try {
    const World& world = simulation_.world();
    figures_.frame = world.frame();
    figures_.time = world.time();
    figures_.bodies = static_cast<int>(world.bodies().size());
    figures_.nodes = 0;
    for (const Body& body : world.bodies()) figures_.nodes += static_cast<int>(body.state.x.size());
    for (PanelCommand command : panel_.show(figures_, paused_, shown_)) obey(command);
    follow_mouse();
    if (!paused_ || std::exchange(step_asked_, false)) advance();
    const Stopwatch watch;
    view_.update(simulation_.world(), *simulation_.shapes(), shown_);
    smooth(watch.seconds(), figures_.skin);
} catch (...) {
    error_ = std::current_exception();
}

void Window::obey(PanelCommand command) {
    switch (command) {
        case PanelCommand::pause:
            paused_ = !paused_;
            break;
        case PanelCommand::step:
            paused_ = step_asked_ = true;
            break;
        case PanelCommand::reset:
            reset();
            break;
        case PanelCommand::frame_view:
            frame_view();
            break;
        case PanelCommand::quit:
            quit_asked_ = true;
            break;
    }
}

/// The left button on a body pulls at it, and the camera rests; anywhere else it turns the camera.
void Window::follow_mouse() {
    const ImGuiIO& io = ImGui::GetIO();
    const bool modified = io.KeyShift || io.KeyCtrl || io.KeyAlt;
    if (grab_.holds()) {
        grab_.drag(mouse_ray(), requests_);
        if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) grab_.release(requests_);
    } else if (!io.WantCaptureMouse && !modified && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        grab_.press(simulation_.world(), mouse_ray(), from_glm(polyscope::view::getLookVec()), requests_);
    }
    polyscope::options::doDefaultMouseInteraction = !grab_.holds();
}

Ray Window::mouse_ray() const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return {view_.place().to_world(from_glm(polyscope::view::getCameraWorldPosition())),
            from_glm(polyscope::view::screenCoordsToWorldRay({mouse.x, mouse.y}))};
}

void Window::advance() {
    const Simulation::Frame frame = simulation_.advance(requests_);
    requests_.clear();
    smooth(frame.step, figures_.step);
    figures_.notes = frame.adapted.refused;
    if (frame.step.non_finite) {
        figures_.notes.push_back("a position is no number any more: reset");
        paused_ = true;
    }
    if (options_.after_frame) options_.after_frame(simulation_, frame);
}

void Window::frame_view() {
    view_.aim(default_camera(simulation_.world(), view_.up(), polyscope::view::getAspectRatioWidthOverHeight(),
                             shown_.cells));
}

void Window::reset() {
    simulation_.go_back_to(start_);
    requests_.clear();
    grab_.forget();
    figures_.notes.clear();
}

}  // namespace octomatch

#include "viewer/window.h"

#include <imgui.h>
#include <polyscope/polyscope.h>
#include <polyscope/view.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/input_error.h"
#include "viewer/camera.h"
#include "viewer/structures.h"

namespace octomatch {

namespace {

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
    : Window(options, [ready = std::make_shared<Simulation>(std::move(simulation))](const Progress&) {
          return Simulation(std::move(*ready));
      }) {
    runner_.settle();
    take_frame();
}

Window::Window(Runner::Open open, const WindowOptions& options) : Window(options, std::move(open)) {}

Window::Window(const WindowOptions& options, Runner::Open open)
    : options_(checked(options)),
      script_(script_of(options)),
      stage_(options.backend),
      shown_(options.shown),
      runner_(options.backend == Backend::glfw && options.frames <= 0 ? Pace::real_time : Pace::in_step,
              options.after_frame) {
    stage_.take();
    stage_.set_canvas(options_.canvas);
    ImGuiIO& io = ImGui::GetIO();  // an earlier window may have been left with a button down
    io.ClearEventsQueue();
    io.ClearInputKeys();
    io.ClearInputMouse();
    polyscope::state::userCallback = [this] { make_frame(); };
    runner_.set_paused(options.paused);
    runner_.open(std::move(open));
    if (!options.record.empty()) runner_.record(options.record);
}

Window::~Window() {
    polyscope::options::doDefaultMouseInteraction = true;
}

void Window::run() {
    limit_speed();
    for (int frame = 0; !quit_asked_ && (options_.frames <= 0 || frame < options_.frames); ++frame) {
        if (script_) script_->play(frame, [&](const std::string& widget) { return panel_.find(widget); });
        const Stopwatch watch;
        polyscope::frameTick();
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
        smooth(watch.seconds(), figures_.draw);
        if (polyscope::windowRequestsClose()) break;
    }
    if (!options_.screenshot.empty()) write_png(options_.screenshot, stage_.last_frame());
    runner_.stop();
}

/// Nobody sees more than this.
void Window::limit_speed() const {
    using polyscope::LimitFPSMode;
    polyscope::options::maxFPS = 60;
    polyscope::options::frameTickLimitFPSMode =
        options_.backend == Backend::glfw ? LimitFPSMode::BlockToHitTarget : LimitFPSMode::IgnoreLimits;
}

/// Called by the engine between the input and the picture of a frame.
void Window::make_frame() try {
    gather_figures();
    for (PanelCommand command : panel_.show(figures_, runner_.status().paused, shown_)) obey(command);
    follow_mouse();
    runner_.ask(std::exchange(requests_, {}));
    runner_.tick();
    take_frame();
    if (view_) view_->update(*frame_, shown_);
} catch (...) {
    error_ = std::current_exception();
}

void Window::take_frame() {
    const Runner::Status status = runner_.status();
    if (!status.failed.empty() && !runner_.latest()) throw InputError(status.failed);
    const int opened = runner_.opened();
    frame_ = runner_.latest();
    if (opened == opened_) return;
    opened_ = opened;
    view_.reset();
    stage_.clear();
    view_.emplace(*frame_);
    grab_ = MouseGrab(runner_.first_free_grab());
    if (const auto camera = runner_.camera())
        view_->aim(*camera);
    else
        frame_view();
}

void Window::gather_figures() {
    for (const std::string& note : runner_.take_notes()) figures_.notes.push_back(note);
    constexpr std::size_t kNotes = 4;
    if (figures_.notes.size() > kNotes) figures_.notes.erase(figures_.notes.begin(), figures_.notes.end() - kNotes);
    const Runner::Status status = runner_.status();
    figures_.loading = status.loading;
    figures_.loaded = status.loaded;
    if (!frame_) return;
    if (frame_->frame != figures_.frame) smooth(frame_->step, figures_.step);
    figures_.frame = frame_->frame;
    figures_.time = frame_->time;
    figures_.bodies = static_cast<int>(frame_->bodies.size());
    figures_.nodes = frame_->nodes();
}

void Window::obey(PanelCommand command) {
    switch (command) {
        case PanelCommand::pause:
            runner_.set_paused(!runner_.status().paused);
            break;
        case PanelCommand::step:
            runner_.set_paused(true);
            runner_.step();
            break;
        case PanelCommand::reset:
            runner_.reset();
            requests_.clear();
            grab_.forget();
            figures_.notes.clear();
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
    if (!frame_) return;
    if (grab_.holds()) {
        grab_.drag(mouse_ray(), requests_);
        if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) grab_.release(requests_);
    } else if (!io.WantCaptureMouse && !modified && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        grab_.press(*frame_, mouse_ray(), from_glm(polyscope::view::getLookVec()), requests_);
    }
    polyscope::options::doDefaultMouseInteraction = !grab_.holds();
}

Ray Window::mouse_ray() const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return {view_->place().to_world(from_glm(polyscope::view::getCameraWorldPosition())),
            from_glm(polyscope::view::screenCoordsToWorldRay({mouse.x, mouse.y}))};
}

void Window::frame_view() {
    if (frame_)
        view_->aim(
            default_camera(*frame_, view_->up(), polyscope::view::getAspectRatioWidthOverHeight(), shown_.cells));
}

}  // namespace octomatch

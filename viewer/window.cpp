#include "viewer/window.h"

#include <imgui.h>
#include <polyscope/polyscope.h>
#include <polyscope/view.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "core/input_error.h"
#include "core/timer.h"
#include "viewer/camera.h"
#include "viewer/inspector.h"
#include "viewer/plots.h"
#include "viewer/structures.h"
#include "viewer/time_line.h"

namespace octomatch {

namespace {

constexpr std::size_t kNotes = 4;

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

}  // namespace

Window::Window(Simulation simulation, const WindowOptions& options) : Window(Catalogue{}, options) {
    const auto ready = std::make_shared<Simulation>(std::move(simulation));
    runner_.open([ready](const Progress&) { return Simulation(std::move(*ready)); });
    if (!options_.record.empty()) runner_.record(options_.record);
    runner_.settle();
    take_frame();
}

Window::Window(const std::string& what, const Catalogue& catalogue, const WindowOptions& options)
    : Window(catalogue, options) {
    chooses_ = what.empty();
    what_ = what;
    if (chooses_) return;
    runner_.open(catalogue_.opening(what));
    if (beside_) beside_->runner.open(catalogue_.opening(what, true));
    if (!options_.record.empty()) runner_.record(options_.record);
}

Window::Window(const Catalogue& catalogue, const WindowOptions& options)
    : options_(checked(options)),
      catalogue_(catalogue),
      stage_(options.backend),
      shown_(options.shown),
      runner_(options.backend == Backend::glfw && options.frames <= 0 ? Pace::real_time : Pace::in_step,
              options.after_frame) {
    if (!options_.script.empty()) script_.emplace(read_input_script(options_.script, widget_names()));
    stage_.take();
    stage_.clear();
    stage_.set_canvas(options_.canvas);
    ImGuiIO& io = ImGui::GetIO();  // an earlier window may have been left with a button down
    io.ClearEventsQueue();
    io.ClearInputKeys();
    io.ClearInputMouse();
    polyscope::state::userCallback = [this] { make_frame(); };
    polyscope::state::filesDroppedCallback = [this](const std::vector<std::string>& files) {
        if (!files.empty()) open(files.front());
    };
    if (options.beside) {
        if (!catalogue_.open_lattice) throw InputError("there is no lattice to show beside it");
        beside_.emplace(options.backend == Backend::glfw && options.frames <= 0 ? Pace::real_time : Pace::in_step);
    }
    for_both([&](Runner& runner) { runner.set_paused(options.paused); });
}

Window::~Window() {
    polyscope::state::filesDroppedCallback = nullptr;
    polyscope::options::doDefaultMouseInteraction = true;
}

std::vector<std::string> Window::widget_names() const {
    std::vector<std::string> names = Panel::widget_names();
    for (const std::string& name : chooser_.widget_names()) names.push_back(name);
    return names;
}

void Window::run() {
    limit_speed();
    for (int frame = 0; !quit_asked_ && (options_.frames <= 0 || frame < options_.frames); ++frame) {
        if (script_) script_->play(frame, [&](const std::string& widget) { return widgets_.find(widget); });
        const Stopwatch watch;
        polyscope::frameTick();
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
        smooth(watch.seconds(), figures_.draw);
        keep_picture();
        if (polyscope::windowRequestsClose()) break;
    }
    if (video_) toggle_video();
    if (!options_.screenshot.empty()) write_png(options_.screenshot, stage_.last_frame());
    for_both([](Runner& runner) { runner.stop(); });
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
    show_panels();
    follow_mouse();
    const std::vector<Request> requests = std::exchange(requests_, {});
    for_both([&](Runner& runner) {
        runner.ask(requests);
        runner.tick();
    });
    take_frame();
    if (view_) view_->update(*frame_, shown_);
    if (beside_ && beside_->view) beside_->view->update(*beside_->frame, shown_);
} catch (...) {
    error_ = std::current_exception();
}

void Window::show_panels() {
    gather_figures();
    widgets_.clear();
    const Panel::Choice choice = panel_.show(figures_, tools_, tools_.settings, shown_);
    tools_.take(choice.tool, requests_);
    for (PanelCommand command : choice.commands) obey(command);
    if (frame_) {
        show_inspector(*frame_, pick_, plots_ || settings_shown_ ? 370.0f : 10.0f);
        if (const auto sought = show_time_line(frame_->frame, runner_.span(), widgets_)) {
            for_both([&](Runner& runner) {
                runner.set_paused(true);
                runner.seek(*sought);
            });
            tools_.forget();
        }
    }
    if (beside_ && beside_->frame && frame_) show_figures_beside();
    if (plots_) show_plots(history_, plots_);
    if (settings_shown_ && edit_) show_settings();
    shown_.picked_body = pick_ ? pick_->body : BodyId{};
    shown_.picked_node = pick_ ? pick_->node : NodeId{};
    if (!chooses_) return;
    if (const auto chosen = chooser_.show(frame_ != nullptr, chooses_)) open(*chosen);
}

void Window::show_settings() {
    bool open_again = false;
    const auto change = settings_.show(*edit_, open_again, settings_shown_);
    try {
        if (change)
            for (const Request& request : edit_->change(change->path, change->json)) requests_.push_back(request);
    } catch (const InputError& error) {
        note(error.what());
    }
    if (!open_again) return;
    tools_.forget();
    runner_.open([scene = edit_->scene()](const Progress& progress) { return Simulation(scene, progress); });
}

void Window::note(const std::string& line) {
    figures_.notes.push_back(line);
    if (figures_.notes.size() > kNotes) figures_.notes.erase(figures_.notes.begin());
}

void Window::gather_figures() {
    for (const std::string& line : runner_.take_notes()) note(line);
    const Runner::Status status = runner_.status();
    figures_.paused = status.paused;
    figures_.recording = status.recording;
    figures_.slow = slow_;
    figures_.filming = video_.has_value();
    figures_.plots = plots_;
    figures_.settings = settings_shown_;
    figures_.loading = status.loading;
    figures_.loaded = status.loaded;
    if (!frame_) return;
    if (frame_->frame != figures_.frame) smooth(frame_->step, figures_.step);
    figures_.frame = frame_->frame;
    figures_.time = frame_->time;
    figures_.bodies = static_cast<int>(frame_->bodies.size());
    figures_.nodes = frame_->nodes();
    history_.add(*frame_, figures_.draw);
    figures_.cuts_to_undo = frame_->cuts_to_undo;
    figures_.cuts_to_redo = frame_->cuts_to_redo;
}

void Window::take_frame() {
    const Runner::Status status = runner_.status();
    const int opened = runner_.opened();
    if (!what_.empty() && opened == 0 && !status.failed.empty()) throw InputError(status.failed);
    frame_ = runner_.latest();
    if (!beside_) {
        if (opened != opened_) look_at_new();
        opened_ = opened;
        return;
    }
    const std::string failed = beside_->runner.status().failed;
    if (!what_.empty() && beside_->runner.opened() == 0 && !failed.empty()) throw InputError(failed);
    beside_->frame = beside_->runner.latest();
    const int opened_left = beside_->runner.opened();
    const bool both_are_there = frame_ && beside_->frame;
    if (both_are_there && (opened != opened_ || opened_left != beside_->opened)) {
        look_at_new();
        opened_ = opened;
        beside_->opened = opened_left;
    }
    if (!both_are_there) frame_.reset();  // they begin together
}

void Window::look_at_new() {
    view_.reset();
    if (beside_) beside_->view.reset();
    stage_.clear();
    if (beside_) {
        const SharedCamera shared = camera_for_both();
        view_.emplace(*frame_, "", shared.to_right);
        beside_->view.emplace(*beside_->frame, "lattice ", shared.to_left);
    } else {
        view_.emplace(*frame_);
    }
    pick_.reset();
    history_.clear();
    edit_.emplace(*runner_.scene());
    const ToolKind in_hand = tools_.in_hand();
    const ToolSettings settings = tools_.settings;
    tools_ = ToolBox(runner_.first_free_grab(), runner_.first_free_cut());
    tools_.take(in_hand, requests_);
    tools_.settings = settings;
    const auto camera = runner_.scene()->camera;
    if (camera && !beside_)
        view_->aim(*camera);
    else
        frame_view();
}

SharedCamera Window::camera_for_both() const {
    return shared_camera(*frame_, polyscope::view::getAspectRatioWidthOverHeight(),
                         panel_.width() / ImGui::GetIO().DisplaySize.x);
}

void Window::show_figures_beside() const {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const auto show = [&](const char* name, const WorldFrame& frame, float middle) {
        char text[96];
        std::snprintf(text, sizeof text, "%s: %d nodes, %.2f ms a step", name, frame.nodes(),
                      1e3 * frame.step.seconds.total);
        const ImVec2 size = ImGui::CalcTextSize(text);
        ImGui::GetBackgroundDrawList()->AddText({middle * screen.x - 0.5f * size.x, screen.y - 90},
                                                IM_COL32(40, 40, 45, 255), text);
    };
    const double panel = panel_.width() / screen.x;
    show("lattice", *beside_->frame, static_cast<float>(middle_of_left(panel)));
    show("adaptive", *frame_, static_cast<float>(middle_of_right(panel)));
}

}  // namespace octomatch

// Window: what the user asks for, by buttons, keys and the mouse.
#include <imgui.h>
#include <polyscope/polyscope.h>
#include <polyscope/view.h>

#include <cstdio>
#include <utility>

#include "core/input_error.h"
#include "viewer/camera.h"
#include "viewer/structures.h"
#include "viewer/surface_export.h"
#include "viewer/window.h"

namespace octomatch {

namespace {

constexpr double kSlow = 0.125;
constexpr const char* kRecording = "octomatch.recording";

}  // namespace

void Window::open(const std::string& what) {
    if (!catalogue_.open) return;
    chooses_ = false;
    runner_.open(catalogue_.opening(what));
    if (beside_) beside_->runner.open(catalogue_.opening(what, true));
    if (!options_.record.empty()) runner_.record(options_.record);
    tools_.forget();
    requests_.clear();
}

void Window::obey(PanelCommand command) {
    switch (command) {
        case PanelCommand::open:
            chooses_ = !chooses_ && catalogue_.open;
            break;
        case PanelCommand::pause:
            for_both([paused = !runner_.status().paused](Runner& runner) { runner.set_paused(paused); });
            break;
        case PanelCommand::step:
            for_both([](Runner& runner) {
                runner.set_paused(true);
                runner.step();
            });
            break;
        case PanelCommand::reset:
            for_both([](Runner& runner) { runner.reset(); });
            requests_.clear();
            tools_.forget();
            figures_.notes.clear();
            break;
        case PanelCommand::slow:
            slow_ = !slow_;
            for_both([this](Runner& runner) { runner.set_speed(slow_ ? kSlow : 1); });
            break;
        case PanelCommand::undo:
            tools_.let_go(requests_);
            requests_.emplace_back(UndoCut{});
            break;
        case PanelCommand::redo:
            tools_.let_go(requests_);
            requests_.emplace_back(RedoCut{});
            break;
        case PanelCommand::record:
            if (runner_.status().recording)
                runner_.finish_recording();
            else
                runner_.record(options_.record.empty() ? options_.folder / kRecording : options_.record);
            break;
        case PanelCommand::picture:
            picture_asked_ = true;
            break;
        case PanelCommand::video:
            toggle_video();
            break;
        case PanelCommand::surfaces:
            write_surfaces_now();
            break;
        case PanelCommand::plots:
            plots_ = !plots_;
            settings_shown_ = false;  // they have one place
            break;
        case PanelCommand::settings:
            settings_shown_ = !settings_shown_;
            plots_ = false;
            break;
        case PanelCommand::frame_view:
            frame_view();
            break;
        case PanelCommand::quit:
            quit_asked_ = true;
            break;
    }
}

/// After each picture.
void Window::keep_picture() {
    if (!picture_asked_ && !video_) return;
    if (options_.backend == Backend::mock) {
        picture_asked_ = false;
        return note("there is no picture: the back end draws nothing");
    }
    try {
        const Image image = stage_.last_frame();
        if (std::exchange(picture_asked_, false)) {
            const std::filesystem::path file = free_name(options_.folder, ".png");
            write_png(file, image);
            note("wrote " + file.filename().string());
        }
        if (video_) video_->add(image);
    } catch (const InputError& error) {
        video_.reset();
        note(error.what());
    }
}

void Window::toggle_video() {
    if (options_.backend == Backend::mock) return note("there is no video: the back end draws nothing");
    constexpr double kRate = 60;
    try {
        if (!video_) {
            video_.emplace(free_name(options_.folder, ".mp4"), kRate);
            return;
        }
        video_->finish();
        note("the video is written");
    } catch (const InputError& error) {
        note(error.what());
    }
    video_.reset();
}

void Window::write_surfaces_now() {
    if (!frame_) return;
    try {
        char prefix[48];
        std::snprintf(prefix, sizeof prefix, "octomatch_frame_%04d", frame_->frame);
        for (const char* format : {"obj", "ply"}) write_surfaces(*frame_, options_.folder, prefix, format);
        note(std::string("wrote ") + prefix + "_body_*.obj and .ply");
    } catch (const InputError& error) {
        note(error.what());
    }
}

/// The left button is the tool's where it finds something to do, and the camera's everywhere else.
void Window::follow_mouse() {
    if (!frame_) return;
    const ImGuiIO& io = ImGui::GetIO();
    const bool modified = io.KeyShift || io.KeyCtrl || io.KeyAlt;
    const bool clicked = !io.WantCaptureMouse && !modified && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    if (clicked && tools_.in_hand() == ToolKind::inspect)
        pick_ = pick(*frame_, pointer(*view_).ray, shown_.nodes || shown_.cells);
    if (clicked) hand_is_left_ = is_over_lattice();
    const WorldFrame& frame = hand_is_left_ ? *beside_->frame : *frame_;
    const WorldView& view = hand_is_left_ ? *beside_->view : *view_;
    if (clicked || tools_.holds_mouse())
        tools_.follow(frame, pointer(view), clicked, ImGui::IsMouseDown(ImGuiMouseButton_Left), requests_);
    polyscope::options::doDefaultMouseInteraction = !tools_.holds_mouse();
}

bool Window::is_over_lattice() const {
    if (!beside_ || !beside_->view) return false;
    if (first_hit(*frame_, pointer(*view_).ray)) return false;
    if (first_hit(*beside_->frame, pointer(*beside_->view).ray)) return true;
    return ImGui::GetIO().MousePos.x < 0.5f * (panel_.width() + ImGui::GetIO().DisplaySize.x);
}

Pointer Window::pointer(const WorldView& view) const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return {{view.place().to_world(from_glm(polyscope::view::getCameraWorldPosition())),
             from_glm(polyscope::view::screenCoordsToWorldRay({mouse.x, mouse.y}))},
            from_glm(polyscope::view::getLookVec())};
}

void Window::frame_view() {
    if (!frame_) return;
    const double aspect = polyscope::view::getAspectRatioWidthOverHeight();
    if (!beside_) return view_->aim(default_camera(*frame_, view_->up(), aspect, shown_.cells));
    auto [camera, to_left, to_right] = camera_for_both();
    camera.from -= to_right;
    camera.to -= to_right;
    view_->aim(camera);
}

}  // namespace octomatch

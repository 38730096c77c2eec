// The interactive viewer. It looks at a simulation and sends it requests; it changes no state itself.
#pragma once
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>

#include "core/timer.h"
#include "viewer/engine.h"
#include "viewer/mouse_grab.h"
#include "viewer/panel.h"
#include "viewer/runner.h"

namespace octomatch {

struct WindowOptions {
    Backend backend = Backend::glfw;
    Canvas canvas{.width = 1280, .height = 720, .supersampling = 1};
    int frames = 0;                    // pictures to show; 0: until it is closed, which needs a window
    std::filesystem::path screenshot;  // of the last one, panel included; PNG
    std::filesystem::path script;      // what the user does (viewer/input_script.h)
    Shown shown{.grabs = true};
    bool paused = false;
    std::filesystem::path record;  // from the first frame on
    Runner::AfterFrame after_frame;
};

class Window {
public:
    /// Shows a simulation, or what `open` makes of something while the window is there already. Throws InputError where
    /// the back end can not run or the options do not go together.
    Window(Simulation simulation, const WindowOptions& options);
    Window(Runner::Open open, const WindowOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// Shows one picture after the other. Without a window there is one frame of the simulation in each, unless it is
    /// paused, so that a script gives the same run every time; in a window the simulation goes as fast as time does.
    /// Throws InputError where nothing could be opened. A recording is complete when it returns.
    void run();

    /// Not while it runs.
    const Simulation& simulation() const { return runner_.simulation(); }
    bool paused() const { return runner_.status().paused; }
    const Shown& shown() const { return shown_; }
    SceneCamera camera() const { return view_->camera(); }

private:
    Window(const WindowOptions& options, Runner::Open open);
    void make_frame();
    void take_frame();
    void gather_figures();
    void obey(PanelCommand command);
    void follow_mouse();
    void frame_view();
    Ray mouse_ray() const;
    void limit_speed() const;

    WindowOptions options_;
    std::optional<ScriptPlayer> script_;

    Stage stage_;
    std::shared_ptr<const WorldFrame> frame_;  // that is shown
    int opened_ = 0;                           // which of all that were opened
    std::optional<WorldView> view_;
    Panel panel_;
    MouseGrab grab_{GrabId{0}};
    Shown shown_;
    bool quit_asked_ = false;
    std::vector<Request> requests_;  // of this picture
    PanelFigures figures_;
    std::exception_ptr error_;  // thrown while the engine made a frame
    Runner runner_;
};

}  // namespace octomatch

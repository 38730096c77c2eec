// The interactive viewer. It looks at a simulation and sends it requests; it changes no state itself.
#pragma once
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>

#include "core/timer.h"
#include "io/simulation.h"
#include "viewer/engine.h"
#include "viewer/mouse_grab.h"
#include "viewer/panel.h"

namespace octomatch {

struct WindowOptions {
    Backend backend = Backend::glfw;
    Canvas canvas{.width = 1280, .height = 720, .supersampling = 1};
    int frames = 0;                    // pictures to show; 0: until it is closed, which needs a window
    std::filesystem::path screenshot;  // of the last one, panel included; PNG
    std::filesystem::path script;      // what the user does (viewer/input_script.h)
    Shown shown{.grabs = true};
    bool paused = false;
    /// After every frame of the simulation, such as to record it.
    std::function<void(const Simulation& simulation, const Simulation::Frame& frame)> after_frame;
};

class Window {
public:
    /// Throws InputError where the back end can not run or the options do not go together.
    Window(Simulation simulation, const WindowOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// Shows one picture after the other, each after one frame of the simulation unless it is paused.
    void run();

    const Simulation& simulation() const { return simulation_; }
    bool paused() const { return paused_; }
    const Shown& shown() const { return shown_; }
    SceneCamera camera() const { return view_.camera(); }

private:
    void make_frame();
    void obey(PanelCommand command);
    void follow_mouse();
    void advance();
    void reset();
    void frame_view();
    Ray mouse_ray() const;
    void limit_speed() const;

    WindowOptions options_;
    Simulation simulation_;
    World::Saved start_;
    std::optional<ScriptPlayer> script_;

    Stage stage_;
    WorldView view_;
    Panel panel_;
    MouseGrab grab_;
    Shown shown_;
    bool paused_, step_asked_ = false, quit_asked_ = false;
    std::vector<Request> requests_;  // for the next frame
    PanelFigures figures_;
    std::exception_ptr error_;  // thrown while the engine made a frame
};

}  // namespace octomatch

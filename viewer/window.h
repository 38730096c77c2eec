// The interactive viewer. It looks at a simulation, which runs in a thread of its own, and sends it requests; it
// changes no state itself.
#pragma once
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "viewer/beside.h"
#include "viewer/chooser.h"
#include "viewer/engine.h"
#include "viewer/history.h"
#include "viewer/node_facts.h"
#include "viewer/panel.h"
#include "viewer/runner.h"
#include "viewer/settings_panel.h"
#include "viewer/tool_box.h"
#include "viewer/video.h"
#include "viewer/world_view.h"

namespace octomatch {

struct WindowOptions {
    Backend backend = Backend::glfw;
    Canvas canvas{.width = 1280, .height = 720, .supersampling = 1};
    int frames = 0;                    // pictures to show; 0: until it is closed, which needs a window
    std::filesystem::path screenshot;  // of the last one, panel included; PNG
    std::filesystem::path script;      // what the user does (viewer/input_script.h)
    Shown shown{.grabs = true};
    bool paused = false;
    bool beside = false;                 // the lattice on the left; what is opened must be in the catalogue
    std::filesystem::path record;        // from the first frame on
    std::filesystem::path folder = ".";  // of recordings, pictures, videos and surfaces that are asked for by hand
    Runner::AfterFrame after_frame;
};

class Window {
public:
    /// Shows a simulation. Throws InputError where the back end can not run or the options do not go together.
    Window(Simulation simulation, const WindowOptions& options);
    /// Opens `what` while the window is there already, or lets the user choose from the catalogue where it is empty.
    Window(const std::string& what, const Catalogue& catalogue, const WindowOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// Shows one picture after the other. Without a window there is one frame of the simulation in each, unless it is
    /// paused, so that a script gives the same run every time; in a window the simulation goes as fast as time does.
    /// Throws InputError where what was asked for can not be opened. A recording is complete when it returns.
    void run();

    /// Is anything open?
    bool shows() const { return frame_ != nullptr; }
    /// Only where it shows something, and not while it runs.
    const Simulation& simulation() const { return runner_.simulation(); }
    /// Of the lattice beside it; there must be one.
    const Simulation& lattice() const { return beside_->runner.simulation(); }
    bool paused() const { return runner_.status().paused; }
    const Shown& shown() const { return shown_; }
    const ToolBox& tools() const { return tools_; }
    SceneCamera camera() const { return view_->camera(); }
    const std::optional<Pick>& picked() const { return pick_; }
    const std::vector<std::string>& notes() const { return figures_.notes; }

private:
    Window(const Catalogue& catalogue, const WindowOptions& options);
    std::vector<std::string> widget_names() const;
    void make_frame();
    void show_panels();
    void show_settings();
    void take_frame();
    void look_at_new();
    void gather_figures();
    void obey(PanelCommand command);
    void keep_picture();
    void toggle_video();
    void write_surfaces_now();
    void note(const std::string& line);
    void follow_mouse();
    void frame_view();
    void open(const std::string& what);
    Pointer pointer(const WorldView& view) const;
    bool is_over_lattice() const;
    SharedCamera camera_for_both() const;
    void show_figures_beside() const;
    template <class Do>
    void for_both(Do what) {
        what(runner_);
        if (beside_) what(beside_->runner);
    }
    void limit_speed() const;

    WindowOptions options_;
    Catalogue catalogue_;
    std::string what_;  // was asked for and not opened yet

    Stage stage_;
    std::shared_ptr<const WorldFrame> frame_;  // that is shown
    int opened_ = 0;                           // which of all that were opened
    std::optional<WorldView> view_;
    Widgets widgets_;
    Panel panel_{widgets_};
    Chooser chooser_{catalogue_, widgets_};
    std::optional<Beside> beside_;
    bool hand_is_left_ = false;  // on the lattice, while a tool holds the mouse
    std::optional<ScriptPlayer> script_;
    ToolBox tools_;
    Shown shown_;
    std::optional<Pick> pick_;
    History history_;
    std::optional<SceneEdit> edit_;
    SettingsPanel settings_;
    std::optional<VideoWriter> video_;
    bool quit_asked_ = false, slow_ = false, chooses_ = false, plots_ = false, settings_shown_ = false;
    bool picture_asked_ = false;
    std::vector<Request> requests_;  // of this picture
    PanelFigures figures_;
    std::exception_ptr error_;  // thrown while the engine made a frame
    Runner runner_;
};

}  // namespace octomatch

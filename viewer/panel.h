// The panel of the window: tools, commands, what is shown, and figures; and the keys.
#pragma once
#include <string>
#include <vector>

#include "core/world.h"
#include "viewer/shown.h"
#include "viewer/tool_box.h"
#include "viewer/widgets.h"

namespace octomatch {

enum class PanelCommand {
    open,
    pause,
    step,
    slow,
    reset,
    undo,
    redo,
    record,
    picture,
    video,
    surfaces,
    frame_view,
    plots,
    settings,
    quit
};

/// What the panel tells.
struct PanelFigures {
    int frame = 0;
    double time = 0;  // [s]
    int bodies = 0, nodes = 0;
    int cuts_to_undo = 0, cuts_to_redo = 0;
    bool paused = false, slow = false, recording = false, filming = false, plots = false, settings = false;
    StepReport step;                 // the last one
    double draw = 0;                 // [s] for a picture
    std::vector<std::string> notes;  // one line each
    std::string loading;             // what is being opened, and how much of it is done
    double loaded = 0;
};

class Panel {
public:
    explicit Panel(Widgets& widgets) : widgets_(widgets) {}

    /// What can be clicked.
    static std::vector<std::string> widget_names();

    struct Choice {
        std::vector<PanelCommand> commands;
        ToolKind tool;
    };
    /// Builds the panel and reads the keys; only while the engine makes a frame. Toggles and sliders change `shown` and
    /// the settings of the tools.
    Choice show(const PanelFigures& figures, const ToolBox& tools, ToolSettings& settings, Shown& shown);

    /// Of the part of the picture that it takes on the left, in pixels.
    static constexpr float width() { return 430; }

private:
    void show_tools(const ToolBox& tools, ToolSettings& settings, ToolKind& chosen);
    void show_commands(const PanelFigures& figures, std::vector<PanelCommand>& commands);
    void show_toggles(Shown& shown);
    void show_colours(Shown& shown);

    Widgets& widgets_;
};

}  // namespace octomatch

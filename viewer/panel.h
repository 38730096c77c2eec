// The panel of the window: buttons, toggles, keys and figures.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/world.h"
#include "viewer/input_script.h"
#include "viewer/world_view.h"

namespace octomatch {

enum class PanelCommand { pause, step, reset, frame_view, quit };

/// What the panel tells.
struct PanelFigures {
    int frame = 0;
    double time = 0;  // [s]
    int bodies = 0, nodes = 0;
    StepReport step;                 // the last one
    double draw = 0;                 // [s] for a picture
    std::vector<std::string> notes;  // one line each
    std::string loading;             // what is being opened, and how much of it is done
    double loaded = 0;
};

class Panel {
public:
    /// What can be clicked.
    static std::vector<std::string> widget_names();

    /// Builds the panel and reads the keys; only while the engine makes a frame. Toggles change `shown`.
    std::vector<PanelCommand> show(const PanelFigures& figures, bool paused, Shown& shown);

    /// The middle of a widget where it was last shown; nullptr: nowhere.
    const MouseMove* find(const std::string& widget) const;

private:
    void remember_place(const std::string& widget);
    void show_figures(const PanelFigures& figures) const;

    std::map<std::string, MouseMove> places_;
};

}  // namespace octomatch

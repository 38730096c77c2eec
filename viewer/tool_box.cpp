#include "viewer/tool_box.h"

#include "viewer/brush_tool.h"
#include "viewer/cut_tool.h"
#include "viewer/grab_tool.h"
#include "viewer/inspect_tool.h"

namespace octomatch {

ToolBox::ToolBox(GrabId grab, CutId cut)
    : tools_{std::make_unique<GrabTool>(GrabTool::Way::pull, grab),
             std::make_unique<CutTool>(cut),
             std::make_unique<GrabTool>(GrabTool::Way::push, grab),
             std::make_unique<BrushTool>(BrushTool::Paint::pin),
             std::make_unique<BrushTool>(BrushTool::Paint::refine),
             std::make_unique<BrushTool>(BrushTool::Paint::coarsen),
             std::make_unique<BrushTool>(BrushTool::Paint::stiffness),
             std::make_unique<InspectTool>()} {}

void ToolBox::take(ToolKind kind, Tool::Requests& requests) {
    if (kind == in_hand_) return;
    let_go(requests);
    in_hand_ = kind;
}

void ToolBox::let_go(Tool::Requests& requests) {
    if (holds_mouse_) tool().release(requests);
    holds_mouse_ = false;
}

void ToolBox::follow(const WorldFrame& frame, const Pointer& pointer, bool clicked, bool down,
                     Tool::Requests& requests) {
    if (holds_mouse_) {
        tool().drag(frame, pointer, requests);
        if (down) return;
        tool().release(requests);
        holds_mouse_ = false;
    } else if (clicked) {
        holds_mouse_ = tool().press(frame, pointer, settings, requests);
    }
}

void ToolBox::forget() {
    for (const auto& tool : tools_) tool->forget();
    holds_mouse_ = false;
}

}  // namespace octomatch

// All tools, and the one in hand.
#pragma once
#include <array>
#include <memory>

#include "viewer/tool.h"

namespace octomatch {

enum class ToolKind { grab, cut, push, pin, refine, coarsen, stiffness, inspect };
constexpr int kToolKinds = 8;

class ToolBox {
public:
    /// The ids are those of nobody else.
    explicit ToolBox(GrabId grab = {0}, CutId cut = {0});

    ToolKind in_hand() const { return in_hand_; }
    /// A stroke under way ends.
    void take(ToolKind kind, Tool::Requests& requests);
    const char* hint() const { return tool().hint(); }
    ToolSettings settings;

    /// The left button of the mouse, once per picture. Outside of panels only `clicked` begins something.
    void follow(const WorldFrame& frame, const Pointer& pointer, bool clicked, bool down, Tool::Requests& requests);
    /// The drag is the tool's, not the camera's.
    bool holds_mouse() const { return holds_mouse_; }

    /// What is under way ends, though the button is down.
    void let_go(Tool::Requests& requests);
    /// The world was replaced.
    void forget();

private:
    Tool& tool() const { return *tools_[static_cast<std::size_t>(in_hand_)]; }

    std::array<std::unique_ptr<Tool>, kToolKinds> tools_;
    ToolKind in_hand_ = ToolKind::grab;
    bool holds_mouse_ = false;
};

}  // namespace octomatch

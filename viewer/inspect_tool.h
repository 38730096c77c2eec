// Looks at what is clicked, and changes nothing: the mouse stays the camera's, the inspector tells what was found.
#pragma once
#include "viewer/tool.h"

namespace octomatch {

class InspectTool : public Tool {
public:
    const char* hint() const override {
        return "click a node, or the skin, to learn all about it; drags turn the camera";
    }
    bool press(const WorldFrame&, const Pointer&, const ToolSettings&, Requests&) override { return false; }
    void drag(const WorldFrame&, const Pointer&, Requests&) override {}
    void release(Requests&) override {}
    void forget() override {}
};

}  // namespace octomatch

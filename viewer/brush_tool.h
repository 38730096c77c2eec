// Paints on the skin: what lies in a ball around the point under the mouse is pinned, refined, coarsened or made
// softer.
#pragma once
#include "viewer/tool.h"

namespace octomatch {

class BrushTool : public Tool {
public:
    enum class Paint { pin, refine, coarsen, stiffness };
    explicit BrushTool(Paint paint) : paint_(paint) {}

    const char* hint() const override;
    bool press(const WorldFrame& frame, const Pointer& pointer, const ToolSettings& settings,
               Requests& requests) override;
    void drag(const WorldFrame& frame, const Pointer& pointer, Requests& requests) override;
    void release(Requests&) override { paints_ = false; }
    void forget() override { paints_ = false; }

private:
    Request paint(const BodyFrame& body, const Vec3d& rest_point);

    const Paint paint_;
    bool paints_ = false, frees_ = false;  // pins
    ToolSettings settings_;
    BodyId last_body_;
    Vec3d last_ = Vec3d::Zero();  // rest point that was painted
};

}  // namespace octomatch

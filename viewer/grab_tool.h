// Pulls at a body: the point under the mouse is carried in the plane that faces the camera. Or pushes: it is pressed
// into the body first.
#pragma once
#include "viewer/tool.h"

namespace octomatch {

class GrabTool : public Tool {
public:
    enum class Way { pull, push };
    GrabTool(Way way, GrabId grab) : way_(way), grab_(grab) {}

    const char* hint() const override;
    bool press(const WorldFrame& frame, const Pointer& pointer, const ToolSettings& settings,
               Requests& requests) override;
    void drag(const WorldFrame& frame, const Pointer& pointer, Requests& requests) override;
    void release(Requests& requests) override;
    void forget() override { holds_ = false; }

private:
    const Way way_;
    GrabId grab_;
    bool holds_ = false;
    Vec3d place_ = Vec3d::Zero(), normal_ = Vec3d::UnitZ();  // of the plane
    Vec3d offset_ = Vec3d::Zero();                           // of the target, from the plane
};

}  // namespace octomatch

// Cuts along a stroke of the mouse: a blade that lies in the line of sight sweeps with it, from before the bodies to
// some depth below their surface. The cut opens while the mouse moves, and ends when the button comes up.
#pragma once
#include "viewer/tool.h"

namespace octomatch {

class CutTool : public Tool {
public:
    explicit CutTool(CutId cut) : cut_(cut) {}

    const char* hint() const override;
    bool press(const WorldFrame& frame, const Pointer& pointer, const ToolSettings& settings,
               Requests& requests) override;
    void drag(const WorldFrame& frame, const Pointer& pointer, Requests& requests) override;
    void release(Requests& requests) override;
    void forget() override { holds_ = cuts_ = false; }

private:
    Blade blade_at(const WorldFrame& frame, const Pointer& pointer);

    void send(const Blade& blade, Requests& requests);

    bool holds_ = false, cuts_ = false;  // the mouse; and has the blade been seen yet
    bool is_outside_ = false;            // beside the bodies
    CutId cut_;
    double depth_ = 1;    // in sizes of what is shown
    double reach_ = 0;    // along the look, of the blade's far end where nothing is hit
    double overrun_ = 0;  // where the stroke begins or ends beside the bodies
    Blade sent_, wanted_;
    Vec3d direction_ = Vec3d::Zero();  // of the last movement
};

}  // namespace octomatch

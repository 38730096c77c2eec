#include "viewer/grab_tool.h"

namespace octomatch {

namespace {

constexpr double kRate = 25;  // share of the way per second [1/s]: firm, but a jerk of the mouse tears nothing

}  // namespace

const char* GrabTool::hint() const {
    return way_ == Way::pull
               ? "drag a body to pull it; beside the bodies the camera turns"
               : "press on a body to push it in, drag to move the push; beside the bodies the camera turns";
}

bool GrabTool::press(const WorldFrame& frame, const Pointer& pointer, const ToolSettings& settings,
                     Requests& requests) {
    const auto hit = first_hit(frame, pointer.ray);
    if (!hit) return false;
    place_ = hit->place;
    normal_ = pointer.look;
    offset_.setZero();
    if (way_ == Way::push) offset_ = settings.push_depth * frame.find(hit->body)->size() * pointer.look;
    GrabPoint grab{.grab = grab_, .body = hit->body, .point = hit->rest_point, .target = place_ + offset_};
    if (!settings.hard_grab || way_ == Way::push) grab.rate = kRate;
    requests.emplace_back(grab);
    holds_ = true;
    return true;
}

void GrabTool::drag(const WorldFrame&, const Pointer& pointer, Requests& requests) {
    const auto& [origin, direction] = pointer.ray;
    const double approach = direction.dot(normal_);
    if (!holds_ || !(approach > 0)) return;
    const double way = (place_ - origin).dot(normal_) / approach;
    const MoveGrab move{grab_, origin + way * direction + offset_};
    // While the world stands still only the last place counts.
    if (!requests.empty() && std::holds_alternative<MoveGrab>(requests.back()))
        requests.back() = move;
    else
        requests.emplace_back(move);
}

void GrabTool::release(Requests& requests) {
    if (holds_) requests.emplace_back(ReleaseGrab{grab_});
    holds_ = false;
}

}  // namespace octomatch

#include "viewer/cut_tool.h"

#include <algorithm>
#include <limits>

namespace octomatch {

namespace {

constexpr double kMargin = 0.02;       // of the blade beyond the bodies, in sizes of what is shown
constexpr double kLeastAdvance = 0.7;  // in finest cells: each movement costs an edit of the body

/// How far the skins reach along a direction.
struct Extent {
    double low = std::numeric_limits<double>::infinity(), high = -low, size = 0;
};

Extent extent_of(const WorldFrame& frame, const Vec3d& from, const Vec3d& along) {
    Extent extent;
    Box3 box;
    for (const BodyFrame& body : frame.bodies)
        for (const Vec3& p : body.skin.positions) {
            const Vec3d place = body.place(p);
            box.include(place);
            extent.low = std::min(extent.low, along.dot(place - from));
            extent.high = std::max(extent.high, along.dot(place - from));
        }
    if (!box.empty()) extent.size = box.diagonal();
    return extent;
}

double finest_cell(const WorldFrame& frame) {
    double finest = std::numeric_limits<double>::infinity();
    for (const BodyFrame& body : frame.bodies) finest = std::min(finest, body.rest().finest_cell);
    return finest;
}

Vec3d middle(const Blade& blade) {
    return 0.5 * (blade.p + blade.q);
}

Blade moved(const Blade& blade, const Vec3d& way) {
    return {blade.p + way, blade.q + way};
}

}  // namespace

const char* CutTool::hint() const {
    return "drag a stroke to cut along it, from outside for a cut through the edge; with alt the camera turns";
}

/// From a little before all bodies to `depth_` below the surface that is seen there. Beside the bodies it keeps the
/// depth it had last.
Blade CutTool::blade_at(const WorldFrame& frame, const Pointer& pointer) {
    const auto& [eye, direction] = pointer.ray;
    const Extent extent = extent_of(frame, eye, pointer.look);
    // A sheet has no thickness at its border: nearer to the skin than a cell it would part nothing.
    const double margin = std::max(kMargin * extent.size, finest_cell(frame));
    const double approach = std::max(direction.dot(pointer.look), 1e-3);
    const double nearest = std::max(extent.low - margin, 1e-3 * extent.size);
    if (depth_ >= 1)
        reach_ = extent.high + margin;
    else if (const auto hit = first_hit(frame, pointer.ray))
        reach_ = hit->distance * approach + depth_ * extent.size;
    else if (reach_ == 0)
        reach_ = extent.low + depth_ * extent.size;
    const double farthest = std::max(reach_, nearest + margin);
    return {eye + nearest / approach * direction, eye + farthest / approach * direction};
}

bool CutTool::press(const WorldFrame& frame, const Pointer& pointer, const ToolSettings& settings, Requests&) {
    if (frame.bodies.empty()) return false;
    holds_ = true;
    cuts_ = false;
    depth_ = settings.cut_depth;
    reach_ = 0;
    // A sheet parts nothing at its very border: where the mouse is beside the bodies, so must the border be.
    overrun_ = finest_cell(frame);
    is_outside_ = !first_hit(frame, pointer.ray);
    sent_ = wanted_ = blade_at(frame, pointer);
    return true;
}

void CutTool::drag(const WorldFrame& frame, const Pointer& pointer, Requests& requests) {
    if (!holds_ || frame.bodies.empty() || !(pointer.ray.direction.dot(pointer.look) > 0)) return;
    wanted_ = blade_at(frame, pointer);
    const Vec3d way = middle(wanted_) - middle(sent_);
    if (way.norm() >= kLeastAdvance * finest_cell(frame)) {
        direction_ = way.normalized();
        if (!cuts_) send(is_outside_ ? moved(sent_, -overrun_ * direction_) : sent_, requests);
        send(wanted_, requests);
    }
    is_outside_ = !first_hit(frame, pointer.ray);
}

void CutTool::release(Requests& requests) {
    if (cuts_) {
        if (!(wanted_ == sent_)) send(wanted_, requests);
        if (is_outside_) send(moved(wanted_, overrun_ * direction_), requests);
        requests.emplace_back(EndCut{cut_});
    }
    holds_ = cuts_ = false;
}

void CutTool::send(const Blade& blade, Requests& requests) {
    requests.emplace_back(MoveBlade{cut_, {}, blade});
    sent_ = blade;
    cuts_ = true;
}

}  // namespace octomatch

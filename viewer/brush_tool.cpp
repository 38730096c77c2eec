#include "viewer/brush_tool.h"

#include <algorithm>
#include <limits>

namespace octomatch {

namespace {

constexpr double kSpacing = 0.5;  // of balls along a stroke, in radii

/// A ball that has at least the node nearest to its middle.
Zone ball(const BodyFrame& body, const Vec3d& middle, double radius) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Vec3& x0 : body.rest().x0)
        nearest = std::min(nearest, (body.rest().origin + x0.cast<double>() - middle).norm());
    return {.points = {middle}, .radius = std::max(radius, 1.001 * nearest)};
}

bool has_pin(const BodyFrame& body, const Zone& zone) {
    return std::any_of(body.body.pins.begin(), body.body.pins.end(), [&](const Pin& pin) {
        return zone.contains(body.rest().origin + body.rest().x0[pin.node.value].cast<double>());
    });
}

}  // namespace

const char* BrushTool::hint() const {
    switch (paint_) {
        case Paint::pin:
            return "paint on a body to pin it, begin on a pin to free it; beside the bodies the camera turns";
        case Paint::refine:
            return "paint on a body to refine its octree; beside the bodies the camera turns";
        case Paint::coarsen:
            return "paint on a body to coarsen its octree to what it was sampled as; beside the bodies the camera "
                   "turns";
        case Paint::stiffness:
            return "paint on a body to give its regions another stiffness; beside the bodies the camera turns";
    }
    return "";
}

bool BrushTool::press(const WorldFrame& frame, const Pointer& pointer, const ToolSettings& settings,
                      Requests& requests) {
    const auto hit = first_hit(frame, pointer.ray);
    if (!hit) return false;
    const BodyFrame& body = *frame.find(hit->body);
    settings_ = settings;
    paints_ = true;
    frees_ = paint_ == Paint::pin && has_pin(body, ball(body, hit->rest_point, settings.brush * body.size()));
    requests.push_back(paint(body, hit->rest_point));
    return true;
}

void BrushTool::drag(const WorldFrame& frame, const Pointer& pointer, Requests& requests) {
    if (!paints_) return;
    const auto hit = first_hit(frame, pointer.ray);
    if (!hit) return;
    const BodyFrame& body = *frame.find(hit->body);
    const double spacing = kSpacing * settings_.brush * body.size();
    if (hit->body != last_body_ || (hit->rest_point - last_).norm() >= spacing)
        requests.push_back(paint(body, hit->rest_point));
}

Request BrushTool::paint(const BodyFrame& body, const Vec3d& rest_point) {
    last_body_ = body.body.id;
    last_ = rest_point;
    const Zone zone = ball(body, rest_point, settings_.brush * body.size());
    switch (paint_) {
        case Paint::refine:
            return RefineZone{last_body_, zone};
        case Paint::coarsen:
            return CoarsenZone{last_body_, zone};
        case Paint::stiffness:
            return ChangeRegionStiffness{last_body_, zone, settings_.stiffness};
        case Paint::pin:
            break;
    }
    if (frees_) return UnpinZone{last_body_, zone};
    return PinZone{last_body_, zone};
}

}  // namespace octomatch

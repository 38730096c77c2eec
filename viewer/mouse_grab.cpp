#include "viewer/mouse_grab.h"

namespace octomatch {

namespace {

constexpr double kRate = 25;  // share of the way per second [1/s]: firm, but a jerk of the mouse tears nothing

}  // namespace

bool MouseGrab::press(const WorldFrame& frame, const Ray& ray, const Vec3d& look, std::vector<Request>& requests) {
    const auto hit = first_hit(frame, ray);
    if (!hit) return false;
    requests.push_back(
        GrabPoint{.grab = grab_, .body = hit->body, .point = hit->rest_point, .target = hit->place, .rate = kRate});
    place_ = hit->place;
    normal_ = look;
    holds_ = true;
    return true;
}

void MouseGrab::drag(const Ray& ray, std::vector<Request>& requests) {
    const double approach = ray.direction.dot(normal_);
    if (!holds_ || !(approach > 0)) return;
    const double way = (place_ - ray.origin).dot(normal_) / approach;
    const MoveGrab move{grab_, ray.origin + way * ray.direction};
    // While the world stands still only the last place counts.
    if (!requests.empty() && std::holds_alternative<MoveGrab>(requests.back()))
        requests.back() = move;
    else
        requests.push_back(move);
}

void MouseGrab::release(std::vector<Request>& requests) {
    if (holds_) requests.push_back(ReleaseGrab{grab_});
    holds_ = false;
}

}  // namespace octomatch

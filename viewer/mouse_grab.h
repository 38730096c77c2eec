// Pulling at a body with the mouse: the point under it is carried in the plane that faces the camera.
#pragma once
#include <vector>

#include "viewer/world_frame.h"

namespace octomatch {

class MouseGrab {
public:
    explicit MouseGrab(GrabId grab) : grab_(grab) {}

    bool holds() const { return holds_; }

    /// Takes hold of the first body that the ray meets; false if there is none. `look` is the camera's direction.
    bool press(const WorldFrame& frame, const Ray& ray, const Vec3d& look, std::vector<Request>& requests);
    void drag(const Ray& ray, std::vector<Request>& requests);
    void release(std::vector<Request>& requests);

    /// The world was replaced.
    void forget() { holds_ = false; }

private:
    GrabId grab_;
    bool holds_ = false;
    Vec3d place_ = Vec3d::Zero(), normal_ = Vec3d::UnitZ();  // of the plane
};

}  // namespace octomatch

// The ground on the stage: a floor that fades into the background, with the shadows of what stands on it.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/world_settings.h"

namespace polyscope {
class SurfaceMesh;
}

namespace octomatch {

/// A surface on the stage.
struct StageSurface {
    std::span<const Vec3> points;
    std::span<const std::array<int, 3>> triangles;
};

class FloorView {
public:
    /// The plane through `origin`, both on the stage.
    FloorView(const std::string& prefix, const Vec3d& origin, const Vec3d& normal);
    ~FloorView();
    FloorView(const FloorView&) = delete;
    FloorView& operator=(const FloorView&) = delete;

    /// The shadows of these.
    void update(std::span<const StageSurface> surfaces);

    /// The stage was emptied.
    void forget();

private:
    void register_floor();
    Vec3 in_plane(const Vec3& p) const { return axes_ * (p - origin_); }

    std::string prefix_;  // of names
    Vec3 origin_;
    Mat3 axes_;       // rows: two directions in the plane, and its normal
    float cell_ = 0;  // of the shadow
    polyscope::SurfaceMesh* floor_ = nullptr;
    polyscope::SurfaceMesh* shadow_ = nullptr;
};

}  // namespace octomatch

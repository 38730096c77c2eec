#include "viewer/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace octomatch {

namespace {

constexpr double kMargin = 1.22;
constexpr double kFieldOfView = 30;  // vertical [degrees]
constexpr double kNear = 3;          // the ground is shown if it is at most this many diagonals below

/// About: a cell need not have its node in the middle.
void add_cells(const WorldFrame& frame, std::vector<Vec3d>& points) {
    for (const BodyFrame& body : frame.bodies) {
        const BodyRest& rest = body.rest();
        for (int i = 0; i < rest.nodes(); ++i)
            for (int corner = 0; corner < 8; ++corner) {
                const Vec3d sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
                points.push_back(body.place(body.body.state.x[i]) + 0.5 * rest.cell[i] * sign);
            }
    }
}

}  // namespace

Vec3d up_axis(const WorldSettings& settings) {
    Eigen::Index axis = 1;
    if (settings.gravity.cwiseAbs().maxCoeff(&axis) == 0) return Vec3d::UnitY();
    return -std::copysign(1.0, settings.gravity[axis]) * Vec3d::Unit(axis);
}

SceneCamera framing_camera(std::span<const Vec3d> points, const Vec3d& up, double aspect, double margin,
                           const Seat& seat) {
    const Vec3d x = up.x() == 0 ? Vec3d::UnitX() : Vec3d::UnitY();
    const Vec3d back = (seat.x() * x + seat.y() * up + seat.z() * x.cross(up)).normalized();
    const Vec3d right = up.cross(back).normalized();
    const Vec3d above = back.cross(right);
    const double tan_y = std::tan(kFieldOfView * std::numbers::pi / 360) / margin;
    const double tan_x = tan_y * aspect;
    // In camera axes a point (x, y, z) is visible from (cx, cy, cz) if |x - cx| <= tan_x (cz - z), likewise y:
    // half-planes whose corner is found from the extreme points alone.
    const Vec3d middle = points.front();
    constexpr double kNone = -std::numeric_limits<double>::infinity();
    double east = kNone, west = kNone, north = kNone, south = kNone;
    for (const Vec3d& point : points) {
        const Vec3d arm = point - middle;
        const double px = arm.dot(right), py = arm.dot(above), pz = arm.dot(back);
        east = std::max(east, tan_x * pz + px);
        west = std::max(west, tan_x * pz - px);
        north = std::max(north, tan_y * pz + py);
        south = std::max(south, tan_y * pz - py);
    }
    double distance = std::max((east + west) / (2 * tan_x), (north + south) / (2 * tan_y));
    if (!(distance > 1e-6)) distance = 1;  // a single point
    SceneCamera camera;
    camera.to = middle + 0.5 * (east - west) * right + 0.5 * (north - south) * above;
    camera.from = camera.to + distance * back;
    camera.field_of_view = kFieldOfView;
    return camera;
}

std::vector<Vec3d> skin_points(const WorldFrame& frame) {
    std::vector<Vec3d> points;
    for (const BodyFrame& body : frame.bodies)
        for (const Vec3& p : body.skin.positions) points.push_back(body.place(p));
    return points;
}

SceneCamera default_camera(const WorldFrame& frame, const Vec3d& up, double aspect, bool with_cells, const Seat& seat) {
    std::vector<Vec3d> points = skin_points(frame);
    if (with_cells) add_cells(frame, points);
    if (points.empty()) return {};
    Box3 box;
    for (const Vec3d& p : points) box.include(p);
    if (const auto& ground = frame.settings.ground) {
        double height = std::numeric_limits<double>::infinity();
        for (const Vec3d& p : points) height = std::min(height, ground->normal.dot(p) - ground->offset);
        if (height > 0 && height < kNear * box.diagonal())
            for (std::size_t i = 0, count = points.size(); i < count; ++i)
                points.push_back(points[i] - height * ground->normal);
    }
    return framing_camera(points, up, aspect, kMargin, seat);
}

}  // namespace octomatch

#include "viewer/camera.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "tests/viewer/small_world.h"

namespace octomatch {
namespace {

/// Where a point is seen: (-1, -1) and (1, 1) are the picture's corners.
Eigen::Vector2d seen_at(const Vec3d& point, const SceneCamera& camera, const Vec3d& up, double aspect) {
    const Vec3d look = (camera.to - camera.from).normalized();
    const Vec3d right = look.cross(up).normalized(), above = right.cross(look);
    const double tangent = std::tan(camera.field_of_view * std::numbers::pi / 360);
    const Vec3d arm = point - camera.from;
    EXPECT_GT(arm.dot(look), 0) << "behind the camera";
    return Eigen::Vector2d(arm.dot(right) / aspect, arm.dot(above)) / (tangent * arm.dot(look));
}

TEST(Camera, AllPointsAreInThePictureAndReachAcrossIt) {
    std::mt19937 random(1);
    for (const Vec3d& up : {Vec3d(0, 1, 0), Vec3d(0, 0, 1), Vec3d(-1, 0, 0), Vec3d(0, -1, 0)})
        for (const double aspect : {0.5, 1.0, 16.0 / 9})
            for (const double size : {1e-3, 1.0, 1e4}) {
                std::vector<Vec3d> points;
                for (int i = 0; i < 50; ++i) points.push_back(size * (test::random_point(random, 1) + Vec3d(3, -2, 5)));
                const SceneCamera camera = framing_camera(points, up, aspect, 1.25);
                double widest = 0;
                for (const Vec3d& p : points)
                    widest = std::max(widest, seen_at(p, camera, up, aspect).cwiseAbs().maxCoeff());
                EXPECT_NEAR(widest, 1 / 1.25, 1e-6) << "up " << up.transpose() << " aspect " << aspect;
                EXPECT_GT((camera.from - camera.to).dot(up), 0) << "looks from below";
            }
}

TEST(Camera, ASinglePointIsLookedAtFromSomewhere) {
    const std::vector<Vec3d> point{{1, 2, 3}};
    const SceneCamera camera = framing_camera(point, Vec3d::UnitY(), 1);
    EXPECT_EQ(camera.to, point[0]);
    EXPECT_GT((camera.from - camera.to).norm(), 0.1);
}

TEST(Camera, UpIsTheAxisAgainstGravity) {
    WorldSettings settings;
    for (const Vec3d& up : {Vec3d(0, 1, 0), Vec3d(0, 0, 1), Vec3d(1, 0, 0), Vec3d(0, -1, 0)}) {
        settings.gravity = -9.81 * up + 0.3 * Vec3d(0.2, 0.3, 0.5);
        EXPECT_EQ(up_axis(settings), up);
    }
    settings.gravity.setZero();
    EXPECT_EQ(up_axis(settings), Vec3d::UnitY());
}

TEST(Camera, WhereABodyWillLandIsInThePicture) {
    const Simulation simulation = test::falling_cube();
    const double aspect = 16.0 / 9;
    const SceneCamera camera = default_camera(frame_of(simulation), Vec3d::UnitY(), aspect);
    for (const Vec3d& p : {Vec3d(0, 0, 0), Vec3d(1, 0, 1), Vec3d(0, 2, 1), Vec3d(1, 2, 0)})
        EXPECT_LT(seen_at(p, camera, Vec3d::UnitY(), aspect).cwiseAbs().maxCoeff(), 1) << p.transpose();
}

}  // namespace
}  // namespace octomatch

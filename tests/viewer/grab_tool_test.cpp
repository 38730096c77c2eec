#include "viewer/grab_tool.h"

#include <gtest/gtest.h>

#include "tests/viewer/small_world.h"

namespace octomatch {
namespace {

constexpr GrabId kGrab{5};

Ray ray_to(const Vec3d& place) {
    const Vec3d eye(1, 2, 6);
    return {eye, (place - eye).normalized()};
}

TEST(GrabTool, TakesHoldWhereTheRayMeetsTheSkin) {
    const WorldFrame frame = frame_of(test::held_pillar());
    GrabTool mouse(GrabTool::Way::pull, kGrab);
    std::vector<Request> requests;
    EXPECT_TRUE(mouse.press(frame, {ray_to({0.1, 1.5, 0.5}), -Vec3d::UnitZ()}, {}, requests));
    ASSERT_EQ(requests.size(), 1u);
    const auto& grab = std::get<GrabPoint>(requests[0]);
    EXPECT_EQ(grab.grab, kGrab);
    EXPECT_EQ(grab.body, BodyId{0});
    EXPECT_LT((grab.target - Vec3d(0.1, 1.5, 0.5)).norm(), 1e-5);
    EXPECT_LT((std::get<Vec3d>(grab.point) - Vec3d(0.1, 1.5, 0.5)).norm(), 1e-5)
        << "the material that was seen under the mouse, wherever it has gone meanwhile";
}

TEST(GrabTool, CarriesThePointUnderTheMouseInThePlaneThatFacesTheCamera) {
    const WorldFrame frame = frame_of(test::held_pillar());
    const Vec3d look = Vec3d(-0.1, -0.1, -1).normalized(), start(0.1, 1.5, 0.5);
    GrabTool mouse(GrabTool::Way::pull, kGrab);
    std::vector<Request> requests;
    mouse.press(frame, {ray_to(start), look}, {}, requests);
    for (const Vec3d& place : {Vec3d(0.5, 1.8, 0.5), Vec3d(-2, 3, -1)}) {
        const Ray ray = ray_to(place);
        mouse.drag(frame, {ray, -Vec3d::UnitZ()}, requests);
        const Vec3d target = std::get<MoveGrab>(requests.back()).target;
        EXPECT_NEAR((target - start).dot(look), 0, 1e-4) << "in the plane";
        EXPECT_LT((target - ray.origin).cross(ray.direction).norm(), 1e-6) << "under the mouse";
    }
    EXPECT_EQ(requests.size(), 2u) << "of moves without a step between them only the last counts";
    mouse.release(requests);
    EXPECT_EQ(std::get<ReleaseGrab>(requests.back()).grab, kGrab);
    mouse.release(requests);
    EXPECT_EQ(requests.size(), 3u) << "it lets go once";
}

TEST(GrabTool, BesideABodyHoldsAndAsksNothing) {
    const WorldFrame frame = frame_of(test::held_pillar());
    GrabTool mouse(GrabTool::Way::pull, kGrab);
    std::vector<Request> requests;
    EXPECT_FALSE(mouse.press(frame, {ray_to({3, 1, 0}), -Vec3d::UnitZ()}, {}, requests));
    mouse.drag(frame, {ray_to({0, 1, 0}), -Vec3d::UnitZ()}, requests);
    mouse.release(requests);
    EXPECT_TRUE(requests.empty());
}

TEST(GrabTool, AWayThatNeverMeetsThePlaneIsNotFollowed) {
    const WorldFrame frame = frame_of(test::held_pillar());
    GrabTool mouse(GrabTool::Way::pull, kGrab);
    std::vector<Request> requests;
    mouse.press(frame, {ray_to({0, 1, 0.5}), -Vec3d::UnitZ()}, {}, requests);
    mouse.drag(frame, {{{1, 2, 6}, Vec3d::UnitX()}, -Vec3d::UnitZ()}, requests);
    mouse.drag(frame, {{{1, 2, 6}, Vec3d::UnitZ()}, -Vec3d::UnitZ()}, requests);
    EXPECT_EQ(requests.size(), 1u);
}

}  // namespace
}  // namespace octomatch

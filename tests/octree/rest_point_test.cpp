#include "octree/rest_point.h"

#include <gtest/gtest.h>

#include "tests/core/test_skins.h"
#include "tests/io/test_meshes.h"
#include "tests/octree/sampled_bodies.h"

namespace octomatch {
namespace {

using namespace test;

BodyState moved_in_world(const SampledBody& body, const std::function<Vec3d(const Vec3d&)>& map) {
    BodyState state = moved(body.rest(), [&](const Vec3d& p) -> Vec3d { return map(p + body.rest().origin); });
    state.origin = {0, 0, 0};
    return state;
}

std::vector<Vec3d> points_around(const SampledBody& body) {
    std::mt19937 random(4);
    const Box3 box = bounding_box(body.mesh);
    std::vector<Vec3d> points;
    for (int k = 0; k < 300; ++k) points.push_back(box.centre() + random_point(random, 1.5 * box.extent().maxCoeff()));
    return points;
}

TEST(RestPoints, AreExactUnderRigidAndAffineMapsInsideAndOutside) {
    std::mt19937 random(5);
    const Mat3d turn = random_rotation(random);
    const Mat3d shear = (Mat3d() << 1.2, 0.3, -0.1, 0.0, 0.8, 0.2, 0.1, -0.2, 1.1).finished();
    for (const char* model : {"block", "torus"}) {
        const SampledBody& body = sampled_model(model);
        for (const Mat3d& F : {Mat3d(Mat3d::Identity()), turn, shear}) {
            const auto map = [&](const Vec3d& p) -> Vec3d { return F * p + Vec3d(0.3, -0.2, 0.1); };
            const RestPoints rest_points(body.rest(), body.skin.fit, moved_in_world(body, map));
            for (const Vec3d& p : points_around(body)) EXPECT_LT((rest_points.at(map(p)) - p).norm(), 1e-5) << model;
        }
    }
}

TEST(RestPoints, OfABentBodyUndoTheBendAndDoNotJump) {
    const SampledBody& body = sampled_model("block");
    const double radius = 0.2;
    const auto bend = [&](const Vec3d& p) {
        return Vec3d((radius - p.y()) * std::sin(p.x() / radius), radius - (radius - p.y()) * std::cos(p.x() / radius),
                     p.z());
    };
    const RestPoints rest_points(body.rest(), body.skin.fit, moved_in_world(body, bend));
    for (const Vec3d& p : body.mesh.vertices) EXPECT_LT((rest_points.at(bend(p)) - p).norm(), 1.5 * body.h());
    double steepest = 0;
    for (const Vec3d& p : points_around(body)) {
        const Vec3d q = p + Vec3d::Constant(1e-6);
        steepest = std::max(steepest, (rest_points.at(p) - rest_points.at(q)).norm() / (p - q).norm());
    }
    EXPECT_LT(steepest, 20);
    EXPECT_TRUE(rest_points.at({1e6, -1e6, 1e6}).allFinite());
}

TEST(RestPoints, StayFiniteInAFlattenedBody) {
    const SampledBody& body = sampled_model("block");
    const auto flat = [](const Vec3d& p) { return Vec3d(p.x(), 0, p.z()); };
    const RestPoints rest_points(body.rest(), body.skin.fit, moved_in_world(body, flat));
    for (const Vec3d& p : points_around(body)) EXPECT_LT((rest_points.at(p) - p).norm(), 10);
}

}  // namespace
}  // namespace octomatch

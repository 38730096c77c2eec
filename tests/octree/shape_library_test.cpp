#include "octree/shape_library.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/input_error.h"
#include "core/world.h"
#include "io/mesh_report.h"
#include "io/models.h"
#include "tests/core/test_skins.h"
#include "tests/io/test_meshes.h"

namespace octomatch {
namespace {

using namespace test;

TriangleMesh ball() {
    return canonical(sphere(Vec3d(3, 4, 5), 1, 12));
}

TEST(ShapeLibrary, EqualMeshesWithEqualSettingsAreOneShape) {
    ShapeLibrary library;
    const ShapeId first = library.add(ball(), {.depth = 2});
    const BodyShape* shape = &library.shape(first);
    EXPECT_EQ(library.add(ball(), {.depth = 2}), first);
    const auto is_new = [&](const TriangleMesh& mesh, const SampleSettings& settings) {
        const int before = library.shapes();
        const ShapeId id = library.add(mesh, settings);
        return id.value == before && library.shapes() == before + 1;
    };
    const WantedCell fine_part{.where = {.box = {{2, 3, 4}, {3, 4, 5}}}, .cell = 0.1};
    EXPECT_TRUE(is_new(canonical(sphere(Vec3d(3, 4, 5), 1.001, 12)), {.depth = 2}));
    EXPECT_TRUE(is_new(ball(), {.depth = 1}));
    EXPECT_TRUE(is_new(ball(), {.depth = 2, .criteria = {Criterion::uniform}}));
    EXPECT_TRUE(is_new(ball(), {.depth = 2, .regions = {.relation = RelationKind::blocks}}));
    EXPECT_TRUE(is_new(ball(), {.depth = 2, .field = {fine_part}}));
    EXPECT_TRUE(is_new(ball(), {.depth = 2, .widths = {{fine_part.where, 0.1}}}));
    EXPECT_FALSE(is_new(ball(), {.depth = 2, .field = {fine_part}}));
    EXPECT_EQ(&library.shape(first), shape);  // references stay valid
}

TEST(ShapeLibrary, KeepsWhatAShapeWasMadeOf) {
    ShapeLibrary library;
    const ShapeId id = library.add(ball(), {.depth = 2});
    EXPECT_TRUE(library.mesh(id).vertices == ball().vertices);
    EXPECT_EQ(library.body(id).rest, library.shape(id).rest);
    EXPECT_EQ(hash(*library.shape(id).rest), hash(*make_body(ball(), {.depth = 2}).rest));
    EXPECT_TRUE(validate(*library.shape(id).skin, *library.shape(id).rest).empty());
}

TEST(ShapeLibrary, RefusesBadSettingsAndIsAsBefore) {
    ShapeLibrary library;
    EXPECT_THROW(library.add(ball(), {.depth = -1}), InputError);
    EXPECT_EQ(library.shapes(), 0);
    EXPECT_EQ(library.add(ball(), {.depth = 1}), ShapeId{0});
}

TEST(ShapeLibrary, ProgressGrowsUpToOne) {
    ShapeLibrary library;
    std::vector<double> fractions;
    library.add(ball(), {.depth = 2}, [&](std::string_view, double fraction) { fractions.push_back(fraction); });
    ASSERT_GT(fractions.size(), 3u);
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_EQ(fractions.back(), 1);
    EXPECT_LT(fractions[fractions.size() - 2], 1);
}

TEST(ShapeLibrary, APointInsideIsLocatedWhereItIs) {
    ShapeLibrary library;
    const ShapeId id = library.add(ball(), {.depth = 3});
    const BodyRest& rest = *library.shape(id).rest;
    std::mt19937 random(1);
    for (int trial = 0; trial < 100; ++trial) {
        const Vec3d p = Vec3d(3, 4, 5) + random_point(random, 0.5);
        const MaterialPoint point = library.locate(id, p);
        EXPECT_LT((point.rest.cast<double>() + rest.origin - p).norm(), 1e-6);
        double sum = 0;
        Vec3d middle = Vec3d::Zero();
        for (std::size_t k = 0; k < point.nodes.size(); ++k) {
            EXPECT_TRUE(k == 0 || point.nodes[k - 1] < point.nodes[k]);
            sum += point.weights[k];
            middle += point.weights[k] * rest.x0[point.nodes[k].value].cast<double>();
        }
        EXPECT_NEAR(sum, 1, 1e-6);
        EXPECT_LT((middle + rest.origin - p).norm(), 1e-5);  // balanced
    }
}

TEST(ShapeLibrary, APointFarAwayIsLocatedAtTheNearestMaterial) {
    ShapeLibrary library;
    const ShapeId id = library.add(ball(), {.depth = 2});
    const BodyRest& rest = *library.shape(id).rest;
    const double voxel = rest.finest_cell / kVoxels;
    for (const Vec3d& direction : {Vec3d(1, 0, 0), Vec3d(-1, 2, 0.5), Vec3d(0.3, -0.2, -1)}) {
        const Vec3d surface = Vec3d(3, 4, 5) + direction.normalized();
        for (double away : {0.5, 10.0, 1e6}) {
            const MaterialPoint point = library.locate(id, surface + away * direction.normalized());
            EXPECT_NEAR((point.rest.cast<double>() + rest.origin - Vec3d(3, 4, 5)).norm(), 1, 2 * voxel);
            EXPECT_FALSE(point.nodes.empty());
        }
    }
    for (float weight : library.locate(id, Vec3d::Constant(std::nan(""))).weights) EXPECT_TRUE(std::isfinite(weight));
}

TEST(ShapeLibrary, AWorldOfItsShapesIsGrabbedByARayAndPulled) {
    const auto library = std::make_shared<ShapeLibrary>();
    const ShapeId id = library->add(ball(), {.depth = 2});
    World world(library, {.gravity = Vec3d::Zero()});
    // The ball's centre is at (3, 4, 5) of its mesh: the ray meets it at x = 4.
    const Request requests[] = {CreateBody{.shape = id},
                                GrabPoint{.grab = {1}, .point = Ray{{10, 4, 5}, {-1, 0, 0}}, .target = {5, 4, 5}}};
    const AdaptReport report = world.adapt(requests);
    EXPECT_TRUE(report.refused.empty());
    ASSERT_EQ(world.bodies()[0].grabs.size(), 1u);
    const Vec3 grabbed = world.bodies()[0].grabs[0].point.rest;
    EXPECT_LT((grabbed.cast<double>() + library->shape(id).rest->origin - Vec3d(4, 4, 5)).norm(), 0.05);
    for (int frame = 0; frame < 200; ++frame) world.step();
    const Body& body = world.bodies()[0];
    const PointMotion motion = motion_of(body.grabs[0].point, world.tables_of(body), body.state);
    EXPECT_LT((motion.place - Vec3d(5, 4, 5)).norm(), 0.01);  // where it was pulled to
    double farthest = 0;
    for (const Vec3& x : body.state.x) farthest = std::max(farthest, body.state.origin.x() + x.x() - 4);
    EXPECT_GT(farthest, 0.5);  // and the ball, which ended at 4, with it

    Skin skin;
    pose_skin(*library->shape(id).rest, *library->shape(id).skin, body.state, skin);
    for (const Vec3& x : skin.positions) EXPECT_TRUE(x.allFinite());
}

}  // namespace
}  // namespace octomatch

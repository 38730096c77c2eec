#include "core/cluster_body.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "core/input_error.h"
#include "core/sum_plan.h"
#include "tests/core/test_bodies.h"

namespace octomatch {
namespace {

using namespace test;

std::vector<Vec3d> scattered(int count) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> number;
    std::vector<Vec3d> points;
    for (int i = 0; i < count; ++i) points.push_back({3 * number(random), number(random), 0.5 * number(random)});
    return points;
}

BodyRest scattered_clusters(int count, const ClusterSettings& settings) {
    return cluster_body(scattered(count), std::vector<double>(count, 2.0), settings);
}

TEST(ClusterBody, EveryClusterIsWhatLiesInOneCube) {
    for (const ClusterSettings& settings : {ClusterSettings{.edge = 0.6, .overlap = 0.25},
                                            {.edge = 0.3, .overlap = 0.7},
                                            {.edge = 0.5, .overlap = 0},
                                            {.edge = 10, .overlap = 0.5}}) {
        const std::vector<Vec3d> points = scattered(300);
        const BodyRest rest = scattered_clusters(300, settings);
        EXPECT_EQ(validate(rest), std::vector<std::string>{});
        Box3 bounds;
        for (const Vec3d& p : points) bounds.include(p);
        const double stride = settings.edge * (1 - settings.overlap);
        Vec3i count;
        Vec3d start;
        for (int axis = 0; axis < 3; ++axis) {
            const double extent = bounds.extent()[axis];
            count[axis] = 1;
            while (settings.edge + (count[axis] - 1) * stride < extent) ++count[axis];
            start[axis] = bounds.centre()[axis] - 0.5 * (settings.edge + (count[axis] - 1) * stride);
        }
        std::multiset<std::vector<NodeId>> expected, found;
        for (int z = 0; z < count.z(); ++z)
            for (int y = 0; y < count.y(); ++y)
                for (int x = 0; x < count.x(); ++x) {
                    const Vec3d low = start + stride * Vec3d(x, y, z);
                    std::vector<NodeId> inside;
                    for (int i = 0; i < rest.nodes(); ++i) {
                        const Vec3d at = points[i] - low;
                        if ((at.array() >= -1e-9).all() && (at.array() <= settings.edge + 1e-9).all())
                            inside.push_back({i});
                    }
                    if (!inside.empty()) expected.insert(inside);
                }
        const Ragged<NodeId> regions = members(rest);
        ASSERT_EQ(regions.rows(), rest.regions());
        for (int r = 0; r < regions.rows(); ++r) found.insert({regions.row(r).begin(), regions.row(r).end()});
        EXPECT_EQ(found, expected);
    }
}

TEST(ClusterBody, WithoutAnEdgeThereIsOneClusterOfAllNodes) {
    const BodyRest rest = scattered_clusters(50, {});
    EXPECT_EQ(rest.regions(), 1);
    EXPECT_EQ(members(rest).size_of(0), 50);
}

TEST(ClusterBody, OverlapPutsNodesIntoSeveralClusters) {
    const BodyRest apart = scattered_clusters(300, {.edge = 0.4, .overlap = 0});
    const BodyRest overlapping = scattered_clusters(300, {.edge = 0.4, .overlap = 0.5});
    EXPECT_EQ(members(apart).items.size(), 300u);
    EXPECT_GT(members(overlapping).items.size(), 900u);
}

TEST(ClusterBody, CountsThePartsThatNothingHoldsTogether) {
    std::vector<Vec3d> row;
    for (int i = 0; i < 12; ++i) row.push_back({double(i), 0, 0});
    const std::vector<double> masses(12, 1.0);
    EXPECT_EQ(loose_parts(cluster_body(row, masses, {})), 1);
    EXPECT_EQ(loose_parts(cluster_body(row, masses, {.edge = 5, .overlap = 0.5})), 1);
    EXPECT_EQ(loose_parts(cluster_body(row, masses, {.edge = 2.4, .overlap = 0})), 5);
    EXPECT_EQ(loose_parts(scattered_clusters(500, {.edge = 0.5, .overlap = 0})),
              scattered_clusters(500, {.edge = 0.5, .overlap = 0}).regions());
}

TEST(ClusterBody, WorksForAPointAndForPointsInAPlane) {
    const Vec3d one[] = {{1, 2, 3}};
    const double mass[] = {4};
    EXPECT_EQ(validate(cluster_body(one, mass, {.edge = 0.1})), std::vector<std::string>{});
    std::vector<Vec3d> flat = scattered(40);
    for (Vec3d& p : flat) p.z() = 1;
    EXPECT_EQ(validate(cluster_body(flat, std::vector<double>(40, 1.0), {.edge = 0.3})), std::vector<std::string>{});
}

TEST(ClusterBody, OfAMeshHasTheMassOfTheSolidAndTheMeshAsItsSkin) {
    const TriangleMesh mesh = check_mesh(find_model("block")->make()).mesh;
    const BodyRest rest = cluster_body(mesh, 800, {.edge = 0.05});
    EXPECT_NEAR(std::accumulate(rest.mass.begin(), rest.mass.end(), 0.0), 800 * signed_volume(mesh), 1e-5);
    const SkinRest skin = skin_of_nodes(mesh, rest);
    EXPECT_EQ(validate(skin, rest), std::vector<std::string>{});
    World world = shaken(world_of(std::make_shared<const BodyRest>(rest), {}, {}), 0.5);
    for (int step = 0; step < 5; ++step) world.step();
    Skin posed;
    pose_skin(rest, skin, world.bodies()[0].state, posed);
    EXPECT_EQ(posed.positions, world.bodies()[0].state.x);
}

TEST(ClusterBody, RefusesCubesThatMakeNoSense) {
    for (const ClusterSettings& settings : {ClusterSettings{.edge = -1},
                                            {.edge = std::nan("")},
                                            {.edge = 1e-9},
                                            {.edge = 1, .overlap = 1},
                                            {.edge = 1, .overlap = -0.1}})
        EXPECT_THROW(scattered_clusters(10, settings), InputError);
    EXPECT_THROW(cluster_body({}, {}, {}), InputError);
}

TEST(ClusterBody, SumsAreThoseOfTheMembersAndTheAdjointIsTheTranspose) {
    const BodyRest rest = scattered_clusters(200, {.edge = 0.4, .overlap = 0.5});
    std::mt19937 random(2);
    std::vector<double> rows(rest.nodes()), scratch;
    for (double& x : rows) x = static_cast<double>(random() % 1000);
    const Ragged<NodeId> regions = members(rest);
    for (PlanKind kind : {PlanKind::tree, PlanKind::brute_force}) {
        const SumPlan plan(rest, kind);
        std::vector<double> sums(plan.sums()), weights(plan.sums()), back(rest.nodes());
        plan.sum(1, rows, sums, scratch);
        for (int r = 0; r < rest.regions(); ++r) {
            double expected = 0;
            for (NodeId i : regions.row(r)) expected += rows[i.value];
            EXPECT_EQ(sums[rest.list_of[r]], expected);
        }
        for (double& w : weights) w = static_cast<double>(random() % 1000);
        plan.adjoint(1, weights, back, scratch);
        double left = 0, right = 0;
        for (int s = 0; s < plan.sums(); ++s) left += sums[s] * weights[s];
        for (int i = 0; i < rest.nodes(); ++i) right += rows[i] * back[i];
        EXPECT_EQ(left, right);
    }
}

TEST(ClusterBody, ValidationFindsNodesOutsideAllClustersAndBadWeights) {
    BodyRest rest = scattered_clusters(20, {.edge = 0.5, .overlap = 0});
    rest.region_weight[0] = 0;
    EXPECT_EQ(validate(rest), std::vector<std::string>{"weights of regions are positive"});
    rest = scattered_clusters(20, {});
    rest.lists.items.pop_back();
    --rest.lists.offsets.back();
    EXPECT_EQ(validate(rest), std::vector<std::string>{"every node is in a region"});
    rest = scattered_clusters(20, {});
    rest.region_weight.push_back(1);
    EXPECT_EQ(validate(rest), std::vector<std::string>{"every region has a list"});
}

TEST(ClusterBody, CanBePinnedGrabbedAndPutOnTheGround) {
    const TriangleMesh mesh = check_mesh(find_model("stick")->make()).mesh;
    const auto rest = std::make_shared<const BodyRest>(cluster_body(mesh, 1000, {.edge = 0.08}));
    World world = world_of(rest, {.ground = Ground{}}, {.position = {0, 0.02, 0}});
    for (int step = 0; step < 120; ++step) world.step();
    for (const Vec3& x : world.bodies()[0].state.x) EXPECT_GT(world.bodies()[0].state.origin.y() + x.y(), -1e-3);
    const Request requests[] = {
        PinZone{.body = {0}, .where = {.box = {{-1, -1, -1}, {-0.14, 1, 1}}}},
        GrabPoint{.grab = {0}, .body = {0}, .point = Vec3d(0.16, 0.02, 0), .target = {0.1, 0.1, 0}}};
    EXPECT_TRUE(world.adapt(requests).refused.empty());
    for (int step = 0; step < 60; ++step) world.step();
    EXPECT_FALSE(world.step().non_finite);
}

TEST(ClusterBody, AZoneSoftensTheClustersWithTheirCentresInIt) {
    const auto rest = std::make_shared<const BodyRest>(scattered_clusters(300, {.edge = 0.6, .overlap = 0.25}));
    World world = world_of(rest, empty_space(), {});
    const Request soften[] = {
        ChangeRegionStiffness{.body = {0}, .where = {.box = {{-1, -1, -1}, {1.5, 2, 2}}}, .stiffness = 0.25}};
    EXPECT_TRUE(world.adapt(soften).refused.empty());
    const auto& stiffness = world.bodies()[0].region_stiffness;
    ASSERT_EQ(static_cast<int>(stiffness.size()), rest->regions());
    EXPECT_GT(std::count(stiffness.begin(), stiffness.end(), 0.25f), 0);
    EXPECT_GT(std::count(stiffness.begin(), stiffness.end(), 1.0f), 0);
}

TEST(ClusterBody, NearestNodesHoldThePointItself) {
    const TriangleMesh mesh = check_mesh(find_model("duck")->make()).mesh;
    const BodyRest rest = cluster_body(mesh, 1000, {});
    for (int v : {0, 100, 500}) {
        const MaterialPoint point = nearest_nodes(rest, mesh.vertices[v]);
        Vec3d place = Vec3d::Zero();
        double sum = 0;
        for (std::size_t k = 0; k < point.nodes.size(); ++k) {
            place += point.weights[k] * rest.x0[point.nodes[k].value].cast<double>();
            sum += point.weights[k];
        }
        EXPECT_NEAR(sum, 1, 1e-5);
        EXPECT_LT((rest.origin + place - mesh.vertices[v]).norm(), 1e-3);
    }
}

}  // namespace
}  // namespace octomatch

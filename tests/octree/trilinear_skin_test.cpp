#include "octree/trilinear_skin.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "core/input_error.h"
#include "octree/lattice_study.h"
#include "tests/octree/sampled_models.h"

namespace octomatch {
namespace {

using namespace test;

AdaptiveBody lattice_of(const char* model, LinkRule rule, int depth = 2) {
    SampleSettings settings{.depth = depth, .criteria = {Criterion::uniform}, .links = rule};
    settings.regions.relation = RelationKind::links;
    return make_body(model_mesh(model), settings);
}

BodyState at_rest(const BodyRest& rest) {
    return {.x = rest.x0, .v = std::vector<Vec3>(rest.nodes(), Vec3::Zero())};
}

std::vector<Vec3> posed(const AdaptiveBody& body, const SkinRest& skin, const BodyState& state) {
    Skin result;
    pose_skin(*body.rest, skin, state, result);
    return result.positions;
}

TEST(TrilinearSkin, IsValidOnEveryKindOfLattice) {
    for (const char* model : {"U", "comb"})
        for (LinkRule rule : {LinkRule::contact, LinkRule::touching}) {
            const AdaptiveBody body = lattice_of(model, rule, 1);
            EXPECT_EQ(validate(make_trilinear_skin(model_mesh(model), body), *body.rest), std::vector<std::string>{})
                << model;
        }
}

TEST(TrilinearSkin, ReproducesRigidAndAffineMotion) {
    const TriangleMesh mesh = model_mesh("torus");
    const AdaptiveBody body = lattice_of("torus", LinkRule::contact, 1);
    const SkinRest skin = make_trilinear_skin(mesh, body);
    const Mat3 turned = Eigen::AngleAxisf(1.1f, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    Mat3 sheared;
    sheared << 1.3f, 0.2f, 0, -0.1f, 0.8f, 0.3f, 0.05f, 0, 1.1f;
    for (const Mat3& map : {turned, sheared, Mat3(turned * sheared)}) {
        const Vec3 shift(0.3f, -0.2f, 0.1f);
        BodyState state = at_rest(*body.rest);
        for (Vec3& x : state.x) x = map * x + shift;
        const std::vector<Vec3> surface = posed(body, skin, state);
        for (std::size_t v = 0; v < surface.size(); ++v)
            ASSERT_LT((surface[v] - (map * skin.vertices[v] + shift)).norm(), 1e-4f * body.rest->finest_cell) << v;
    }
}

// Points a little apart on both sides of the faces between cells stay together, whatever the nodes do.
TEST(TrilinearSkin, HasNoJumpsBetweenLinkedCells) {
    const AdaptiveBody body = lattice_of("block", LinkRule::contact);
    const Lattice& lattice = body.material.lattice;
    const float h = static_cast<float>(body.rest->finest_cell);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(0, 1);
    const auto random_point = [&] {  // the same with every compiler: braces evaluate in order
        const std::array<double, 3> c{number(random), number(random), number(random)};
        return Vec3d(c[0], c[1], c[2]);
    };
    TriangleMesh points;
    for (int k = 0; k < 3000; ++k) {
        const int i = static_cast<int>(random() % body.rest->nodes());
        if (body.rest->links.size_of(i) < 26) continue;  // the surface is near: there are cells without material
        Vec3d at = coordinates(body.tree.cells[body.sampling.leaf_of[i].value].corner).cast<double>() + random_point();
        const int axis = k % 3;
        for (double side : {-1e-4, 1e-4}) {
            at[axis] = std::round(at[axis]) + side;
            points.vertices.push_back(lattice.world(at));
        }
    }
    ASSERT_GT(points.vertices.size(), 1000u);
    const SkinRest skin = make_trilinear_skin(points, body);
    BodyState state = at_rest(*body.rest);
    for (Vec3& x : state.x) x += 0.4f * h * random_point().cast<float>();
    const std::vector<Vec3> moved = posed(body, skin, state);
    for (std::size_t v = 0; v < moved.size(); v += 2) EXPECT_LT((moved[v] - moved[v + 1]).norm(), 3e-3f * h) << v;
}

// The nearest cells across the gap of a U share corners, but no links: each prong has its own.
TEST(TrilinearSkin, FollowsOnlyNodesThatAreLinkedAroundTheCorner) {
    const TriangleMesh mesh = model_mesh("U");
    const AdaptiveBody body = lattice_of("U", LinkRule::contact);
    ASSERT_GT(plain_lattice(body.material, 2).bridges, 0);
    const SkinRest skin = make_trilinear_skin(mesh, body);
    for (int v = 0; v < skin.nodes.rows(); ++v) {
        const auto nodes = skin.nodes.row(v);
        std::vector<NodeId> reached{nodes[0]};  // by three links: the nodes around one cell are within that
        for (int hop = 0; hop < 3; ++hop)
            for (std::size_t k = reached.size(); k-- > 0;)
                for (NodeId j : body.rest->links.row(reached[k].value))
                    if (std::ranges::find(reached, j) == reached.end()) reached.push_back(j);
        for (NodeId i : nodes) ASSERT_NE(std::ranges::find(reached, i), reached.end()) << v;
    }
}

TEST(TrilinearSkin, RefusesCellsOfSeveralSizes) {
    const AdaptiveBody body = body_of(model_mesh("hand"), 3);
    EXPECT_THROW(make_trilinear_skin(model_mesh("hand"), body), InputError);
}

}  // namespace
}  // namespace octomatch

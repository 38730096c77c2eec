#include "io/models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "octree/implicit_mesh.h"

namespace octomatch {
namespace {

std::array<std::pair<int, int>, 3> sides(const std::array<int, 3>& t) {
    return {{{t[0], t[1]}, {t[1], t[2]}, {t[2], t[0]}}};
}

double area(const TriangleMesh& mesh, int triangle) {
    const auto [a, b, c] = mesh.corners(triangle);
    return 0.5 * (b - a).cross(c - a).norm();
}

/// Every edge is used exactly once in each direction, which is stricter than is_closed().
bool has_two_sided_edges(const TriangleMesh& mesh) {
    std::vector<std::pair<int, int>> there, back;
    for (const auto& t : mesh.triangles)
        for (const auto& [a, b] : sides(t)) {
            there.emplace_back(a, b);
            back.emplace_back(b, a);
        }
    std::sort(there.begin(), there.end());
    std::sort(back.begin(), back.end());
    return there == back && std::adjacent_find(there.begin(), there.end()) == there.end();
}

/// Height over length of the flattest triangle: 0.87 if all are equilateral, 0 if one is degenerate.
double worst_shape(const TriangleMesh& mesh) {
    double worst = 1;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
        const auto [a, b, c] = mesh.corners(t);
        const double longest = std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
        worst = std::min(worst, 2 * area(mesh, t) / (longest * longest));
    }
    return worst;
}

int count_shells(const TriangleMesh& mesh) {
    std::vector<int> parent(mesh.vertices.size());
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    for (const auto& t : mesh.triangles)
        for (const auto& [a, b] : sides(t)) parent[root(a)] = root(b);
    int shells = 0;
    for (int v = 0; v < static_cast<int>(parent.size()); ++v) shells += parent[v] == v;
    return shells;
}

double ball(const Vec3d& p) {
    return p.norm() - 1;
}
const Box3 kBallBox{Vec3d::Constant(-1), Vec3d::Constant(1)};

/// Meshed once per process: meshing is nearly all the time these tests take.
const TriangleMesh& mesh_of(const Model& model) {
    static std::map<std::string, TriangleMesh> meshes;
    const auto found = meshes.find(model.name);
    return found != meshes.end() ? found->second : meshes.emplace(model.name, model.make()).first->second;
}

class EveryModel : public testing::TestWithParam<int> {
protected:
    const Model& model() const { return models()[GetParam()]; }
    const TriangleMesh& mesh() const { return mesh_of(model()); }
};

// canonical() merges equal positions and drops what no triangle uses, so a shell or an edge that only looks closed,
// or open, because of how vertices are numbered can not pass.
TEST_P(EveryModel, IsOneClosedShellThatFacesOutward) {
    const TriangleMesh merged = canonical(mesh());
    EXPECT_TRUE(has_two_sided_edges(merged));
    EXPECT_EQ(count_shells(merged), 1);
    EXPECT_GT(signed_volume(merged), 0);
}

TEST_P(EveryModel, HasSoundTriangles) {
    EXPECT_GE(mesh().triangles.size(), 2000u);
    EXPECT_LE(mesh().triangles.size(), 32000u);
    for (const Vec3d& v : mesh().vertices) ASSERT_TRUE(v.allFinite());
    EXPECT_GT(worst_shape(mesh()), 0.05);
}

TEST_P(EveryModel, StandsOnTheGround) {
    const Box3 box = bounding_box(mesh());
    EXPECT_NEAR(box.low.y(), 0, 0.01 * box.diagonal());
    EXPECT_GT(box.diagonal(), 0.1);
    EXPECT_LT(box.diagonal(), 0.6);
}

TEST_P(EveryModel, IsTheSameWheneverItIsMade) {
    const TriangleMesh again = model().make();
    EXPECT_TRUE(mesh().triangles == again.triangles);
    EXPECT_TRUE(mesh().vertices == again.vertices);
}

TEST_P(EveryModel, IsFoundByNameInAnyCase) {
    std::string upper = model().name, lower = model().name;
    std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    EXPECT_EQ(find_model(model().name), &model());
    EXPECT_EQ(find_model(upper), &model());
    EXPECT_EQ(find_model(lower), &model());
    EXPECT_FALSE(model().description.empty());
    EXPECT_EQ(model().description.find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Models, EveryModel, testing::Range(0, 12),
                         [](const auto& instance) { return models().at(instance.param).name; });

TEST(Models, AreTheTwelveInOrder) {
    std::vector<std::string> names;
    for (const Model& model : models()) names.push_back(model.name);
    EXPECT_EQ(names, (std::vector<std::string>{"hand", "liver", "flower", "block", "stick", "torus", "comb", "U",
                                               "duck", "head", "penguin", "stomach"}));
}

TEST(Models, UnknownNamesAreNotFound) {
    for (const char* name : {"", "han", "hands", "teapot"}) EXPECT_EQ(find_model(name), nullptr) << name;
}

TEST(Models, SimpleOnesHaveTheirProportions) {
    const auto extent = [](const char* name) { return bounding_box(mesh_of(*find_model(name))).extent(); };
    const Vec3d block = extent("block"), stick = extent("stick");
    EXPECT_NEAR(block.x() / block.y(), 2, 1e-3);
    EXPECT_NEAR(block.z() / block.y(), 1, 1e-3);
    EXPECT_NEAR(stick.x() / stick.y(), 8, 1e-3);
    EXPECT_NEAR(stick.z() / stick.y(), 1, 1e-3);
    const double torus = 2 * std::pow(std::numbers::pi, 2) * 0.09 * std::pow(0.035, 2);
    EXPECT_NEAR(signed_volume(mesh_of(*find_model("torus"))), torus, 0.005 * torus);
}

TEST(ImplicitMesh, BallHasItsVolumeAndArea) {
    const TriangleMesh mesh = mesh_of_distance(ball, kBallBox, 0.1);
    EXPECT_TRUE(has_two_sided_edges(mesh));
    double surface = 0;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) surface += area(mesh, t);
    EXPECT_NEAR(signed_volume(mesh), 4 * std::numbers::pi / 3, 0.02);
    EXPECT_NEAR(surface, 4 * std::numbers::pi, 0.04);
}

TEST(ImplicitMesh, VerticesLieOnTheSurface) {
    for (const Vec3d& v : mesh_of_distance(ball, kBallBox, 0.1).vertices) ASSERT_NEAR(ball(v), 0, 1e-4);
}

TEST(ImplicitMesh, ErrorFallsWithTheSquareOfTheEdge) {
    const auto error = [](double edge) {
        return 4 * std::numbers::pi / 3 - signed_volume(mesh_of_distance(ball, kBallBox, edge));
    };
    EXPECT_NEAR(error(0.1) / error(0.05), 4, 1);
}

TEST(ImplicitMesh, CrevicesGiveSoundTriangles) {
    const auto two_balls = [](double apart) {
        Box3 box = kBallBox;
        box.high.x() += apart;
        return mesh_of_distance([apart](const Vec3d& p) { return std::min(ball(p), ball(p - Vec3d(apart, 0, 0))); },
                                box, 0.1);
    };
    EXPECT_GT(worst_shape(two_balls(1.7)), 0.2);  // 0.03 with the short edges that marching tetrahedra leave here
    for (const double apart : {1.8, 1.9, 1.95, 1.98}) {
        const TriangleMesh mesh = two_balls(apart);
        EXPECT_TRUE(is_closed(mesh));
        EXPECT_GT(worst_shape(mesh), 0.01) << apart;
    }
}

TEST(ImplicitMesh, RefusesWhatHasNoClosedSurfaceInTheBox) {
    const auto nothing = [](const Vec3d&) { return 1.0; };
    const Box3 half{Vec3d(-1, -1, -1), Vec3d(0, 1, 1)};
    EXPECT_THROW(mesh_of_distance(nothing, kBallBox, 0.1), std::invalid_argument);
    EXPECT_THROW(mesh_of_distance(ball, half, 0.1), std::invalid_argument);
    EXPECT_THROW(mesh_of_distance(ball, kBallBox, 0), std::invalid_argument);
    EXPECT_THROW(mesh_of_distance(ball, Box3{}, 0.1), std::invalid_argument);
}

}  // namespace
}  // namespace octomatch

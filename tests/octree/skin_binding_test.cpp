#include "octree/skin_binding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "core/parallel.h"
#include "tests/core/test_skins.h"
#include "tests/io/test_meshes.h"
#include "tests/octree/sampled_bodies.h"

namespace octomatch {
namespace {

using namespace test;

using Weights = std::map<int, double>;  // by node

Weights weights_of(const SkinRest& skin, int vertex) {
    Weights weights;
    for (int e = skin.nodes.offsets[vertex]; e < skin.nodes.offsets[vertex + 1]; ++e)
        weights[skin.nodes.items[e].value] = skin.weights[e];
    return weights;
}

Weights weights_of(const MaterialPoint& point) {
    Weights weights;
    for (std::size_t k = 0; k < point.nodes.size(); ++k) weights[point.nodes[k].value] = point.weights[k];
    return weights;
}

double difference(Weights a, const Weights& b) {
    for (const auto& [node, weight] : b) a[node] -= weight;
    double sum = 0;
    for (const auto& [node, weight] : a) sum += std::abs(weight);
    return sum;
}

// Weights by distance alone, with no thought of what lies between.
Weights weights_by_distance(const SampledBody& body, const NodeReach& reach, const Vec3d& vertex) {
    std::vector<std::pair<double, int>> heaviest;
    for (int i = 0; i < body.rest().nodes(); ++i) {
        const double t = (body.in_cells(vertex) - body.body.sampling.position[i]).norm() / reach.radius({i});
        if (t < 1) heaviest.push_back({std::pow(1 - t * t, 3), i});
    }
    std::sort(heaviest.begin(), heaviest.end(), std::greater<>());
    double least = 0, sum = 0;
    if (heaviest.size() > PointBinder::kMostNodes) {
        least = heaviest[PointBinder::kMostNodes].first;
        heaviest.resize(PointBinder::kMostNodes);
    }
    Weights weights;
    for (const auto& [weight, node] : heaviest) sum += weight - least;
    for (const auto& [weight, node] : heaviest) weights[node] = (weight - least) / sum;
    return weights;
}

// Hops over contacts from the material of a vertex to that of each node.
std::vector<int> hops_to_nodes(const SampledBody& body, PieceId from, int most) {
    const auto hops = hops_from(body.body.material, {from}, most);
    std::vector<int> least(body.rest().nodes(), std::numeric_limits<int>::max());
    for (int p = 0; p < body.body.material.pieces(); ++p)
        if (hops[p] >= 0) {
            int& node = least[body.body.sampling.node_of_piece[p].value];
            node = std::min(node, hops[p]);
        }
    return least;
}

// How many vertices follow a node whose material is farther away, inside the material, than the node reaches (1.5 of
// its cells, more only where it has adopted slivers) and what a way over cells may be too long (three finest cells):
// with the skin's own weights, and with weights by distance alone. Looks at some vertices.
struct Strays {
    int bound = 0, by_distance = 0, looked_at = 0;
};
Strays count_strays(const SampledBody& body) {
    const NodeReach reach(body.body.material, body.body.tree, body.body.sampling);
    const PieceFinder finder(body.body.material);
    Strays strays;
    for (std::size_t v = 0; v < body.mesh.vertices.size(); v += 23) {
        const PieceId piece = finder.nearest(body.in_cells(body.mesh.vertices[v])).piece;
        const auto hops = hops_to_nodes(body, piece, 100);
        const auto strays_from = [&](const Weights& weights) {
            return std::any_of(weights.begin(), weights.end(),
                               [&](const auto& entry) { return hops[entry.first] > reach.radius({entry.first}) + 3; });
        };
        ++strays.looked_at;
        strays.bound += strays_from(weights_of(body.skin, static_cast<int>(v)));
        strays.by_distance += strays_from(weights_by_distance(body, reach, body.mesh.vertices[v]));
    }
    return strays;
}

TEST(SkinBinding, KeepsItsPromisesForEveryModel) {
    for (const Model& model : models()) {
        const SampledBody& body = sampled_model(model.name, 2);
        EXPECT_TRUE(validate(body.skin, body.rest()).empty())
            << model.name << ": " << validate(body.skin, body.rest())[0];
        EXPECT_EQ(body.skin.vertices.size(), body.mesh.vertices.size());
        EXPECT_TRUE(body.skin.triangles == body.mesh.triangles);
        for (int v = 0; v < body.skin.nodes.rows(); ++v) EXPECT_LE(body.skin.nodes.size_of(v), PointBinder::kMostNodes);
    }
}

TEST(SkinBinding, InAConvexBodyWeightsAreTheKernelOfTheDistance) {
    for (int depth : {2, 3}) {
        SampleSettings settings{.base_cell = 0.4, .depth = depth};
        settings.field = {
            {.where = {.box = {{-2, -2, -2}, {2, 2, -0.4}}}, .cell = 0.4 / (1 << depth)}};  // mixed levels
        const SampledBody body(canonical(sphere(Vec3d::Zero(), 1, 24)), settings);
        const NodeReach reach(body.body.material, body.body.tree, body.body.sampling);
        for (std::size_t v = 0; v < body.mesh.vertices.size(); ++v) {
            const Weights expected = weights_by_distance(body, reach, body.mesh.vertices[v]);
            EXPECT_LT(difference(weights_of(body.skin, static_cast<int>(v)), expected), 1e-5);
        }
    }
}

TEST(SkinBinding, NoSkinFollowsMaterialAcrossAGap) {
    for (const char* model : {"hand", "comb", "U"}) {
        const Strays strays = count_strays(sampled_model(model, 4));
        EXPECT_EQ(strays.bound, 0) << model;
        EXPECT_GT(strays.by_distance, strays.looked_at / 20)
            << model << ": the gaps are too wide for this test to mean anything";
    }
}

TEST(SkinBinding, NoSkinOfAScannedHandFollowsAnotherFinger) {
    const auto body = sampled_file("hand_closed.obj", {.base_cell = 0.2, .depth = 4});
    if (!body) GTEST_SKIP() << "the meshes beside the project are missing";
    const Strays strays = count_strays(*body);
    EXPECT_EQ(strays.bound, 0);
    EXPECT_GT(strays.by_distance, 0);
    EXPECT_TRUE(validate(body->skin, body->rest()).empty());
}

TEST(SkinBinding, TeethOfACombAndArmsOfAUHaveSkinsOfTheirOwn) {
    const auto expect_own = [](const SampledBody& body, auto is_apart, auto part_of) {
        int checked = 0;
        for (int v = 0; v < body.skin.nodes.rows(); ++v) {
            if (!is_apart(body.mesh.vertices[v])) continue;
            for (NodeId i : body.skin.nodes.row(v)) {
                const Vec3d node = body.rest().origin + body.rest().x0[i.value].cast<double>();
                EXPECT_EQ(part_of(node), part_of(body.mesh.vertices[v]));
                ++checked;
            }
        }
        EXPECT_GT(checked, 1000);
    };
    expect_own(
        sampled_model("U", 4), [](const Vec3d& p) { return p.y() > 0.08; }, [](const Vec3d& p) { return p.x() > 0; });
    expect_own(
        sampled_model("comb", 4), [](const Vec3d& p) { return p.y() < 0.06; },
        [](const Vec3d& p) { return std::lround(p.x() / 0.0185); });
}

TEST(SkinBinding, WeightsDoNotJumpWhereTheSurfaceCrossesFromCellToCell) {
    constexpr double kStep = 1e-3;  // in finest cells, to either side of the wall between two cells
    for (const char* model : {"hand", "comb", "flower", "U"}) {
        const SampledBody& body = sampled_model(model);
        std::vector<Vec3d> points;
        for (std::size_t t = 0; t < body.mesh.triangles.size(); t += 5) {
            const auto corners = body.mesh.corners(static_cast<int>(t));
            const Vec3d a = body.in_cells(corners[0]), b = body.in_cells(corners[1]);
            for (int axis = 0; axis < 3; ++axis) {
                const double wall = std::ceil(std::min(a[axis], b[axis]));
                if (wall + 0.01 > std::max(a[axis], b[axis]) || wall - 0.01 < std::min(a[axis], b[axis])) continue;
                const Vec3d crossing = a + (b - a) * ((wall - a[axis]) / (b[axis] - a[axis]));
                for (double side : {-kStep, kStep})
                    points.push_back(body.body.material.lattice.world(crossing + side * (b - a).normalized()));
            }
        }
        ASSERT_GT(points.size(), 500u);
        const auto bound = body.binder.bind(points);
        double largest = 0;
        for (std::size_t k = 0; k < bound.size(); k += 2)
            largest = std::max(largest, difference(weights_of(bound[k]), weights_of(bound[k + 1])));
        // The weights' own slope makes 0.01 of it; the petals of the flower end inside cells.
        EXPECT_LT(largest, model == std::string("flower") ? 0.1 : 0.02) << model;
    }
}

TEST(SkinBinding, NeighbouringVerticesHaveNearlyEqualWeights) {
    for (const char* model : {"hand", "torus", "U"}) {
        const SampledBody& body = sampled_model(model);
        double steepest = 0;  // change of weights over the change of place, in edges of the smallest cell around
        for (const auto& t : body.mesh.triangles) {
            const Weights a = weights_of(body.skin, t[0]), b = weights_of(body.skin, t[1]);
            double cell = std::numeric_limits<double>::infinity();
            for (const Weights& weights : {a, b})
                for (const auto& [node, weight] : weights) cell = std::min<double>(cell, body.rest().cell[node]);
            const double way = (body.mesh.vertices[t[0]] - body.mesh.vertices[t[1]]).norm();
            steepest = std::max(steepest, difference(a, b) / std::max(way / cell, 0.1));
        }
        EXPECT_LT(steepest, 4) << model;
    }
}

// The largest error under an affine map of the nodes, in finest cells, of vertices whose nodes have neighbours that
// span space.
double affine_error(const SampledBody& body) {
    const Mat3d F = (Mat3d() << 1.2, 0.3, -0.1, 0.0, 0.8, 0.2, 0.1, -0.2, 1.1).finished();
    const auto map = [&](const Vec3d& p) -> Vec3d { return F * p + Vec3d(0.3, -0.2, 0.1); };
    Skin skin;
    pose_skin(body.rest(), body.skin, moved(body.rest(), map), skin);
    std::vector<char> is_open(body.rest().nodes(), 0);
    for (const auto& open : body.skin.fit.open) is_open[open.node.value] = 1;
    double largest = 0;
    for (int v = 0; v < body.skin.nodes.rows(); ++v) {
        const auto nodes = body.skin.nodes.row(v);
        if (std::any_of(nodes.begin(), nodes.end(), [&](NodeId i) { return is_open[i.value]; })) continue;
        const Vec3d error = skin.positions[v].cast<double>() - map(body.skin.vertices[v].cast<double>());
        largest = std::max(largest, error.norm() / body.h());
    }
    return largest;
}

TEST(SkinBinding, AffineMapsOfTheNodesCarryTheSkinToAHundredthOfACell) {
    for (const char* model : {"hand", "comb", "flower", "torus"}) {
        EXPECT_TRUE(sampled_model(model, 4).skin.fit.open.empty()) << model;
        EXPECT_LT(affine_error(sampled_model(model, 4)), 0.01) << model;
    }
}

TEST(SkinBinding, ABentBodyHasASmoothlyBentSkin) {
    for (const char* model : {"hand", "comb", "stick"}) {
        const SampledBody& body = sampled_model(model, 4);
        // Over its length, along its longest axis, the body bends by an angle of 1.5.
        int along;
        const double radius = bounding_box(body.mesh).extent().maxCoeff(&along) / 1.5;
        const int across = (along + 2) % 3;
        const auto bend = [&](const Vec3d& p) -> Vec3d {
            Vec3d q = p;
            q[along] = (radius - p[across]) * std::sin(p[along] / radius);
            q[across] = radius - (radius - p[across]) * std::cos(p[along] / radius);
            return q;
        };
        Skin skin;
        pose_skin(body.rest(), body.skin, moved(body.rest(), bend), skin);
        std::vector<Vec3d> expected, normals(skin.normals.size(), Vec3d::Zero());
        for (const Vec3& v : body.skin.vertices) expected.push_back(bend(v.cast<double>()));
        for (const auto& [a, b, c] : body.skin.triangles)
            for (int v : {a, b, c}) normals[v] += (expected[b] - expected[a]).cross(expected[c] - expected[a]);
        double farthest = 0, turned = 0, most_turned = 0;
        for (std::size_t v = 0; v < expected.size(); ++v) {
            farthest = std::max(farthest, (skin.positions[v].cast<double>() - expected[v]).norm() / body.h());
            const double angle = std::acos(std::min(1.0, skin.normals[v].cast<double>().dot(normals[v].normalized())));
            turned += angle / static_cast<double>(expected.size());
            most_turned = std::max(most_turned, angle);
        }
        EXPECT_LT(farthest, 0.75) << model;     // finest cells
        EXPECT_LT(turned, 0.0175) << model;     // a degree
        EXPECT_LT(most_turned, 0.12) << model;  // seven degrees
    }
}

TEST(SkinBinding, IsTheSameToTheBitForEveryThreadCount) {
    const SampledBody& body = sampled_model("comb");
    for (int threads : {1, 3, 8}) {
        set_thread_count(threads);
        const PointBinder binder(body.body.material, body.body.tree, body.body.sampling, body.rest());
        const SkinRest skin = make_skin(body.mesh, binder);
        EXPECT_TRUE(skin.nodes == body.skin.nodes);
        EXPECT_TRUE(skin.weights == body.skin.weights);
    }
    set_thread_count(0);
}

TEST(SkinBinding, PointsBoundTogetherAndOneByOneAreBoundAlike) {
    const SampledBody& body = sampled_model("hand");
    for (std::size_t v = 0; v < body.mesh.vertices.size(); v += 501) {
        const MaterialPoint point = body.binder.bind({&body.mesh.vertices[v], 1}).front();
        EXPECT_EQ(difference(weights_of(point), weights_of(body.skin, static_cast<int>(v))), 0);
        EXPECT_LT((point.rest - body.skin.vertices[v]).norm(), 1e-6 * body.h());
    }
}

TEST(SkinBindingLong, KeepsItsPromisesForEveryModelAndMeshInFull) {
    for (const Model& model : models()) {
        const SampledBody& body = sampled_model(model.name, 4);
        EXPECT_TRUE(validate(body.skin, body.rest()).empty()) << model.name;
        EXPECT_EQ(count_strays(body).bound, 0) << model.name;
        EXPECT_LT(affine_error(body), 0.01) << model.name;
    }
    for (const char* mesh : {"fish.obj", "penguin.obj", "scorpion_low_resolution.obj", "spot_low_resolution.obj"}) {
        const auto body = sampled_file(mesh, {});
        if (!body) GTEST_SKIP() << "the meshes beside the project are missing";
        EXPECT_TRUE(validate(body->skin, body->rest()).empty()) << mesh;
        EXPECT_EQ(count_strays(*body).bound, 0) << mesh;
    }
}

}  // namespace
}  // namespace octomatch

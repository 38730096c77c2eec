#include "core/skin.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"

namespace octomatch {

namespace {

constexpr int kChunk = 512;  // vertices

Ragged<std::int32_t> triangles_at_vertices(const SkinRest& skin) {
    return group_by<std::int32_t>(
        static_cast<int>(skin.vertices.size()), static_cast<int>(3 * skin.triangles.size()),
        [&](int corner) { return skin.triangles[corner / 3][corner % 3]; }, [](int corner) { return corner / 3; });
}

// In double: the squared area of a small triangle is below the smallest float.
Vec3 normal_at(const SkinRest& rest, const std::vector<Vec3>& positions, int vertex) {
    Vec3d normal = Vec3d::Zero();
    for (int t : rest.triangles_at.row(vertex)) {
        const auto& [a, b, c] = rest.triangles[t];
        const Vec3d at = positions[a].cast<double>();
        normal += (positions[b].cast<double>() - at).cross(positions[c].cast<double>() - at);
    }
    const double length = normal.norm();
    return length > 0 && std::isfinite(length) ? Vec3((normal / length).cast<float>()) : Vec3(Vec3::UnitY());
}

}  // namespace

void complete(SkinRest& skin, const BodyRest& rest) {
    skin.triangles_at = triangles_at_vertices(skin);
    skin.fit = fit_gradients(rest);
}

void pose_skin(const BodyRest& rest, const SkinRest& skin_rest, const BodyState& state, Skin& skin) {
    const int vertices = static_cast<int>(skin_rest.vertices.size());
    skin.positions.resize(vertices);
    skin.normals.resize(vertices);
    find_gradients(skin_rest.fit, state, skin.gradients);
    parallel_chunks(vertices, kChunk, [&](int begin, int end) {
        for (int v = begin; v < end; ++v) {
            const Vec3 p = skin_rest.vertices[v];
            Vec3 x = Vec3::Zero();
            for (int e = skin_rest.nodes.offsets[v]; e < skin_rest.nodes.offsets[v + 1]; ++e) {
                const int i = skin_rest.nodes.items[e].value;
                const Vec3 arm = skin_rest.arms.empty() ? Vec3(p - rest.x0[i]) : skin_rest.arms[e];
                x += skin_rest.weights[e] * (state.x[i] + skin.gradients[i] * arm);
            }
            skin.positions[v] = x;
        }
    });
    parallel_chunks(vertices, kChunk, [&](int begin, int end) {
        for (int v = begin; v < end; ++v) skin.normals[v] = normal_at(skin_rest, skin.positions, v);
    });
}

std::vector<std::string> validate(const SkinRest& skin, const BodyRest& rest) {
    std::vector<std::string> broken;
    const auto require = [&](bool holds, const std::string& promise) {
        if (!holds && std::find(broken.begin(), broken.end(), promise) == broken.end()) broken.push_back(promise);
    };
    const int vertices = static_cast<int>(skin.vertices.size());
    require(skin.nodes.rows() == vertices, "every vertex has a row of nodes");
    require(skin.weights.size() == skin.nodes.items.size(), "every node that carries a vertex has a weight");
    require(skin.arms.empty() || skin.arms.size() == skin.weights.size(), "every node of a vertex has an arm, or none");
    for (const auto& t : skin.triangles)
        for (int v : t) require(v >= 0 && v < vertices, "triangles join existing vertices");
    if (!broken.empty()) return broken;

    for (int v = 0; v < vertices; ++v) {
        require(skin.vertices[v].allFinite(), "vertices are finite");
        double sum = 0;
        Vec3d carried = Vec3d::Zero();
        for (int e = skin.nodes.offsets[v]; e < skin.nodes.offsets[v + 1]; ++e) {
            const NodeId i = skin.nodes.items[e];
            require(i.value >= 0 && i.value < rest.nodes(), "vertices are carried by existing nodes");
            require(e == skin.nodes.offsets[v] || skin.nodes.items[e - 1] < i,
                    "the nodes of a vertex are sorted and unique");
            require(skin.weights[e] > 0, "weights are positive");
            sum += skin.weights[e];
            if (!skin.arms.empty()) carried += skin.weights[e] * (rest.x0[i.value] + skin.arms[e]).cast<double>();
        }
        require(skin.arms.empty() || (carried - skin.vertices[v].cast<double>()).norm() < 1e-3 * rest.finest_cell,
                "at rest the arms of a vertex lead to it");
        require(std::abs(sum - 1) < 1e-6, "the weights of a vertex add up to 1");
    }
    require(skin.triangles_at == triangles_at_vertices(skin), "every vertex knows its triangles");
    for (std::string& promise : validate(skin.fit, rest)) broken.push_back(std::move(promise));
    return broken;
}

}  // namespace octomatch

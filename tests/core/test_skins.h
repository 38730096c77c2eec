// Skins for the tests of the machine: a mesh around nodes made by hand, every vertex carried by the nodes near it.
#pragma once
#include <algorithm>
#include <cmath>
#include <random>
#include <type_traits>
#include <vector>

#include "core/skin.h"
#include "core/triangle_mesh.h"

namespace octomatch::test {

/// Weights (1 - (r / reach)^2)^3 over all nodes within `reach`; the nearest node alone where there is none.
inline SkinRest skin_around(const BodyRest& rest, const TriangleMesh& mesh, double reach) {
    SkinRest skin{.triangles = mesh.triangles};
    for (const Vec3d& p : mesh.vertices) {
        std::vector<NodeId> nodes;
        std::vector<double> weights;
        int nearest = 0;
        for (int i = 0; i < rest.nodes(); ++i) {
            const auto distance = [&](int node) { return (rest.origin + rest.x0[node].cast<double>() - p).norm(); };
            if (distance(i) < distance(nearest)) nearest = i;
            const double t = distance(i) / reach;
            if (t >= 0.999) continue;
            nodes.push_back({i});
            weights.push_back(std::pow(1 - t * t, 3));
        }
        if (nodes.empty()) {
            nodes = {{nearest}};
            weights = {1};
        }
        double sum = 0;
        for (double w : weights) sum += w;
        for (double w : weights) skin.weights.push_back(static_cast<float>(w / sum));
        skin.vertices.push_back((p - rest.origin).cast<float>());
        skin.nodes.push_row(nodes);
    }
    complete(skin, rest);
    return skin;
}

/// Nodes at given places with given links of length 2, each its own region.
inline BodyRest nodes_at(const std::vector<Vec3>& places, const std::vector<std::pair<int, int>>& links) {
    BodyRest rest;
    std::vector<std::vector<NodeId>> rows(places.size());
    for (const auto& [a, b] : links) {
        rows[a].push_back({b});
        rows[b].push_back({a});
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        std::sort(rows[i].begin(), rows[i].end());
        rest.x0.push_back(places[i]);
        rest.mass.push_back(1);
        rest.cell.push_back(1);
        rest.width.push_back(2);
        rest.parent.push_back(-1);
        rest.links.push_row(rows[i]);
        rest.link_length.insert(rest.link_length.end(), rows[i].size(), 2);
        const RowId own[] = {{static_cast<int>(i)}};
        rest.lists.push_row(own);
        rest.list_of.push_back(static_cast<int>(i));
    }
    return rest;
}

/// `count` nodes in a row along x, one unit apart.
inline BodyRest chain(int count) {
    std::vector<Vec3> places;
    std::vector<std::pair<int, int>> links;
    for (int i = 0; i < count; ++i) {
        places.push_back(Vec3(static_cast<float>(i), 0, 0));
        if (i > 0) links.push_back({i - 1, i});
    }
    return nodes_at(places, links);
}

template <class Map>
BodyState moved(const BodyRest& rest, Map map) {
    static_assert(std::is_same_v<std::invoke_result_t<Map, Vec3d>, Vec3d>, "an expression would refer to what is gone");
    BodyState state;
    for (const Vec3& x0 : rest.x0) state.x.push_back(map(x0.cast<double>()).template cast<float>());
    return state;
}

inline Mat3d random_rotation(std::mt19937& random) {
    std::normal_distribution<double> normal;
    const double w = normal(random), x = normal(random), y = normal(random), z = normal(random);
    return Eigen::Quaterniond(w, x, y, z).normalized().toRotationMatrix();
}

}  // namespace octomatch::test

// Bodies for the tests of match models, one for every way in which a relation is given.
#pragma once
#include "core/cluster_body.h"
#include "tests/core/double_body.h"
#include "tests/core/test_bodies.h"

namespace octomatch::test {

inline constexpr MatchModel kModels[] = {MatchModel::rigid, MatchModel::linear, MatchModel::quadratic};
inline const char* name_of(MatchModel model) {
    return model == MatchModel::rigid ? "rigid" : model == MatchModel::linear ? "linear" : "quadratic";
}

inline MaterialSettings made_of(MatchModel model, double beta) {
    MaterialSettings material = undamped();
    material.model = model;
    material.beta = beta;
    return material;
}

/// Every `every`th vertex of a model, with unequal masses.
inline std::shared_ptr<const BodyRest> clusters(const char* model, int every, const ClusterSettings& settings) {
    const TriangleMesh& mesh = model_mesh(model);
    std::vector<Vec3d> points;
    std::vector<double> masses;
    for (std::size_t v = 0; v < mesh.vertices.size(); v += every) {
        points.push_back(mesh.vertices[v]);
        masses.push_back(0.001 * (1 + masses.size() % 3));
    }
    return std::make_shared<const BodyRest>(cluster_body(points, masses, settings));
}

/// Every way in which a relation is given.
inline const std::vector<NamedBody>& bodies_of_all_relations() {
    static const std::vector<NamedBody> all{{"lattice", lattice_rest({6, 4, 3}, 0.02, 1)},
                                            {"intervals", model_rest("comb", RelationKind::intervals, 2)},
                                            {"blocks", model_rest("comb", RelationKind::blocks, 2)},
                                            {"clusters", clusters("duck", 40, {.edge = 0.06, .overlap = 0.4})},
                                            {"one cluster", clusters("duck", 40, {})}};
    return all;
}

// What float can tell, of a body's size. Sums about a body's origin lose (size / region)^4 of double's digits where
// quadratic regions are nearly flat, which is less.
inline constexpr double kFloat = 6e-8;

inline double size_of(const BodyRest& rest) {
    double size = 0;
    for (const Vec3& x0 : rest.x0) size = std::max(size, double(x0.norm()));
    return size;
}

/// Some stretch and shear.
inline Mat3d sheared() {
    return Mat3d{{1.3, 0.4, -0.1}, {0.2, 0.8, 0.3}, {-0.3, 0.1, 1.1}};
}

}  // namespace octomatch::test

#include "core/cluster_body.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include "core/input_error.h"

namespace octomatch {

namespace {

/// Cubes in rows along every axis, each `stride` after the one before, centred over the points.
class Cubes {
public:
    Cubes(const Box3& bounds, double edge, double overlap) : edge_(edge), stride_(edge * (1 - overlap)) {
        if (!(bounds.extent().maxCoeff() / stride_ < 1e6))
            throw InputError("cubes of edge " + std::to_string(edge) + " are too small for their clusters");
        for (int axis = 0; axis < 3; ++axis) {
            const double beyond = std::max(0.0, bounds.extent()[axis] - edge);
            count_[axis] = 1 + static_cast<int>(std::ceil(beyond / stride_ - kRounding));
            start_[axis] = bounds.centre()[axis] - 0.5 * (edge + (count_[axis] - 1) * stride_);
        }
    }

    template <class Visit>
    void visit_around(const Vec3d& point, Visit visit) const {
        std::array<int, 3> first, last;
        for (int axis = 0; axis < 3; ++axis) {
            const double along = (point[axis] - start_[axis]) / stride_;
            first[axis] = std::max(0, static_cast<int>(std::ceil(along - edge_ / stride_ - kRounding)));
            last[axis] = std::min(count_[axis] - 1, static_cast<int>(std::floor(along + kRounding)));
        }
        for (int z = first[2]; z <= last[2]; ++z)
            for (int y = first[1]; y <= last[1]; ++y)
                for (int x = first[0]; x <= last[0]; ++x) visit(std::array{z, y, x});
    }

private:
    static constexpr double kRounding = 1e-9;  // of the stride: points on a face are inside
    double edge_, stride_;
    std::array<int, 3> count_;
    Vec3d start_;
};

void add_clusters(const Cubes& cubes, std::span<const Vec3d> points, BodyRest& rest) {
    std::map<std::array<int, 3>, std::vector<RowId>> inside;
    for (int i = 0; i < rest.nodes(); ++i)
        cubes.visit_around(points[i], [&](const std::array<int, 3>& cube) { inside[cube].push_back({i}); });
    std::map<std::vector<RowId>, int> known;
    for (const auto& [cube, nodes] : inside) {
        const auto [at, is_new] = known.try_emplace(nodes, rest.lists.rows());
        if (is_new) rest.lists.push_row(nodes);
        rest.list_of.push_back(at->second);
        rest.region_weight.push_back(1);
    }
}

}  // namespace

BodyRest cluster_body(std::span<const Vec3d> points, std::span<const double> masses, const ClusterSettings& settings) {
    if (!(settings.edge >= 0 && std::isfinite(settings.edge)))
        throw InputError("the edge of clusters must be a positive length, not " + std::to_string(settings.edge));
    if (!(settings.overlap >= 0 && settings.overlap <= 0.9))
        throw InputError("the overlap of clusters must be between 0 and 0.9, not " + std::to_string(settings.overlap));
    if (points.empty()) throw InputError("there are no points to make clusters of");
    Box3 bounds;
    Vec3d moment = Vec3d::Zero();
    for (std::size_t i = 0; i < points.size(); ++i) {
        bounds.include(points[i]);
        moment += masses[i] * points[i];
    }
    const int n = static_cast<int>(points.size());
    const double longest = std::max(bounds.extent().maxCoeff(), 1e-30);
    const double edge = settings.edge > 0 ? settings.edge : longest;

    BodyRest rest;
    rest.origin = moment / std::accumulate(masses.begin(), masses.end(), 0.0);
    rest.finest_cell = bounds.empty() || n == 1 ? edge : longest / std::cbrt(n);  // about the distance of points
    rest.asked_width = edge / 2;
    for (int i = 0; i < n; ++i) {
        rest.x0.push_back((points[i] - rest.origin).cast<float>());
        rest.mass.push_back(static_cast<float>(masses[i]));
        rest.cell.push_back(static_cast<float>(rest.finest_cell));
        rest.width.push_back(std::max(1, static_cast<int>(std::lround(edge / rest.finest_cell))));
        rest.links.push_row({});
        rest.parent.push_back(-1);
    }
    add_clusters(Cubes(bounds, edge, settings.edge > 0 ? settings.overlap : 0), points, rest);
    return rest;
}

BodyRest cluster_body(const TriangleMesh& mesh, double density, const ClusterSettings& settings) {
    constexpr double kLeast = 0.01;  // of the mean: vertices of slivers would be blown about
    std::vector<double> share(mesh.vertices.size(), 0.0);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto [a, b, c] = mesh.corners(static_cast<int>(t));
        for (int v : mesh.triangles[t]) share[v] += (b - a).cross(c - a).norm();
    }
    const auto sum = [&] { return std::accumulate(share.begin(), share.end(), 0.0); };
    const double least = kLeast * sum() / static_cast<double>(share.size());
    for (double& s : share) s = std::max(s, least);
    const double per_share = density * std::abs(signed_volume(mesh)) / sum();
    for (double& s : share) s *= per_share;
    BodyRest rest = cluster_body(mesh.vertices, share, settings);
    rest.density = density;
    return rest;
}

int loose_parts(const BodyRest& rest) {
    std::vector<int> part(rest.nodes());  // a node of the same part; the first of a part is its own
    std::iota(part.begin(), part.end(), 0);
    const auto first_of = [&](int node) {
        while (part[node] != node) node = part[node] = part[part[node]];
        return node;
    };
    for (int list = 0; list < rest.lists.rows(); ++list) {
        const int a = first_of(rest.lists.row(list).front().value);
        for (RowId node : rest.lists.row(list)) part[first_of(node.value)] = a;
    }
    int parts = 0;
    for (int i = 0; i < rest.nodes(); ++i) parts += part[i] == i;
    return parts;
}

SkinRest skin_of_nodes(const TriangleMesh& mesh, const BodyRest& rest) {
    SkinRest skin{.vertices = rest.x0, .triangles = mesh.triangles};
    for (int i = 0; i < rest.nodes(); ++i) {
        const NodeId itself[] = {{i}};
        skin.nodes.push_row(itself);
        skin.weights.push_back(1);
    }
    complete(skin, rest);
    return skin;
}

MaterialPoint nearest_nodes(const BodyRest& rest, const Vec3d& point) {
    constexpr int kMost = 12;
    const auto nearest_to = [&](const Vec3& place, int count) {
        std::vector<int> nodes(rest.nodes());
        std::iota(nodes.begin(), nodes.end(), 0);
        const int kept = std::min(count, rest.nodes());
        std::partial_sort(nodes.begin(), nodes.begin() + kept, nodes.end(), [&](int a, int b) {
            return std::pair((rest.x0[a] - place).squaredNorm(), a) < std::pair((rest.x0[b] - place).squaredNorm(), b);
        });
        nodes.resize(kept);
        return nodes;
    };
    MaterialPoint held{.rest = rest.x0[nearest_to((point - rest.origin).cast<float>(), 1).front()]};
    std::vector<int> nodes = nearest_to(held.rest, kMost + 1);
    const double reach = 1.001 * (rest.x0[nodes.back()] - held.rest).norm();
    if (nodes.size() > kMost) nodes.pop_back();
    std::sort(nodes.begin(), nodes.end());
    for (int i : nodes) {
        const double r = (rest.x0[i] - held.rest).norm(), k = reach > 0 ? 1 - r * r / (reach * reach) : 1;
        held.nodes.push_back({i});
        held.weights.push_back(static_cast<float>(k * k * k));
    }
    return balanced(held, rest);
}

}  // namespace octomatch

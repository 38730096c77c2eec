#include "experiments/cluster_bodies.h"

#include <cmath>
#include <map>

#include <Eigen/QR>

#include "core/input_error.h"
#include "core/quadratic_match.h"
#include "core/rotation.h"
#include "experiments/experiment.h"

namespace octomatch {

TriangleMesh box_mesh(const Vec3d& extent, const Vec3i& cells) {
    TriangleMesh mesh;
    std::map<std::array<int, 3>, int> known;
    const auto vertex = [&](const Vec3i& at) {
        const auto [found, is_new] =
            known.try_emplace({at.x(), at.y(), at.z()}, static_cast<int>(mesh.vertices.size()));
        if (is_new) {
            const Vec3d share = at.cast<double>().cwiseQuotient(cells.cast<double>());
            mesh.vertices.push_back((share - Vec3d::Constant(0.5)).cwiseProduct(extent));
        }
        return found->second;
    };
    for (int axis = 0; axis < 3; ++axis) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;  // u, v, axis turn to the right
        for (int side : {0, 1})
            for (int j = 0; j < cells[v]; ++j)
                for (int i = 0; i < cells[u]; ++i) {
                    Vec3i low;
                    low[axis] = side * cells[axis], low[u] = i, low[v] = j;
                    const Vec3i along = Vec3i::Unit(u), across = Vec3i::Unit(v);
                    const int a = vertex(low), b = vertex(low + along), c = vertex(low + along + across),
                              d = vertex(low + across);
                    if (side == 1)
                        mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
                    else
                        mesh.triangles.insert(mesh.triangles.end(), {{a, c, b}, {a, d, c}});
                }
    }
    return canonical(mesh);
}

double edge_for(int count, double length, double overlap) {
    return (1 + 1e-6) * length / (count - (count - 1) * overlap);
}

ClusterWorld::ClusterWorld(const WorldSettings& settings)
    : shapes(std::make_shared<ShapeLibrary>()), world(shapes, settings) {}

ShapeId ClusterWorld::add_shape(const TriangleMesh& mesh, const ClusterSettings& clusters) {
    return shapes->add(mesh, {.clusters = clusters});
}

BodyId ClusterWorld::add(const CreateBody& create) {
    return world.adapt(std::vector<Request>{create}).created.at(0);
}

void ClusterWorld::ask(const Request& request) {
    const AdaptReport report = world.adapt({&request, 1});
    if (!report.refused.empty()) throw InputError(report.refused.front());
}

void ClusterWorld::run(double seconds) {
    const int frames = static_cast<int>(std::lround(seconds / world.settings().time_step));
    for (int frame = 0; frame < frames; ++frame) world.step();
}

void ClusterWorld::change(const std::function<void(World::Saved&)>& edit) {
    World::Saved saved = world.save();
    edit(saved);
    world = World::restored(shapes, saved);
}

namespace {

/// What is left of the places in `to` when the best combination of the columns of `terms` is taken away: the norm.
double misfit(const Eigen::MatrixXd& terms, const Eigen::MatrixX3d& to) {
    return (to - terms * terms.completeOrthogonalDecomposition().solve(to)).norm();
}

}  // namespace

Deformation deformation_of(const BodyRest& rest, const BodyState& state) {
    const int n = rest.nodes();
    double mass = 0;
    Vec3d centre = Vec3d::Zero(), centre0 = Vec3d::Zero();
    for (int i = 0; i < n; ++i) {
        mass += rest.mass[i];
        centre += rest.mass[i] * state.x[i].cast<double>();
        centre0 += rest.mass[i] * rest.x0[i].cast<double>();
    }
    centre /= mass, centre0 /= mass;
    // Rows by node, times the root of its mass: constant, linear, quadratic terms of the place at rest; the place.
    Eigen::MatrixXd terms(n, 10);
    Eigen::MatrixX3d to(n, 3);
    for (int i = 0; i < n; ++i) {
        const double root = std::sqrt(rest.mass[i]);
        const Vec3d q = rest.x0[i].cast<double>() - centre0;
        terms.row(i) << root, root * q.transpose(), root * squares(q).transpose();
        to.row(i) = root * (state.x[i].cast<double>() - centre).transpose();
    }
    const auto from = terms.middleCols<3>(1);
    const Mat3d R = reference_rotation(to.transpose() * from, Eigen::Quaterniond::Identity()).toRotationMatrix();
    const double size = from.norm();
    return {.beyond_rigid = (to - from * R.transpose()).norm() / size,
            .beyond_affine = misfit(terms.leftCols<4>(), to) / size,
            .beyond_quadratic = misfit(terms, to) / size};
}

void add_picture(const std::filesystem::path& folder, const std::string& file, const std::string& caption,
                 const ClusterWorld& world, ExperimentResult& result, const Shot& shot) {
    try {
        draw(folder / file, world.world, *world.shapes, shot);
        result.pictures.push_back({file, caption});
    } catch (const InputError& error) {
        result.notes.push_back("no picture " + file + ": " + error.what());
    }
}

}  // namespace octomatch

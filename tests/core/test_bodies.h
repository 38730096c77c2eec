// Bodies for the tests of the machine: lattices made by hand, where closed forms hold, and sampled models with mixed
// levels, unequal widths and both relations.
#pragma once
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/input_error.h"
#include "core/measure.h"
#include "core/world.h"
#include "io/mesh_report.h"
#include "io/models.h"
#include "octree/adaptive_body.h"

namespace octomatch::test {

/// A full lattice of cubic cells of edge `cell` about the origin; every region has all nodes within `reach` cells
/// (max-norm), as FLSM; no virtual rows.
inline std::shared_ptr<const BodyRest> lattice_rest(const Vec3i& size, double cell, int reach, double density = 1000) {
    BodyRest rest;
    rest.finest_cell = cell;
    rest.density = density;
    rest.asked_width = reach * cell;
    const auto index = [&](int x, int y, int z) { return x + size.x() * (y + size.y() * z); };
    const auto near = [&](const Vec3i& at, int steps, auto visit) {
        for (int z = std::max(0, at.z() - steps); z <= std::min(size.z() - 1, at.z() + steps); ++z)
            for (int y = std::max(0, at.y() - steps); y <= std::min(size.y() - 1, at.y() + steps); ++y)
                for (int x = std::max(0, at.x() - steps); x <= std::min(size.x() - 1, at.x() + steps); ++x)
                    visit(index(x, y, z));
    };
    std::map<std::vector<RowId>, int> known;
    for (int i = 0; i < size.prod(); ++i) {
        const Vec3i at{i % size.x(), i / size.x() % size.y(), i / (size.x() * size.y())};
        const Vec3d place = cell * (at.cast<double>() - 0.5 * (size - Vec3i::Ones()).cast<double>());
        rest.x0.push_back(place.cast<float>());
        rest.mass.push_back(static_cast<float>(density * cell * cell * cell));
        rest.cell.push_back(static_cast<float>(cell));
        rest.width.push_back(2 * reach);
        rest.parent.push_back(-1);
        std::vector<NodeId> links;
        near(at, 1, [&](int j) {
            if (j != i) links.push_back({j});
        });
        rest.links.push_row(links);
        rest.link_length.insert(rest.link_length.end(), links.size(), 2);
        std::vector<RowId> members;
        near(at, reach, [&](int j) { members.push_back({j}); });
        const auto [known_at, is_new] = known.try_emplace(members, rest.lists.rows());
        if (is_new) rest.lists.push_row(members);
        rest.list_of.push_back(known_at->second);
    }
    return std::make_shared<const BodyRest>(std::move(rest));
}

inline const TriangleMesh& model_mesh(const char* name) {
    static std::map<std::string, TriangleMesh> meshes;
    auto [at, is_new] = meshes.try_emplace(name);
    if (is_new) at->second = check_mesh(find_model(name)->make()).mesh;
    return at->second;
}

/// A built-in model sampled adaptively.
inline std::shared_ptr<const BodyRest> model_rest(const char* name, SampleSettings settings) {
    return make_body(model_mesh(name), settings).rest;
}

inline std::shared_ptr<const BodyRest> model_rest(const char* name, RelationKind relation = RelationKind::intervals,
                                                  int depth = 3) {
    SampleSettings settings{.depth = depth};
    settings.regions.relation = relation;
    return model_rest(name, settings);
}

inline std::shared_ptr<const BodyRest> fractional_rest(const char* name, int depth = 3) {
    return model_rest(name, RelationKind::fractional, depth);
}

struct NamedBody {
    std::string name;
    std::shared_ptr<const BodyRest> rest;
};

/// Compiled shapes without a skin; a rest point is carried by its nearest node.
class FixedShapes : public BodyCompiler {
public:
    explicit FixedShapes(std::vector<std::shared_ptr<const BodyRest>> rests) {
        for (auto& rest : rests)
            shapes_.push_back(std::make_shared<const BodyShape>(BodyShape{std::move(rest), nullptr}));
    }
    int shapes() const override { return static_cast<int>(shapes_.size()); }
    std::shared_ptr<const BodyShape> shared(ShapeId id) const override { return shapes_[id.value]; }
    MaterialPoint locate(ShapeId id, const Vec3d& rest_point) const override {
        const BodyRest& rest = *shapes_[id.value]->rest;
        const Vec3 local = (rest_point - rest.origin).cast<float>();
        int nearest = 0;
        for (int i = 1; i < rest.nodes(); ++i)
            if ((rest.x0[i] - local).norm() < (rest.x0[nearest] - local).norm()) nearest = i;
        return {.rest = local, .nodes = {{nearest}}, .weights = {1.0f}};
    }
    double distance(ShapeId, const Vec3d&) const override { return 0; }
    EditResult edit(ShapeId, const ShapeEdit&, const BodyState&) override { throw InputError("a fixed shape"); }

private:
    std::vector<std::shared_ptr<const BodyShape>> shapes_;
};

/// Neither gravity nor damping nor drag.
inline WorldSettings empty_space() {
    return {.gravity = Vec3d::Zero()};
}
inline MaterialSettings undamped(Stiffness stiffness = {}) {
    return {.stiffness = stiffness, .damping = 0, .drag = 0};
}

/// For bodies with fractional members.
inline MaterialSettings equal_material(double damping = 0, double alpha = 1) {
    return {.rule = MaterialRule::equal, .stiffness = {StiffnessUnit::alpha, alpha}, .damping = damping, .drag = 0};
}

inline World world_of(std::shared_ptr<const BodyRest> rest, const WorldSettings& settings, CreateBody create) {
    World world(std::make_shared<FixedShapes>(std::vector{std::move(rest)}), settings);
    create.shape = {0};
    const Request requests[] = {create};
    world.adapt(requests);
    return world;
}

/// Gives every node a random velocity of about `speed` in a body that is otherwise left alone.
inline World shaken(const World& world, double speed, unsigned seed = 1) {
    World::Saved saved = world.save();
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    for (Body& body : saved.bodies)
        for (Vec3& v : body.state.v)
            v += static_cast<float>(speed) * Vec3(normal(random), normal(random), normal(random));
    return World::restored(std::make_shared<FixedShapes>(std::vector{world.shape_of(world.bodies()[0]).rest}), saved);
}

inline Motion motion_of(const World& world) {
    return octomatch::motion_of(*world.shape_of(world.bodies()[0]).rest, world.bodies()[0].state);
}

}  // namespace octomatch::test

#include "experiments/comparison.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/lattice_bodies.h"
#include "experiments/material_measure.h"
#include "experiments/progress_bar.h"
#include "experiments/region_statistics.h"

namespace octomatch {

namespace {

constexpr int kWarmUp = 3;            // frames that are not timed
constexpr int kBruteForceFrames = 9;  // timed frames of a method that is slow and known to move as another one
constexpr int kMostSeparatingNodes = 200'000;
constexpr double kSwing = 2 * std::numbers::pi;  // of the first mode [rad/s]
constexpr double kSag = 0.1;                     // over the diagonal, at rest; a sudden load doubles it
constexpr double kFrame = 1.0 / 60;              // [s]

/// What all methods go through.
struct ScriptedMotion {
    Zone held;
    Vec3d load = Vec3d::Zero();  // acceleration
    Stiffness stiffness;
    int frames = 0;
    std::size_t tip = 0;  // vertex of the mesh
};

ScriptedMotion scripted(const ShapeLibrary& shapes, ShapeId contact, const MaterialResponse& response, int frames) {
    const BodyRest& rest = *shapes.shape(contact).rest;
    const TriangleMesh& mesh = shapes.mesh(contact);
    const Box3 bounds = bounding_box(mesh);
    const HeldEnd held = held_end(shapes.body(contact), bounds);
    ScriptedMotion motion{.held = {.box = bounds}, .frames = frames};
    motion.held.box.high[held.axis] = held.boundary;
    // Sums over a body lie within a cell of its surface.
    const double cell = shapes.body(contact).settings.base_cell;
    motion.held.box.low -= Vec3d::Constant(cell);
    for (int axis = 0; axis < 3; ++axis)
        if (axis != held.axis) motion.held.box.high[axis] += cell;

    // Per square second, alpha / h^2 = omega^2 / lambda; physics of a uniform lattice: E = (alpha / h^2) density w (w +
    // h) / 3.
    const double pull = kSwing * kSwing / response.eigenvalue;
    motion.stiffness = {StiffnessUnit::young,
                        pull * rest.density * rest.asked_width * (rest.asked_width + rest.finest_cell) / 3};
    double farthest = 0;
    for (std::size_t p = 0; p < mesh.vertices.size(); ++p) {
        farthest = std::max(farthest, response.skin[p].norm());
        if (mesh.vertices[p][held.axis] > mesh.vertices[motion.tip][held.axis]) motion.tip = p;
    }
    motion.load = kSag * bounds.diagonal() * pull / farthest * kLoadDirection;
    return motion;
}

/// One method's way through the motion.
class Runner {
public:
    Runner(std::string name, const std::shared_ptr<ShapeLibrary>& shapes, ShapeId shape, MaterialRule rule,
           PlanKind plan, const ScriptedMotion& motion)
        : name_(std::move(name)),
          shapes_(shapes),
          shape_(shape),
          world_(shapes, {.time_step = kFrame, .gravity = motion.load, .plan = plan}) {
        const MaterialSettings material{.rule = rule, .stiffness = motion.stiffness};
        const Request start[] = {CreateBody{.shape = shape, .material = material},
                                 PinZone{.body = {0}, .where = motion.held}};
        world_.adapt(start);
    }

    void advance(const ScriptedMotion& motion) {
        if (world_.frame() == motion.frames / 2) {
            WorldSettings released = world_.settings();
            released.gravity = Vec3d::Zero();
            const Request release[] = {ChangeWorld{released}};
            world_.adapt(release);
        }
        const StepReport report = world_.step();
        if (world_.frame() <= kWarmUp) return;
        steps_.push_back(report.seconds);
        for (double StepSeconds::*stage : kStages) steps_.back().*stage /= report.substeps;
    }

    int frame() const { return world_.frame(); }
    int substeps() const { return world_.substeps(); }

    /// In world coordinates; bodies are placed where their meshes are.
    const std::vector<Vec3d>& posed() {
        const Body& body = world_.bodies()[0];
        const BodyShape& shape = world_.shape_of(body);
        pose_skin(*shape.rest, *shape.skin, body.state, skin_);
        places_.clear();
        for (const Vec3& p : skin_.positions) places_.push_back(body.state.origin + p.cast<double>());
        return places_;
    }

    void note_tip(const ScriptedMotion& motion, double diagonal) {
        tip_ = std::max(tip_, (posed()[motion.tip] - shapes_->mesh(shape_).vertices[motion.tip]).norm() / diagonal);
    }

    ComparedMethod summary(std::int64_t bridges) const {
        const BodyRest& rest = *shapes_->shape(shape_).rest;
        const RegionStatistics regions = region_statistics(rest);
        const MatchTables& tables = world_.tables_of(world_.bodies()[0]);
        StepSeconds stages;
        for (double StepSeconds::*stage : kStages) stages.*stage = 1e-3 * milliseconds(stage).median;
        return {.name = name_,
                .finest_cell = rest.finest_cell,
                .nodes = rest.nodes(),
                .regions = tables.sums(),
                .mean_summation_entries = world_.settings().plan == PlanKind::brute_force
                                              ? regions.mean_members
                                              : regions.mean_summation_entries,
                .bytes = rest.bytes() + tables.plan.bytes(),
                .bridges = bridges,
                .ms_per_step = milliseconds(&StepSeconds::total),
                .stages = stages,
                .tip = tip_};
    }

private:
    static constexpr double StepSeconds::*kStages[] = {&StepSeconds::sum, &StepSeconds::match, &StepSeconds::average,
                                                       &StepSeconds::integrate, &StepSeconds::total};

    Quantiles milliseconds(double StepSeconds::*stage) const {
        std::vector<double> ms;
        for (const StepSeconds& step : steps_) ms.push_back(1e3 * step.*stage);
        return quantiles_of(std::move(ms));
    }

    std::string name_;
    std::shared_ptr<ShapeLibrary> shapes_;
    ShapeId shape_;
    World world_;
    Skin skin_;
    std::vector<Vec3d> places_;
    std::vector<StepSeconds> steps_;  // of a substep each
    double tip_ = 0;
};

/// Over the frames of one motion: how far vertices of two skins are apart.
struct SurfaceDifference {
    double sum = 0, largest = 0;
    std::size_t count = 0;

    void add(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
        for (std::size_t p = 0; p < a.size(); ++p) {
            const double apart = (a[p] - b[p]).norm();
            sum += apart;
            largest = std::max(largest, apart);
        }
        count += a.size();
    }
};

std::int64_t bridges_of(const AdaptiveBody& body) {
    return count_bridges(body.material, body.tree, body.sampling);
}

/// The lattice of another finest cell, of which base cells are whole multiples.
std::optional<SampleSettings> at_cell(SampleSettings settings, double cell) {
    const double depth = std::log2(settings.base_cell / cell);
    settings.depth = static_cast<int>(std::lround(depth));
    if (std::abs(depth - settings.depth) > 1e-9) return std::nullopt;
    return settings;
}

}  // namespace

Comparison compare_methods(const std::string& model, const TriangleMesh& mesh, const SampleSettings& asked,
                           const CompareSettings& how, const Progress& progress) {
    const auto at = [&](const char* stage, double fraction) {
        if (progress) progress(stage, fraction);
    };
    at("sampling", 0);
    SampleSettings settings = resolved(asked, mesh);
    if (how.rule == MaterialRule::equal) settings.regions.relation = RelationKind::fractional;
    const auto shapes = std::make_shared<ShapeLibrary>();
    const ShapeId adaptive = shapes->add(mesh, settings);
    at("sampling", 0.05);
    const ShapeId flsm = shapes->add(mesh, lattice_settings(LatticeKind::plain, settings));
    at("sampling", 0.12);
    const ShapeId contact = shapes->add(mesh, lattice_settings(LatticeKind::contact, settings));
    const AdaptiveBody& body = shapes->body(adaptive);

    at("materials", 0.2);
    const MaterialResponse of_contact = measure_material(*shapes, contact, MaterialRule::plain);
    const MaterialResponse of_adaptive = measure_material(*shapes, adaptive, how.rule);
    const MaterialComparison materials = compare_materials(of_adaptive, of_contact, mesh);

    Comparison result{.model = model,
                      .finest_cell = body.rest->finest_cell,
                      .width = body.rest->asked_width,
                      .epsilon = settings.regions.epsilon,
                      .frames = how.frames,
                      .lattices = study_separation(mesh, body, how.all ? 2 : 0, part_of(progress, 0.25, 0.35)),
                      .compliance_ratio = materials.compliance,
                      .frequency_ratio = materials.frequency,
                      .growth = node_growth(mesh, settings, 1, part_of(progress, 0.35, 0.45)),
                      .shapes = shapes,
                      .flsm_shape = flsm,
                      .adaptive_shape = adaptive};

    const ScriptedMotion motion = scripted(*shapes, contact, of_contact, how.frames);
    constexpr MaterialRule kLattice = MaterialRule::plain;
    std::vector<Runner> runners;
    std::vector<std::int64_t> bridges;
    const auto add = [&](const char* name, ShapeId shape, MaterialRule rule, PlanKind plan, std::int64_t count) {
        runners.emplace_back(name, shapes, shape, rule, plan, motion);
        bridges.push_back(count);
    };
    const std::int64_t plain_bridges = result.lattices.same_cell.bridges;
    add("flsm", flsm, kLattice, PlanKind::tree, plain_bridges);
    add("adaptive", adaptive, how.rule, PlanKind::tree, bridges_of(body));
    add("flsm_contact", contact, kLattice, PlanKind::tree, bridges_of(shapes->body(contact)));
    std::optional<Runner> separating;
    if (const auto& apart = result.lattices.separating; apart && apart->cell != result.finest_cell)
        if (const auto coarser = at_cell(lattice_settings(LatticeKind::plain, settings), apart->cell);
            coarser && apart->lattice.nodes <= kMostSeparatingNodes)
            separating.emplace("flsm_separating", shapes, shapes->add(mesh, *coarser), kLattice, PlanKind::tree,
                               motion);
    if (how.all) {
        const ShapeId uniform = shapes->add(mesh, lattice_settings(LatticeKind::octree_uniform, settings));
        add("octree_uniform", uniform, kLattice, PlanKind::tree, bridges_of(shapes->body(uniform)));
        add("brute_force", flsm, kLattice, PlanKind::brute_force, plain_bridges);
    }
    result.substeps = runners.front().substeps();

    const double diagonal = bounding_box(mesh).diagonal();
    SurfaceDifference difference;
    for (int frame = 0; frame < how.frames; ++frame) {
        at("comparing", 0.5 + 0.5 * frame / how.frames);
        for (Runner& runner : runners) {
            const bool slow = &runner == &runners.back() && how.all;
            if (slow && runner.frame() >= kWarmUp + kBruteForceFrames) continue;
            runner.advance(motion);
            runner.note_tip(motion, diagonal);
        }
        if (separating) {
            separating->advance(motion);
            separating->note_tip(motion, diagonal);
        }
        difference.add(runners[1].posed(), runners[2].posed());
    }

    for (std::size_t m = 0; m < runners.size(); ++m) result.methods.push_back(runners[m].summary(bridges[m]));
    if (separating) result.separating = separating->summary(0);
    if (result.lattices.separating && result.lattices.separating->cell == result.finest_cell)
        result.separating = result.flsm();
    result.surface_mean = difference.sum / static_cast<double>(difference.count) / diagonal;
    result.surface_max = difference.largest / diagonal;
    return result;
}

}  // namespace octomatch

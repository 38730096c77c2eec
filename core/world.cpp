#include "core/world.h"

#include <algorithm>
#include <cmath>

#include "core/hash.h"
#include "core/parallel.h"
#include "core/spin.h"
#include "core/timer.h"

namespace octomatch {

bool is_or_was(const Body& body, BodyId id) {
    return body.id == id || std::find(body.cut_from.begin(), body.cut_from.end(), id) != body.cut_from.end();
}

World::World(std::shared_ptr<BodyCompiler> compiler, const WorldSettings& settings)
    : compiler_(std::move(compiler)), settings_(settings) {}

StepReport World::step() {
    const Stopwatch total;
    const int count = substeps();
    const double seconds = settings_.time_step / count;
    for (Workspace& workspace : workspaces_) workspace.report = {};
    for (int s = 0; s < count; ++s)
        parallel_chunks(static_cast<int>(bodies_.size()), 1,
                        [&](int body, int) { substep(seconds, time_ + s * seconds, body); });
    parallel_chunks(static_cast<int>(bodies_.size()), 1, [&](int body, int) { rebase(bodies_[body].state); });
    ++frame_;
    time_ += settings_.time_step;

    StepReport report{.substeps = count, .bodies = static_cast<int>(bodies_.size())};
    for (std::size_t body = 0; body < bodies_.size(); ++body) add(bodies_[body], workspaces_[body], report);
    report.seconds.total = total.seconds();
    return report;
}

void World::substep(double seconds, double time, std::size_t index) {
    Body& body = bodies_[index];
    auto& [tables, match, report] = workspaces_[index];
    const bool fused = body.material.damping_order == DampingOrder::fused;
    const Substep now{.seconds = seconds,
                      .time = time,
                      .alpha = alpha_of(body),
                      .damping = 1 - std::exp(-body.material.damping * seconds),
                      .drag = std::exp(-body.material.drag * seconds),
                      .gravity = settings_.gravity,
                      .wind = settings_.wind};
    {
        Timed t(report.seconds.sum);
        match.sum_regions(*tables, body.state);
    }
    {
        Timed t(report.seconds.match);
        report.unconverged +=
            match.match_regions(*tables, body.material.plasticity, seconds, settings_.rotation, body.state);
    }
    {
        Timed t(report.seconds.average);
        match.average_goals(*tables, body.state);
    }
    Timed t(report.seconds.integrate);
    kick(now, fused, match, body.state);
    if (!fused) {
        match.average_rigid_velocities(*tables, body.state);
        damp(now, match, body.state);
    }
    pull_grabs(seconds, *tables, body.grabs, body.state);
    if (settings_.ground) report.contacts += rest_on_ground(*settings_.ground, seconds, *tables, body.state);
    hold_pins(seconds, body.pins, body.state);
    move(now, body.state);
    turn(*tables, seconds, body.state);
}

void World::add(const Body& body, const Workspace& workspace, StepReport& report) {
    const StepSeconds& seconds = workspace.report.seconds;
    report.seconds.sum += seconds.sum;
    report.seconds.match += seconds.match;
    report.seconds.average += seconds.average;
    report.seconds.integrate += seconds.integrate;
    report.nodes += workspace.tables->nodes();
    report.fits += workspace.tables->fits();
    report.contacts += workspace.report.contacts;
    report.unconverged += workspace.report.unconverged;
    for (std::size_t i = 0; i < body.state.x.size(); ++i)
        report.non_finite |= !body.state.x[i].allFinite() || !body.state.v[i].allFinite() ||
                             (!body.state.spin.empty() && !body.state.spin[i].allFinite());
}

int World::substeps() const {
    if (settings_.substeps > 0) return settings_.substeps;
    int most = 1;
    for (const Body& body : bodies_) {
        const BodyRest& rest = *shape_of(body).rest;
        most = std::max(most, substeps_for(body.material.stiffness, settings_.time_step, rest.density, rest.asked_width,
                                           rest.finest_cell));
    }
    return most;
}

double World::alpha_of(const Body& body) const {
    const BodyRest& rest = *shape_of(body).rest;
    const double alpha = alpha_for(body.material.stiffness, settings_.time_step / substeps(), rest.density,
                                   rest.asked_width, rest.finest_cell);
    return std::min(alpha, 1.0);
}

const Body* World::find(BodyId id) const {
    const auto at =
        std::lower_bound(bodies_.begin(), bodies_.end(), id, [](const Body& b, BodyId i) { return b.id < i; });
    return at != bodies_.end() && at->id == id ? &*at : nullptr;
}

const MatchTables& World::tables_of(const Body& body) const {
    return *workspaces_[static_cast<std::size_t>(&body - bodies_.data())].tables;
}

World::Saved World::save() const {
    return {settings_, bodies_, frame_, next_body_, time_, cuts_, undo_, redo_};
}

World World::restored(std::shared_ptr<BodyCompiler> compiler, const Saved& saved) {
    World world(std::move(compiler), saved.settings);
    const auto find_form = [&](Body& body) {
        if (!body.form) body.form = world.compiler_->shared(body.shape);
    };
    world.bodies_ = saved.bodies;
    world.cuts_ = saved.cuts;
    world.undo_ = saved.undo;
    world.redo_ = saved.redo;
    for (Body& body : world.bodies_) find_form(body);
    for (auto* levels : {&world.undo_, &world.redo_})
        for (UndoLevel& level : *levels)
            for (Body& body : level.before) find_form(body);
    world.frame_ = saved.frame;
    world.next_body_ = saved.next_body;
    world.time_ = saved.time;
    world.workspaces_.resize(world.bodies_.size());
    for (std::size_t body = 0; body < world.bodies_.size(); ++body) world.compile_tables(body);
    return world;
}

std::uint64_t hash(const Body& body) {
    Hash h;
    h.add(body.id.value);
    h.add(body.cut.value);
    // Not the shape's number: who goes back in time and edits again gets the next one.
    h.add(World::shape_of(body).rest->x0);
    h.add(World::shape_of(body).rest->mass);
    h.add(hash(body.state));
    h.add(body.region_stiffness);
    for (const Pin& pin : body.pins) {
        h.add(pin.node.value);
        for (double c : pin.place) h.add(c);
        for (double c : pin.velocity) h.add(c);
    }
    for (const Grab& grab : body.grabs) {
        h.add(grab.id.value);
        h.add(grab.rate);
        for (double c : grab.target) h.add(c);
    }
    return h.value();
}

std::uint64_t hash(const World& world) {
    Hash h;
    h.add(world.frame());
    h.add(world.time());
    for (const Body& body : world.bodies()) h.add(hash(body));
    return h.value();
}

}  // namespace octomatch

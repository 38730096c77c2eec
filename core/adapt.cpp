// World::adapt: how each request changes the world.
#include <algorithm>
#include <cmath>

#include "core/adaptation.h"
#include "core/ray.h"
#include "core/spin.h"
#include "core/timer.h"

namespace octomatch {

namespace {

std::string name_of(BodyId id) {
    return "body " + std::to_string(id.value);
}

BodyState placed(const BodyRest& rest, const CreateBody& create) {
    BodyState state;
    const Mat3d turn = create.rotation.normalized().toRotationMatrix();
    const Vec3d centre = turn * rest.origin;  // the rest's origin is its centre of mass
    state.origin = create.position + centre;
    for (const Vec3& x0 : rest.x0) {
        const Vec3d arm = turn * x0.cast<double>();
        state.x.push_back(arm.cast<float>());
        state.v.push_back((create.velocity + create.angular_velocity.cross(arm)).cast<float>());
    }
    return state;
}

Vec3d rest_place(const BodyRest& rest, int node) {
    return rest.origin + rest.x0[node].cast<double>();
}

// A region rests where its node does, a cluster where its centre is.
Vec3d rest_place(const MatchTables& tables, int region) {
    const BodyRest& rest = *tables.rest;
    if (!rest.by_clusters()) return rest_place(rest, region);
    return rest.origin + tables.centre[rest.list_of[region]];
}

void drop_pins(Body& body, const std::vector<NodeId>& nodes) {
    std::erase_if(body.pins, [&](const Pin& p) { return std::binary_search(nodes.begin(), nodes.end(), p.node); });
}

}  // namespace

void Adaptation::operator()(const CreateBody& create) {
    if (!world_.compiler_->has(create.shape)) return refuse("there is no shape " + std::to_string(create.shape.value));
    const auto form = world_.compiler_->shared(create.shape);
    const BodyRest& rest = *form->rest;
    if (const std::string why = why_not(create.material, rest); !why.empty()) return refuse(why);
    Body body{.id = {world_.next_body_++}, .shape = create.shape, .form = form, .material = create.material};
    body.state = placed(rest, create);
    const auto turn = create.rotation.normalized().cast<float>();
    world_.insert(std::move(body));
    BodyState& state = world_.bodies_.back().state;
    for (auto& q : state.matched) q = turn;
    if (!state.rotation.empty()) start_turning(*world_.workspaces_.back().tables, state);
    report_.created.push_back(world_.bodies_.back().id);
}

void Adaptation::operator()(const RemoveBody& remove) {
    if (Body* body = find(remove.body)) {
        world_.workspaces_.erase(world_.workspaces_.begin() + (body - world_.bodies_.data()));
        world_.bodies_.erase(world_.bodies_.begin() + (body - world_.bodies_.data()));
    }
}

void Adaptation::operator()(const PinZone& pin) {
    const std::vector<BodyId> members = family(pin.body);
    bool found = false;
    for (BodyId id : members) {
        Body& body = *find(id);
        const std::vector<NodeId> nodes = nodes_in(body, pin.where);
        found |= !nodes.empty();
        drop_pins(body, nodes);
        for (NodeId i : nodes)
            body.pins.push_back({i, body.state.origin + body.state.x[i.value].cast<double>(), pin.velocity});
        std::sort(body.pins.begin(), body.pins.end(), [](const Pin& a, const Pin& b) { return a.node < b.node; });
    }
    if (!found && !members.empty()) refuse("no node of " + name_of(pin.body) + " rests in the zone to pin");
}

void Adaptation::operator()(const UnpinZone& unpin) {
    for (BodyId id : family(unpin.body)) drop_pins(*find(id), nodes_in(*find(id), unpin.where));
}

void Adaptation::operator()(const GrabPoint& grab) {
    release(grab.grab);
    Body* body = nullptr;
    Vec3d rest_point;
    if (const Vec3d* point = std::get_if<Vec3d>(&grab.point)) {
        const std::vector<BodyId> members = family(grab.body);
        if (members.empty()) return;
        rest_point = *point;
        body = find(nearest_to(members, rest_point));
    } else if (const auto hit = first_hit(world_, std::get<Ray>(grab.point), grab.body)) {
        body = find(hit->body);
        rest_point = hit->rest_point;
    } else {
        return refuse("the ray meets no body");
    }
    Grab held{grab.grab, world_.compiler_->locate(body->shape, rest_point), grab.target, grab.rate};
    const auto at = std::lower_bound(body->grabs.begin(), body->grabs.end(), grab.grab,
                                     [](const Grab& g, GrabId id) { return g.id < id; });
    body->grabs.insert(at, std::move(held));
}

void Adaptation::operator()(const MoveGrab& move) {
    for (Body& body : world_.bodies_)
        for (Grab& grab : body.grabs)
            if (grab.id == move.grab) {
                grab.target = move.target;
                return;
            }
    refuse("there is no grab " + std::to_string(move.grab.value));
}

void Adaptation::operator()(const ReleaseGrab& let_go) {
    if (!release(let_go.grab)) refuse("there is no grab " + std::to_string(let_go.grab.value));
}

void Adaptation::operator()(const ChangeMaterial& change) {
    for (BodyId id : family(change.body)) {
        Body& body = *find(id);
        if (const std::string why = why_not(change.material, *World::shape_of(body).rest); !why.empty())
            return refuse(name_of(id) + ": " + why);
        body.material = change.material;
        world_.compile_tables(static_cast<std::size_t>(&body - world_.bodies_.data()));
    }
}

void Adaptation::operator()(const ChangeRegionStiffness& change) {
    if (!(change.stiffness > 0 && change.stiffness <= 1)) return refuse("a region's stiffness must be in (0, 1]");
    for (BodyId id : family(change.body)) {
        Body& body = *find(id);
        const MatchTables& tables = world_.tables_of(body);
        body.region_stiffness.resize(tables.regions(), 1.0f);
        for (int r = 0; r < tables.regions(); ++r)
            if (change.where.contains(rest_place(tables, r)))
                body.region_stiffness[r] = static_cast<float>(change.stiffness);
        world_.compile_tables(static_cast<std::size_t>(&body - world_.bodies_.data()));
    }
}

void Adaptation::operator()(const ChangeWorld& change) {
    const bool replan = change.settings.plan != world_.settings_.plan;
    world_.settings_ = change.settings;
    bound_undo();
    if (replan)
        for (std::size_t body = 0; body < world_.bodies_.size(); ++body) world_.compile_tables(body);
}

BodyId Adaptation::nearest_to(const std::vector<BodyId>& bodies, const Vec3d& rest_point) {
    return *std::min_element(bodies.begin(), bodies.end(), [&](BodyId a, BodyId b) {
        return world_.compiler_->distance(find(a)->shape, rest_point) <
               world_.compiler_->distance(find(b)->shape, rest_point);
    });
}

Body* Adaptation::find(BodyId id) {
    if (const Body* body = world_.find(id)) return world_.bodies_.data() + (body - world_.bodies_.data());
    refuse("there is no " + name_of(id));
    return nullptr;
}

std::vector<BodyId> Adaptation::family(BodyId id) {
    std::vector<BodyId> members;
    for (const Body& body : world_.bodies_)
        if (is_or_was(body, id)) members.push_back(body.id);
    if (members.empty()) refuse("there is no " + name_of(id));
    return members;
}

std::vector<NodeId> Adaptation::nodes_in(const Body& body, const Zone& where) const {
    const BodyRest& rest = *World::shape_of(body).rest;
    std::vector<NodeId> nodes;
    for (int i = 0; i < rest.nodes(); ++i)
        if (where.contains(rest_place(rest, i))) nodes.push_back({i});
    return nodes;
}

bool Adaptation::release(GrabId id) {
    for (Body& body : world_.bodies_)
        if (std::erase_if(body.grabs, [&](const Grab& g) { return g.id == id; })) return true;
    return false;
}

AdaptReport World::adapt(std::span<const Request> requests) {
    AdaptReport report;
    const Stopwatch total;
    Adaptation adaptation(*this, report);
    for (const Request& request : requests) std::visit(adaptation, request);
    report.seconds = total.seconds();
    return report;
}

void World::insert(Body body) {
    const auto at =
        std::lower_bound(bodies_.begin(), bodies_.end(), body.id, [](const Body& b, BodyId id) { return b.id < id; }) -
        bodies_.begin();
    bodies_.insert(bodies_.begin() + at, std::move(body));
    workspaces_.emplace(workspaces_.begin() + at);
    compile_tables(static_cast<std::size_t>(at));
    BodyState& state = bodies_[at].state;  // of a file, maybe
    state.matched.resize(workspaces_[at].tables->fits(), BodyState::Quat::Identity());
}

// Bodies of one shape and equal rules share their tables. The state follows: every region keeps its rotation, and has a
// plastic deformation iff its material is plastic; nodes turn iff the rule says so.
void World::compile_tables(std::size_t index) {
    Body& body = bodies_[index];
    Workspace& workspace = workspaces_[index];
    const auto same_tables = [&](const Body& other) {
        return other.form->rest == body.form->rest && other.region_stiffness == body.region_stiffness &&
               other.material.rule == body.material.rule &&
               other.material.plasticity.active() == body.material.plasticity.active() &&
               other.material.model == body.material.model && other.material.beta == body.material.beta &&
               other.material.keep_volume == body.material.keep_volume;
    };
    std::shared_ptr<const MatchTables> tables;
    for (std::size_t other = 0; other < index && !tables; ++other)
        if (same_tables(bodies_[other])) tables = workspaces_[other].tables;
    if (!tables)
        tables = std::make_shared<const MatchTables>(shape_of(body).rest, body.material, body.region_stiffness,
                                                     settings_.plan);

    const auto old = std::exchange(workspace.tables, tables);
    using Quat = BodyState::Quat;
    if (old) {
        std::vector<Quat> matched(tables->fits());
        for (int fit = 0; fit < tables->fits(); ++fit)
            matched[fit] = body.state.matched[old->fit_of_region[tables->region_of_fit[fit]]];
        body.state.matched = std::move(matched);
    } else if (body.state.matched.empty()) {
        body.state.matched.assign(tables->fits(), Quat::Identity());
    }
    if (body.material.rule != MaterialRule::equal) {
        body.state.rotation.clear();
        body.state.spin.clear();
    } else if (body.state.rotation.empty()) {
        start_turning(*tables, body.state);
    }
    const bool plastic = body.material.plasticity.active();
    if (!plastic)
        body.state.plastic.clear();
    else
        body.state.plastic.resize(tables->regions(), Mat3::Identity());
}

}  // namespace octomatch

#include "io/simulation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "core/hash.h"
#include "core/input_error.h"
#include "io/blade_path.h"
#include "io/mesh_file.h"
#include "io/mesh_report.h"
#include "io/models.h"
#include "io/recording.h"

namespace octomatch {

namespace {

// ---- bodies

TriangleMesh load_mesh(const SceneBody& body, const std::filesystem::path& folder, std::vector<std::string>& warnings) {
    TriangleMesh mesh = body.mesh.empty() ? find_model(body.model)->make() : read_mesh(folder / body.mesh);
    for (Vec3d& v : mesh.vertices) v *= body.scale;
    CheckedMesh checked = check_mesh(mesh);
    for (const std::string& repair : checked.report.repairs) warnings.push_back(body.name + ": " + repair);
    return std::move(checked.mesh);
}

// A share of 0 or 1 reaches beyond the bounding box, because a cell's centre may lie outside of it.
Zone placed_zone(const SceneZone& zone, const Box3& bounds) {
    if (!zone.in_shares) return zone.zone;
    Zone placed = zone.zone;
    for (int axis = 0; axis < 3; ++axis) {
        const double low = zone.zone.box.low[axis], high = zone.zone.box.high[axis], extent = bounds.extent()[axis];
        placed.box.low[axis] = bounds.low[axis] + (low <= 0 ? -1 : low) * extent;
        placed.box.high[axis] = bounds.low[axis] + (high >= 1 ? 2 : high) * extent;
    }
    return placed;
}

SampleSettings settings_for(const SceneSampling& sampling, const Box3& bounds) {
    SampleSettings settings = sampling.settings;
    const auto shape_of = [&](const SceneZone& where) {
        const auto [box, points, radius] = placed_zone(where, bounds);
        return Shape{box, points, radius};
    };
    for (const auto& [where, cell] : sampling.field) settings.field.push_back({shape_of(where), cell});
    for (const auto& [where, width] : sampling.widths) settings.widths.push_back({shape_of(where), width});
    return settings;
}

ShapeId sampled_shape(const SceneBody& body, const std::filesystem::path& folder, const Progress& progress,
                      std::vector<std::string>& warnings, ShapeLibrary& shapes) {
    try {
        const TriangleMesh mesh = load_mesh(body, folder, warnings);
        const ShapeId shape = shapes.add(mesh, settings_for(body.sampling, bounding_box(mesh)), progress);
        if (const BodyRest& rest = *shapes.shape(shape).rest; rest.by_clusters() && loose_parts(rest) > 1)
            warnings.push_back(body.name + ": its clusters fall into " + std::to_string(loose_parts(rest)) +
                               " parts that share no vertices; more overlap would hold it together");
        return shape;
    } catch (const InputError& error) {
        throw InputError("body '" + body.name + "': " + error.what());
    }
}

Progress part_of(const Progress& progress, std::size_t part, std::size_t parts) {
    if (!progress) return {};
    return [&progress, part, parts](std::string_view stage, double fraction) {
        progress(stage, (static_cast<double>(part) + fraction) / static_cast<double>(parts));
    };
}

// Uniform in [-1, 1), and the same on every machine.
double chance(const SceneCopies& copies, int copy, int what) {
    Hash hash;
    hash.add(copies.seed);
    hash.add(copy);
    hash.add(what);
    return static_cast<double>(hash.value() >> 11) * 0x1p-52 - 1;
}

CreateBody placed_copy(const SceneBody& body, int copy, ShapeId shape) {
    const auto& [count, columns, spacing, jitter, seed] = body.copies;
    const int column = copy % columns, row = copy / columns;
    const Vec3d offset(spacing.x() * (column + 0.5 * jitter * chance(body.copies, copy, 0)), spacing.y() * row,
                       spacing.z() * (row + 0.5 * jitter * chance(body.copies, copy, 1)));
    const double turn = jitter * std::numbers::pi * chance(body.copies, copy, 2);
    const Eigen::AngleAxisd about_y(turn, Vec3d::UnitY());
    const Eigen::AngleAxisd asked(body.rotate.degrees * std::numbers::pi / 180, body.rotate.axis.normalized());
    return {shape, body.material.settings, body.at + offset, about_y * asked, body.velocity, body.angular_velocity};
}

// ---- recordings

// What the recorder kept of its scene, if it kept one: how long it was and how to look at it. What happens in it stands
// in the requests.
Scene recorded_scene(const Recording& recording) {
    Scene scene;
    try {
        scene.camera = parse_scene(recording.text, "").camera;
    } catch (const InputError&) {
    }
    scene.frames = recording.start.world.frame + static_cast<int>(recording.frames.size());
    return scene;
}

// ---- the script

// How far a target has come after a share of its time: starts and ends at rest.
double smooth(double share) {
    return share * share * (3 - 2 * share);
}

// Frames of `step` that fit into `seconds`; the tolerance lets 0.5 s be 30 frames of 1/60 s.
int frames_in(double seconds, double step) {
    return static_cast<int>(std::clamp(std::ceil(seconds / step - 1e-6), 0.0, 1e9));
}

}  // namespace

Simulation::Simulation(const Scene& scene, const Progress& progress)
    : scene_(scene), shapes_(std::make_shared<ShapeLibrary>()), world_(shapes_, scene.world) {
    number_bodies_and_grabs();
    time_events();
    std::vector<ShapeId> shape_of_body;
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i)
        shape_of_body.push_back(sampled_shape(scene_.bodies[i], scene_.folder,
                                              part_of(progress, i, scene_.bodies.size()), warnings_, *shapes_));
    place_bodies(shape_of_body);
}

Simulation::Simulation(const Scene& scene, RestoredWorld restored)
    : scene_(scene), shapes_(std::move(restored.shapes)), world_(std::move(restored.world)) {
    number_bodies_and_grabs();
    time_events();
}

Simulation::Simulation(const Recording& recording, const Progress& progress)
    : Simulation(recorded_scene(recording), restored(recording.start, progress)) {
    first_recorded_ = world_.frame();
    for (const RecordedFrame& frame : recording.frames) {
        for (const SavedShape& shape : frame.shapes) add_shape(shape, *shapes_);
        recorded_.push_back(frame.requests);
        for (const Request& request : frame.requests) {
            if (const auto* grab = std::get_if<GrabPoint>(&request))
                script_grabs_ = std::max(script_grabs_, grab->grab.value + 1);
            if (const auto* move = std::get_if<MoveBlade>(&request))
                script_cuts_ = std::max(script_cuts_, move->cut.value + 1);
        }
    }
}

void Simulation::number_bodies_and_grabs() {
    for (const SceneBody& body : scene_.bodies) {
        first_body_.push_back(static_cast<int>(body_names_.size()));
        for (int copy = 0; copy < body.copies.count; ++copy) body_names_.push_back(copy_name(body, copy));
    }
    for (const SceneEvent& event : scene_.script)
        if (const auto* grab = std::get_if<SceneGrab>(&event.what))
            if (!grab_id(grab->name).valid()) grab_names_.push_back(grab->name);
    script_grabs_ = static_cast<int>(grab_names_.size());
}

void Simulation::time_events() {
    double step = scene_.world.time_step, time = 0;
    int frame = 0;
    for (const SceneEvent& event : scene_.script) {
        const int frames = frames_in(event.at - time, step);
        frame += std::min(frames, std::numeric_limits<int>::max() - frame);
        time += frames * step;
        Way way{.first = frame};
        if (const auto* grab = std::get_if<SceneGrab>(&event.what)) way.frames = frames_in(grab->over, step);
        if (const auto* cut = std::get_if<SceneCut>(&event.what)) {
            way.frames = std::max(1, frames_in(cut->over, step));
            way.cut = {script_cuts_++};
        }
        if (const auto* settings = std::get_if<WorldSettings>(&event.what)) step = settings->time_step;
        ways_.push_back(way);
    }
}

void Simulation::place_bodies(const std::vector<ShapeId>& shape_of_body) {
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
        const SceneBody& body = scene_.bodies[i];
        for (int copy = 0; copy < body.copies.count; ++copy) {
            const AdaptReport placed = world_.adapt(std::vector<Request>{placed_copy(body, copy, shape_of_body[i])});
            if (!placed.refused.empty())
                throw InputError("body '" + copy_name(body, copy) + "': " + placed.refused.front());
            const BodyId id = placed.created.at(0);
            std::vector<Request> requests;
            for (const auto& [where, stiffness] : body.material.regions)
                requests.push_back(ChangeRegionStiffness{id, zone_of(where, id), stiffness});
            for (const auto& [where, velocity] : body.pins)
                requests.push_back(PinZone{id, zone_of(where, id), velocity});
            const AdaptReport report = world_.adapt(requests);
            if (!report.refused.empty())
                throw InputError("body '" + copy_name(body, copy) + "': " + report.refused.front());
        }
    }
}

Simulation::Frame Simulation::advance(std::span<const Request> extra) {
    Frame frame{.requests = script_requests()};
    frame.requests.insert(frame.requests.end(), extra.begin(), extra.end());
    frame.adapted = world_.adapt(frame.requests);
    frame.step = world_.step();
    return frame;
}

std::vector<Request> Simulation::script_requests() const {
    if (const std::size_t frame = world_.frame() - first_recorded_; frame < recorded_.size()) return recorded_[frame];
    std::vector<Request> requests;
    add_moves(requests);
    for (std::size_t event = 0; event < ways_.size(); ++event)
        if (ways_[event].first == world_.frame()) add_event(event, requests);
    add_blades(requests);
    add_levels_of_detail(requests);
    return requests;
}

// Targets of earlier frames go on. Where one is now stands in the world, so nothing has to be remembered here.
void Simulation::add_moves(std::vector<Request>& requests) const {
    std::map<GrabId, std::size_t> held;  // by which event
    for (std::size_t event = 0; event < ways_.size() && ways_[event].first < world_.frame(); ++event) {
        const auto& what = scene_.script[event].what;
        if (const auto* grab = std::get_if<SceneGrab>(&what)) held[grab_id(grab->name)] = event;
        if (const auto* release = std::get_if<SceneRelease>(&what)) held.erase(grab_id(release->name));
    }
    for (const Body& body : world_.bodies())
        for (const Grab& grab : body.grabs)
            if (const auto found = held.find(grab.id); found != held.end()) {
                const auto& [first, frames, cut] = ways_[found->second];
                if (world_.frame() < first + frames)
                    requests.push_back(MoveGrab{grab.id, next_target(found->second, grab.target)});
            }
}

// A blade's place follows from the frame alone.
void Simulation::add_blades(std::vector<Request>& requests) const {
    for (std::size_t event = 0; event < ways_.size(); ++event) {
        const auto* cut = std::get_if<SceneCut>(&scene_.script[event].what);
        const auto& [first, frames, id] = ways_[event];
        const int frame = world_.frame() - first;
        if (!cut || frame < 0 || frame >= frames) continue;
        const BodyId body = cut->body.empty() ? BodyId{} : bodies_called(cut->body).front();
        for (const Blade& blade : blades_in_frame(*cut, frame, frames)) requests.push_back(MoveBlade{id, body, blade});
        if (frame + 1 == frames) requests.push_back(EndCut{id});
    }
}

void Simulation::add_levels_of_detail(std::vector<Request>& requests) const {
    if (!scene_.lod) return;
    const SceneCamera camera = camera_.value_or(scene_.camera.value_or(SceneCamera{}));
    const LodView view{.from = camera.from, .field_of_view = camera.field_of_view};
    const std::vector<Request> wanted = lod_requests(*scene_.lod, view, world_, *shapes_);
    requests.insert(requests.end(), wanted.begin(), wanted.end());
}

// From the target at the start of the next frame to that at its end. The way from s to t = smooth(...) is the share
// t - s of the whole way, or (t - s) / (1 - s) of what is left of it.
Vec3d Simulation::next_target(std::size_t event, const Vec3d& target) const {
    const auto& grab = std::get<SceneGrab>(scene_.script[event].what);
    const auto& [first, frames, cut] = ways_[event];
    const double passed = world_.frame() - first;
    const double from = frames > 0 ? smooth(passed / frames) : 0;
    const double to = frames > 0 ? smooth((passed + 1) / frames) : 1;
    if (!grab.is_place) return target + (to - from) * grab.way;
    return to < 1 ? Vec3d(target + (to - from) / (1 - from) * (grab.way - target)) : grab.way;
}

void Simulation::add_event(std::size_t event, std::vector<Request>& requests) const {
    const auto& what = scene_.script[event].what;
    if (const auto* grab = std::get_if<SceneGrab>(&what)) {
        for (BodyId id : bodies_called(grab->body)) {
            GrabPoint request{.grab = grab_id(grab->name), .body = id, .point = grab->point, .rate = grab->rate};
            if (const Body* body = world_.find(id)) {
                const MaterialPoint point = shapes_->locate(body->shape, grab->point);
                request.target = next_target(event, motion_of(point, world_.tables_of(*body), body->state).place);
            }
            requests.push_back(request);
        }
    } else if (const auto* release = std::get_if<SceneRelease>(&what)) {
        requests.push_back(ReleaseGrab{grab_id(release->name)});
    } else if (const auto* pinning = std::get_if<ScenePinning>(&what)) {
        for (BodyId id : bodies_called(pinning->body))
            requests.push_back(PinZone{id, zone_of(pinning->pin.where, id), pinning->pin.velocity});
    } else if (const auto* unpinning = std::get_if<SceneUnpinning>(&what)) {
        for (BodyId id : bodies_called(unpinning->body))
            requests.push_back(UnpinZone{id, zone_of(unpinning->where, id)});
    } else if (const auto* undo = std::get_if<SceneUndo>(&what)) {
        requests.insert(requests.end(), undo->cuts, UndoCut{});
    } else if (const auto* redo = std::get_if<SceneRedo>(&what)) {
        requests.insert(requests.end(), redo->cuts, RedoCut{});
    } else if (const auto* refining = std::get_if<SceneRefining>(&what)) {
        for (BodyId id : bodies_called(refining->body))
            requests.push_back(RefineZone{id, zone_of(refining->cells.where, id), refining->cells.cell});
    } else if (const auto* coarsening = std::get_if<SceneCoarsening>(&what)) {
        for (BodyId id : bodies_called(coarsening->body))
            requests.push_back(CoarsenZone{id, zone_of(coarsening->cells.where, id), coarsening->cells.cell});
    } else if (const auto* settings = std::get_if<WorldSettings>(&what)) {
        requests.push_back(ChangeWorld{*settings});
    }
}

GrabId Simulation::grab_id(const std::string& name) const {
    const auto found = std::find(grab_names_.begin(), grab_names_.end(), name);
    return {found == grab_names_.end() ? -1 : static_cast<int>(found - grab_names_.begin())};
}

std::vector<BodyId> Simulation::bodies_called(const std::string& name) const {
    std::vector<BodyId> bodies;
    for (const auto& [body, copy] : find_copies(scene_, name)) bodies.push_back({first_body_[body] + copy});
    return bodies;
}

Zone Simulation::zone_of(const SceneZone& zone, BodyId id) const {
    const Body* body = world_.find(id);
    if (!body) return zone.zone;
    return placed_zone(zone, bounding_box(shapes_->mesh(shapes_->original(body->shape))));  // before any cut
}

const std::vector<Skin>& Simulation::pose_skins() {
    skins_.resize(world_.bodies().size());
    for (std::size_t i = 0; i < skins_.size(); ++i) {
        const Body& body = world_.bodies()[i];
        const BodyShape& shape = world_.shape_of(body);
        pose_skin(*shape.rest, *shape.skin, body.state, skins_[i]);
    }
    return skins_;
}

}  // namespace octomatch

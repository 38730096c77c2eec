// A scene that runs: the one loop of tests, experiments and viewer.
//
//   Simulation simulation(read_scene("hand.json"));
//   while (!simulation.finished()) simulation.advance();
#pragma once
#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/scene.h"
#include "io/snapshot.h"

namespace octomatch {

struct Recording;

class Simulation {
public:
    /// Loads, samples and places all bodies. Throws InputError, also for pins that hold nothing.
    explicit Simulation(const Scene& scene, const Progress& progress = {});

    /// Goes on with a world that a simulation of this scene came to.
    Simulation(const Scene& scene, RestoredWorld restored);

    /// Runs a recording again: its requests are the script. Throws InputError as restored() does.
    explicit Simulation(const Recording& recording, const Progress& progress = {});

    /// One frame. What was asked is what a recording keeps, with hash(world()) after it.
    struct Frame {
        std::vector<Request> requests;  // of the script, then the extra ones
        AdaptReport adapted;
        StepReport step;
    };
    Frame advance(std::span<const Request> extra = {});

    /// Carries out requests at once, between two frames: a recording keeps them before all others of the next frame.
    AdaptReport adapt(std::span<const Request> requests) { return world_.adapt(requests); }

    /// The frame up to which it runs a recording again; 0: it does not.
    int recorded_until() const { return recorded_.empty() ? 0 : first_recorded_ + static_cast<int>(recorded_.size()); }
    /// What the recording has from here on does not happen.
    void leave_recording() {
        const int left = std::max(0, world_.frame() - first_recorded_);
        if (left < static_cast<int>(recorded_.size())) recorded_.resize(left);
    }

    /// To a world this simulation came through; the script goes on from there.
    void go_back_to(const World::Saved& saved) { world_ = World::restored(shapes_, saved); }

    /// What the script asks before the next step, and the levels of detail. A function of scene, world and camera
    /// alone, so that a restored world goes on as the one that was saved.
    std::vector<Request> script_requests() const;

    /// Grabs of the script have smaller ids.
    GrabId first_free_grab() const { return {script_grabs_}; }
    /// Cuts of the script, too.
    CutId first_free_cut() const { return {script_cuts_}; }

    const Scene& scene() const { return scene_; }
    const World& world() const { return world_; }
    const std::shared_ptr<ShapeLibrary>& shapes() const { return shapes_; }
    bool finished() const { return world_.frame() >= scene_.frames; }

    /// From where levels of detail are decided, instead of the camera of the scene.
    void look_from(const SceneCamera& camera) { camera_ = camera; }

    /// Of the bodies of the scene, by BodyId.
    const std::vector<std::string>& body_names() const { return body_names_; }
    /// What was repaired in the meshes, one line each.
    const std::vector<std::string>& warnings() const { return warnings_; }

    /// The surfaces as they are now, beside world().bodies().
    const std::vector<Skin>& pose_skins();

private:
    struct Way {
        int first = 0;   // frame in which the event happens
        int frames = 0;  // of a grab: how many its target moves; of a cut: how many the blade does
        CutId cut;
    };

    void number_bodies_and_grabs();
    void time_events();
    void place_bodies(const std::vector<ShapeId>& shape_of_body);

    void add_moves(std::vector<Request>& requests) const;
    void add_blades(std::vector<Request>& requests) const;
    void add_levels_of_detail(std::vector<Request>& requests) const;
    void add_event(std::size_t event, std::vector<Request>& requests) const;
    Vec3d next_target(std::size_t event, const Vec3d& target) const;
    GrabId grab_id(const std::string& name) const;
    std::vector<BodyId> bodies_called(const std::string& name) const;
    Zone zone_of(const SceneZone& zone, BodyId body) const;

    Scene scene_;
    std::shared_ptr<ShapeLibrary> shapes_;
    World world_;
    std::vector<int> first_body_;  // per scene body: id of its first copy
    std::vector<std::string> body_names_, grab_names_, warnings_;
    std::vector<Way> ways_;  // beside scene_.script
    std::optional<SceneCamera> camera_;
    int script_grabs_ = 0, script_cuts_ = 0;
    std::vector<std::vector<Request>>
        recorded_;  // of a recording: per frame from first_recorded_ on, instead of a script
    int first_recorded_ = 0;
    std::vector<Skin> skins_;
};

}  // namespace octomatch

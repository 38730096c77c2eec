// A scene that runs: the one loop of tests, experiments and viewer.
//
//   Simulation simulation(read_scene("hand.json"));
//   while (!simulation.finished()) simulation.advance();
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/world.h"
#include "io/scene.h"
#include "octree/shape_library.h"

namespace octomatch {

class Simulation {
public:
    /// Loads, samples and places all bodies. Throws InputError, also for pins that hold nothing.
    explicit Simulation(const Scene& scene, const Progress& progress = {});

    /// Goes on with a world that a simulation of this scene came to. `shapes` is the world's compiler.
    Simulation(const Scene& scene, std::shared_ptr<ShapeLibrary> shapes, World world);

    /// One frame. What was asked is what a recording keeps, with hash(world()) after it.
    struct Frame {
        std::vector<Request> requests;  // of the script, then the extra ones
        AdaptReport adapted;
        StepReport step;
    };
    Frame advance(std::span<const Request> extra = {});

    /// What the script asks before the next step. A function of scene and world alone, so that a restored world goes
    /// on as the one that was saved.
    std::vector<Request> script_requests() const;

    /// Grabs of the script have smaller ids.
    GrabId first_free_grab() const { return {static_cast<int>(grab_names_.size())}; }

    const Scene& scene() const { return scene_; }
    const World& world() const { return world_; }
    const std::shared_ptr<ShapeLibrary>& shapes() const { return shapes_; }
    bool finished() const { return world_.frame() >= scene_.frames; }

    /// Of the bodies of the scene, by BodyId.
    const std::vector<std::string>& body_names() const { return body_names_; }
    /// What was repaired in the meshes, one line each.
    const std::vector<std::string>& warnings() const { return warnings_; }

    /// The surfaces as they are now, beside world().bodies().
    const std::vector<Skin>& pose_skins();

private:
    struct Way {
        int first = 0;   // frame in which the event happens
        int frames = 0;  // of a grab: how many its target moves
    };

    void number_bodies_and_grabs();
    void time_events();
    void place_bodies(const std::vector<ShapeId>& shape_of_body);

    void add_moves(std::vector<Request>& requests) const;
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
    std::vector<Skin> skins_;
};

}  // namespace octomatch

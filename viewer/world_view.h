// A world on the stage: skins, nodes, links and cells that move in place from frame to frame.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "io/scene.h"
#include "viewer/shown.h"
#include "viewer/stage_place.h"
#include "viewer/world_frame.h"

namespace octomatch {

class BodyView;
class FloorView;
class LineView;
class ShapeView;

class WorldView {
public:
    /// Place on the stage and upward direction are those of the world as it is now, for ever.
    /// Its structures have names that begin with `prefix`; it stands `shift` beside its place in the world.
    explicit WorldView(const WorldFrame& frame, const std::string& prefix = "", const Vec3d& shift = Vec3d::Zero());
    ~WorldView();
    WorldView(const WorldView&) = delete;
    WorldView& operator=(const WorldView&) = delete;

    /// Registers what is new, moves what is there, removes what is gone.
    void update(const WorldFrame& frame, const Shown& shown);

    /// The stage was emptied: the next update registers everything again.
    void forget();

    void aim(const SceneCamera& camera) const;
    /// The camera now.
    SceneCamera camera() const;
    const Vec3d& up() const { return up_; }

    const StagePlace& place() const { return place_; }

private:
    std::shared_ptr<const ShapeView> view_of(const BodyFrame& body);
    void update_floor(const std::optional<Ground>& ground);

    std::string prefix_;
    StagePlace place_;
    Vec3d up_;
    std::map<ShapeId, std::weak_ptr<const ShapeView>> shapes_;
    std::map<BodyId, std::unique_ptr<BodyView>> bodies_;
    std::unique_ptr<LineView> grabs_, contacts_, momenta_;
    std::optional<Ground> ground_;
    std::unique_ptr<FloorView> floor_;
};

}  // namespace octomatch

// A world on the stage: skins, nodes, links and cells that move in place from frame to frame.
#pragma once
#include <map>
#include <memory>
#include <optional>

#include "core/world.h"
#include "io/scene.h"
#include "octree/shape_library.h"

namespace octomatch {

class FloorView;

/// What is drawn. A skin with anything inside it is glass.
struct Shown {
    bool skin = true;
    bool nodes = false;  // coloured by level; pinned ones are black
    bool links = false;
    bool cells = false;  // each node's cell, carried by it
    bool grabs = false;  // the points that are held and where they are pulled to

    bool inside() const { return nodes || links || cells; }
    bool operator==(const Shown&) const = default;
};

/// How the world maps to the stage, where the engine computes in float: the world's middle is at the origin and its
/// diagonal is 1.
struct StagePlace {
    Vec3d centre = Vec3d::Zero();
    double scale = 1;

    Vec3d to_stage(const Vec3d& world) const { return scale * (world - centre); }
    Vec3d to_world(const Vec3d& stage) const { return centre + stage / scale; }
};

class WorldView {
public:
    /// Place on the stage and upward direction are those of the world as it is now, for ever.
    explicit WorldView(const World& world);
    ~WorldView();
    WorldView(const WorldView&) = delete;
    WorldView& operator=(const WorldView&) = delete;

    /// Registers what is new, moves what is there, removes what is gone. `shapes` is the world's compiler.
    void update(const World& world, const ShapeLibrary& shapes, const Shown& shown);

    /// The stage was emptied: the next update registers everything again.
    void forget();

    void aim(const SceneCamera& camera) const;
    /// The camera now.
    SceneCamera camera() const;
    const Vec3d& up() const { return up_; }

    const StagePlace& place() const { return place_; }

private:
    struct ShapeView;
    class BodyView;
    class GrabView;

    const ShapeView& view_of(ShapeId shape, const ShapeLibrary& shapes);
    void update_floor(const std::optional<Ground>& ground);

    StagePlace place_;
    Vec3d up_;
    std::map<ShapeId, std::unique_ptr<const ShapeView>> shapes_;
    std::map<BodyId, std::unique_ptr<BodyView>> bodies_;
    std::unique_ptr<GrabView> grabs_;
    std::optional<Ground> ground_;
    std::unique_ptr<FloorView> floor_;
};

}  // namespace octomatch

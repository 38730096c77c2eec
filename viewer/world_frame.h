// A world after a step, as data that nobody changes any more: what the simulation hands to whoever draws. It holds on
// to all it names, so it can be drawn while the world goes on in another thread.
#pragma once
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/ray.h"
#include "io/simulation.h"
#include "octree/shape_library.h"

namespace octomatch {

struct BodyFrame {
    Body body;
    std::shared_ptr<const AdaptiveBody> compiled;
    std::shared_ptr<const ShapeEdits> edits;  // none where there were none
    Skin skin;
    std::vector<std::pair<Vec3d, Vec3d>> grabs;  // what is held, and where it is pulled to; world

    const BodyRest& rest() const { return *body.form->rest; }
    double size() const;  // at rest: the diagonal of the box around its surface
    const SkinRest& skin_rest() const { return *body.form->skin; }
    Vec3d place(const Vec3& relative) const { return body.state.origin + relative.cast<double>(); }
};

struct WorldFrame {
    WorldSettings settings;
    std::vector<BodyFrame> bodies;  // sorted by id
    int frame = 0;
    double time = 0;  // [s]
    int cuts_to_undo = 0, cuts_to_redo = 0;
    StepReport step;  // the last one

    int nodes() const;
    const BodyFrame* find(BodyId id) const;  // nullptr if there is none
};

/// `shapes` is the world's compiler.
WorldFrame frame_of(const World& world, const ShapeLibrary& shapes);
inline WorldFrame frame_of(const Simulation& simulation) {
    return frame_of(simulation.world(), *simulation.shapes());
}

/// The first hit of the ray with the skins as they are drawn.
std::optional<RayHit> first_hit(const WorldFrame& frame, const Ray& ray);

}  // namespace octomatch

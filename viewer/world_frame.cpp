#include "viewer/world_frame.h"

#include <algorithm>

namespace octomatch {

double BodyFrame::size() const {
    Box3 box;
    for (const Vec3& vertex : skin_rest().vertices) box.include(Vec3d(vertex.cast<double>()));
    return box.empty() ? 0 : box.diagonal();
}

int WorldFrame::nodes() const {
    int count = 0;
    for (const BodyFrame& body : bodies) count += body.rest().nodes();
    return count;
}

const BodyFrame* WorldFrame::find(BodyId id) const {
    const auto at = std::lower_bound(bodies.begin(), bodies.end(), id,
                                     [](const BodyFrame& body, BodyId wanted) { return body.body.id < wanted; });
    return at != bodies.end() && at->body.id == id ? &*at : nullptr;
}

WorldFrame frame_of(const World& world, const ShapeLibrary& shapes) {
    WorldFrame frame{.settings = world.settings(),
                     .frame = world.frame(),
                     .time = world.time(),
                     .cuts_to_undo = world.cuts_to_undo(),
                     .cuts_to_redo = world.cuts_to_redo()};
    for (const Body& body : world.bodies()) {
        BodyFrame& shown = frame.bodies.emplace_back(BodyFrame{
            .body = body, .compiled = shapes.shared_body(body.shape), .edits = shapes.shared_edits(body.shape)});
        pose_skin(shown.rest(), shown.skin_rest(), body.state, shown.skin);
        for (const Grab& grab : body.grabs)
            shown.grabs.emplace_back(motion_of(grab.point, world.tables_of(body), body.state).place, grab.target);
    }
    return frame;
}

std::optional<RayHit> first_hit(const WorldFrame& frame, const Ray& ray) {
    std::optional<RayHit> first;
    for (const BodyFrame& body : frame.bodies) {
        const auto hit = first_hit(body.body, body.skin, ray);
        if (hit && (!first || hit->distance < first->distance)) first = hit;
    }
    return first;
}

}  // namespace octomatch

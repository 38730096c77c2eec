#include "viewer/world_view.h"

#include <polyscope/view.h>

#include <algorithm>
#include <cmath>

#include "viewer/body_view.h"
#include "viewer/camera.h"
#include "viewer/floor_view.h"
#include "viewer/line_view.h"
#include "viewer/overlays.h"
#include "viewer/structures.h"

namespace octomatch {

namespace {

polyscope::UpDir engine_axis(const Vec3d& axis) {
    Eigen::Index number;
    axis.cwiseAbs().maxCoeff(&number);
    return static_cast<polyscope::UpDir>(number + (axis[number] < 0 ? 3 : 0));
}

}  // namespace

WorldView::WorldView(const WorldFrame& frame, const std::string& prefix, const Vec3d& shift)
    : prefix_(prefix),
      up_(up_axis(frame.settings)),
      grabs_(std::make_unique<LineView>(prefix + "grabs", kGrab)),
      contacts_(std::make_unique<LineView>(prefix + "contacts", kContact)),
      momenta_(std::make_unique<LineView>(prefix + "momentum", kMomentum)) {
    Box3 box;
    for (const Vec3d& p : skin_points(frame)) box.include(p);
    if (box.empty() || !(box.diagonal() > 0) || !std::isfinite(box.diagonal())) return;
    place_ = {box.centre() - shift, 1 / box.diagonal()};
}

// What stands on the stage is left to whoever has it.
WorldView::~WorldView() {
    forget();
}

void WorldView::update(const WorldFrame& frame, const Shown& shown) {
    const bool glass = shown.skin && shown.inside();
    polyscope::options::transparencyMode =
        glass ? polyscope::TransparencyMode::Pretty : polyscope::TransparencyMode::None;
    polyscope::options::transparencyRenderPasses = 4;  // through the glass, what is inside, out of it, behind it

    std::erase_if(bodies_, [&](const auto& entry) { return !frame.find(entry.first); });
    for (const BodyFrame& body : frame.bodies) {
        auto& view = bodies_[body.body.id];
        if (!view || view->shape() != body.body.shape) {
            view.reset();  // its names are given again
            view = std::make_unique<BodyView>(prefix_, body.body.id, body.body.shape, view_of(body));
        }
        view->update(body, shown, place_);
    }
    std::erase_if(shapes_, [](const auto& entry) { return entry.second.expired(); });

    grabs_->update(shown.grabs ? grab_lines(frame) : std::vector<Line>(), place_);
    contacts_->update(shown.contacts ? contact_lines(frame) : std::vector<Line>(), place_);
    momenta_->update(shown.momentum ? momentum_lines(frame) : std::vector<Line>(), place_);
    update_floor(frame.settings.ground);
}

std::shared_ptr<const ShapeView> WorldView::view_of(const BodyFrame& body) {
    std::weak_ptr<const ShapeView>& known = shapes_[body.body.shape];
    auto view = known.lock();
    if (!view) known = view = std::make_shared<const ShapeView>(body);
    return view;
}

void WorldView::forget() {
    for (auto& [id, view] : bodies_) view->forget();
    for (LineView* lines : {grabs_.get(), contacts_.get(), momenta_.get()}) lines->forget();
    if (floor_) floor_->forget();
}

void WorldView::update_floor(const std::optional<Ground>& ground) {
    const auto plane = [](const std::optional<Ground>& g) {
        return g ? Eigen::Vector4d(g->normal.x(), g->normal.y(), g->normal.z(), g->offset) : Eigen::Vector4d::Zero();
    };
    if (plane(ground) != plane(ground_)) floor_.reset();
    ground_ = ground;
    if (!ground) return;
    if (!floor_) {
        const Vec3d below = place_.centre - (ground->normal.dot(place_.centre) - ground->offset) * ground->normal;
        floor_ = std::make_unique<FloorView>(prefix_, place_.to_stage(below), ground->normal);
    }
    std::vector<StageSurface> surfaces;
    for (const auto& [id, view] : bodies_) surfaces.push_back(view->surface());
    floor_->update(surfaces);
}

void WorldView::aim(const SceneCamera& camera) const {
    const glm::vec3 from = to_glm(place_.to_stage(camera.from)), to = to_glm(place_.to_stage(camera.to));
    const bool straight = (camera.to - camera.from).normalized().cross(up_).norm() < 1e-3;
    polyscope::view::upDir = engine_axis(up_);
    polyscope::view::setVerticalFieldOfViewDegrees(static_cast<float>(camera.field_of_view));
    polyscope::view::setViewCenterRaw(to);
    polyscope::view::lookAt(from, to, to_glm(straight ? Vec3d(up_.unitOrthogonal()) : up_));
}

SceneCamera WorldView::camera() const {
    return {place_.to_world(from_glm(polyscope::view::getCameraWorldPosition())),
            place_.to_world(from_glm(polyscope::view::getViewCenter())),
            polyscope::view::getVerticalFieldOfViewDegrees()};
}

}  // namespace octomatch

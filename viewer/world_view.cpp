#include "viewer/world_view.h"

#include <polyscope/curve_network.h>
#include <polyscope/point_cloud.h>
#include <polyscope/polyscope.h>
#include <polyscope/surface_mesh.h>
#include <polyscope/view.h>
#include <polyscope/volume_mesh.h>

#include <algorithm>
#include <cmath>

#include "viewer/camera.h"
#include "viewer/colours.h"
#include "viewer/creases.h"
#include "viewer/floor_view.h"

namespace octomatch {

namespace {

using Points = std::vector<glm::vec3>;

constexpr double kNodeRadius = 0.17;   // in edges of the node's cell
constexpr double kLinkRadius = 0.035;  // in finest cells
constexpr double kThinnest = 0.0007;   // radius of a line on the stage: about half a pixel
constexpr float kCellSize = 0.90f;     // drawn cells are smaller than cells, so that one sees between them

template <class Vector>
glm::vec3 to_glm(const Eigen::MatrixBase<Vector>& v) {
    return {v.x(), v.y(), v.z()};
}
glm::vec3 to_glm(const Colour& colour) {
    return {colour[0], colour[1], colour[2]};
}

polyscope::UpDir engine_axis(const Vec3d& axis) {
    Eigen::Index number;
    axis.cwiseAbs().maxCoeff(&number);
    return static_cast<polyscope::UpDir>(number + (axis[number] < 0 ? 3 : 0));
}

/// Registers what is shown for the first time, moves it then, and hides what is not.
template <class Structure, class Register, class Move>
void show(bool shown, Structure*& structure, Register make, Move move) {
    if (!shown) {
        if (structure) structure->setEnabled(false);
    } else if (!structure) {
        structure = make();
    } else {
        structure->setEnabled(true);
        move(*structure);
    }
}

}  // namespace

// ---- shapes

/// What all bodies of a shape have in common.
struct WorldView::ShapeView {
    ShapeView(const AdaptiveBody& body, const SkinRest& skin_rest);

    CreasedSurface surface;
    Points colours;                         // per node
    std::vector<double> sizes;              // per node: edge of its cell
    std::vector<std::array<int, 2>> links;  // each once
    double finest_cell;
    std::vector<Vec3> cell_low;             // per node: corner of its cell as drawn, relative to the node
    std::vector<std::array<int, 8>> cells;  // of eight corners per node
};

WorldView::ShapeView::ShapeView(const AdaptiveBody& body, const SkinRest& skin_rest)
    : surface(crease(skin_rest.vertices, skin_rest.triangles)), finest_cell(body.rest->finest_cell) {
    const BodyRest& rest = *body.rest;
    const Lattice& lattice = body.material.lattice;
    for (int i = 0; i < rest.nodes() && rest.by_clusters(); ++i) {  // points, in no cells
        colours.push_back(to_glm(level_colour(0)));
        sizes.push_back(rest.cell[i]);
        cell_low.push_back(Vec3::Zero());
    }
    for (int i = 0; i < rest.nodes() && !rest.by_clusters(); ++i) {
        const Cell& leaf = body.tree.cells[body.sampling.leaf_of[i].value];
        colours.push_back(to_glm(level_colour(leaf.level)));
        sizes.push_back(lattice.cell_edge(leaf.level));
        for (NodeId j : rest.links.row(i))
            if (j.value > i) links.push_back({i, j.value});

        const Vec3d low = lattice.world(coordinates(leaf.corner).cast<double>());
        const Vec3d node = rest.origin + rest.x0[i].cast<double>();
        cell_low.push_back((low - node + Vec3d::Constant(0.5 * (1 - kCellSize) * sizes.back())).cast<float>());
        const int c = 8 * i;
        cells.push_back({c, c + 1, c + 3, c + 2, c + 4, c + 5, c + 7, c + 6});  // in the engine's order of corners
    }
}

const WorldView::ShapeView& WorldView::view_of(ShapeId shape, const ShapeLibrary& shapes) {
    auto& view = shapes_[shape];
    if (!view) view = std::make_unique<const ShapeView>(shapes.body(shape), *shapes.shape(shape).skin);
    return *view;
}

// ---- bodies

class WorldView::BodyView {
public:
    BodyView(const Body& body, const ShapeView& shape) : shape_(shape), id_(body.id), shape_id_(body.shape) {}
    ~BodyView() { remove(mesh_, cloud_, lines_, boxes_); }
    BodyView(const BodyView&) = delete;
    BodyView& operator=(const BodyView&) = delete;

    ShapeId shape() const { return shape_id_; }
    StageSurface surface() const { return {points_, triangles_}; }
    void forget() {
        mesh_ = nullptr;
        cloud_ = nullptr;
        lines_ = nullptr;
        boxes_ = nullptr;
    }

    void update(const Body& body, const BodyShape& shape, const Shown& shown, const StagePlace& place) {
        origin_ = place.to_stage(body.state.origin);
        scale_ = place.scale;
        pose_skin(*shape.rest, *shape.skin, body.state, skin_);
        points_.clear();
        for (const Vec3& p : skin_.positions) points_.push_back((origin_ + scale_ * p.cast<double>()).cast<float>());
        triangles_ = shape.skin->triangles;
        show_skin(shown);
        show_nodes(body, shown.nodes);
        show_links(body, shown.links);
        show_cells(body, shown.cells);
    }

private:
    template <class... Structures>
    static void remove(Structures*... structures) {
        (..., (structures ? polyscope::removeStructure(structures) : void()));
    }

    std::string name(const std::string& what) const { return what + " " + std::to_string(id_.value); }
    glm::vec3 point(const Vec3& p) const { return to_glm(origin_ + scale_ * p.cast<double>()); }

    Points node_points(const Body& body) const {
        Points points;
        for (const Vec3& x : body.state.x) points.push_back(point(x));
        return points;
    }

    void show_skin(const Shown& shown) {
        Points points;
        if (shown.skin)
            for (int vertex : shape_.surface.vertex_of) points.push_back(to_glm(points_[vertex]));
        const auto make = [&] {
            auto* mesh = polyscope::registerSurfaceMesh(name("skin"), points, shape_.surface.triangles);
            mesh->setMaterial("clay");
            mesh->setSmoothShade(true);
            mesh->setBackFacePolicy(polyscope::BackFacePolicy::Identical);
            return mesh;
        };
        show(shown.skin, mesh_, make, [&](polyscope::SurfaceMesh& mesh) { mesh.updateVertexPositions(points); });
        if (!mesh_) return;
        mesh_->setSurfaceColor(to_glm(shown.inside() ? kGlass : body_colour(id_.value)));
        mesh_->setTransparency(shown.inside() ? kGlassOpacity : 1);
    }

    void show_nodes(const Body& body, bool shown) {
        const auto make = [&] {
            std::vector<double> radii;
            for (double size : shape_.sizes) radii.push_back(kNodeRadius * scale_ * size);
            auto* cloud = polyscope::registerPointCloud(name("nodes"), node_points(body));
            cloud->addScalarQuantity("radius", radii);
            cloud->setPointRadiusQuantity("radius", false);
            cloud->setMaterial("clay");
            pinned_.clear();
            cloud->addColorQuantity("level", shape_.colours)->setEnabled(true);
            return cloud;
        };
        show(shown, cloud_, make, [&](polyscope::PointCloud& cloud) { cloud.updatePointPositions(node_points(body)); });
        if (shown) colour_pins(body);
    }

    void colour_pins(const Body& body) {
        std::vector<NodeId> pinned;
        for (const Pin& pin : body.pins) pinned.push_back(pin.node);
        if (pinned == pinned_) return;
        pinned_ = pinned;
        Points colours = shape_.colours;
        for (NodeId node : pinned) colours[node.value] = to_glm(kPinned);
        static_cast<polyscope::PointCloudColorQuantity*>(cloud_->getQuantity("level"))->updateData(colours);
    }

    void show_links(const Body& body, bool shown) {
        const auto make = [&] {
            auto* lines = polyscope::registerCurveNetwork(name("links"), node_points(body), shape_.links);
            lines->setRadius(static_cast<float>(std::max(kLinkRadius * scale_ * shape_.finest_cell, kThinnest)), false);
            lines->setColor(to_glm(kLink));
            lines->setMaterial("flat");
            return lines;
        };
        show(shown && !shape_.links.empty(), lines_, make,
             [&](polyscope::CurveNetwork& lines) { lines.updateNodePositions(node_points(body)); });
    }

    /// A cell goes where its node's material goes: corner p of it to x_i + F_i (p - x0_i).
    Points cell_corners(const Body& body) const {
        Points corners;
        for (std::size_t i = 0; i < body.state.x.size(); ++i) {
            const float edge = kCellSize * static_cast<float>(shape_.sizes[i]);
            for (int k = 0; k < 8; ++k) {
                const Vec3 corner = shape_.cell_low[i] + edge * Vec3(k & 1, k >> 1 & 1, k >> 2 & 1);
                corners.push_back(point(body.state.x[i] + skin_.gradients[i] * corner));
            }
        }
        return corners;
    }

    void show_cells(const Body& body, bool shown) {
        const auto make = [&] {
            auto* boxes = polyscope::registerHexMesh(name("cells"), cell_corners(body), shape_.cells);
            boxes->addCellColorQuantity("level", shape_.colours)->setEnabled(true);
            boxes->setMaterial("clay");
            return boxes;
        };
        show(shown, boxes_, make,
             [&](polyscope::VolumeMesh& boxes) { boxes.updateVertexPositions(cell_corners(body)); });
    }

    const ShapeView& shape_;
    BodyId id_;
    ShapeId shape_id_;
    Skin skin_;
    std::vector<Vec3> points_;  // of the skin, on the stage
    std::span<const std::array<int, 3>> triangles_;
    Vec3d origin_ = Vec3d::Zero();  // of the state, on the stage
    double scale_ = 1;
    std::vector<NodeId> pinned_;

    // Made when first shown.
    polyscope::SurfaceMesh* mesh_ = nullptr;
    polyscope::PointCloud* cloud_ = nullptr;
    polyscope::CurveNetwork* lines_ = nullptr;
    polyscope::VolumeMesh* boxes_ = nullptr;
};

// ---- grabs

/// A line from each point that is held to where it is pulled.
class WorldView::GrabView {
public:
    ~GrabView() {
        if (lines_) polyscope::removeStructure(lines_);
    }
    void forget() { lines_ = nullptr; }

    void update(const World& world, bool shown, const StagePlace& place) {
        Points points;
        std::vector<std::array<int, 2>> ends;
        for (const Body& body : world.bodies())
            for (const Grab& grab : body.grabs) {
                const int i = static_cast<int>(points.size());
                ends.push_back({i, i + 1});
                points.push_back(
                    to_glm(place.to_stage(motion_of(grab.point, world.tables_of(body), body.state).place)));
                points.push_back(to_glm(place.to_stage(grab.target)));
            }
        if (lines_ && lines_->nNodes() != points.size()) {
            polyscope::removeStructure(lines_);
            lines_ = nullptr;
        }
        const auto make = [&] {
            auto* lines = polyscope::registerCurveNetwork("grabs", points, ends);
            lines->setRadius(0.006f, false);
            lines->setColor(to_glm(kGrab));
            lines->setMaterial("clay");
            return lines;
        };
        show(shown && !points.empty(), lines_, make,
             [&](polyscope::CurveNetwork& lines) { lines.updateNodePositions(points); });
    }

private:
    polyscope::CurveNetwork* lines_ = nullptr;
};

// ---- the world

WorldView::WorldView(const World& world) : up_(up_axis(world.settings())), grabs_(std::make_unique<GrabView>()) {
    Box3 box;
    for (const Vec3d& p : skin_points(world)) box.include(p);
    if (box.empty() || !(box.diagonal() > 0) || !std::isfinite(box.diagonal())) return;
    place_ = {box.centre(), 1 / box.diagonal()};
}

// What stands on the stage is left to whoever has it.
WorldView::~WorldView() {
    forget();
}

void WorldView::update(const World& world, const ShapeLibrary& shapes, const Shown& shown) {
    const bool glass = shown.skin && shown.inside();
    polyscope::options::transparencyMode =
        glass ? polyscope::TransparencyMode::Pretty : polyscope::TransparencyMode::None;
    polyscope::options::transparencyRenderPasses = 4;  // through the glass, what is inside, out of it, behind it

    std::erase_if(bodies_, [&](const auto& entry) { return !world.find(entry.first); });
    for (const Body& body : world.bodies()) {
        auto& view = bodies_[body.id];
        if (!view || view->shape() != body.shape) {
            view.reset();  // its names are given again
            view = std::make_unique<BodyView>(body, view_of(body.shape, shapes));
        }
        view->update(body, world.shape_of(body), shown, place_);
    }
    grabs_->update(world, shown.grabs, place_);
    update_floor(world.settings().ground);
}

void WorldView::forget() {
    for (auto& [id, view] : bodies_) view->forget();
    grabs_->forget();
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
        floor_ = std::make_unique<FloorView>(place_.to_stage(below), ground->normal);
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
    const auto from_glm = [](const glm::vec3& v) { return Vec3d(v.x, v.y, v.z); };
    return {place_.to_world(from_glm(polyscope::view::getCameraWorldPosition())),
            place_.to_world(from_glm(polyscope::view::getViewCenter())),
            polyscope::view::getVerticalFieldOfViewDegrees()};
}

}  // namespace octomatch

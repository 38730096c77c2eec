#include "viewer/body_view.h"

#include <polyscope/curve_network.h>
#include <polyscope/point_cloud.h>
#include <polyscope/surface_mesh.h>
#include <polyscope/volume_mesh.h>

#include <algorithm>
#include <utility>

#include "viewer/body_colours.h"
#include "viewer/structures.h"

namespace octomatch {

namespace {

constexpr double kNodeRadius = 0.17;   // in edges of the node's cell
constexpr double kLinkRadius = 0.035;  // in finest cells
constexpr double kThinnest = 0.0007;   // radius of a line on the stage: about half a pixel

Points to_points(const std::vector<Colour>& colours) {
    Points points;
    for (const Colour& colour : colours) points.push_back(to_glm(colour));
    return points;
}

void blacken_pins(const Body& body, Points& colours) {
    for (const Pin& pin : body.pins) colours[pin.node.value] = to_glm(kPinned);
}

}  // namespace

struct BodyView::Structures {
    StageStructure<polyscope::SurfaceMesh> skin;
    StageStructure<polyscope::PointCloud> nodes;
    StageStructure<polyscope::CurveNetwork> links;
    StageStructure<polyscope::VolumeMesh> cells;
    StageStructure<polyscope::SurfaceMesh> cuts;
    Points node_colours, cell_colours, skin_colours;  // as they are on the stage
};

BodyView::BodyView(std::string prefix, BodyId id, ShapeId shape, std::shared_ptr<const ShapeView> view)
    : prefix_(std::move(prefix)),
      id_(id),
      shape_id_(shape),
      shape_(std::move(view)),
      stage_(std::make_unique<Structures>()) {}

BodyView::~BodyView() = default;

void BodyView::forget() {
    stage_->skin.forget();
    stage_->nodes.forget();
    stage_->links.forget();
    stage_->cells.forget();
    stage_->cuts.forget();
}

std::string BodyView::name(const std::string& what) const {
    return prefix_ + what + " " + std::to_string(id_.value);
}

void BodyView::update(const BodyFrame& body, const Shown& shown, const StagePlace& place) {
    origin_ = place.to_stage(body.body.state.origin);
    scale_ = place.scale;
    points_.clear();
    for (const Vec3& p : body.skin.positions) points_.push_back((origin_ + scale_ * p.cast<double>()).cast<float>());
    triangles_ = body.skin_rest().triangles;
    show_skin(body, shown);
    show_nodes(body, shown);
    show_links(body, shown.links);
    show_cells(body, shown);
    show_cuts(body, shown.cuts);
}

void BodyView::show_skin(const BodyFrame& body, const Shown& shown) {
    auto& skin = stage_->skin;
    Points points;
    if (shown.skin)
        for (int vertex : shape_->surface().vertex_of) points.push_back(to_glm(points_[vertex]));
    const auto make = [&] {
        auto* mesh = polyscope::registerSurfaceMesh(name("skin"), points, shape_->surface().triangles);
        mesh->setMaterial("clay");
        mesh->setSmoothShade(true);
        mesh->setBackFacePolicy(polyscope::BackFacePolicy::Identical);
        stage_->skin_colours.clear();
        return mesh;
    };
    skin.show(shown.skin, make, [&](polyscope::SurfaceMesh& mesh) { mesh.updateVertexPositions(points); });
    if (!skin || !shown.skin) return;
    const bool plain = shown.skin_colour == SkinColour::body || shown.inside();
    skin->setSurfaceColor(to_glm(shown.inside() ? kGlass : body_colour(id_.value)));
    skin->setTransparency(shown.inside() ? kGlassOpacity : 1);
    auto* colours = static_cast<polyscope::SurfaceVertexColorQuantity*>(skin->getQuantity("colour"));
    if (plain) {
        if (colours) colours->setEnabled(false);
        return;
    }
    const Points of_vertex = to_points(skin_colours(body, *shape_, shown.skin_colour));
    Points drawn;
    for (int vertex : shape_->surface().vertex_of) drawn.push_back(of_vertex[vertex]);
    if (!colours)
        colours = skin->addVertexColorQuantity("colour", drawn);
    else if (drawn != stage_->skin_colours)
        colours->updateData(drawn);
    colours->setEnabled(true);
    stage_->skin_colours = std::move(drawn);
}

void BodyView::show_nodes(const BodyFrame& body, const Shown& shown) {
    Points points, colours;
    if (shown.nodes) {
        for (const Vec3& x : body.body.state.x) points.push_back(to_glm(origin_ + scale_ * x.cast<double>()));
        colours = to_points(node_colours(body, *shape_, shown));
        blacken_pins(body.body, colours);
    }
    const auto make = [&] {
        std::vector<double> radii;
        for (double size : shape_->nodes().size) radii.push_back(kNodeRadius * scale_ * size);
        auto* cloud = polyscope::registerPointCloud(name("nodes"), points);
        cloud->addScalarQuantity("radius", radii);
        cloud->setPointRadiusQuantity("radius", false);
        cloud->setMaterial("clay");
        cloud->addColorQuantity("colour", colours)->setEnabled(true);
        stage_->node_colours = colours;
        return cloud;
    };
    stage_->nodes.show(shown.nodes, make, [&](polyscope::PointCloud& cloud) {
        cloud.updatePointPositions(points);
        if (colours == stage_->node_colours) return;
        static_cast<polyscope::PointCloudColorQuantity*>(cloud.getQuantity("colour"))->updateData(colours);
        stage_->node_colours = colours;
    });
}

void BodyView::show_links(const BodyFrame& body, bool shown) {
    shown = shown && !shape_->nodes().links.empty();
    Points points;
    if (shown)
        for (const Vec3& x : body.body.state.x) points.push_back(to_glm(origin_ + scale_ * x.cast<double>()));
    const auto make = [&] {
        auto* lines = polyscope::registerCurveNetwork(name("links"), points, shape_->nodes().links);
        lines->setRadius(static_cast<float>(std::max(kLinkRadius * scale_ * shape_->finest_cell(), kThinnest)), false);
        lines->setColor(to_glm(kLink));
        lines->setMaterial("flat");
        return lines;
    };
    stage_->links.show(shown, make, [&](polyscope::CurveNetwork& lines) { lines.updateNodePositions(points); });
}

void BodyView::show_cuts(const BodyFrame& body, bool shown) {
    shown = shown && !shape_->sheets().triangles.empty();
    Points points;
    if (shown) {
        const ShapeView::Sheets& sheets = shape_->sheets();
        for (std::size_t p = 0; p < sheets.points.size(); ++p) {
            Vec3 place = Vec3::Zero();
            for (int k = 0; k < ShapeView::Sheets::kCarriers; ++k) {
                const int i = sheets.nodes[p][k];
                const Vec3 arm = sheets.points[p] - body.rest().x0[i];
                place += sheets.weights[p][k] * (body.body.state.x[i] + body.skin.gradients[i] * arm);
            }
            points.push_back(to_glm(origin_ + scale_ * place.cast<double>()));
        }
    }
    const auto make = [&] {
        auto* mesh = polyscope::registerSurfaceMesh(name("cuts"), points, shape_->sheets().triangles);
        mesh->setMaterial("clay");
        mesh->setSurfaceColor(to_glm(kCut));
        mesh->setBackFacePolicy(polyscope::BackFacePolicy::Identical);
        return mesh;
    };
    stage_->cuts.show(shown, make, [&](polyscope::SurfaceMesh& mesh) { mesh.updateVertexPositions(points); });
}

void BodyView::choose_cells(double slice) {
    if (slice == slice_) return;
    slice_ = slice;
    stage_->cells.remove();
    cells_.clear();
    const ShapeView::Nodes& nodes = shape_->nodes();
    for (std::size_t i = 0; i < nodes.size.size() && !nodes.links.empty(); ++i) {
        const double middle = nodes.cell_low[i].x() + 0.5 * nodes.size[i];
        const double low = nodes.box.low.x(), extent = std::max(nodes.box.extent().x(), 1e-12);
        if (slice >= 1 || (middle + shape_->rest_x(static_cast<int>(i)) - low) / extent <= slice)
            cells_.push_back(static_cast<int>(i));
    }
}

/// A cell goes where its node's material goes: corner p of it to x_i + F_i (p - x0_i).
void BodyView::show_cells(const BodyFrame& body, const Shown& shown) {
    Points corners, colours;
    if (shown.cells) {
        choose_cells(shown.slice);
        const ShapeView::Nodes& nodes = shape_->nodes();
        const std::vector<Colour> of_node = node_colours(body, *shape_, shown);
        for (int i : cells_) {
            const float edge = ShapeView::kCellSize * static_cast<float>(nodes.size[i]);
            for (int k = 0; k < 8; ++k) {
                const Vec3 corner = nodes.cell_low[i] + edge * Vec3(k & 1, k >> 1 & 1, k >> 2 & 1);
                const Vec3 moved = body.body.state.x[i] + body.skin.gradients[i] * corner;
                corners.push_back(to_glm(origin_ + scale_ * moved.cast<double>()));
            }
            colours.push_back(to_glm(of_node[i]));
        }
    }
    const auto make = [&] {
        std::vector<std::array<int, 8>> hexes;
        for (int c = 0; c < static_cast<int>(corners.size()); c += 8)
            hexes.push_back({c, c + 1, c + 3, c + 2, c + 4, c + 5, c + 7, c + 6});  // in the engine's order of corners
        auto* boxes = polyscope::registerHexMesh(name("cells"), corners, hexes);
        boxes->addCellColorQuantity("colour", colours)->setEnabled(true);
        boxes->setMaterial("clay");
        stage_->cell_colours = colours;
        return boxes;
    };
    stage_->cells.show(shown.cells && !cells_.empty(), make, [&](polyscope::VolumeMesh& boxes) {
        boxes.updateVertexPositions(corners);
        if (colours == stage_->cell_colours) return;
        static_cast<polyscope::VolumeMeshColorQuantity*>(boxes.getQuantity("colour"))->updateData(colours);
        stage_->cell_colours = colours;
    });
}

}  // namespace octomatch

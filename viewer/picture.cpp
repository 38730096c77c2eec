#include "viewer/picture.h"

#include <polyscope/curve_network.h>
#include <polyscope/point_cloud.h>
#include <polyscope/polyscope.h>
#include <polyscope/surface_mesh.h>
#include <polyscope/view.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <string>

#include "viewer/colours.h"
#include "viewer/engine.h"

namespace octomatch {
namespace {

constexpr int kPanelWidth = 800, kPanelHeight = 900;
constexpr int kSupersampling = 2;
constexpr double kFieldOfView = 26;   // degrees, vertical; narrow, so that cells of one size look it
constexpr double kThinnest = 0.0007;  // radius of a line, in diagonals of the body: about half a pixel
constexpr double kMargin = 1.06;      // the body's outline, enlarged by this, fills the panel

constexpr Colour kSkin{0.80f, 0.69f, 0.58f};

glm::vec3 to_glm(const Colour& colour) {
    return {colour[0], colour[1], colour[2]};
}

// ---- the scene -----------------------------------------------------------------------------------------------

/// Maps the body to a box of unit diagonal about the origin, in double: Polyscope computes in float.
class Scene {
public:
    explicit Scene(const Box3& box) : centre_(box.centre()), scale_(1 / box.diagonal()) {
        stage_.take();
        stage_.set_canvas({kPanelWidth, kPanelHeight, kSupersampling});
        polyscope::options::transparencyMode = polyscope::TransparencyMode::Pretty;  // depth peeling: right order
        polyscope::options::transparencyRenderPasses = 4;
    }

    Image photograph() { return stage_.photograph(); }

    double length(double world) const { return scale_ * world; }
    glm::vec3 point(const Vec3d& world) const {
        const Vec3d p = scale_ * (world - centre_);
        return {p.x(), p.y(), p.z()};
    }
    std::vector<glm::vec3> points(const std::vector<Vec3d>& world) const {
        std::vector<glm::vec3> result;
        for (const Vec3d& p : world) result.push_back(point(p));
        return result;
    }

private:
    Stage stage_{Backend::egl};
    Vec3d centre_;
    double scale_;
};

/// A three-quarter view from the front and a little from above, y up, as near as shows all the points.
void aim_camera(const std::vector<glm::vec3>& points) {
    const glm::vec3 back = glm::normalize(glm::vec3(0.50f, 0.32f, 1.0f));
    const glm::vec3 right = glm::normalize(glm::cross(glm::vec3(0, 1, 0), back));
    const glm::vec3 up = glm::cross(back, right);
    const double tan_y = std::tan(kFieldOfView * std::numbers::pi / 360) / kMargin;
    const double tan_x = tan_y * kPanelWidth / kPanelHeight;
    // In camera axes a point (x, y, z) is visible from (cx, cy, cz) if |x - cx| <= tan_x (cz - z), likewise y:
    // half-planes whose corner is found from the extreme points alone.
    double east = -1e9, west = -1e9, north = -1e9, south = -1e9;
    for (const glm::vec3& p : points) {
        const double x = glm::dot(p, right), y = glm::dot(p, up), z = glm::dot(p, back);
        east = std::max(east, tan_x * z + x);
        west = std::max(west, tan_x * z - x);
        north = std::max(north, tan_y * z + y);
        south = std::max(south, tan_y * z - y);
    }
    const double distance = std::max((east + west) / (2 * tan_x), (north + south) / (2 * tan_y));
    const glm::vec3 target = right * float(0.5 * (east - west)) + up * float(0.5 * (north - south));
    polyscope::view::setVerticalFieldOfViewDegrees(kFieldOfView);
    polyscope::view::lookAt(target + back * float(distance), target, glm::vec3(0, 1, 0));
    polyscope::view::setViewCenterRaw(target);
}

void show_skin(const Scene& scene, const TriangleMesh& skin, const Colour& colour, float opacity) {
    auto* mesh = polyscope::registerSurfaceMesh("skin", scene.points(skin.vertices), skin.triangles);
    mesh->setSurfaceColor(to_glm(colour));
    mesh->setMaterial("clay");
    mesh->setSmoothShade(true);
    mesh->setBackFacePolicy(polyscope::BackFacePolicy::Identical);
    mesh->setTransparency(opacity);
}

void show_lines(const std::string& name, const std::vector<glm::vec3>& points,
                const std::vector<std::array<int, 2>>& lines, const Colour& colour, double radius) {
    auto* curves = polyscope::registerCurveNetwork(name, points, lines);
    curves->setColor(to_glm(colour));
    curves->setRadius(static_cast<float>(std::max(radius, kThinnest)), false);
    curves->setMaterial("flat");
}

void show_nodes(const Scene& scene, const SamplePicture& body) {
    std::vector<glm::vec3> colours;
    std::vector<double> radii;
    for (std::size_t i = 0; i < body.nodes.size(); ++i) {
        colours.push_back(to_glm(level_colour(body.node_level[i])));
        radii.push_back(scene.length(0.17 * body.node_cell[i]));
    }
    auto* cloud = polyscope::registerPointCloud("nodes", scene.points(body.nodes));
    cloud->addColorQuantity("level", colours)->setEnabled(true);
    cloud->addScalarQuantity("radius", radii);
    cloud->setPointRadiusQuantity("radius", false);
    cloud->setMaterial("clay");
}

void show_links(const Scene& scene, const SamplePicture& body) {
    if (body.links.empty()) return;
    std::vector<std::array<int, 2>> lines;
    for (const auto& [a, b] : body.links) lines.push_back({a, b});
    const double finest = *std::min_element(body.node_cell.begin(), body.node_cell.end());
    show_lines("links", scene.points(body.nodes), lines, kLink, scene.length(0.035 * finest));
}

/// Corner 0..7: bit k says whether it lies on the high side of axis k.
Vec3d corner_of(const Box3& box, int corner) {
    return {(corner & 1 ? box.high : box.low).x(), (corner & 2 ? box.high : box.low).y(),
            (corner & 4 ? box.high : box.low).z()};
}

/// The edges of the boxes, one set of lines per level; an edge that boxes of one level share is drawn once.
void show_cells(const Scene& scene, const SamplePicture& body) {
    struct Less {
        bool operator()(const Vec3d& a, const Vec3d& b) const {
            return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
        }
    };
    struct Wires {
        std::map<Vec3d, int, Less> corners;
        std::vector<glm::vec3> points;
        std::set<std::array<int, 2>> lines;
        double edge = 0;
    };
    std::map<int, Wires> levels;
    for (std::size_t c = 0; c < body.cells.size(); ++c) {
        const Box3& cell = body.cells[c];
        Wires& wires = levels[body.cell_level[c]];
        wires.edge = cell.extent().x();
        std::array<int, 8> corner{};
        for (int k = 0; k < 8; ++k) {
            const Vec3d p = corner_of(cell, k);
            const auto [found, is_new] = wires.corners.try_emplace(p, static_cast<int>(wires.points.size()));
            if (is_new) wires.points.push_back(scene.point(p));
            corner[k] = found->second;
        }
        for (int k = 0; k < 8; ++k)
            for (const int axis : {1, 2, 4})
                if (!(k & axis)) {
                    const auto [first, last] = std::minmax(corner[k], corner[k | axis]);
                    wires.lines.insert({first, last});
                }
    }
    for (const auto& [level, wires] : levels)
        show_lines("cells " + std::to_string(level), wires.points, {wires.lines.begin(), wires.lines.end()},
                   level_colour(level), scene.length(0.02 * wires.edge));
}

/// All that is shown, so that every panel has the same camera.
std::vector<Vec3d> outline(const SamplePicture& body) {
    std::vector<Vec3d> points = body.skin.vertices;
    for (const Box3& cell : body.cells)
        for (int k = 0; k < 8; ++k) points.push_back(corner_of(cell, k));
    return points;
}

}  // namespace

void write_picture(const std::filesystem::path& file, const SamplePicture& body) {
    Scene scene(bounding_box(body.skin));
    aim_camera(scene.points(outline(body)));
    Image image(3 * kPanelWidth, kPanelHeight);

    show_skin(scene, body.skin, kSkin, 1);
    paste(scene.photograph(), 0, 0, image);

    show_skin(scene, body.skin, kGlass, kGlassOpacity);
    show_nodes(scene, body);
    show_links(scene, body);
    paste(scene.photograph(), kPanelWidth, 0, image);

    polyscope::removeAllStructures();
    show_skin(scene, body.skin, kGlass, kGlassOpacity);
    show_cells(scene, body);
    paste(scene.photograph(), 2 * kPanelWidth, 0, image);

    write_png(file, image);
}

void write_picture(const std::filesystem::path& file, const TriangleMesh& skin) {
    Scene scene(bounding_box(skin));
    aim_camera(scene.points(skin.vertices));
    Image image(kPanelWidth, kPanelHeight);
    show_skin(scene, skin, kSkin, 1);
    paste(scene.photograph(), 0, 0, image);
    write_png(file, image);
}

}  // namespace octomatch

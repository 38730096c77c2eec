#include "viewer/picture.h"

#include <dlfcn.h>
#include <polyscope/curve_network.h>
#include <polyscope/point_cloud.h>
#include <polyscope/polyscope.h>
#include <polyscope/screenshot.h>
#include <polyscope/surface_mesh.h>
#include <polyscope/view.h>
#include <stb_image_write.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include "core/input_error.h"

namespace octomatch {
namespace {

constexpr int kPanelWidth = 800, kPanelHeight = 900;
constexpr int kSupersampling = 2;
constexpr double kFieldOfView = 26;   // degrees, vertical; narrow, so that cells of one size look it
constexpr double kThinnest = 0.0007;  // radius of a line, in diagonals of the body: about half a pixel
constexpr double kMargin = 1.06;      // the body's outline, enlarged by this, fills the panel

using Colour = glm::vec3;
constexpr Colour kBackground{0.77f, 0.77f, 0.76f};  // before tone mapping, which makes it nearly white
constexpr Colour kSkin{0.80f, 0.69f, 0.58f};
constexpr Colour kGlass{0.42f, 0.52f, 0.64f};
constexpr float kGlassOpacity = 0.25f;
constexpr Colour kLink{0.33f, 0.36f, 0.40f};

/// From coarse to fine; finer levels than these repeat the list.
Colour level_colour(int level) {
    constexpr std::array<Colour, 6> kColours{{{0.17f, 0.33f, 0.58f},    // blue
                                              {0.10f, 0.57f, 0.60f},    // teal
                                              {0.93f, 0.60f, 0.10f},    // amber
                                              {0.80f, 0.22f, 0.16f},    // red
                                              {0.50f, 0.16f, 0.48f},    // plum
                                              {0.42f, 0.64f, 0.22f}}};  // green
    return kColours[static_cast<std::size_t>(level) % kColours.size()];
}

// ---- the engine ----------------------------------------------------------------------------------------------

[[noreturn]] void no_renderer(std::string_view reason) {
    throw InputError("pictures need OpenGL without a window (" + std::string(reason) +
                     "): install libegl1 libgl1 libgl1-mesa-dri");
}

void start_engine() {
    if (polyscope::isInitialized()) return;
    // Looked for here because Polyscope goes on with null pointers after some of the failures.
    for (const char* library : {"libEGL.so.1", "libGL.so.1"})
        if (!dlopen(library, RTLD_LAZY)) no_renderer(std::string(library) + " is missing");

    namespace options = polyscope::options;
    options::verbosity = 0;  // standard output belongs to the command
    options::usePrefsFile = false;
    options::errorsThrowExceptions = true;
    options::automaticallyComputeSceneExtents = false;
    options::groundPlaneMode = polyscope::GroundPlaneMode::None;
    options::transparencyMode = polyscope::TransparencyMode::Pretty;  // depth peeling: the order is right
    options::transparencyRenderPasses = 4;
    try {
        polyscope::init("openGL3_egl");
    } catch (const std::exception&) {
        no_renderer("EGL finds no device");
    }
    polyscope::view::bgColor = {kBackground.r, kBackground.g, kBackground.b, 1};
    // The scene is scaled to a unit diagonal, see Scene.
    polyscope::state::lengthScale = 1;
    polyscope::state::boundingBox = {glm::vec3(-0.5f), glm::vec3(0.5f)};
    // An empty frame makes the engine take up the factor; its buffers follow only when a size is set after that.
    options::ssaaFactor = kSupersampling;
    polyscope::screenshotToBuffer(false);
    polyscope::view::setWindowSize(kPanelWidth, kPanelHeight);
}

// ---- images ----------------------------------------------------------------------------------------------------

/// RGB, the top row first.
struct Image {
    Image(int columns, int rows) : width(columns), height(rows), rgb(std::size_t(3) * columns * rows) {}

    int width, height;
    std::vector<unsigned char> rgb;
};

/// Whatever is registered, through the present camera, into columns left .. left + kPanelWidth of `image`.
void render_panel(Image& image, int left) {
    const std::vector<unsigned char> rgba = polyscope::screenshotToBuffer(false);
    for (int y = 0; y < kPanelHeight; ++y)  // OpenGL's rows go from bottom to top
        for (int x = 0; x < kPanelWidth; ++x)
            std::copy_n(&rgba[std::size_t(4) * ((kPanelHeight - 1 - y) * kPanelWidth + x)], 3,
                        &image.rgb[std::size_t(3) * (y * image.width + left + x)]);
}

/// To a temporary name first: `file` is written whole or not at all.
void write_png(const std::filesystem::path& file, const Image& image) {
    std::string bytes;
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    };
    stbi_flip_vertically_on_write(0);
    stbi_write_png_compression_level = 9;
    stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(), 3 * image.width);

    std::filesystem::path partial = file;
    partial += ".partial";
    errno = 0;
    std::ofstream out(partial, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    std::string reason = out ? "" : std::strerror(errno);
    if (out) {
        std::error_code failed;
        std::filesystem::rename(partial, file, failed);
        if (failed) reason = failed.message();
    }
    if (reason.empty()) return;
    std::error_code ignored;
    std::filesystem::remove(partial, ignored);
    throw InputError("cannot write " + file.string() + ": " + reason);
}

// ---- the scene -----------------------------------------------------------------------------------------------

/// Maps the body to a box of unit diagonal about the origin, in double: Polyscope computes in float.
class Scene {
public:
    explicit Scene(const Box3& box) : centre_(box.centre()), scale_(1 / box.diagonal()) {
        start_engine();
        polyscope::removeAllStructures();
    }
    ~Scene() { polyscope::removeAllStructures(); }
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

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
    mesh->setSurfaceColor(colour);
    mesh->setMaterial("clay");
    mesh->setSmoothShade(true);
    mesh->setBackFacePolicy(polyscope::BackFacePolicy::Identical);
    mesh->setTransparency(opacity);
}

void show_lines(const std::string& name, const std::vector<glm::vec3>& points,
                const std::vector<std::array<int, 2>>& lines, const Colour& colour, double radius) {
    auto* curves = polyscope::registerCurveNetwork(name, points, lines);
    curves->setColor(colour);
    curves->setRadius(static_cast<float>(std::max(radius, kThinnest)), false);
    curves->setMaterial("flat");
}

void show_nodes(const Scene& scene, const SamplePicture& body) {
    std::vector<Colour> colours;
    std::vector<double> radii;
    for (std::size_t i = 0; i < body.nodes.size(); ++i) {
        colours.push_back(level_colour(body.node_level[i]));
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
    const Scene scene(bounding_box(body.skin));
    aim_camera(scene.points(outline(body)));
    Image image(3 * kPanelWidth, kPanelHeight);

    show_skin(scene, body.skin, kSkin, 1);
    render_panel(image, 0);

    show_skin(scene, body.skin, kGlass, kGlassOpacity);
    show_nodes(scene, body);
    show_links(scene, body);
    render_panel(image, kPanelWidth);

    polyscope::removeAllStructures();
    show_skin(scene, body.skin, kGlass, kGlassOpacity);
    show_cells(scene, body);
    render_panel(image, 2 * kPanelWidth);

    write_png(file, image);
}

void write_picture(const std::filesystem::path& file, const TriangleMesh& skin) {
    const Scene scene(bounding_box(skin));
    aim_camera(scene.points(skin.vertices));
    Image image(kPanelWidth, kPanelHeight);
    show_skin(scene, skin, kSkin, 1);
    render_panel(image, 0);
    write_png(file, image);
}

}  // namespace octomatch

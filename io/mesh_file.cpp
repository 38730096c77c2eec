#include "io/mesh_file.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>

#include <fmt/format.h>

#include "core/input_error.h"
#include "io/mesh_readers.h"
#include "io/triangulate.h"
#include "io/whole_file.h"

namespace octomatch {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kLargestFile = std::uintmax_t{1} << 31;  // so that counts of anything in it fit an int
constexpr int kMostCorners = 10'000;                              // cutting ears takes quadratic time

std::string lower_extension(const fs::path& file) {
    std::string extension = file.extension().string();
    if (!extension.empty()) extension.erase(0, 1);
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}

// Reasons come from libraries and paths from users: whatever they hold, it becomes one line of moderate length.
std::string one_line(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ' || c == 127) c = ' ';
    constexpr std::size_t kLongest = 500;
    if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
    return text;
}

InputError error_in(const fs::path& file, std::string reason) {
    while (reason.ends_with('\n') || reason.ends_with('.')) reason.pop_back();
    return InputError(one_line(file.empty() ? "''" : file.string()) + ": " + one_line(reason));
}

void check_file(const fs::path& file) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (status.type() == fs::file_type::not_found) throw InputError("no such file");
    if (error) throw InputError("can not be read: " + error.message());
    if (fs::is_directory(status)) throw InputError("is a folder, not a mesh file");
    if (!fs::is_regular_file(status)) throw InputError("is not a regular file");
    const std::uintmax_t size = fs::file_size(file, error);
    if (error) throw InputError("can not be read: " + error.message());
    if (size == 0) throw InputError("is empty");
    if (!std::ifstream(file)) throw InputError("can not be opened for reading");
}

PolygonMesh read_polygons(const fs::path& file) {
    const std::string extension = lower_extension(file);
    if (std::find(mesh_extensions().begin(), mesh_extensions().end(), extension) == mesh_extensions().end())
        throw InputError(fmt::format("{} (known: {})",
                                     extension.empty() ? "has no extension that tells its format"
                                                       : fmt::format("unknown mesh format '.{}'", extension),
                                     fmt::join(mesh_extensions(), ", ")));
    check_file(file);
    if (extension == "obj") return read_obj(file);
    if (extension == "ply") return read_ply(file);
    if (extension == "off") return read_off(file);
    return read_by_assimp(file, extension);
}

void check_coordinates(const std::vector<Vec3d>& vertices) {
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        if (!vertices[v].allFinite()) throw InputError(fmt::format("vertex {} is not finite", v + 1));
        if (vertices[v].cwiseAbs().maxCoeff() > kLargestCoordinate)
            throw InputError(
                fmt::format("vertex {} is farther than {:.0e} from the origin", v + 1, kLargestCoordinate));
    }
}

void check_corners(const PolygonMesh& mesh) {
    const int count = static_cast<int>(mesh.vertices.size());
    for (int p = 0; p < mesh.polygons.rows(); ++p) {
        for (int corner : mesh.polygons.row(p))
            if (corner < 0 || corner >= count)
                throw InputError(fmt::format("face {} uses vertex {}, counted from 0, of {}", p + 1, corner, count));
        if (mesh.polygons.size_of(p) > kMostCorners)
            throw InputError(
                fmt::format("face {} has {} corners, more than {}", p + 1, mesh.polygons.size_of(p), kMostCorners));
    }
}

TriangleMesh triangles_of(PolygonMesh polygons, double scale) {
    for (Vec3d& v : polygons.vertices) v *= scale;
    check_coordinates(polygons.vertices);
    check_corners(polygons);
    TriangleMesh mesh{std::move(polygons.vertices), {}};
    for (int p = 0; p < polygons.polygons.rows(); ++p)
        if (polygons.polygons.size_of(p) >= 3) triangulate(mesh.vertices, polygons.polygons.row(p), mesh.triangles);
    if (mesh.triangles.empty()) throw InputError("has no faces");
    return mesh;
}

std::string obj_text(const TriangleMesh& mesh) {
    fmt::memory_buffer text;
    const auto out = fmt::appender(text);
    for (const Vec3d& v : mesh.vertices) fmt::format_to(out, "v {} {} {}\n", v.x(), v.y(), v.z());
    for (const auto& [a, b, c] : mesh.triangles) fmt::format_to(out, "f {} {} {}\n", a + 1, b + 1, c + 1);
    return fmt::to_string(text);
}

std::string ply_text(const TriangleMesh& mesh) {
    fmt::memory_buffer text;
    const auto out = fmt::appender(text);
    fmt::format_to(out,
                   "ply\nformat ascii 1.0\nelement vertex {}\n"
                   "property double x\nproperty double y\nproperty double z\n"
                   "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
                   mesh.vertices.size(), mesh.triangles.size());
    for (const Vec3d& v : mesh.vertices) fmt::format_to(out, "{} {} {}\n", v.x(), v.y(), v.z());
    for (const auto& [a, b, c] : mesh.triangles) fmt::format_to(out, "3 {} {} {}\n", a, b, c);
    return fmt::to_string(text);
}

}  // namespace

std::string read_bytes(const fs::path& file) {
    if (fs::file_size(file) > kLargestFile) throw InputError("is larger than 2 GiB");
    return read_whole_file(file);
}

double metres_per(const std::string& unit) {
    static const std::map<std::string, double> kUnits{{"m", 1},      {"dm", 0.1},    {"cm", 0.01},
                                                      {"mm", 0.001}, {"in", 0.0254}, {"ft", 0.3048}};
    const auto found = kUnits.find(unit);
    if (found == kUnits.end()) throw InputError(one_line("unknown unit '" + unit + "' (known: m, dm, cm, mm, in, ft)"));
    return found->second;
}

const std::vector<std::string>& mesh_extensions() {
    static const std::vector<std::string> kExtensions{"obj", "ply", "stl", "off", "gltf", "glb"};
    return kExtensions;
}

TriangleMesh read_mesh(const fs::path& file, const MeshReadSettings& settings) {
    metres_per(settings.unit);
    if (!(std::isfinite(settings.scale) && settings.scale > 0)) throw InputError("the scale must be a positive number");
    try {
        return triangles_of(read_polygons(file), settings.scale);
    } catch (const std::bad_alloc&) {
        throw error_in(file, "needs more memory than there is");
    } catch (const std::exception& error) {
        throw error_in(file, error.what());
    }
}

void write_mesh(const fs::path& file, const TriangleMesh& mesh) {
    const std::string extension = lower_extension(file);
    if (extension != "obj" && extension != "ply")
        throw error_in(file, "a mesh can be written as .obj or .ply, not as '." + extension + "'");
    write_whole_file(file, extension == "obj" ? obj_text(mesh) : ply_text(mesh));
}

}  // namespace octomatch

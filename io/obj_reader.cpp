#include <cmath>
#include <fstream>

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include "core/input_error.h"
#include "io/mesh_readers.h"
#include "io/text.h"

namespace octomatch {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

Vec3d read_vertex(Text line, int line_number) {
    Vec3d vertex;
    for (double& coordinate : vertex) {
        const auto number = number_of<double>(line.word());
        if (!number || !std::isfinite(*number))
            throw InputError(fmt::format("line {}: a vertex needs three finite numbers", line_number));
        coordinate = *number;
    }
    return vertex;
}

// Corners are v, v/vt, v//vn or v/vt/vn; only the vertex matters. Indices count from 1, or backwards from -1.
std::size_t count_corners(Text line, int line_number) {
    std::size_t corners = 0;
    for (; !line.only_space_left(); ++corners) {
        const std::string_view corner = line.word();
        if (number_of<int>(corner.substr(0, corner.find('/'))).value_or(0) == 0)
            throw InputError(fmt::format("line {}: a face uses vertex {}", line_number, in_quotes(corner)));
    }
    if (corners < 3) throw InputError(fmt::format("line {}: a face of {} corners", line_number, corners));
    return corners;
}

struct Content {
    std::vector<Vec3d> vertices;
    std::size_t corners = 0;  // of all faces
};

// tinyobjloader reads what is no number as zero and an index modulo 2^32, and stops a line at a zero byte: such files
// are refused first. It is also off by some units in the last place, so the coordinates are read here.
Content check_lines(Text text) {
    Content content;
    for (int number = 1; !text.at_end(); ++number) {
        Text line(text.line());
        if (line.rest().find('\0') != line.rest().npos) throw InputError("not plain text, so not OBJ");
        const std::string_view key = line.word();
        if (key == "v") content.vertices.push_back(read_vertex(line, number));
        if (key == "f") content.corners += count_corners(line, number);
    }
    return content;
}

void add_vertex(void* mesh, double x, double y, double z, double) {
    static_cast<PolygonMesh*>(mesh)->vertices.emplace_back(x, y, z);
}

void add_face(void* target, tinyobj::index_t* corners, int count) {
    auto& mesh = *static_cast<PolygonMesh*>(target);
    std::vector<int> polygon(count);
    for (int i = 0; i < count; ++i) {
        const int index = corners[i].vertex_index;
        polygon[i] = index > 0 ? index - 1 : static_cast<int>(mesh.vertices.size()) + index;
    }
    mesh.polygons.push_row(polygon);
}

}  // namespace

PolygonMesh read_obj(const std::filesystem::path& file) {
    std::string bytes = read_bytes(file);
    const std::size_t begin = bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    Content content = check_lines(Text(std::string_view(bytes).substr(begin)));
    bytes = {};

    std::ifstream in(file, std::ios::binary);
    in.seekg(static_cast<std::streamoff>(begin));
    PolygonMesh mesh;
    tinyobj::callback_t callback;
    callback.vertex_cb = add_vertex;
    callback.index_cb = add_face;
    std::string warning, error;
    if (!tinyobj::LoadObjWithCallback(in, callback, &mesh, nullptr, &warning, &error)) throw InputError(error);
    // The two differ over unusual white space.
    if (mesh.vertices.size() != content.vertices.size() || mesh.polygons.items.size() != content.corners)
        throw InputError("not plain text, so not OBJ");

    mesh.vertices = std::move(content.vertices);
    return mesh;
}

}  // namespace octomatch

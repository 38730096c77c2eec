#include <charconv>
#include <fstream>
#include <string_view>

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include "core/input_error.h"
#include "io/mesh_readers.h"

namespace octomatch {

namespace {

std::string_view next_word(std::string_view& line) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
    const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(end);
    return word;
}

bool is_number(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && end == word.data() + word.size();
}

// tinyobjloader reads what is no number as zero, and stops a line at a zero byte: such files are refused first.
void check_text(std::istream& in) {
    std::string text;
    for (int number = 1; std::getline(in, text); ++number) {
        if (text.find('\0') != std::string::npos) throw InputError("not a text file, so not OBJ");
        std::string_view line = text;
        const std::string_view key = next_word(line);
        if (key != "v") continue;
        for (int i = 0; i < 3; ++i)
            if (!is_number(next_word(line)))
                throw InputError(fmt::format("line {}: a vertex needs three numbers", number));
    }
}

void add_vertex(void* mesh, double x, double y, double z, double) {
    static_cast<PolygonMesh*>(mesh)->vertices.emplace_back(x, y, z);
}

// Indices count from 1, or backwards from the last vertex so far; 0 is also what a word that is no number reads as.
void add_face(void* target, tinyobj::index_t* corners, int count) {
    auto& mesh = *static_cast<PolygonMesh*>(target);
    if (count < 3) throw InputError(fmt::format("face {} has {} corners", mesh.polygons.rows() + 1, count));
    std::vector<int> polygon(count);
    for (int i = 0; i < count; ++i) {
        const int index = corners[i].vertex_index;
        polygon[i] = index > 0 ? index - 1 : index < 0 ? static_cast<int>(mesh.vertices.size()) + index : -1;
        // Forward references are legal; add_polygon() is therefore called when all vertices are known.
        if (polygon[i] < 0)
            throw InputError(fmt::format("face {} uses vertex {}", mesh.polygons.rows() + 1, index));
    }
    mesh.polygons.push_row(polygon);
}

}  // namespace

PolygonMesh read_obj(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    check_text(in);
    in.clear();
    in.seekg(0);

    PolygonMesh raw;
    tinyobj::callback_t callback;
    callback.vertex_cb = add_vertex;
    callback.index_cb = add_face;
    std::string warning, error;
    if (!tinyobj::LoadObjWithCallback(in, callback, &raw, nullptr, &warning, &error)) throw InputError(error);

    PolygonMesh mesh{std::move(raw.vertices), {}};
    for (int p = 0; p < raw.polygons.rows(); ++p) mesh.add_polygon(raw.polygons.row(p));
    return mesh;
}

}  // namespace octomatch

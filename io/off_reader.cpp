// OFF, the text form. Read here and not by assimp 5.2, which drops faces of ten and more corners and stops at comments.
#include <array>

#include <fmt/format.h>

#include "core/input_error.h"
#include "io/mesh_readers.h"
#include "io/text.h"

namespace octomatch {

namespace {

// Only the forms whose vertex lines begin with three coordinates.
bool is_off_keyword(std::string_view word) {
    return word == "OFF" || word == "COFF" || word == "NOFF" || word == "CNOFF";
}

struct Counts {
    std::size_t vertices, faces;
};

Counts read_counts(Text& text) {
    Text words(text.content_line());
    if (!is_off_keyword(words.word())) throw InputError("does not begin with OFF, COFF, NOFF or CNOFF");
    if (words.only_space_left()) words = Text(text.content_line());
    const auto vertices = number_of<std::size_t>(words.word()), faces = number_of<std::size_t>(words.word());
    if (!vertices || !faces) throw InputError("OFF header: no numbers of vertices and faces");
    return {*vertices, *faces};
}

Vec3d read_vertex(Text words) {
    Vec3d vertex;
    for (double& coordinate : vertex) {
        const auto number = number_of<double>(words.word());
        if (!number) throw InputError("is missing or has no three numbers");
        coordinate = *number;
    }
    return vertex;
}

// A colour may follow the corners.
void read_face(Text words, std::vector<int>& corners) {
    corners.clear();
    const auto count = number_of<std::size_t>(words.word());
    if (!count) throw InputError("is missing or does not begin with its number of corners");
    for (std::size_t c = 0; c < *count; ++c) {
        const std::string_view word = words.word();
        const auto corner = number_of<int>(word);
        if (!corner) throw InputError(fmt::format("has {} for a corner", in_quotes(word)));
        corners.push_back(*corner);
    }
}

template <class Read>
void read_lines(std::string_view what, std::size_t count, Read read) {
    for (std::size_t i = 0; i < count; ++i) try {
            read();
        } catch (const InputError& error) {
            throw InputError(fmt::format("{} {} of {} {}", what, i + 1, count, error.what()));
        }
}

}  // namespace

PolygonMesh read_off(const std::filesystem::path& file) {
    const std::string bytes = read_bytes(file);
    Text text(bytes);
    const Counts counts = read_counts(text);
    PolygonMesh mesh;
    read_lines("vertex", counts.vertices, [&] { mesh.vertices.push_back(read_vertex(Text(text.content_line()))); });
    std::vector<int> corners;
    read_lines("face", counts.faces, [&] {
        read_face(Text(text.content_line()), corners);
        mesh.polygons.push_row(corners);
    });
    return mesh;
}

}  // namespace octomatch

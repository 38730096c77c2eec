#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "core/input_error.h"
#include "io/mesh_readers.h"

namespace octomatch {

namespace {

constexpr std::string_view kSpace = " \t\r\n\v\f";

/// Words and lines of a text, from left to right.
class Text {
public:
    explicit Text(std::string_view text) : rest_(text) {}

    bool at_end() const { return rest_.empty(); }
    std::size_t bytes_left() const { return rest_.size(); }
    std::string_view rest() const { return rest_; }

    std::string_view word() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(kSpace), rest_.size()));
        const std::string_view word = rest_.substr(0, rest_.find_first_of(kSpace));
        rest_.remove_prefix(word.size());
        return word;
    }
    std::string_view line() {
        const std::string_view line = rest_.substr(0, rest_.find('\n'));
        rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
        return line;
    }
    /// The next line that is neither blank nor a comment; empty at the end.
    std::string_view content_line() {
        while (!at_end()) {
            std::string_view next = line();
            next = next.substr(0, next.find('#'));
            if (next.find_first_not_of(kSpace) != next.npos) return next;
        }
        return {};
    }

private:
    std::string_view rest_;
};

template <class Number>
std::optional<Number> parse(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || word.empty()) return std::nullopt;
    return value;
}

// A count that no file of this size can hold is a lie.
void check_room(std::string_view what, double count, double least_bytes_each, std::size_t bytes) {
    if (count * least_bytes_each > static_cast<double>(bytes))
        throw InputError(fmt::format("truncated: {:.0f} {} do not fit into the {} bytes there are", count, what, bytes));
}

struct PlyProperty {
    std::size_t list_length_bytes = 0;  // 0: not a list
    std::size_t bytes = 0;
};

struct PlyElement {
    std::string name;
    std::size_t count = 0;
    std::vector<PlyProperty> properties;
};

struct PlyHeader {
    bool is_ascii = false, is_big_endian = false;
    std::vector<PlyElement> elements;
};

std::size_t ply_type_bytes(std::string_view type) {
    static const std::map<std::string_view, std::size_t> kBytes{
        {"char", 1},  {"uchar", 1},  {"int8", 1},    {"uint8", 1},  {"short", 2},   {"ushort", 2},  {"int16", 2}, {"uint16", 2},
        {"int", 4},   {"uint", 4},   {"int32", 4},   {"uint32", 4}, {"float", 4},   {"float32", 4}, {"double", 8}, {"float64", 8}};
    const auto found = kBytes.find(type);
    if (found == kBytes.end()) throw InputError(fmt::format("PLY header: unknown type '{}'", type));
    return found->second;
}

PlyElement ply_element(Text& line) {
    PlyElement element{std::string(line.word()), 0, {}};
    const auto count = parse<std::size_t>(line.word());
    if (!count || *count > std::numeric_limits<int>::max())
        throw InputError(fmt::format("PLY header: '{}' has no reasonable count", element.name));
    element.count = *count;
    return element;
}

PlyProperty ply_property(Text& line) {
    const std::string_view type = line.word();
    if (type != "list") return {0, ply_type_bytes(type)};
    const std::string_view length_type = line.word();
    const std::size_t length_bytes = ply_type_bytes(length_type);
    if (length_type.starts_with("float") || length_type == "double")
        throw InputError("PLY header: the length of a list is no integer");
    return {length_bytes, ply_type_bytes(line.word())};
}

PlyHeader ply_header(Text& text) {
    PlyHeader header;
    if (Text(text.line()).word() != "ply") throw InputError("does not begin with 'ply'");
    bool has_format = false;
    while (!text.at_end()) {
        Text line(text.line());
        const std::string_view key = line.word();
        if (key == "end_header") {
            if (!has_format) throw InputError("PLY header: no format");
            return header;
        }
        if (key == "format") {
            const std::string_view format = line.word();
            header.is_ascii = format == "ascii";
            header.is_big_endian = format == "binary_big_endian";
            if (!header.is_ascii && !header.is_big_endian && format != "binary_little_endian")
                throw InputError(fmt::format("PLY header: unknown format '{}'", format));
            has_format = true;
        } else if (key == "element") {
            header.elements.push_back(ply_element(line));
        } else if (key == "property") {
            if (header.elements.empty()) throw InputError("PLY header: a property before the first element");
            header.elements.back().properties.push_back(ply_property(line));
        } else if (key != "comment" && key != "obj_info" && !key.empty()) {
            throw InputError(fmt::format("PLY header: unknown word '{}'", key));
        }
    }
    throw InputError("truncated: the PLY header has no end");
}

std::size_t list_length(std::string_view bytes, bool is_big_endian) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        length = length << 8 | static_cast<unsigned char>(bytes[is_big_endian ? i : bytes.size() - 1 - i]);
    return length;
}

// Steps over every element as a reader would.
void walk_binary_ply(const PlyHeader& header, std::string_view data) {
    const auto take = [&](std::size_t bytes) {
        if (bytes > data.size()) throw InputError("truncated: the data end before the last element");
        const std::string_view taken = data.substr(0, bytes);
        data.remove_prefix(bytes);
        return taken;
    };
    for (const PlyElement& element : header.elements)
        for (std::size_t i = 0; i < element.count; ++i)
            for (const PlyProperty& property : element.properties) {
                std::size_t values = 1;
                if (property.list_length_bytes)
                    values = list_length(take(property.list_length_bytes), header.is_big_endian);
                take(values * property.bytes);
            }
}

void walk_ascii_ply(const PlyHeader& header, Text text) {
    const auto check = [](bool is_number) {
        if (!is_number) throw InputError("truncated, or not a number where one is due");
    };
    for (const PlyElement& element : header.elements)
        for (std::size_t i = 0; i < element.count; ++i)
            for (const PlyProperty& property : element.properties) {
                std::optional<std::uint32_t> values = 1;
                if (property.list_length_bytes) check((values = parse<std::uint32_t>(text.word())).has_value());
                for (std::uint32_t v = 0; v < *values; ++v) check(parse<double>(text.word()).has_value());
            }
}

// Two or more bytes per value as text, with the line's end; the exact sizes in binary.
void check_ply_room(const PlyHeader& header, std::size_t bytes) {
    for (const PlyElement& element : header.elements) {
        if (element.properties.empty() && element.count > 0)
            throw InputError(fmt::format("PLY header: '{}' has no properties", element.name));
        double least = 0;
        for (const PlyProperty& p : element.properties)
            least += header.is_ascii ? 2.0 : static_cast<double>(p.list_length_bytes ? p.list_length_bytes : p.bytes);
        check_room(element.name, static_cast<double>(element.count), least, bytes + 2);
    }
}

std::optional<std::size_t> count_of(const PlyHeader& header, std::string_view name) {
    for (const PlyElement& element : header.elements)
        if (element.name == name) return element.count;
    return std::nullopt;
}

MeshCounts check_ascii_stl(Text text) {
    // A name may be any words, so the lines of solid and endsolid are skipped.
    std::size_t solids = 0, facets = 0, vertices = 0, facet_ends = 0, solid_ends = 0;
    while (!text.at_end()) {
        const std::string_view word = text.word();
        if (word == "solid") ++solids, text.line();
        if (word == "endsolid") ++solid_ends, text.line();
        if (word == "facet") ++facets;
        if (word == "endfacet") ++facet_ends;
        if (word != "vertex") continue;
        ++vertices;
        for (int i = 0; i < 3; ++i)
            if (!parse<double>(text.word())) throw InputError("a vertex needs three numbers");
        if (vertices > 3 * facets) throw InputError("a facet with more than three vertices");
    }
    if (solids == 0 || facets == 0) throw InputError("is neither binary nor text STL");
    if (vertices != 3 * facets || facets != facet_ends || solids != solid_ends)
        throw InputError(fmt::format("truncated: {} facets with {} vertices, {} closed", facets, vertices, facet_ends));
    return {3 * facets, facets};
}

// Only the plain forms whose vertex lines begin with three coordinates.
bool is_off_keyword(std::string_view word) {
    return word == "OFF" || word == "COFF" || word == "NOFF" || word == "CNOFF";
}

std::array<std::size_t, 2> off_counts(Text& text) {
    std::string_view line = text.content_line();
    Text words(line);
    if (!is_off_keyword(words.word())) throw InputError("does not begin with OFF, COFF, NOFF or CNOFF");
    if (words.rest().find_first_not_of(kSpace) == std::string_view::npos) words = Text(text.content_line());
    const auto vertices = parse<std::size_t>(words.word()), faces = parse<std::size_t>(words.word());
    if (!vertices || !faces) throw InputError("OFF header: no counts");
    if (*vertices == 0 || *faces == 0) throw InputError("has no faces");
    return {*vertices, *faces};
}

void check_off_face(std::string_view line, std::size_t vertices) {
    Text words(line);
    const auto corners = parse<std::size_t>(words.word());
    if (!corners) throw InputError("truncated: a face is missing or does not begin with its number of corners");
    check_room("corners", static_cast<double>(*corners), 2, words.bytes_left());
    for (std::size_t c = 0; c < *corners; ++c) {
        const std::string_view word = words.word();
        const auto index = parse<std::size_t>(word);
        if (!index || *index >= vertices) throw InputError(fmt::format("a face uses vertex '{}' of {}", word, vertices));
    }
}

}  // namespace

MeshCounts check_ply(const std::filesystem::path& file) {
    const std::string bytes = read_bytes(file);
    Text text(bytes);
    const PlyHeader header = ply_header(text);
    const auto vertices = count_of(header, "vertex"), faces = count_of(header, "face");
    if (!vertices || *vertices == 0) throw InputError("has no vertices");
    if (faces && *faces == 0) throw InputError("has no faces");
    check_ply_room(header, text.bytes_left());
    header.is_ascii ? walk_ascii_ply(header, text) : walk_binary_ply(header, text.rest());
    return {vertices, faces};
}

MeshCounts check_stl(const std::filesystem::path& file) {
    const std::string bytes = read_bytes(file);
    constexpr std::size_t kHeader = 84, kTriangle = 50;  // 80 bytes of anything, the number of triangles
    if (bytes.size() >= kHeader) {
        std::uint32_t count = 0;
        std::memcpy(&count, bytes.data() + 80, sizeof count);
        if (bytes.size() == kHeader + kTriangle * static_cast<std::size_t>(count)) {
            if (count == 0) throw InputError("has no faces");
            return {std::nullopt, count};
        }
        if (!bytes.starts_with("solid")) check_room("triangles", count, kTriangle, bytes.size() - kHeader);
    }
    if (!bytes.starts_with("solid")) throw InputError("is neither binary nor text STL");
    return check_ascii_stl(Text(bytes));
}

MeshCounts check_off(const std::filesystem::path& file) {
    const std::string bytes = read_bytes(file);
    Text text(bytes);
    const auto [vertices, faces] = off_counts(text);
    check_room("vertices", static_cast<double>(vertices), 6, text.bytes_left() + 1);
    check_room("faces", static_cast<double>(faces), 2, text.bytes_left() + 1);
    for (std::size_t v = 0; v < vertices; ++v) {
        Text words(text.content_line());
        for (int i = 0; i < 3; ++i)
            if (!parse<double>(words.word())) throw InputError(fmt::format("vertex {} needs three numbers", v + 1));
    }
    for (std::size_t f = 0; f < faces; ++f) check_off_face(text.content_line(), vertices);
    return {std::nullopt, faces};
}

}  // namespace octomatch

// PLY ([Tur94] Turk 1994, The PLY Polygon File Format), text and binary. Read here and not by assimp 5.2, which
// misreads, without saying so, files with elements it does not know, with comments between properties, or with blanks
// in empty lines.
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "core/input_error.h"
#include "io/mesh_readers.h"
#include "io/text.h"

namespace octomatch {

namespace {

enum class Type { int8, uint8, int16, uint16, int32, uint32, float32, float64 };
enum class Format { text, little_endian, big_endian };

struct Property {
    std::string name;
    Type type;
    std::optional<Type> length;  // of a list
};

struct Element {
    std::string name;
    std::size_t count;
    std::vector<Property> properties;
};

struct Header {
    std::optional<Format> format;
    std::vector<Element> elements;
};

template <class Value>
Value lookup(const std::map<std::string_view, Value>& known, std::string_view name, std::string_view what) {
    const auto found = known.find(name);
    if (found == known.end()) throw InputError(fmt::format("PLY header: unknown {} {}", what, in_quotes(name)));
    return found->second;
}

Type type_of(std::string_view name) {
    static const std::map<std::string_view, Type> kTypes{
        {"char", Type::int8},     {"int8", Type::int8},       {"uchar", Type::uint8},    {"uint8", Type::uint8},
        {"short", Type::int16},   {"int16", Type::int16},     {"ushort", Type::uint16},  {"uint16", Type::uint16},
        {"int", Type::int32},     {"int32", Type::int32},     {"uint", Type::uint32},    {"uint32", Type::uint32},
        {"float", Type::float32}, {"float32", Type::float32}, {"double", Type::float64}, {"float64", Type::float64}};
    return lookup(kTypes, name, "type");
}

Format format_of(std::string_view name) {
    static const std::map<std::string_view, Format> kFormats{{"ascii", Format::text},
                                                             {"binary_little_endian", Format::little_endian},
                                                             {"binary_big_endian", Format::big_endian}};
    return lookup(kFormats, name, "format");
}

Element read_element(Text& line) {
    const std::string name(line.word());
    const auto count = number_of<std::size_t>(line.word());
    if (!count) throw InputError(fmt::format("PLY header: {} has no count", in_quotes(name)));
    return {name, *count, {}};
}

Property read_property(Text& line) {
    const std::string_view first = line.word();
    std::optional<Type> length;
    if (first == "list") length = type_of(line.word());
    const Type type = type_of(length ? line.word() : first);
    return {std::string(line.word()), type, length};
}

Header read_header(Text& text) {
    Header header;
    if (Text(text.line()).word() != "ply") throw InputError("does not begin with 'ply'");
    while (!text.at_end()) {
        Text line(text.line());
        const std::string_view key = line.word();
        if (key == "end_header") {
            if (!header.format) throw InputError("PLY header: no format");
            return header;
        }
        if (key == "format") {
            header.format = format_of(line.word());
        } else if (key == "element") {
            header.elements.push_back(read_element(line));
        } else if (key == "property") {
            if (header.elements.empty()) throw InputError("PLY header: a property before the first element");
            header.elements.back().properties.push_back(read_property(line));
        } else if (key != "comment" && key != "obj_info" && !key.empty()) {
            throw InputError(fmt::format("PLY header: unknown word {}", in_quotes(key)));
        }
    }
    throw InputError("truncated: the PLY header has no end");
}

// The numbers of one element after the other. next() gives nothing where there is no number.

class TextNumbers {
public:
    explicit TextNumbers(Text text) : text_(text), line_({}) {}

    void begin_element() { line_ = Text(text_.content_line()); }
    std::optional<double> next(Type) { return number_of<double>(line_.word()); }
    bool end_element() const { return line_.only_space_left(); }

private:
    Text text_, line_;
};

class BinaryNumbers {
public:
    BinaryNumbers(std::string_view bytes, bool is_big_endian) : bytes_(bytes), is_big_endian_(is_big_endian) {}

    void begin_element() {}
    std::optional<double> next(Type type) {
        switch (type) {
            case Type::int8:
                return take<std::int8_t>();
            case Type::uint8:
                return take<std::uint8_t>();
            case Type::int16:
                return take<std::int16_t>();
            case Type::uint16:
                return take<std::uint16_t>();
            case Type::int32:
                return take<std::int32_t>();
            case Type::uint32:
                return take<std::uint32_t>();
            case Type::float32:
                return take<float>();
            case Type::float64:
                return take<double>();
        }
        return std::nullopt;
    }
    bool end_element() const { return true; }

private:
    template <class Number>
    std::optional<double> take() {
        std::array<char, sizeof(Number)> raw;
        if (raw.size() > bytes_.size()) return std::nullopt;
        bytes_.copy(raw.data(), raw.size());
        bytes_.remove_prefix(raw.size());
        if (is_big_endian_ != (std::endian::native == std::endian::big)) std::reverse(raw.begin(), raw.end());
        return static_cast<double>(std::bit_cast<Number>(raw));
    }

    std::string_view bytes_;
    bool is_big_endian_;
};

/// The number as an integer from -1 (the end of a strip) on.
int integer(double number) {
    if (!(number >= -1 && number <= std::numeric_limits<int>::max() && number == std::floor(number)))
        throw InputError(fmt::format("has {} where an index or a length is due", number));
    return static_cast<int>(number);
}

/// A strip turns every other triangle; -1 ends one strip and begins the next.
void add_strips(const std::vector<int>& strips, PolygonMesh& mesh) {
    int length = 0;
    for (std::size_t i = 0; i < strips.size(); ++i) {
        length = strips[i] < 0 ? 0 : length + 1;
        if (length < 3) continue;
        std::array<int, 3> triangle{strips[i - 2], strips[i - 1], strips[i]};
        if (length % 2 == 0) std::swap(triangle[0], triangle[1]);
        mesh.polygons.push_row(triangle);
    }
}

bool is_corner_list(const Property& property) {
    return property.length && (property.name == "vertex_indices" || property.name == "vertex_index");
}

/// Reads one element after the other, and keeps positions and corners.
template <class Numbers>
class ElementReader {
public:
    explicit ElementReader(Numbers numbers) : numbers_(numbers) {}

    void read(const Element& element, PolygonMesh& mesh) {
        if (element.properties.empty()) return;
        for (std::size_t i = 0; i < element.count; ++i) try {
                read_one(element);
                if (element.name == "vertex") mesh.vertices.push_back(position_);
                if (element.name == "face") mesh.polygons.push_row(corners_);
                if (element.name == "tristrips") add_strips(corners_, mesh);
            } catch (const InputError& error) {
                throw InputError(
                    fmt::format("{} {} of {} {}", in_quotes(element.name), i + 1, element.count, error.what()));
            }
    }

private:
    void read_one(const Element& element) {
        numbers_.begin_element();
        corners_.clear();
        for (const Property& property : element.properties) {
            const bool has_corners = is_corner_list(property);
            const int values = property.length ? integer(next(*property.length)) : 1;
            if (values < 0) throw InputError("has a list of negative length");
            for (int v = 0; v < values; ++v) {
                const double value = next(property.type);
                if (has_corners) corners_.push_back(integer(value));
                if (!property.length && property.name.size() == 1 && property.name >= "x" && property.name <= "z")
                    position_[property.name[0] - 'x'] = value;
            }
        }
        if (!numbers_.end_element()) throw InputError("has too many numbers in its line");
    }

    double next(Type type) {
        const auto number = numbers_.next(type);
        if (!number) throw InputError("is not complete");
        return *number;
    }

    Numbers numbers_;
    Vec3d position_ = Vec3d::Zero();
    std::vector<int> corners_;
};

// Without these a file would be read as something else than it is.
void require_geometry(const Header& header) {
    bool has_vertices = false, has_faces = false;
    for (const Element& element : header.elements) {
        const auto has = [&](auto is_wanted) {
            return std::any_of(element.properties.begin(), element.properties.end(), is_wanted);
        };
        const auto has_scalar = [&](const char* name) {
            return has([&](const Property& property) { return !property.length && property.name == name; });
        };
        if (element.name == "vertex") has_vertices = has_scalar("x") && has_scalar("y") && has_scalar("z");
        if (element.name == "face" || element.name == "tristrips") has_faces = has_faces || has(is_corner_list);
    }
    if (!has_vertices) throw InputError("PLY header: no vertices with x, y and z");
    if (!has_faces) throw InputError("has no faces");
}

template <class Numbers>
PolygonMesh read_elements(const Header& header, Numbers numbers) {
    PolygonMesh mesh;
    ElementReader<Numbers> reader(numbers);
    for (const Element& element : header.elements) reader.read(element, mesh);
    return mesh;
}

}  // namespace

PolygonMesh read_ply(const std::filesystem::path& file) {
    const std::string bytes = read_bytes(file);
    Text text(bytes);
    const Header header = read_header(text);
    require_geometry(header);
    if (header.format == Format::text) return read_elements(header, TextNumbers(text));
    return read_elements(header, BinaryNumbers(text.rest(), header.format == Format::big_endian));
}

}  // namespace octomatch

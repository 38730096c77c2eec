#include "io/field_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/input_error.h"
#include "io/spelling.h"

namespace octomatch {

using Json = nlohmann::json;

namespace {

constexpr std::uintmax_t kLargestFile = 64 << 20;
const std::vector<std::string> kShapes{"box", "sphere", "painted"};

std::string short_text(const Json& value) {
    constexpr std::size_t kLongest = 60;
    const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

void check_keys(const Json& object, const std::string& what, const std::vector<std::string>& known) {
    if (!object.is_object()) throw InputError(fmt::format("{} must be an object, not {}", what, short_text(object)));
    for (const auto& [key, value] : object.items()) {
        if (std::find(known.begin(), known.end(), key) != known.end()) continue;
        const auto near = closest_names(key, known);
        throw InputError(fmt::format("unknown key '{}' in {}{}", key, what,
                                     near.empty() ? fmt::format(" (known: {})", fmt::join(known, ", "))
                                                  : fmt::format(", did you mean '{}'?", near.front())));
    }
}

const Json& member(const Json& object, const std::string& what, const std::string& key) {
    if (!object.contains(key)) throw InputError(fmt::format("{} needs '{}'", what, key));
    return object[key];
}

double number(const Json& value, const std::string& what) {
    if (!value.is_number()) throw InputError(fmt::format("{} must be a number, not {}", what, short_text(value)));
    return value.get<double>();
}

double positive(const Json& value, const std::string& what) {
    const double result = number(value, what);
    if (!(result > 0)) throw InputError(fmt::format("{} must be positive, not {}", what, short_text(value)));
    return result;
}

Vec3d point(const Json& value, const std::string& what) {
    if (!value.is_array() || value.size() != 3)
        throw InputError(fmt::format("{} must be three numbers [x, y, z], not {}", what, short_text(value)));
    return {number(value[0], what), number(value[1], what), number(value[2], what)};
}

Shape box(const Json& value) {
    if (!value.is_array() || value.size() != 2)
        throw InputError("box must be two corners [[x, y, z], [x, y, z]], not " + short_text(value));
    const Vec3d a = point(value[0], "a corner of box"), b = point(value[1], "a corner of box");
    return {.box = {a.cwiseMin(b), a.cwiseMax(b)}};
}

Shape sphere(const Json& value) {
    check_keys(value, "sphere", {"centre", "radius"});
    return {.points = {point(member(value, "sphere", "centre"), "centre")},
            .radius = positive(member(value, "sphere", "radius"), "radius")};
}

Shape painted(const Json& value) {
    check_keys(value, "painted", {"points", "radius"});
    const Json& points = member(value, "painted", "points");
    if (!points.is_array() || points.empty())
        throw InputError("points must be a list of at least one [x, y, z], not " + short_text(points));
    Shape shape{.radius = positive(member(value, "painted", "radius"), "radius")};
    for (const Json& p : points) shape.points.push_back(point(p, "a point"));
    return shape;
}

WantedCell wanted_cell(const Json& entry) {
    check_keys(entry, "the entry", {"box", "sphere", "painted", "cell"});
    const auto shapes =
        std::count_if(kShapes.begin(), kShapes.end(), [&](const auto& key) { return entry.contains(key); });
    if (shapes != 1) throw InputError("needs one of box, sphere, painted");
    const double cell = positive(member(entry, "the entry", "cell"), "cell");
    if (entry.contains("box")) return {box(entry["box"]), cell};
    if (entry.contains("sphere")) return {sphere(entry["sphere"]), cell};
    return {painted(entry["painted"]), cell};
}

std::string read_text(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) throw InputError("no such file");
    if (!std::filesystem::is_regular_file(file, error)) throw InputError("is not a regular file");
    if (std::filesystem::file_size(file, error) > kLargestFile) throw InputError("is larger than 64 MiB");
    std::ifstream in(file, std::ios::binary);
    if (!in) throw InputError("can not be opened for reading");
    return {std::istreambuf_iterator<char>(in), {}};
}

Json parse(const std::string& text) {
    try {
        return Json::parse(text);
    } catch (const Json::parse_error& error) {
        const auto line = 1 + std::count(text.begin(), text.begin() + std::min(error.byte, text.size()), '\n');
        throw InputError(fmt::format("line {} is not valid JSON", line));
    } catch (const Json::exception&) {
        throw InputError("holds a number that is too large");
    }
}

}  // namespace

std::vector<WantedCell> read_field(const std::filesystem::path& file) {
    std::string place = file.string() + ": ";
    try {
        const Json list = parse(read_text(file));
        if (!list.is_array()) throw InputError("must be a list of entries, not " + short_text(list));
        std::vector<WantedCell> field;
        for (const Json& entry : list) {
            place = fmt::format("{}, entry {}: ", file.string(), field.size() + 1);
            field.push_back(wanted_cell(entry));
        }
        return field;
    } catch (const InputError& error) {
        throw InputError(place + error.what());
    }
}

}  // namespace octomatch

#include "experiments/settings_by_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/input_error.h"
#include "experiments/usage.h"

namespace octomatch {

using Json = nlohmann::ordered_json;

namespace {

template <class Settings, class Visit>
void for_each_setting(Settings& s, Visit&& visit) {
    visit("base_cell", s.base_cell);
    visit("base_cells", s.base_cells);
    visit("depth", s.depth);
    visit("shift", s.shift);
    visit("criteria", s.criteria);
    visit("kappa", s.kappa);
    visit("spread", s.spread);
    visit("budget", s.budget);
    visit("positions", s.positions);
    visit("links", s.links);
    visit("density", s.density);
    visit("width", s.width);
    visit("regions.epsilon", s.regions.epsilon);
    visit("regions.relation", s.regions.relation);
    visit("regions.symmetry", s.regions.symmetry);
    visit("memory_limit", s.memory_limit);
}

// The words users and files know the enumerators by, in the order of their declaration.
std::vector<std::string> words(Criterion) {
    return {"uniform", "features", "curvature"};
}
std::vector<std::string> words(Positions) {
    return {"mass", "cell_centre"};
}
std::vector<std::string> words(LinkRule) {
    return {"contact", "touching"};
}
std::vector<std::string> words(RelationKind) {
    return {"intervals", "blocks", "fractional", "links"};
}
std::vector<std::string> words(Symmetry) {
    return {"adjoint", "union", "intersection"};
}

template <class T>
concept Enumeration = std::is_enum_v<T>;

Json json_of(double number) {
    return number;
}
Json json_of(int number) {
    return number;
}
Json json_of(const Vec3d& v) {
    return {v.x(), v.y(), v.z()};
}
template <Enumeration E>
Json json_of(E value) {
    return words(value)[static_cast<std::size_t>(value)];
}
template <Enumeration E>
Json json_of(const std::vector<E>& values) {
    Json list = Json::array();
    for (E value : values) list.push_back(json_of(value));
    return list;
}
Json json_of(const WantedCell& wanted) {
    const Shape& where = wanted.where;
    Json points = Json::array();
    for (const Vec3d& p : where.points) points.push_back(json_of(p));
    if (points.empty()) return {{"box", {json_of(where.box.low), json_of(where.box.high)}}, {"cell", wanted.cell}};
    if (points.size() == 1)
        return {{"sphere", {{"centre", points[0]}, {"radius", where.radius}}}, {"cell", wanted.cell}};
    return {{"painted", {{"points", points}, {"radius", where.radius}}}, {"cell", wanted.cell}};
}

[[noreturn]] void wrong_type(const std::string& path, const std::string& expected, const Json& value) {
    throw InputError(fmt::format("{} must be {}, not {}", path, expected, value.dump()));
}

void read(const std::string& path, const Json& value, double& out) {
    if (!value.is_number()) wrong_type(path, "a number", value);
    out = value.get<double>();
}
void read(const std::string& path, const Json& value, int& out) {
    if (!value.is_number_integer() || value != static_cast<int>(value.get<std::int64_t>()))
        wrong_type(path, "a whole number", value);
    out = value.get<int>();
}
void read(const std::string& path, const Json& value, Vec3d& out) {
    if (!value.is_array() || value.size() != 3) wrong_type(path, "a list of three numbers", value);
    for (int axis = 0; axis < 3; ++axis) read(path, value[axis], out[axis]);
}
template <Enumeration E>
void read(const std::string& path, const Json& value, E& out) {
    const std::vector<std::string> known = words(E{});
    const auto found = std::find(known.begin(), known.end(), value.is_string() ? value.get<std::string>() : "");
    if (found == known.end()) wrong_type(path, fmt::format("{}", fmt::join(known, " or ")), value);
    out = static_cast<E>(found - known.begin());
}
template <Enumeration E>
void read(const std::string& path, const Json& value, std::vector<E>& out) {
    const Json list = value.is_array() ? value : Json::array({value});
    out.assign(list.size(), E{});
    for (std::size_t i = 0; i < list.size(); ++i) read(path, list[i], out[i]);
}

Json::json_pointer pointer_to(std::string path) {
    std::replace(path.begin(), path.end(), '.', '/');
    return Json::json_pointer("/" + path);
}

}  // namespace

std::string settings_json(const SampleSettings& settings) {
    Json json;
    for_each_setting(settings,
                     [&](const std::string& path, const auto& value) { json[pointer_to(path)] = json_of(value); });
    json["field"] = Json::array();
    for (const WantedCell& wanted : settings.field) json["field"].push_back(json_of(wanted));
    return json.dump();
}

void set_by_path(const std::string& assignment, SampleSettings& settings) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos) throw InputError("--set needs path=value, not '" + assignment + "'");
    const std::string path = assignment.substr(0, equals), text = assignment.substr(equals + 1);
    // What is not JSON is a word: relation=blocks needs no quotes.
    Json value = Json::parse(text, nullptr, false);
    if (value.is_discarded()) value = text;
    std::vector<std::string> known;
    bool found = false;
    for_each_setting(settings, [&](const std::string& name, auto& setting) {
        known.push_back(name);
        if (name != path) return;
        read(path, value, setting);
        found = true;
    });
    if (!found) throw InputError(fmt::format("--set: there is no setting '{}'{}", path, did_you_mean(path, known)));
}

}  // namespace octomatch

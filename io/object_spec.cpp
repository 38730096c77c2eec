#include "io/object_spec.h"

#include <fmt/format.h>

#include <cmath>

#include "io/spelling.h"

namespace octomatch {

namespace {

using Kind = JsonValue::Kind;

std::string name_of(const std::string& path) {
    return path.empty() ? "the scene" : path;
}

std::string quoted_list(const std::vector<std::string>& names) {
    std::string list;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i) list += i + 1 < names.size() ? ", " : " or ";
        list += "'" + names[i] + "'";
    }
    return list;
}

/// What the writer of an unknown key may have meant: a key of this object, or one of the same name elsewhere.
std::string hint_for(const std::string& key, const std::string& path, const std::vector<KeyRules>& known) {
    std::vector<std::string> names;
    for (const KeyRules& rules : known) names.push_back(rules.name);
    if (const auto near = closest_names(key, names); !near.empty()) return ", did you mean '" + near.front() + "'?";
    for (const SceneKey& other : scene_keys())
        if (other.path == key || other.path.ends_with("." + key))
            return " in " + name_of(path) + "; there is " + other.path;
    return " in " + name_of(path) + "; octomatch schema lists the keys";
}

[[noreturn]] void out_of_range(const JsonValue& json, const std::string& path, const std::string& what,
                               const KeyRules& rules) {
    const std::string unit = rules.unit.empty() ? "" : " " + rules.unit;
    throw JsonError{
        json.line, 0,
        fmt::format("{} must be {}{}{}, not {}", path, what, rules.range.text(), unit, short_json_text(json))};
}

double number_of(const JsonValue& json, const std::string& path, const std::string& expected) {
    require_kind(json, Kind::number, path, expected);
    return json.number;
}

const std::string kThreeNumbers = "three numbers [x, y, z]";

Vec3d vector_of(const JsonValue& json, const std::string& path, const KeyRules& rules) {
    if (json.kind != Kind::list || json.items.size() != 3) wrong_type(json, path, kThreeNumbers);
    Vec3d v;
    for (int axis = 0; axis < 3; ++axis) {
        if (json.items[axis].kind != Kind::number) wrong_type(json, path, kThreeNumbers);
        v[axis] = json.items[axis].number;
        if (!rules.range.contains(v[axis])) out_of_range(json, path, "three numbers, each ", rules);
    }
    if (rules.range.nonzero && v.isZero(0)) throw JsonError{json.line, 0, path + " must not be the zero vector"};
    return v;
}

JsonValue json_of(const Vec3d& v) {
    JsonValue json(Kind::list);
    for (double x : v) json.items.emplace_back(x);
    return json;
}

}  // namespace

bool Range::contains(double x) const {
    return (above ? x > low : x >= low) && (below ? x < high : x <= high);
}

std::string Range::text() const {
    const bool bounded_below = std::isfinite(low), bounded_above = std::isfinite(high);
    if (bounded_below && bounded_above && !above && !below) return fmt::format("between {} and {}", low, high);
    const std::string least = bounded_below ? fmt::format("{} {}", above ? "above" : "at least", low) : "";
    const std::string most = bounded_above ? fmt::format("{} {}", below ? "below" : "at most", high) : "";
    return least.empty() || most.empty() ? least + most : least + " and " + most;
}

std::string joined_path(const std::string& path, const std::string& key) {
    return path.empty() ? key : path + "." + key;
}

void wrong_type(const JsonValue& json, const std::string& path, const std::string& expected) {
    throw JsonError{json.line, 0, fmt::format("{} must be {}, not {}", name_of(path), expected, short_json_text(json))};
}

void require_kind(const JsonValue& json, Kind kind, const std::string& path, const std::string& expected) {
    if (json.kind != kind) wrong_type(json, path, expected);
}

std::size_t find_word(const JsonValue& json, const std::string& path, const std::vector<std::string>& words) {
    const auto found = json.kind == Kind::text ? std::find(words.begin(), words.end(), json.text) : words.end();
    if (found == words.end()) wrong_type(json, path, quoted_list(words));
    return static_cast<std::size_t>(found - words.begin());
}

void check_keys(const JsonValue& json, const std::string& path, const std::vector<KeyRules>& known,
                const std::vector<KeyChoice>& choices) {
    require_kind(json, Kind::object, path, "an object");
    const auto is_known = [&](const std::string& key) {
        return std::any_of(known.begin(), known.end(), [&](const KeyRules& rules) { return rules.name == key; });
    };
    for (std::size_t i = 0; i < json.keys.size(); ++i)
        if (!is_known(json.keys[i]))
            throw JsonError{json.items[i].line, 0,
                            "unknown key " + quoted_name(json.keys[i]) + hint_for(json.keys[i], path, known)};
    for (const KeyRules& rules : known)
        if (rules.required && !json.find(rules.name))
            throw JsonError{json.line, 0, fmt::format("{} needs '{}'", name_of(path), rules.name)};
    for (const auto& [names, required] : choices) {
        const JsonValue* given = nullptr;
        for (const std::string& name : names) {
            const JsonValue* value = json.find(name);
            if (value && given)
                throw JsonError{std::max(value->line, given->line), 0,
                                fmt::format("{} takes only one of {}", name_of(path), quoted_list(names))};
            if (value) given = value;
        }
        if (required && !given)
            throw JsonError{json.line, 0, fmt::format("{} needs {}", name_of(path), quoted_list(names))};
    }
}

template <>
Codec<bool> codec_of() {
    return {"true or false",
            {},
            [](const JsonValue& json, const std::string& path, const KeyRules&, bool& value) {
                require_kind(json, Kind::flag, path, "true or false");
                value = json.flag;
            },
            [](bool value) { return JsonValue(value); },
            {}};
}

template <>
Codec<double> codec_of() {
    return {"number",
            {},
            [](const JsonValue& json, const std::string& path, const KeyRules& rules, double& value) {
                value = number_of(json, path, "a number");
                if (!rules.range.contains(value)) out_of_range(json, path, "", rules);
            },
            [](double value) { return JsonValue(value); },
            {}};
}

template <>
Codec<int> codec_of() {
    return {"whole number",
            {},
            [](const JsonValue& json, const std::string& path, const KeyRules& rules, int& value) {
                const double number = number_of(json, path, "a whole number");
                if (number != std::floor(number)) wrong_type(json, path, "a whole number");
                if (!rules.range.contains(number) || std::abs(number) > std::numeric_limits<int>::max())
                    out_of_range(json, path, "", rules);
                value = static_cast<int>(number);
            },
            [](int value) { return JsonValue(value); },
            {}};
}

template <>
Codec<std::string> codec_of() {
    return {"text",
            {},
            [](const JsonValue& json, const std::string& path, const KeyRules&, std::string& value) {
                require_kind(json, Kind::text, path, "a text");
                value = json.text;
            },
            [](const std::string& value) { return JsonValue(value); },
            {}};
}

template <>
Codec<Vec3d> codec_of() {
    return {"three numbers",
            {},
            [](const JsonValue& json, const std::string& path, const KeyRules& rules, Vec3d& value) {
                value = vector_of(json, path, rules);
            },
            [](const Vec3d& value) { return json_of(value); },
            {}};
}

template <>
Codec<std::vector<Vec3d>> codec_of() {
    return {"list of points",
            {},
            [](const JsonValue& json, const std::string& path, const KeyRules& rules, std::vector<Vec3d>& value) {
                if (json.kind != Kind::list || json.items.empty())
                    wrong_type(json, path, "a list of at least one [x, y, z]");
                value.clear();
                for (const JsonValue& item : json.items) value.push_back(vector_of(item, path, rules));
            },
            [](const std::vector<Vec3d>& value) {
                JsonValue json(Kind::list);
                for (const Vec3d& p : value) json.items.push_back(json_of(p));
                return json;
            },
            {}};
}

template <>
Codec<Box3> codec_of() {
    return {"two corners",
            {},
            [](const JsonValue& json, const std::string& path, const KeyRules& rules, Box3& value) {
                if (json.kind != Kind::list || json.items.size() != 2)
                    wrong_type(json, path, "two corners [[x, y, z], [x, y, z]]");
                value = Box3();
                for (const JsonValue& item : json.items) value.include(vector_of(item, path, rules));
            },
            [](const Box3& value) {
                JsonValue json(Kind::list);
                json.items = {json_of(value.low), json_of(value.high)};
                return json;
            },
            {}};
}

}  // namespace octomatch

#include "io/scene_override.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "io/object_spec.h"
#include "io/scene_spec.h"
#include "io/text.h"

namespace octomatch {

namespace {

using Kind = JsonValue::Kind;

void set_line(int line, JsonValue& value) {
    value.line = line;
    for (JsonValue& item : value.items) set_line(line, item);
}

JsonValue value_of(const std::string& text, int line) {
    JsonValue value;
    try {
        value = parse_json(text);
    } catch (const JsonError&) {
        value = text;
    }
    set_line(line, value);
    return value;
}

/// "a.b[0].c" -> a, b, 0, c
std::vector<std::string> parts_of(const std::string& path) {
    std::vector<std::string> parts(1);
    for (char c : path) {
        if (c == '.' || c == '[')
            parts.emplace_back();
        else if (c != ']')
            parts.back() += c;
    }
    return parts;
}

void remove(const std::string& key, JsonValue& object) {
    const auto at = std::find(object.keys.begin(), object.keys.end(), key) - object.keys.begin();
    if (at == std::ssize(object.keys)) return;
    object.keys.erase(object.keys.begin() + at);
    object.items.erase(object.items.begin() + at);
}

/// As in Scene: the name given, or that of the model or the file.
std::string body_name(const JsonValue& body) {
    for (const char* key : {"name", "model", "mesh"})
        if (const JsonValue* value = body.find(key); value && value->kind == Kind::text && !value->text.empty())
            return key == std::string("name") ? value->text : std::filesystem::path(value->text).stem().string();
    return "";
}

class Override {
public:
    Override(const std::string& path, const JsonValue& value) : parts_(parts_of(path)), value_(value) {}

    /// `kind_of_place` is the path as the specification writes it.
    void apply(std::size_t part, const std::string& kind_of_place, JsonValue& place) const {
        if (part == parts_.size())
            place = value_;
        else if (place.kind == Kind::list)
            apply_to_items(part, kind_of_place, place);
        else
            apply_to_key(part, kind_of_place, place);
    }

private:
    void apply_to_key(std::size_t part, const std::string& kind_of_place, JsonValue& object) const {
        const std::string& key = parts_[part];
        if (object.kind == Kind::null) {
            object = JsonValue(Kind::object);
            object.line = value_.line;
        }
        if (object.kind != Kind::object)
            fail(fmt::format("{} is {}, which has no key {}", kind_of_place.empty() ? "the scene" : kind_of_place,
                             short_json_text(object), quoted_name(key)));
        const std::string path = joined_path(kind_of_place, key);
        for (const SceneKey& known : scene_keys())
            if (known.path == path)
                for (const std::string& other : known.instead_of) remove(other, object);
        JsonValue* member = object.find(key);
        if (!member) {
            JsonValue missing;
            missing.line = value_.line;
            member = &object.add(key, missing);
        }
        apply(part + 1, path, *member);
    }

    void apply_to_items(std::size_t part, const std::string& kind_of_place, JsonValue& list) const {
        const std::string& which = parts_[part];
        bool found = false;
        for (std::size_t i = 0; i < list.items.size(); ++i) {
            const bool is_named = kind_of_place == "bodies" && body_name(list.items[i]) == which;
            if (which != "*" && which != std::to_string(i) && !is_named) continue;
            found = true;
            apply(part + 1, kind_of_place + "[]", list.items[i]);
        }
        if (!found)
            fail(fmt::format("{} has {} items, none of them is {}", kind_of_place, list.items.size(),
                             quoted_name(which)));
    }

    [[noreturn]] void fail(const std::string& message) const { throw JsonError{value_.line, 0, message}; }

    std::vector<std::string> parts_;
    const JsonValue& value_;
};

}  // namespace

void apply_override(const std::string& text, int line, JsonValue& scene) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) throw JsonError{line, 0, "must be path.to.key=value"};
    const JsonValue value = value_of(text.substr(equals + 1), line);
    Override(text.substr(0, equals), value).apply(0, "", scene);
}

}  // namespace octomatch

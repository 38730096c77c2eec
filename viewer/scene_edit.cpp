#include "viewer/scene_edit.h"

#include <algorithm>

#include "core/input_error.h"
#include "io/json_value.h"

namespace octomatch {

namespace {

constexpr std::string_view kBodies = "bodies[].";

bool starts_with(const std::string& text, std::string_view start) {
    return text.compare(0, start.size(), start) == 0;
}

/// Script, names, places and the like are not for turning while it runs.
bool is_setting(const SceneKey& key) {
    const bool belongs = starts_with(key.path, "world.") || starts_with(key.path, "bodies[].material.") ||
                         starts_with(key.path, "bodies[].sampling.");
    const bool is_scalar =
        key.type == "number" || key.type == "whole number" || key.type == "true or false" || !key.words.empty();
    return belongs && is_scalar && key.path.find("[]", kBodies.size()) == std::string::npos;
}

/// The value at "a.b.c"; a number names an item of a list. nullptr: there is none.
const JsonValue* find(const JsonValue& json, const std::string& path) {
    const JsonValue* at = &json;
    for (std::size_t begin = 0; at && begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const std::string step = path.substr(begin, end - begin);
        if (at->kind == JsonValue::Kind::list)
            at = &at->items.at(std::stoul(step));
        else
            at = at->kind == JsonValue::Kind::object ? at->find(step) : nullptr;
        begin = end + 1;
    }
    return at;
}

/// "bodies.0.material.damping" stands in "bodies.0.material".
std::string group_of(const SceneEdit::Setting& setting) {
    return setting.path.substr(0, setting.path.rfind('.'));
}

std::string path_in(const SceneKey& key, std::size_t body) {
    if (!starts_with(key.path, kBodies)) return key.path;
    return "bodies." + std::to_string(body) + "." + key.path.substr(kBodies.size());
}

}  // namespace

SceneEdit::SceneEdit(const Scene& scene) : scene_(scene) {
    list();
}

void SceneEdit::list() {
    settings_.clear();
    const JsonValue json = parse_json(resolved_json(scene_));
    for (const SceneKey& key : scene_keys()) {
        if (!is_setting(key)) continue;
        const std::size_t copies = starts_with(key.path, kBodies) ? scene_.bodies.size() : 1;
        for (std::size_t body = 0; body < copies; ++body) {
            const std::string path = path_in(key, body);
            const JsonValue* value = find(json, path);
            if (value)
                settings_.push_back({path, json_text(*value), key, !starts_with(key.path, "bodies[].sampling.")});
        }
    }
    // Groups in the order of their first settings.
    std::vector<std::string> groups;
    for (const Setting& setting : settings_)
        if (std::find(groups.begin(), groups.end(), group_of(setting)) == groups.end())
            groups.push_back(group_of(setting));
    const auto rank = [&](const Setting& s) { return std::find(groups.begin(), groups.end(), group_of(s)); };
    std::stable_sort(settings_.begin(), settings_.end(),
                     [&](const Setting& a, const Setting& b) { return rank(a) < rank(b); });
}

std::vector<Request> SceneEdit::change(const std::string& path, const std::string& json) {
    const auto setting =
        std::find_if(settings_.begin(), settings_.end(), [&](const Setting& s) { return s.path == path; });
    if (setting == settings_.end()) throw InputError("there is no setting '" + path + "'");
    const bool at_once = setting->at_once;
    Scene changed = parse_scene(resolved_json(scene_), "settings", scene_.folder, {path + "=" + json});
    changed.folder = scene_.folder;
    scene_ = std::move(changed);
    list();
    if (!at_once) return {};
    if (starts_with(path, "world.")) return {ChangeWorld{scene_.world}};
    const std::size_t number = std::stoul(path.substr(std::string("bodies.").size()));
    int id = 0;  // copies are created in the order of the scene
    for (std::size_t body = 0; body < number; ++body) id += scene_.bodies[body].copies.count;
    std::vector<Request> requests;
    for (int copy = 0; copy < scene_.bodies[number].copies.count; ++copy)
        requests.emplace_back(ChangeMaterial{{id + copy}, scene_.bodies[number].material.settings});
    return requests;
}

}  // namespace octomatch

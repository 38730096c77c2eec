// The specification of scenes as documents.
#include <fmt/format.h>

#include <cmath>

#include "io/json_value.h"
#include "io/scene_spec.h"

namespace octomatch {

namespace {

JsonValue list_of_texts(const std::vector<std::string>& texts) {
    JsonValue list(JsonValue::Kind::list);
    for (const std::string& text : texts) list.items.emplace_back(text);
    return list;
}

JsonValue json_of(const SceneKey& key) {
    JsonValue json(JsonValue::Kind::object);
    json.add("path", key.path);
    json.add("type", key.type);
    if (!key.words.empty()) json.add("words", list_of_texts(key.words));
    json.add("required", key.required);
    if (!key.default_value.empty()) json.add("default", parse_json(key.default_value));
    if (!key.instead_of.empty()) json.add("instead_of", list_of_texts(key.instead_of));
    if (std::isfinite(key.range.low)) json.add(key.range.above ? "above" : "minimum", key.range.low);
    if (std::isfinite(key.range.high)) json.add(key.range.below ? "below" : "maximum", key.range.high);
    if (key.range.nonzero) json.add("nonzero", true);
    if (!key.unit.empty()) json.add("unit", key.unit);
    json.add("text", key.text);
    return json;
}

std::string allowed(const SceneKey& key) {
    std::string text = key.words.empty() ? key.type : fmt::format("{}", fmt::join(key.words, ", "));
    if (key.type == "list of words") text = "list of " + text;
    if (const std::string range = key.range.text(); !range.empty()) text += ", " + range;
    if (key.range.nonzero) text += ", not all zero";
    return text;
}

std::string default_of(const SceneKey& key) {
    if (key.required) return "required";
    if (!key.default_value.empty()) return "`" + key.default_value + "`";
    if (key.instead_of.empty()) return "";
    return fmt::format("or {}", fmt::join(key.instead_of, ", "));
}

}  // namespace

std::string schema_json() {
    JsonValue json(JsonValue::Kind::object);
    JsonValue& keys = json.add("keys", JsonValue(JsonValue::Kind::list));
    for (const SceneKey& key : scene_keys()) keys.items.push_back(json_of(key));
    return json_text(json) + "\n";
}

std::string schema_markdown() {
    std::string table = "| key | value | default | unit | meaning |\n|---|---|---|---|---|\n";
    for (const SceneKey& key : scene_keys())
        table +=
            fmt::format("| `{}` | {} | {} | {} | {} |\n", key.path, allowed(key), default_of(key), key.unit, key.text);
    return table;
}

}  // namespace octomatch

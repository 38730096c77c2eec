#include "viewer/input_script.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "core/input_error.h"
#include "io/json_value.h"
#include "io/spelling.h"
#include "io/whole_file.h"

namespace octomatch {

namespace {

using Kind = JsonValue::Kind;

// ---- keys

const std::map<std::string, ImGuiKey>& keys() {
    static const std::map<std::string, ImGuiKey> known = [] {
        std::map<std::string, ImGuiKey> table{
            {"space", ImGuiKey_Space},    {"enter", ImGuiKey_Enter},         {"escape", ImGuiKey_Escape},
            {"tab", ImGuiKey_Tab},        {"backspace", ImGuiKey_Backspace}, {"delete", ImGuiKey_Delete},
            {"left", ImGuiKey_LeftArrow}, {"right", ImGuiKey_RightArrow},    {"up", ImGuiKey_UpArrow},
            {"down", ImGuiKey_DownArrow}, {"home", ImGuiKey_Home},           {"end", ImGuiKey_End},
            {"shift", ImGuiMod_Shift},    {"ctrl", ImGuiMod_Ctrl},           {"alt", ImGuiMod_Alt}};
        for (int i = 0; i < 12; ++i) table["f" + std::to_string(i + 1)] = ImGuiKey(ImGuiKey_F1 + i);
        for (int i = 0; i < 26; ++i) table[std::string(1, char('a' + i))] = ImGuiKey(ImGuiKey_A + i);
        for (int i = 0; i < 10; ++i) table[std::string(1, char('0' + i))] = ImGuiKey(ImGuiKey_0 + i);
        return table;
    }();
    return known;
}

// ---- reading

[[noreturn]] void fail(const JsonValue& json, const std::string& message) {
    throw JsonError{json.line, 0, message};
}

void require_name(const JsonValue& json, const std::string& what, const std::vector<std::string>& known) {
    if (json.kind != Kind::text) fail(json, what + " must be a name, not " + short_json_text(json));
    if (std::find(known.begin(), known.end(), json.text) != known.end()) return;
    const auto near = closest_names(json.text, known);
    std::string hint;
    if (!near.empty()) {
        hint = ", did you mean '" + near.front() + "'?";
    } else {
        for (const std::string& name : known) hint += (hint.empty() ? "; there are " : ", ") + name;
    }
    fail(json, "there is no " + what + " " + quoted_name(json.text) + hint);
}

double number_of(const JsonValue& json, const std::string& what) {
    if (json.kind != Kind::number) fail(json, what + " must be a number, not " + short_json_text(json));
    return json.number;
}

int whole_number_of(const JsonValue& json, const std::string& what, int most) {
    const double number = number_of(json, what);
    if (number != std::floor(number) || number < 0 || number > most)
        fail(json,
             what + " must be a whole number between 0 and " + std::to_string(most) + ", not " + short_json_text(json));
    return static_cast<int>(number);
}

bool flag_of(const JsonValue& json, const std::string& what) {
    if (json.kind != Kind::flag) fail(json, what + " must be true or false, not " + short_json_text(json));
    return json.flag;
}

MouseMove place_of(const JsonValue& json) {
    if (json.kind != Kind::list || json.items.size() != 2)
        fail(json, "mouse must be two numbers [x, y], not " + short_json_text(json));
    return {number_of(json.items[0], "mouse"), number_of(json.items[1], "mouse")};
}

std::vector<std::string> key_names() {
    std::vector<std::string> names;
    for (const auto& [name, key] : keys()) names.push_back(name);
    return names;
}

InputEvent event_of(const JsonValue& json, const std::vector<std::string>& widgets) {
    static const std::vector<std::string> kKinds{"mouse", "button", "wheel", "key", "click"};
    if (json.kind != Kind::object) fail(json, "an event must be an object, not " + short_json_text(json));
    const JsonValue *frame = json.find("frame"), *down = json.find("down"), *given = nullptr;
    std::string kind;
    for (std::size_t i = 0; i < json.keys.size(); ++i) {
        if (json.keys[i] == "frame" || json.keys[i] == "down") continue;
        std::vector<std::string> known = kKinds;
        known.insert(known.end(), {"frame", "down"});
        JsonValue key(json.keys[i]);
        key.line = json.items[i].line;
        require_name(key, "key", known);
        if (given) fail(json.items[i], "an event is either '" + kind + "' or '" + json.keys[i] + "', not both");
        kind = json.keys[i];
        given = &json.items[i];
    }
    if (!frame) fail(json, "an event needs 'frame'");
    if (!given) fail(json, "an event needs one of 'mouse', 'button', 'wheel', 'key', 'click'");
    if (down && kind != "button" && kind != "key") fail(*down, "'down' goes with 'button' or 'key'");

    InputEvent event{whole_number_of(*frame, "frame", 1'000'000), {}};
    if (kind == "mouse") {
        event.what = place_of(*given);
    } else if (kind == "button") {
        if (!down) fail(json, "a 'button' needs 'down'");
        event.what = MouseButton{whole_number_of(*given, "button", 2), flag_of(*down, "down")};
    } else if (kind == "wheel") {
        event.what = MouseWheel{number_of(*given, "wheel")};
    } else if (kind == "key") {
        require_name(*given, "key", key_names());
        const bool both = !down, pressed = both || flag_of(*down, "down");
        event.what = KeyStroke{given->text, pressed, both || !pressed};
    } else {
        require_name(*given, "widget", widgets);
        event.what = WidgetClick{given->text};
    }
    return event;
}

}  // namespace

std::vector<InputEvent> parse_input_script(const std::string& text, const std::string& name,
                                           const std::vector<std::string>& widgets) {
    try {
        const JsonValue json = parse_json(text);
        if (json.kind != Kind::list) fail(json, "a script must be a list of events");
        std::vector<InputEvent> events;
        for (const JsonValue& item : json.items) events.push_back(event_of(item, widgets));
        std::stable_sort(events.begin(), events.end(),
                         [](const InputEvent& a, const InputEvent& b) { return a.frame < b.frame; });
        return events;
    } catch (const JsonError& error) {
        throw InputError(name + (error.line > 0 ? ":" + std::to_string(error.line) : "") + ": " + error.message);
    }
}

std::vector<InputEvent> read_input_script(const std::filesystem::path& file, const std::vector<std::string>& widgets) {
    std::string text;
    try {
        text = read_whole_file(file);
    } catch (const InputError& error) {
        throw InputError(file.string() + ": " + error.what());
    }
    return parse_input_script(text, file.string(), widgets);
}

// ---- playing

ScriptPlayer::ScriptPlayer(const std::vector<InputEvent>& events) {
    for (const InputEvent& event : events) due_.emplace(event.frame, event);
}

void ScriptPlayer::play(int frame, const FindWidget& find) {
    ImGuiIO& io = ImGui::GetIO();
    while (!due_.empty() && due_.begin()->first <= frame) {
        const auto what = due_.begin()->second.what;
        due_.erase(due_.begin());
        if (const auto* move = std::get_if<MouseMove>(&what)) {
            io.AddMousePosEvent(static_cast<float>(move->x), static_cast<float>(move->y));
        } else if (const auto* button = std::get_if<MouseButton>(&what)) {
            io.AddMouseButtonEvent(button->button, button->down);
        } else if (const auto* wheel = std::get_if<MouseWheel>(&what)) {
            io.AddMouseWheelEvent(0, static_cast<float>(wheel->lines));
        } else if (const auto* stroke = std::get_if<KeyStroke>(&what)) {
            io.AddKeyEvent(keys().at(stroke->key), stroke->down);
            if (stroke->down && stroke->up)
                due_.emplace(frame + 1, InputEvent{frame + 1, KeyStroke{stroke->key, false, true}});
        } else {
            const std::string& widget = std::get<WidgetClick>(what).widget;
            const MouseMove* place = find(widget);
            if (!place)
                throw InputError("frame " + std::to_string(frame) + " of the script: '" + widget +
                                 "' is not on the screen");
            io.AddMousePosEvent(static_cast<float>(place->x), static_cast<float>(place->y));
            due_.emplace(frame + 1, InputEvent{frame + 1, MouseButton{0, true}});
            due_.emplace(frame + 2, InputEvent{frame + 2, MouseButton{0, false}});
        }
    }
}

}  // namespace octomatch

// What a user does in the window, written down: a JSON list of events by frame. So every interaction can be run without
// a display.
//
//   [{"frame": 3, "mouse": [640, 360]},                 moves the pointer there, in pixels from the upper left
//    {"frame": 4, "button": 0, "down": true},           0 left, 1 right, 2 middle
//    {"frame": 5, "wheel": 1},                          lines away from the user
//    {"frame": 9, "key": "space"},                      pressed, and let go in the next frame
//    {"frame": 9, "key": "shift", "down": true},        held until "down": false
//    {"frame": 12, "click": "Pause"}]                   the pointer goes to that widget, and clicks
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace octomatch {

struct MouseMove {
    double x = 0, y = 0;
};
struct MouseButton {
    int button = 0;
    bool down = false;
};
struct MouseWheel {
    double lines = 0;
};
struct KeyStroke {
    std::string key;
    bool down = true, up = true;  // either, or both one after the other
};
struct WidgetClick {
    std::string widget;
};

struct InputEvent {
    int frame = 0;  // pictures shown before it
    std::variant<MouseMove, MouseButton, MouseWheel, KeyStroke, WidgetClick> what;
};

/// In order of frames. `widgets` are the names that can be clicked. Throws InputError, one line with file and line.
std::vector<InputEvent> read_input_script(const std::filesystem::path& file, const std::vector<std::string>& widgets);
/// The same from a text; errors call it `name`.
std::vector<InputEvent> parse_input_script(const std::string& text, const std::string& name,
                                           const std::vector<std::string>& widgets);

/// Gives the events to the user interface as if they came from the devices.
class ScriptPlayer {
public:
    /// Where a widget is now, or nothing.
    using FindWidget = std::function<const MouseMove*(const std::string& widget)>;

    explicit ScriptPlayer(const std::vector<InputEvent>& events);

    /// To be called before each frame, with consecutive numbers. Throws InputError for a widget that is nowhere.
    void play(int frame, const FindWidget& find);

private:
    std::multimap<int, InputEvent> due_;
};

}  // namespace octomatch

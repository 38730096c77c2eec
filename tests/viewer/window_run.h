// Windows that are worked by scripts.
#pragma once
#include <cmath>
#include <memory>
#include <numbers>
#include <string>

#include "tests/viewer/small_world.h"
#include "viewer/window.h"

namespace octomatch::test {

/// The pixel in which a point is seen; y is up.
inline MouseMove pixel_of(const Vec3d& point, const SceneCamera& camera, const Canvas& canvas) {
    const Vec3d look = (camera.to - camera.from).normalized();
    const Vec3d right = look.cross(Vec3d::UnitY()).normalized(), above = right.cross(look);
    const Vec3d arm = point - camera.from;
    const double half = 0.5 * canvas.height / (std::tan(camera.field_of_view * std::numbers::pi / 360) * arm.dot(look));
    return {0.5 * canvas.width + half * arm.dot(right), 0.5 * canvas.height - half * arm.dot(above)};
}

inline std::string mouse_event(int frame, const MouseMove& place) {
    return "{\"frame\": " + std::to_string(frame) + ", \"mouse\": [" + std::to_string(place.x) + ", " +
           std::to_string(place.y) + "]}";
}

inline std::string button_event(int frame, bool down) {
    return "{\"frame\": " + std::to_string(frame) + ", \"button\": 0, \"down\": " + (down ? "true" : "false") + "}";
}

inline std::string key_event(int frame, const std::string& key) {
    return "{\"frame\": " + std::to_string(frame) + ", \"key\": \"" + key + "\"}";
}

inline std::string click_event(int frame, const std::string& widget) {
    return "{\"frame\": " + std::to_string(frame) + ", \"click\": \"" + widget + "\"}";
}

/// The left button goes down at the first place, the mouse moves to the last in `steps` frames, the button comes up;
/// takes steps + 4 frames.
inline std::string stroke_events(int frame, const MouseMove& from, const MouseMove& to, int steps) {
    std::string events = mouse_event(frame, from) + ", " + button_event(frame + 1, true);
    for (int i = 1; i <= steps; ++i) {
        const double share = static_cast<double>(i) / steps;
        events +=
            ", " + mouse_event(frame + 1 + i, {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
    }
    return events + ", " + button_event(frame + steps + 3, false);
}

inline std::unique_ptr<Window> run(Simulation simulation, const WindowOptions& options) {
    auto window = std::make_unique<Window>(std::move(simulation), options);
    window->run();
    return window;
}

}  // namespace octomatch::test

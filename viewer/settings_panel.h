// The window with the scene's settings, made from its specification.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "viewer/scene_edit.h"

namespace octomatch {

class SettingsPanel {
public:
    struct Change {
        std::string path, json;
    };
    /// Only while the engine makes a frame. Returns what was changed. `open_again`: asked for, where something waits
    /// for it; `open`: cleared when it is closed.
    std::optional<Change> show(const SceneEdit& edit, bool& open_again, bool& open);

private:
    bool waits_ = false;  // something was changed that only sampling again brings about
};

}  // namespace octomatch

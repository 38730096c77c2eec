// A scene whose keys are changed one by one, while it runs: the specification says which there are, what they may be,
// and what is wrong with a value; requests carry the change into the world.
#pragma once
#include <string>
#include <vector>

#include "core/request.h"
#include "io/scene.h"
#include "io/scene_spec.h"

namespace octomatch {

class SceneEdit {
public:
    explicit SceneEdit(const Scene& scene);

    struct Setting {
        std::string path;   // as of --set
        std::string value;  // JSON
        SceneKey key;
        bool at_once = false;  // otherwise what is sampled must be sampled again
    };
    /// All numbers, flags and words of the world and of the bodies, as they are.
    const std::vector<Setting>& settings() const { return settings_; }

    /// What carries the change into the running world; nothing where it must be opened again. Throws InputError, one
    /// line, for a value that can not be; all is as before then.
    std::vector<Request> change(const std::string& path, const std::string& json);

    const Scene& scene() const { return scene_; }

private:
    void list();

    Scene scene_;
    std::vector<Setting> settings_;
};

}  // namespace octomatch

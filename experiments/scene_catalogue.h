// The built-in scenes: the JSON files of experiments/scenes, embedded when the program is built.
#pragma once
#include <string>
#include <vector>

#include "io/scene.h"

namespace octomatch {

struct CatalogueScene {
    std::string name;
    std::string text;  // JSON
};

/// In the order they are listed to users.
const std::vector<CatalogueScene>& scene_catalogue();

/// Throws InputError for a name that is none, with the nearest names.
const CatalogueScene& require_scene(const std::string& name);

/// SCENE of the command line: a built-in scene by name, or else a file. `overrides` as in io/scene.h.
/// Throws InputError.
Scene load_scene(const std::string& name_or_file, const std::vector<std::string>& overrides = {});

}  // namespace octomatch

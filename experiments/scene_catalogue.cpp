#include "experiments/scene_catalogue.h"

#include <filesystem>

#include "core/input_error.h"
#include "io/spelling.h"

namespace octomatch {

std::vector<std::pair<std::string, std::string>> embedded_scenes();  // made by cmake/embed_text.cmake

namespace {

const CatalogueScene* find_scene(const std::string& name) {
    for (const CatalogueScene& scene : scene_catalogue())
        if (scene.name == name) return &scene;
    return nullptr;
}

std::string hint_for(const std::string& name) {
    std::vector<std::string> known;
    for (const CatalogueScene& scene : scene_catalogue()) known.push_back(scene.name);
    const auto near = closest_names(name, known);
    return near.empty() ? "; octomatch scenes lists them" : ", did you mean '" + near.front() + "'?";
}

bool looks_like_a_file(const std::string& name) {
    std::error_code ignored;
    return name.find('/') != std::string::npos || std::filesystem::path(name).has_extension() ||
           std::filesystem::exists(name, ignored);
}

}  // namespace

const std::vector<CatalogueScene>& scene_catalogue() {
    static const std::vector<CatalogueScene> scenes = [] {
        std::vector<CatalogueScene> all;
        for (auto& [name, text] : embedded_scenes()) all.push_back({name, text});
        return all;
    }();
    return scenes;
}

const CatalogueScene& require_scene(const std::string& name) {
    if (const CatalogueScene* scene = find_scene(name)) return *scene;
    throw InputError("no built-in scene is called '" + name + "'" + hint_for(name));
}

Scene load_scene(const std::string& name_or_file, const std::vector<std::string>& overrides) {
    if (const CatalogueScene* scene = find_scene(name_or_file))
        return parse_scene(scene->text, scene->name + ".json", {}, overrides);
    if (looks_like_a_file(name_or_file)) return read_scene(name_or_file, overrides);
    throw InputError("'" + name_or_file + "' is neither a built-in scene nor a file" + hint_for(name_or_file));
}

}  // namespace octomatch

// octomatch scenes: lists the built-in scenes, or prints one of them.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "experiments/command.h"
#include "experiments/common_options.h"
#include "experiments/scene_catalogue.h"

namespace octomatch {

namespace {

struct ScenesOptions {
    CommonOptions common;
    std::string name;  // all if empty
};

int bodies_of(const Scene& scene) {
    int bodies = 0;
    for (const SceneBody& body : scene.bodies) bodies += body.copies.count;
    return bodies;
}

void print_list() {
    fmt::print("{:<16}{:>7}{:>7}   {}\n", "name", "bodies", "frames", "about");
    for (const auto& [name, text] : scene_catalogue()) {
        const Scene scene = load_scene(name);
        fmt::print("{:<16}{:>7}{:>7}   {}\n", name, bodies_of(scene), scene.frames, scene.about);
    }
}

void print_json() {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const auto& [name, text] : scene_catalogue()) {
        const Scene scene = load_scene(name);
        json.push_back(
            {{"name", name}, {"bodies", bodies_of(scene)}, {"frames", scene.frames}, {"about", scene.about}});
    }
    fmt::print("{}\n", json.dump(2));
}

// A scene is JSON already, written to be read.
int show_scenes(const ScenesOptions& options) {
    if (!options.name.empty())
        fmt::print("{}", require_scene(options.name).text);
    else
        (options.common.json ? print_json : print_list)();
    return 0;
}

std::function<int()> declare(CLI::App& parser) {
    const auto options = std::make_shared<ScenesOptions>();
    parser.add_option("NAME", options->name, "prints this scene as JSON");
    add_common_options(parser, options->common);
    parser.footer(
        "Examples:\n"
        "  octomatch scenes\n"
        "  octomatch scenes hand > my_hand.json");
    return [options] { return show_scenes(*options); };
}

}  // namespace

Command scenes_command() {
    return {"scenes", "lists the built-in scenes, or prints one of them", declare};
}

}  // namespace octomatch

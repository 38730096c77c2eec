// octomatch view: a scene, a model or a mesh in the interactive viewer.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "core/input_error.h"
#include "experiments/command.h"
#include "experiments/common_options.h"
#include "experiments/output_place.h"
#include "experiments/progress_bar.h"
#include "experiments/scene_catalogue.h"
#include "io/mesh_file.h"
#include "io/models.h"
#include "viewer/window.h"

namespace octomatch {

namespace {

struct ViewOptions {
    CommonOptions common;
    std::string what = "hand";
    std::vector<std::string> overrides;
    WindowOptions window;
};

bool is_mesh_file(const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(), [](unsigned char c) { return std::tolower(c); });
    const auto& known = mesh_extensions();
    return !extension.empty() && std::find(known.begin(), known.end(), extension.substr(1)) != known.end();
}

/// A model or mesh alone stands on the ground.
Scene scene_of(const ViewOptions& options) {
    const auto& scenes = scene_catalogue();
    const bool is_scene = std::any_of(scenes.begin(), scenes.end(), [&](const auto& s) { return s.name == options.what; });
    const bool is_model = !is_scene && find_model(options.what);
    if (!is_model && !is_mesh_file(options.what)) return load_scene(options.what, options.overrides);
    const nlohmann::json scene{{"world", {{"ground", nlohmann::json::object()}}},
                               {"bodies", {{{is_model ? "model" : "mesh", options.what}}}}};
    return parse_scene(scene.dump(), options.what, std::filesystem::current_path(), options.overrides);
}

int view(const ViewOptions& options) {
    if (!options.window.screenshot.empty()) require_writable_file(options.window.screenshot, {".png"});
    const Scene scene = scene_of(options);
    std::unique_ptr<Simulation> simulation;
    {
        ProgressBar bar;
        simulation = std::make_unique<Simulation>(scene, bar.progress());
    }
    Window window(std::move(*simulation), options.window);
    window.run();
    const World& world = window.simulation().world();
    if (options.common.json)
        fmt::print("{}\n", nlohmann::ordered_json{{"frames", world.frame()}, {"state_hash", hex(hash(world))}}.dump(2));
    return 0;
}

std::function<int()> declare(CLI::App& parser) {
    const auto options = std::make_shared<ViewOptions>();
    static const std::map<std::string, Backend> kBackends{{"glfw", Backend::glfw}, {"egl", Backend::egl}, {"mock", Backend::mock}};
    parser.add_option("WHAT", options->what, "a scene, a built-in model, or a mesh file (hand)");
    add_common_options(parser, options->common);
    parser.add_option("--backend", options->window.backend, "glfw: a window; egl: pictures without one; mock: neither (glfw)")
        ->transform(CLI::CheckedTransformer(kBackends))
        ->type_name("NAME");
    add_whole(parser, "--frames", 1, 1'000'000, options->window.frames, "pictures to show, then close (until closed)");
    parser.add_option("--screenshot", options->window.screenshot, "of the last picture")->type_name("FILE.png");
    parser.add_option("--script", options->window.script, "input events by frame, as JSON")->type_name("FILE.json");
    parser.add_option("--set", options->overrides, "overrides a key of the scene; repeatable")->type_name("KEY=VALUE")->expected(1)->take_all();
    parser.footer(
        "Examples:\n"
        "  octomatch view hand\n"
        "  octomatch view jelly --backend egl --frames 30 --screenshot jelly.png");
    return [options] {
        apply(options->common);
        return view(*options);
    };
}

}  // namespace

Command view_command() {
    return {"view", "shows a scene, a model or a mesh; drag the skin to pull it", declare};
}

}  // namespace octomatch

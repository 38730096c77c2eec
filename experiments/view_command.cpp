// octomatch view: a scene, a model, a mesh or a recording in the interactive viewer.
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "core/input_error.h"
#include "experiments/command.h"
#include "experiments/common_options.h"
#include "experiments/lattice_bodies.h"
#include "experiments/model_source.h"
#include "experiments/output_place.h"
#include "experiments/progress_bar.h"
#include "experiments/sampling_options.h"
#include "experiments/scene_catalogue.h"
#include "experiments/viewer_absent.h"
#include "io/chunk_file.h"
#include "io/mesh_file.h"
#include "io/models.h"
#include "io/recording.h"
#include "viewer/window.h"

namespace octomatch {

namespace {

struct ViewOptions {
    CommonOptions common;
    std::string what;  // empty: to be chosen
    SamplingOptions sampling;
    std::string sampling_option;  // the first that was given
    std::vector<std::string> overrides;
    WindowOptions window;
};

#ifdef OCTOMATCH_HAS_VIEWER

void refuse_sampling_options(const ViewOptions& options, const std::string& why) {
    if (!options.sampling_option.empty()) throw InputError(options.sampling_option + ": " + why);
}

bool is_mesh_file(const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    const auto& known = mesh_extensions();
    return !extension.empty() && std::find(known.begin(), known.end(), extension.substr(1)) != known.end();
}

bool is_recording(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::string start(file_start("recording").size(), '\0');
    return in.read(start.data(), static_cast<std::streamsize>(start.size())) && start == file_start("recording");
}

/// A model or mesh alone stands on the ground.
Scene scene_of(const ViewOptions& options) {
    const auto& scenes = scene_catalogue();
    const bool is_scene =
        std::any_of(scenes.begin(), scenes.end(), [&](const auto& s) { return s.name == options.what; });
    const bool is_model = !is_scene && find_model(options.what);
    if (!is_model && !is_mesh_file(options.what)) {
        refuse_sampling_options(options,
                                "a scene says itself how it is sampled: --set bodies.*.sampling.KEY=VALUE changes it");
        return load_scene(options.what, options.overrides);
    }
    const nlohmann::json json{
        {"world", {{"ground", nlohmann::json::object()}}},
        {"bodies", {{{is_model ? "model" : "mesh", options.what}, {"scale", options.sampling.reading.scale}}}}};
    Scene scene = parse_scene(json.dump(), options.what, std::filesystem::current_path(), options.overrides);
    if (!options.sampling_option.empty())
        scene.bodies[0].sampling.settings =
            settings_for(options.sampling, load_mesh(options.what, options.sampling.reading).mesh);
    MaterialRule& rule = scene.bodies[0].material.settings.rule;
    if (rule == MaterialRule::plain && scene.bodies[0].sampling.settings.regions.relation == RelationKind::fractional)
        rule = MaterialRule::equal;
    return scene;
}

Simulation simulation_of(const ViewOptions& options, const Progress& progress) {
    if (!is_recording(options.what)) return Simulation(scene_of(options), progress);
    refuse_sampling_options(options, "a recording was sampled when it was made");
    if (!options.overrides.empty()) throw InputError("--set: a recording runs as it was made");
    const Recording recording = read_recording(options.what);
    if (!recording.damage.empty()) spdlog::warn("{}: {}", options.what, recording.damage);
    return Simulation(recording, progress);
}

/// Every body as Fast Lattice Shape Matching samples it, with the same finest cell.
Scene as_lattice(Scene scene) {
    for (SceneBody& body : scene.bodies) {
        body.sampling.settings = lattice_settings(LatticeKind::plain, body.sampling.settings);
        body.sampling.field.clear();
        MaterialRule& rule = body.material.settings.rule;
        if (rule == MaterialRule::equal) rule = MaterialRule::plain;
    }
    return scene;
}

/// The options of the command line hold for what it names, not for what is chosen later.
Catalogue catalogue_for(const ViewOptions& options) {
    Catalogue catalogue;
    for (const CatalogueScene& scene : scene_catalogue())
        catalogue.scenes.push_back({scene.name, parse_scene(scene.text, scene.name).about});
    // A model that has the name of a scene is what the scene shows: there it can be had with all that belongs to it.
    const auto is_scene = [&](const std::string& name) {
        return std::any_of(catalogue.scenes.begin(), catalogue.scenes.end(),
                           [&](const Catalogue::Item& scene) { return scene.name == name; });
    };
    for (const Model& model : models())
        if (!is_scene(model.name)) catalogue.models.push_back({model.name, model.description});
    catalogue.open = [options](const std::string& what, const Progress& progress) {
        if (what == options.what && options.window.backend == Backend::glfw) return simulation_of(options, progress);
        ProgressBar bar;
        if (what == options.what) return simulation_of(options, bar.progress());
        ViewOptions chosen;
        chosen.what = what;
        return simulation_of(chosen, progress);
    };
    catalogue.open_lattice = [options](const std::string& what, const Progress& progress) {
        if (is_recording(what)) throw InputError("--beside: a recording runs as it was made");
        ViewOptions chosen = what == options.what ? options : ViewOptions{};
        chosen.what = what;
        return Simulation(as_lattice(scene_of(chosen)), progress);
    };
    return catalogue;
}

int view(const ViewOptions& options) {
    if (!options.window.screenshot.empty()) require_writable_file(options.window.screenshot, {".png"});
    if (!options.window.record.empty()) require_writable_file(options.window.record, {});
    Window window(options.what, catalogue_for(options), options.window);
    window.run();
    if (!options.common.json) return 0;
    nlohmann::ordered_json json{{"frames", 0}, {"state_hash", nullptr}};
    if (window.shows()) {
        const World& world = window.simulation().world();
        json = {{"frames", world.frame()}, {"state_hash", hex(hash(world))}};
    }
    fmt::print("{}\n", json.dump(2));
    return 0;
}

#else

int view(const ViewOptions&) {
    refuse_without_viewer();
}

#endif

std::function<int()> declare(CLI::App& parser) {
    const auto options = std::make_shared<ViewOptions>();
    static const std::map<std::string, Backend> kBackends{
        {"glfw", Backend::glfw}, {"egl", Backend::egl}, {"mock", Backend::mock}};
    parser.add_option("WHAT", options->what, "a scene, model, mesh file or recording; none: choose in the window");
    add_common_options(parser, options->common);
    parser
        .add_option("--backend", options->window.backend,
                    "glfw: a window; egl: pictures without one; mock: neither (glfw)")
        ->transform(CLI::CheckedTransformer(kBackends))
        ->type_name("NAME");
    add_whole(parser, "--frames", 1, 1'000'000, options->window.frames, "pictures to show, then close (until closed)")
        ->type_name("N");
    parser.add_option("--screenshot", options->window.screenshot, "of the last picture")->type_name("FILE.png");
    parser.add_option("--record", options->window.record, "what is done by hand, to run it again")->type_name("FILE");
    parser.add_option("--script", options->window.script, "input events by frame, as JSON")->type_name("FILE.json");
    parser.add_flag("--beside", options->window.beside,
                    "on the left the same as a uniform lattice (FLSM), under the same hand");
    parser.add_option("--set", options->overrides, "overrides a key of the scene; repeatable")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->take_all();
    add_sampling_options(parser, options->sampling);
    parser.footer(
        "Examples:\n"
        "  octomatch view my.ply --scale 0.001 --depth 5\n"
        "  octomatch view jelly --backend egl --frames 30 --screenshot jelly.png");
    return [options, &parser] {
        options->sampling_option = given_sampling_option(parser);
        apply(options->common);
        return view(*options);
    };
}

}  // namespace

Command view_command() {
    return {"view", "shows a scene, a model, a mesh or a recording; drag the skin to pull it", declare};
}

}  // namespace octomatch

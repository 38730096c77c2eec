// octomatch simulate: runs a scene without a window.
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/hash.h"
#include "core/input_error.h"
#include "experiments/command.h"
#include "experiments/common_options.h"
#include "experiments/frame_outputs.h"
#include "experiments/frame_statistics.h"
#include "experiments/output_place.h"
#include "experiments/progress_bar.h"
#include "experiments/scene_catalogue.h"
#include "io/recording.h"
#include "io/whole_file.h"

namespace octomatch {

namespace fs = std::filesystem;

namespace {

struct SimulateOptions {
    CommonOptions common;
    std::string scene;
    int frames = 0;  // 0: as the scene says
    std::vector<std::string> overrides;
    std::string exported;  // FORMAT:DIR
    fs::path record, images, video, snapshot, from, out;
};

struct SimulateResult {
    int frames = 0, bodies = 0, nodes_before = 0, nodes_after = 0;
    std::uint64_t state_hash = 0;
    FrameStatistics statistics;
    std::vector<std::string> events;
    int cuts_to_undo = 0;
    std::size_t undo_bytes = 0;
    std::vector<fs::path> outputs;
};

FrameOutputSettings frame_outputs(const SimulateOptions& options) {
    FrameOutputSettings settings{.images = options.images, .video = options.video};
    if (options.exported.empty()) return settings;
    const std::size_t colon = options.exported.find(':');
    settings.surface_format = options.exported.substr(0, colon);
    if (settings.surface_format != "obj" && settings.surface_format != "ply")
        throw InputError("--export writes obj:DIR or ply:DIR, not '" + options.exported + "'");
    if (colon == std::string::npos || colon + 1 == options.exported.size())
        throw InputError("--export needs a folder: " + settings.surface_format + ":DIR");
    settings.surfaces = options.exported.substr(colon + 1);
    return settings;
}

Simulation started(const SimulateOptions& options, const Scene& scene) {
    ProgressBar bar;
    if (options.from.empty()) return Simulation(scene, bar.progress());
    return Simulation(scene, read_snapshot(options.from, bar.progress()));
}

int count_nodes(const World& world) {
    int nodes = 0;
    for (const Body& body : world.bodies()) nodes += world.shape_of(body).rest->nodes();
    return nodes;
}

void note_events(int frame, const Simulation::Frame& done, std::vector<std::string>& events) {
    for (const std::string& note : done.adapted.notes) events.push_back(fmt::format("frame {}: {}", frame, note));
    if (const int crumbs = done.adapted.crumbs)
        events.push_back(fmt::format("frame {}: {} {} of {:.2g} g in all dropped", frame, crumbs,
                                     crumbs == 1 ? "crumb" : "crumbs", 1e3 * done.adapted.crumb_mass));
    for (const std::string& why : done.adapted.refused) events.push_back(fmt::format("frame {}: {}", frame, why));
    if (done.step.non_finite) events.push_back(fmt::format("frame {}: a position or velocity is not a number", frame));
    if (done.step.unconverged)
        events.push_back(fmt::format("frame {}: {} rotations did not converge", frame, done.step.unconverged));
}

SimulateResult simulate(const SimulateOptions& options) {
    const Scene scene = load_scene(options.scene, options.overrides);
    if (!options.record.empty()) require_writable_file(options.record, {});
    if (!options.snapshot.empty()) require_writable_file(options.snapshot, {});
    if (!options.out.empty()) require_writable_folder(options.out);
    FrameOutputs outputs(frame_outputs(options), scene);

    Simulation simulation = started(options, scene);
    for (const std::string& warning : simulation.warnings()) spdlog::warn("{}", warning);
    const int frames = options.frames > 0 ? options.frames : std::max(0, scene.frames - simulation.world().frame());
    SimulateResult result{.frames = frames, .nodes_before = count_nodes(simulation.world())};
    std::optional<RecordingWriter> recording;
    if (!options.record.empty())
        recording.emplace(options.record, resolved_json(scene), simulation.shapes(), simulation.world());

    {
        ProgressBar bar;
        const Progress progress = bar.progress();
        for (int k = 0; k < frames; ++k) {
            const Simulation::Frame done = simulation.advance();
            const World& world = simulation.world();
            result.statistics.add(world, done.adapted, done.step);
            note_events(world.frame(), done, result.events);
            if (recording) recording->append(done.requests, hash(world));
            outputs.add(simulation);
            if (progress) progress("simulating", (k + 1.0) / frames);
        }
    }
    result.outputs = outputs.finish();
    if (recording) {
        recording->finish();
        result.outputs.push_back(options.record);
    }
    if (!options.snapshot.empty()) {
        write_snapshot(options.snapshot, *simulation.shapes(), simulation.world());
        result.outputs.push_back(options.snapshot);
    }
    if (!options.out.empty()) {
        fs::create_directories(options.out);
        write_whole_file(options.out / "statistics.csv", result.statistics.csv());
        write_whole_file(options.out / "scene.json", resolved_json(scene) + "\n");
        result.outputs.push_back(options.out / "statistics.csv");
        result.outputs.push_back(options.out / "scene.json");
    }
    result.bodies = static_cast<int>(simulation.world().bodies().size());
    result.nodes_after = count_nodes(simulation.world());
    result.state_hash = hash(simulation.world());
    result.cuts_to_undo = simulation.world().cuts_to_undo() + simulation.world().cuts_to_redo();
    result.undo_bytes = simulation.world().undo_bytes();
    return result;
}

void print_json(const SimulateOptions& options, const SimulateResult& result) {
    const Quantiles ms = result.statistics.milliseconds();
    const StepSeconds stages = result.statistics.mean_seconds();
    const WorstFrame worst = result.statistics.worst_milliseconds();
    nlohmann::ordered_json json{{"scene", options.scene},
                                {"frames", result.frames},
                                {"bodies", result.bodies},
                                {"nodes", {{"start", result.nodes_before}, {"end", result.nodes_after}}},
                                {"state_hash", hex(result.state_hash)},
                                {"ms_per_frame", {{"median", ms.median}, {"p10", ms.p10}, {"p90", ms.p90}}},
                                {"stages_ms",
                                 {{"sum", 1e3 * stages.sum},
                                  {"match", 1e3 * stages.match},
                                  {"average", 1e3 * stages.average},
                                  {"integrate", 1e3 * stages.integrate}}},
                                {"worst_ms", {{"adapt", worst.adapt}, {"step", worst.step}, {"frame", worst.frame}}},
                                {"undo", {{"cuts", result.cuts_to_undo}, {"bytes", result.undo_bytes}}},
                                {"events", result.events}};
    json["outputs"] = nlohmann::ordered_json::array();
    for (const fs::path& file : result.outputs) json["outputs"].push_back(file.generic_string());
    fmt::print("{}\n", json.dump(2));
}

void print_text(const SimulateOptions& options, const SimulateResult& result) {
    const Quantiles ms = result.statistics.milliseconds();
    const StepSeconds stages = result.statistics.mean_seconds();
    fmt::print("{}: {} frames, {} {}, {} nodes\n", options.scene, result.frames, result.bodies,
               result.bodies == 1 ? "body" : "bodies", result.nodes_after);
    fmt::print(
        "a frame   {:.3f} ms (p10 {:.3f}, p90 {:.3f}): sums {:.3f}, match {:.3f}, average {:.3f}, integrate {:.3f}\n",
        ms.median, ms.p10, ms.p90, 1e3 * stages.sum, 1e3 * stages.match, 1e3 * stages.average, 1e3 * stages.integrate);
    const WorstFrame worst = result.statistics.worst_milliseconds();
    if (worst.adapt >= 0.01)
        fmt::print("at worst  {:.1f} ms with {:.1f} ms for cuts and levels of detail\n", worst.frame, worst.adapt);
    if (result.cuts_to_undo > 0)
        fmt::print("undo      {} {}, {:.1f} MB\n", result.cuts_to_undo, result.cuts_to_undo == 1 ? "cut" : "cuts",
                   1e-6 * result.undo_bytes);
    fmt::print("state     {}\n", hex(result.state_hash));
    for (const std::string& event : result.events) fmt::print("{}\n", event);
    for (const fs::path& file : result.outputs) fmt::print("wrote     {}\n", file.string());
}

std::function<int()> declare(CLI::App& parser) {
    const auto options = std::make_shared<SimulateOptions>();
    parser.add_option("SCENE", options->scene, "a built-in scene, or a JSON file")->required();
    add_common_options(parser, options->common);
    add_whole(parser, "--frames", 1, 1'000'000, options->frames, "frames to run (as the scene says)");
    parser.add_option("--set", options->overrides, "overrides a key of the scene: world.gravity=[0,0,0]; repeatable")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->take_all();
    parser.add_option("--video", options->video, "draws every frame; needs ffmpeg")->type_name("FILE.mp4");
    parser.add_option("--images", options->images, "draws every frame as a PNG")->type_name("DIR");
    parser.add_option("--export", options->exported, "the surfaces of every frame: obj:DIR or ply:DIR")
        ->type_name("FORMAT:DIR");
    parser.add_option("--record", options->record, "keeps what is needed to run it again")->type_name("FILE");
    parser.add_option("--snapshot", options->snapshot, "keeps the world as it is at the end")->type_name("FILE");
    parser.add_option("--from", options->from, "goes on from a snapshot of this scene")->type_name("SNAPSHOT");
    parser.add_option("--out", options->out, "writes statistics.csv and the resolved scene.json")->type_name("DIR");
    parser.footer(
        "Examples:\n"
        "  octomatch simulate hand --video hand.mp4\n"
        "  octomatch simulate jelly --frames 60 --set bodies.0.material.damping=5 --json");
    return [options] {
        apply(options->common);
        const SimulateResult result = simulate(*options);
        (options->common.json ? print_json : print_text)(*options, result);
        return 0;
    };
}

}  // namespace

Command simulate_command() {
    return {"simulate", "runs a scene without a window", declare};
}

}  // namespace octomatch

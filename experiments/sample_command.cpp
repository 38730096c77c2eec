// octomatch sample: samples a body and reports it beside what FLSM would need.
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "experiments/command.h"
#include "experiments/common_options.h"
#include "experiments/model_source.h"
#include "experiments/pictures.h"
#include "experiments/progress_bar.h"
#include "experiments/sample_export.h"
#include "experiments/sample_report.h"
#include "experiments/sampling_options.h"
#include "experiments/separation.h"
#include "experiments/settings_by_path.h"

namespace octomatch {

namespace {

struct SampleOptions {
    CommonOptions common;
    std::string source;  // MODEL|FILE
    SamplingOptions sampling;
    bool quick = false;
    std::filesystem::path picture, export_folder;  // none where empty
};

void warn_about_mesh(const MeshReport& mesh) {
    for (const std::string& repair : mesh.repairs) spdlog::warn("{}", repair);
}

void warn_about_field(const AdaptiveBody& body) {
    const double finest = body.rest->finest_cell;
    for (const WantedCell& wanted : body.settings.field)
        if (wanted.cell < finest * (1 - 1e-9)) {
            spdlog::warn("the field wants cells of {:.3g}, but the finest are {:.3g}; more --depth allows them",
                         wanted.cell, finest);
            return;
        }
}

int sample(const SampleOptions& options) {
    if (!options.picture.empty()) require_picture(options.picture);
    if (!options.export_folder.empty()) require_export(options.export_folder);

    std::string report;
    {
        ProgressBar bar;
        const Progress progress = bar.progress();
        if (progress) progress("mesh", 0);
        const CheckedMesh mesh = load_mesh(options.source, options.sampling.reading);
        warn_about_mesh(mesh.report);
        const AdaptiveBody body =
            make_body(mesh.mesh, settings_for(options.sampling, mesh.mesh), part_of(progress, 0.02, 0.4));
        warn_about_field(body);
        const SeparationStudy lattices =
            study_separation(mesh.mesh, body, options.quick ? 0 : 2, part_of(progress, 0.4, 0.95));
        const SampleReport numbers =
            make_report(options.source, metres_per(options.sampling.reading.unit), mesh, body, lattices);
        report = options.common.json ? report_json(numbers) + "\n" : report_text(numbers);
        if (progress) progress("files", 0.95);
        if (!options.picture.empty()) draw(options.picture, mesh.mesh, body);
        if (!options.export_folder.empty()) export_body(options.export_folder, body);
    }
    fmt::print("{}", report);
    return 0;
}

std::function<int()> declare(CLI::App& parser) {
    const auto options = std::make_shared<SampleOptions>();
    add_common_options(parser, options->common);
    parser.add_option("MODEL|FILE", options->source, "a built-in model, or a mesh: obj ply stl off gltf glb")
        ->required();
    add_sampling_options(parser, options->sampling);
    parser.add_option("--unit", options->sampling.reading.unit, "of the coordinates: m, dm, cm, mm, in, ft; default m")
        ->type_name("U");
    // Checked here, because a typing error should not cost the time until the mesh is there.
    parser
        .add_option_function<std::vector<std::string>>(
            "--set",
            [options](const std::vector<std::string>& changes) {
                SampleSettings any;
                for (const std::string& change : changes) set_by_path(change, any);
                options->sampling.changes = changes;
            },
            "sets what --json prints as settings; repeatable")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    parser.add_flag("--quick", options->quick, "looks at no plain lattice finer than the finest cell")
        ->disable_flag_override();
    add_path(parser, "--picture", options->picture, "draws skin, nodes, links and cells")->type_name("FILE.png");
    add_path(parser, "--export", options->export_folder, "nodes, links, cells (csv, ply) and regions (csv, json)")
        ->type_name("DIR");
    parser.footer(
        "Examples:\n"
        "  octomatch sample hand --kappa 0.5 --picture hand.png\n"
        "  octomatch sample scan.stl --unit mm --criterion budget:500 --width 10% --json");
    return [options] {
        apply(options->common);
        return sample(*options);
    };
}

}  // namespace

Command sample_command() {
    return {"sample", "samples a body and reports it beside what FLSM would need", declare};
}

}  // namespace octomatch

// octomatch compare: FLSM against the adaptive body of the same finest cell.
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <CLI/CLI.hpp>

#include <map>
#include <memory>

#include "experiments/command.h"
#include "experiments/common_options.h"
#include "experiments/comparison_report.h"
#include "experiments/model_source.h"
#include "experiments/output_place.h"
#include "experiments/progress_bar.h"
#include "experiments/sampling_options.h"

namespace octomatch {

namespace {

struct CompareOptions {
    CommonOptions common;
    std::string source;  // MODEL|FILE
    SamplingOptions sampling;
    CompareSettings how;
    std::filesystem::path out;  // none where empty
};

int compare(const CompareOptions& options) {
    if (!options.out.empty()) require_writable_folder(options.out);
    Comparison comparison;
    {
        ProgressBar bar;
        const CheckedMesh mesh = load_mesh(options.source, options.sampling.reading);
        for (const std::string& repair : mesh.report.repairs) spdlog::warn("{}", repair);
        comparison = compare_methods(options.source, mesh.mesh, settings_for(options.sampling, mesh.mesh), options.how,
                                     bar.progress());
    }
    if (options.common.json)
        fmt::print("{}\n", comparison_json(comparison));
    else
        fmt::print("{}", comparison_table(comparison));
    if (options.out.empty()) return 0;
    for (const std::filesystem::path& file : write_comparison(options.out, comparison))
        if (!options.common.json) fmt::print("wrote {}\n", file.string());
    return 0;
}

std::function<int()> declare(CLI::App& parser) {
    const auto options = std::make_shared<CompareOptions>();
    static const std::map<std::string, MaterialRule> kRules{
        {"plain", MaterialRule::plain}, {"as_printed", MaterialRule::as_printed}, {"equal", MaterialRule::equal}};
    parser.add_option("MODEL|FILE", options->source, "a built-in model, or a mesh: obj ply stl off gltf glb")
        ->required();
    add_common_options(parser, options->common);
    add_whole(parser, "--frames", 10, 100'000, options->how.frames, "of the motion; default 120")->type_name("N");
    parser
        .add_option("--material", options->how.rule, "of the adaptive body: plain, as_printed or equal; default plain")
        ->transform(CLI::CheckedTransformer(kRules))
        ->type_name("RULE");
    parser.add_flag("--all", options->how.all, "also without octree, by brute force, and finer plain lattices");
    add_path(parser, "--out", options->out, "writes plots, pictures and compare.json")->type_name("DIR");
    add_sampling_options(parser, options->sampling);
    parser.footer(
        "Examples:\n"
        "  octomatch compare hand --out hand_comparison\n"
        "  octomatch compare scan.ply --depth 3 --material equal --json");
    return [options] {
        apply(options->common);
        return compare(*options);
    };
}

}  // namespace

Command compare_command() {
    return {"compare", "FLSM against the adaptive body: nodes, time, how equal they are", declare};
}

}  // namespace octomatch

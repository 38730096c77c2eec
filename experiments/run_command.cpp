// octomatch run: experiments, their verdicts and the report page.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

#include "core/input_error.h"
#include "core/timer.h"
#include "experiments/command.h"
#include "experiments/common_options.h"
#include "experiments/output_place.h"
#include "experiments/progress_bar.h"
#include "experiments/report.h"
#include "io/spelling.h"

namespace octomatch {

namespace {

struct RunOptions {
    CommonOptions common;
    std::vector<std::string> names;
    bool all = false, quick = false;
    std::filesystem::path out = "out";
};

std::vector<Experiment> chosen(const RunOptions& options) {
    if (options.all == !options.names.empty()) throw InputError("run needs the NAMEs of experiments, or --all");
    if (options.all) return experiments();
    std::vector<std::string> known;
    for (const Experiment& e : experiments()) known.push_back(e.name);
    std::vector<Experiment> list;
    for (const std::string& name : options.names) {
        const auto at = std::find(known.begin(), known.end(), name);
        if (at == known.end()) {
            const auto near = closest_names(name, known);
            throw InputError(fmt::format(
                "there is no experiment '{}'{}", name,
                near.empty() ? "; see octomatch list" : fmt::format(", did you mean {}?", fmt::join(near, " or "))));
        }
        list.push_back(experiments()[at - known.begin()]);
    }
    return list;
}

FinishedExperiment carry_out(const Experiment& experiment, const RunOptions& options, Progress progress) {
    const std::filesystem::path folder = options.out / experiment.name;
    std::filesystem::create_directories(folder);
    const Stopwatch watch;
    FinishedExperiment finished{.experiment = experiment};
    finished.result = experiment.run({.quick = options.quick, .folder = folder, .progress = std::move(progress)});
    finished.seconds = watch.seconds();
    return finished;
}

void print(const FinishedExperiment& finished) {
    fmt::print("{}: {}\n", finished.experiment.name, finished.experiment.question);
    for (const Claim& claim : finished.result.claims)
        fmt::print("  {:<15}{} {:.4g} {}{}\n", name_of(claim.verdict), claim.what + ":", claim.here, claim.unit,
                   claim.paper ? fmt::format(" (paper {:.4g})", *claim.paper) : "");
    for (const std::string& note : finished.result.notes) fmt::print("  {}\n", note);
    fmt::print("  {:.1f} s\n\n", finished.seconds);
}

int run(const RunOptions& options) {
    const std::vector<Experiment> list = chosen(options);
    require_writable_folder(options.out);
    std::vector<FinishedExperiment> finished;
    for (std::size_t k = 0; k < list.size(); ++k) {
        {
            ProgressBar bar;
            finished.push_back(
                carry_out(list[k], options, part_of(bar.progress(), double(k) / list.size(), (k + 1.0) / list.size())));
        }
        write_experiment(options.out, finished.back());
        if (!options.common.json) print(finished.back());
    }
    write_report_page(options.out, finished, options.quick);
    if (options.common.json)
        fmt::print("{}\n", report_json(finished));
    else
        fmt::print("report: {}\n", (options.out / "index.html").string());
    return 0;
}

std::function<int()> declare(CLI::App& parser) {
    const auto options = std::make_shared<RunOptions>();
    parser.add_option("NAME", options->names, "experiments to run; octomatch list has them");
    parser.add_flag("--all", options->all, "all of them");
    parser.add_flag("--quick", options->quick, "the smallest form that still asks the question");
    parser.add_option("--out", options->out, "folder for the report, default out")->type_name("DIR");
    add_common_options(parser, options->common);
    parser.footer("Examples:\n  octomatch run momentum\n  octomatch run --all --quick --out out");
    return [options] {
        apply(options->common);
        return run(*options);
    };
}

}  // namespace

Command run_command() {
    return {"run", "runs experiments and writes the report", declare};
}

}  // namespace octomatch

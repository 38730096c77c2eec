// octomatch soak: random runs that check laws, for as long as one likes.
#include <fmt/format.h>
#include <sys/resource.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "core/input_error.h"
#include "experiments/command.h"
#include "experiments/common_options.h"
#include "experiments/edit_soak.h"
#include "experiments/progress_bar.h"

namespace octomatch {

namespace {

struct SoakOptions {
    CommonOptions common;
    std::string what;
    int seed = 1, steps = 1000;
};

std::int64_t peak_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return std::int64_t{1024} * usage.ru_maxrss;
}

void print_json(const SoakOptions& options, const SoakReport& report) {
    const nlohmann::ordered_json json{{"what", options.what},
                                      {"seed", options.seed},
                                      {"steps", report.steps},
                                      {"compared", report.edits},
                                      {"failures", report.failures},
                                      {"peak_bytes", peak_bytes()},
                                      {"state_hash", hex(report.state_hash)}};
    fmt::print("{}\n", json.dump(2));
}

void print_text(const SoakOptions& options, const SoakReport& report) {
    fmt::print("{} steps, {} edited shapes equal to their rebuild, peak {:.0f} MB, states {}\n", report.steps,
               report.edits, static_cast<double>(peak_bytes()) * 1e-6, hex(report.state_hash));
    for (const std::string& failure : report.failures) fmt::print("broken: {}\n", failure);
    if (!report.failures.empty())
        fmt::print("again: octomatch soak {} --seed {} --steps {}\n", options.what, options.seed, report.steps);
}

int run(const SoakOptions& options) {
    if (options.what != "edits") throw InputError("soak knows edits, not '" + options.what + "'");
    SoakReport report;
    {
        ProgressBar bar;
        report = soak_edits(static_cast<std::uint64_t>(options.seed), options.steps, bar.progress());
    }
    options.common.json ? print_json(options, report) : print_text(options, report);
    return report.failures.empty() ? 0 : 1;
}

std::function<int()> declare(CLI::App& parser) {
    const auto options = std::make_shared<SoakOptions>();
    parser.add_option("WHAT", options->what, "edits: random cuts, refinement, coarsening and undo, against rebuilds")
        ->required();
    add_whole(parser, "--seed", 0, 1'000'000'000, options->seed, "of the random numbers, default 1");
    add_whole(parser, "--steps", 1, 1'000'000'000, options->steps, "default 1000");
    add_common_options(parser, options->common);
    parser.footer("Examples:\n  octomatch soak edits\n  octomatch soak edits --seed 7 --steps 100000 --json");
    return [options] {
        apply(options->common);
        return run(*options);
    };
}

}  // namespace

Command soak_command() {
    return {"soak", "checks laws in long random runs", declare};
}

}  // namespace octomatch

// octomatch bench: ratios of speed within one run.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/input_error.h"
#include "core/parallel.h"
#include "experiments/bench.h"
#include "experiments/command.h"
#include "experiments/common_options.h"
#include "experiments/progress_bar.h"
#include "experiments/usage.h"

namespace octomatch {

namespace {

struct BenchOptions {
    std::vector<std::string> names;
    bool quick = false, json = false;
};

std::vector<Benchmark> chosen(const BenchOptions& options) {
    if (options.names.empty()) return benchmarks();
    std::vector<Benchmark> list;
    for (const std::string& name : options.names) {
        std::vector<std::string> known;
        const std::size_t before = list.size();
        for (const Benchmark& benchmark : benchmarks()) {
            known.push_back(benchmark.name);
            if (benchmark.name == name) list.push_back(benchmark);
        }
        if (list.size() == before) throw InputError("there is no benchmark '" + name + "'" + did_you_mean(name, known));
    }
    return list;
}

/// As Linux names it; empty where it does not.
std::string processor() {
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("model name")) return line.substr(std::min(line.size(), line.find(": ") + 2));
    return "";
}

int run(const BenchOptions& options) {
    set_thread_count(1);
    const std::vector<Benchmark> list = chosen(options);
    nlohmann::ordered_json ratios = nlohmann::ordered_json::array();
    if (!options.json) fmt::print("{:<26}{:>8}{:>8}{:>8}{:>6}  {}\n", "name", "ratio", "p10", "p90", "goal", "note");
    for (std::size_t k = 0; k < list.size(); ++k) {
        const auto& [name, goal, question, work] = list[k];
        BenchResult result;
        {
            ProgressBar bar;
            result = work(options.quick, part_of(bar.progress(), double(k) / list.size(), (k + 1.0) / list.size()));
        }
        const auto& [median, p10, p90] = result.ratio;
        ratios.push_back({{"name", name},
                          {"value", median},
                          {"p10", p10},
                          {"p90", p90},
                          {"samples", result.samples},
                          {"goal", goal},
                          {"note", question + ": " + result.note}});
        if (!options.json)
            fmt::print("{:<26}{:>8.2f}{:>8.2f}{:>8.2f}{:>6.0f}  {}\n", name, median, p10, p90, goal, result.note);
        std::fflush(stdout);
    }
    if (options.json) {
        const nlohmann::ordered_json machine{
            {"processor", processor()}, {"cores", std::thread::hardware_concurrency()}, {"threads_used", 1}};
        fmt::print("{}\n", nlohmann::ordered_json{{"machine", machine}, {"ratios", ratios}}.dump(2));
    }
    return 0;
}

std::function<int()> declare(CLI::App& parser) {
    const auto options = std::make_shared<BenchOptions>();
    parser.add_option("NAME", options->names, "benchmarks to run, all if none is named");
    parser.add_flag("--quick", options->quick, "smaller bodies");
    parser.add_flag("--json", options->json, "print one JSON document");
    std::string names;
    for (const Benchmark& benchmark : benchmarks()) names += "  " + benchmark.name + "\n";
    parser.footer("Benchmarks:\n" + names +
                  "\nExamples:\n  octomatch bench --quick\n  octomatch bench lod_touch --json");
    return [options] { return run(*options); };
}

}  // namespace

Command bench_command() {
    return {"bench", "measures ratios of speed, interleaved in one run", declare};
}

}  // namespace octomatch

// octomatch replay: runs a recording again and compares every frame.
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "experiments/command.h"
#include "experiments/common_options.h"
#include "experiments/progress_bar.h"
#include "io/recording.h"

namespace octomatch {

namespace {

struct ReplayOptions {
    CommonOptions common;
    std::filesystem::path file;
};

ReplayReport replayed(const Recording& recording) {
    ProgressBar bar;
    return replay(recording, bar.progress());
}

int run(const ReplayOptions& options) {
    const Recording recording = read_recording(options.file);
    if (!recording.damage.empty()) spdlog::warn("{}: {}", options.file.string(), recording.damage);
    const ReplayReport report = replayed(recording);
    if (options.common.json) {
        nlohmann::ordered_json json{
            {"frames", report.frames}, {"first_divergence", nullptr}, {"state_hash", hex(report.state_hash)}};
        if (report.first_divergence) json["first_divergence"] = *report.first_divergence;
        fmt::print("{}\n", json.dump(2));
    } else if (report.first_divergence) {
        fmt::print("{} frames; differs from the recording from frame {} on\n", report.frames, *report.first_divergence);
    } else {
        fmt::print("{} frames, equal to the recording to the bit; state {}\n", report.frames, hex(report.state_hash));
    }
    return report.first_divergence ? 1 : 0;
}

std::function<int()> declare(CLI::App& parser) {
    const auto options = std::make_shared<ReplayOptions>();
    parser.add_option("RECORDING", options->file, "a file written by octomatch simulate --record")->required();
    add_common_options(parser, options->common);
    parser.footer("Examples:\n  octomatch replay hand.recording\n  octomatch replay hand.recording --threads 1 --json");
    return [options] {
        apply(options->common);
        return run(*options);
    };
}

}  // namespace

Command replay_command() {
    return {"replay", "runs a recording again and compares every frame", declare};
}

}  // namespace octomatch

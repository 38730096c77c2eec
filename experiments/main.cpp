// The program octomatch: a table of commands, and one line for everything that goes wrong.
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <new>

#include "core/input_error.h"
#include "experiments/command.h"
#include "experiments/usage.h"
#include "experiments/version.h"

namespace octomatch {
namespace {

enum ExitCode { kSuccess = 0, kFailed = 1, kBadInput = 2 };

std::vector<Command> commands() {
    return {models_command(), sample_command(),   compare_command(), scenes_command(),
            schema_command(), simulate_command(), view_command(),    replay_command(),
            list_command(),   run_command(),      bench_command(),   soak_command()};
}

int run(int argc, char** argv) {
    CLI::App program("Fast Adaptive Shape Matching: simulate, cut, refine and compare.", "octomatch");
    use_help_layout(program);
    program.set_help_flag("--help,-h", "this text; also for each command");
    program.set_version_flag("--version", version_text(), "version, build and libraries");
    program.require_subcommand(0, 1);
    program.footer("Examples:\n  octomatch models\n  octomatch sample hand --picture hand.png");
    std::function<int()> chosen;
    for (const Command& command : commands()) {
        CLI::App* parser = program.add_subcommand(command.name, command.summary);
        parser->set_help_flag("--help,-h", "this text");
        parser->callback([&chosen, action = command.declare(*parser)] { chosen = action; });
    }
    try {
        program.parse(argc, argv);
    } catch (const CLI::Success& help_or_version) {
        return program.exit(help_or_version);
    } catch (const CLI::ParseError& error) {
        throw InputError(usage_error(program, error));
    }
    if (chosen) return chosen();
    std::fputs(program.help().c_str(), stdout);
    return kSuccess;
}

/// Exactly one line, whatever a library or a file put into the message.
int fail(ExitCode code, std::string message) {
    std::replace_if(
        message.begin(), message.end(), [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
    spdlog::error("{}", message);
    return code;
}

int run_and_explain(int argc, char** argv) {
    try {
        const int code = run(argc, argv);
        if (std::fflush(stdout) != 0) return fail(kFailed, "standard output can not be written");
        return code;
    } catch (const InputError& error) {
        return fail(kBadInput, error.what());
    } catch (const std::bad_alloc&) {
        return fail(kFailed, "out of memory; choose a larger base cell, less depth, or a smaller --memory-limit");
    } catch (const std::exception& error) {
        return fail(kFailed, std::string("internal: ") + error.what());
    }
}

}  // namespace
}  // namespace octomatch

int main(int argc, char** argv) {
    spdlog::set_default_logger(spdlog::stderr_color_st("octomatch"));
    spdlog::set_pattern("%^%l%$: %v");
    return octomatch::run_and_explain(argc, argv);
}

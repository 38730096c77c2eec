// octomatch schema: prints the specification of scene files.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "experiments/command.h"
#include "experiments/common_options.h"
#include "io/scene_spec.h"

namespace octomatch {

namespace {

std::function<int()> declare(CLI::App& parser) {
    const auto options = std::make_shared<CommonOptions>();
    add_common_options(parser, *options);
    parser.footer(
        "Examples:\n"
        "  octomatch schema\n"
        "  octomatch schema --json > scene_keys.json");
    return [options] {
        fmt::print("{}", options->json ? schema_json() : schema_markdown());
        return 0;
    };
}

}  // namespace

Command schema_command() {
    return {"schema", "prints every key of scene files: type, default, range, unit, meaning", declare};
}

}  // namespace octomatch

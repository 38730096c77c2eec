// octomatch list: the experiments and their questions.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "experiments/command.h"
#include "experiments/common_options.h"
#include "experiments/experiment.h"

namespace octomatch {

namespace {

void print_json() {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const Experiment& e : experiments())
        json.push_back({{"name", e.name},
                        {"paper", e.paper},
                        {"figure", e.figure},
                        {"question", e.question},
                        {"seconds_quick", e.seconds_quick}});
    fmt::print("{}\n", json.dump(2));
}

void print_list() {
    fmt::print("{:<18}{:<26}{}\n", "name", "source", "question");
    for (const Experiment& e : experiments())
        fmt::print("{:<18}{:<26}{}\n", e.name, e.paper + ", " + e.figure, e.question);
}

std::function<int()> declare(CLI::App& parser) {
    const auto options = std::make_shared<CommonOptions>();
    add_common_options(parser, *options);
    parser.footer("Examples:\n  octomatch list\n  octomatch list --json");
    return [options] {
        options->json ? print_json() : print_list();
        return 0;
    };
}

}  // namespace

Command list_command() {
    return {"list", "lists the experiments and the questions they answer", declare};
}

}  // namespace octomatch

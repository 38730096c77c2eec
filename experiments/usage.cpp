#include "experiments/usage.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cctype>
#include <memory>

#include "io/spelling.h"

namespace octomatch {

namespace {

constexpr int kTextColumn = 26;

std::string line_of(const std::string& what, const std::string& text) {
    return fmt::format("  {:<{}} {}\n", what, kTextColumn - 3, text);
}

bool is_flag(const CLI::Option* option) {
    return option->nonpositional();
}

/// CLI11 appends what a check of the value accepts, behind a colon; the text says that better.
std::string type_of(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    return type.substr(0, type.find(':'));
}

class HelpLayout : public CLI::Formatter {
public:
    std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
        std::string help = app->get_description() + "\n" + usage(*app);
        for (const CLI::Option* option : app->get_options())
            if (!is_flag(option)) help += line_of(option->get_name(true), option->get_description());
        for (const std::string& group : app->get_groups()) {
            help += "\n" + group + ":\n";
            for (const CLI::Option* option : app->get_options(is_flag))
                if (option->get_group() == group)
                    help += line_of(option->get_name(false, true) + " " + type_of(*option), option->get_description());
        }
        const auto commands = app->get_subcommands({});
        if (!commands.empty()) help += "\nCommands:\n";
        for (const CLI::App* command : commands) help += line_of(command->get_name(), command->get_description());
        return help + "\n" + app->get_footer() + "\n";
    }

private:
    static std::string usage(const CLI::App& app) {
        std::string line = "Usage: octomatch";
        if (app.get_parent()) line += " " + app.get_name();
        if (!app.get_subcommands({}).empty()) line += " COMMAND";
        for (const CLI::Option* option : app.get_options())
            if (!is_flag(option))
                line += fmt::format(fmt::runtime(option->get_required() ? " {}" : " [{}]"), option->get_name(true));
        return line + " [FLAGS]\n";
    }
};

std::vector<std::string> flag_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options(is_flag))
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

}  // namespace

void use_help_layout(CLI::App& program) {
    program.formatter(std::make_shared<HelpLayout>());
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& known) {
    const std::vector<std::string> near = closest_names(name, known);
    if (near.empty()) return "";
    std::string list = near.front();
    for (std::size_t i = 1; i < near.size(); ++i) list += (i + 1 < near.size() ? ", " : " or ") + near[i];
    return "; did you mean " + list + "?";
}

std::string usage_error(const CLI::App& program, const CLI::ParseError& error) {
    const auto chosen = program.get_subcommands();
    const CLI::App& app = chosen.empty() ? program : *chosen.front();
    const std::string help = chosen.empty() ? "octomatch --help" : "octomatch " + app.get_name() + " --help";
    // What nobody expected comes first: a misspelt flag makes its value look like the model.
    for (const std::string& word : program.remaining(true)) {
        if (word.starts_with("-")) {
            const std::string flag = word.substr(0, word.find('='));
            const std::string hint = did_you_mean(flag, flag_names(app));
            return "unknown flag " + flag + (hint.empty() ? "; see " + help : hint);
        }
    }
    for (const std::string& word : program.remaining(true)) {
        if (!chosen.empty()) return "unexpected argument '" + word + "'; see " + help;
        const std::string hint = did_you_mean(word, command_names(program));
        return "unknown command '" + word + "'" + (hint.empty() ? "; see " + help : hint);
    }
    std::string text = error.what();
    // CLI11's sentences begin with a capital or with the name of a flag.
    if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])))
        text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

}  // namespace octomatch

// How the command line talks: the layout of --help, and what is said about a command line that can not be parsed.
#pragma once
#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace octomatch {

/// Help of at most a screen: usage, arguments, flags by group, commands, examples. Holds for all commands added later.
void use_help_layout(CLI::App& program);

/// One line about a command line that `program` did not understand, with the nearest known names.
std::string usage_error(const CLI::App& program, const CLI::ParseError& error);

/// "; did you mean a, b or c?", or nothing if no known name is near.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& known);

}  // namespace octomatch

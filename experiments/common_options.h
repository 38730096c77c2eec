// Flags that mean the same in every command, and numbers and names as users write them.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace octomatch {

struct CommonOptions {
    bool json = false;
    int threads = 0;  // 0: all cores
};

// What is parsed into must live until parsing is over.

/// --json, --threads.
void add_common_options(CLI::App& parser, CommonOptions& options);

/// A finite number; everything else, "nan" and "" included, is an error that names the flag.
CLI::Option* add_number(CLI::App& parser, const std::string& flag, double& number, const std::string& text);

/// A number in (0, largest].
CLI::Option* add_positive(CLI::App& parser, const std::string& flag, double largest, double& number,
                          const std::string& text);

/// A whole number in [smallest, largest].
CLI::Option* add_whole(CLI::App& parser, const std::string& flag, int smallest, int largest, int& number,
                       const std::string& text);

/// A path that is not empty.
CLI::Option* add_path(CLI::App& parser, const std::string& flag, std::filesystem::path& path, const std::string& text);

/// The whole of `text` as a finite number. Throws InputError: "`what` must be a number, not ...".
double finite_number(const std::string& what, const std::string& text);

/// Makes the flags that hold for the whole process take effect.
void apply(const CommonOptions& options);

}  // namespace octomatch

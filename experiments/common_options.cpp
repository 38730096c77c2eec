#include "experiments/common_options.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>

#include "core/input_error.h"
#include "core/parallel.h"

namespace octomatch {

namespace {
constexpr int kMostThreads = 1024;
}

void add_common_options(CLI::App& parser, CommonOptions& options) {
    parser.add_flag("--json", options.json, "one JSON document on standard output, nothing else there")
        ->disable_flag_override();
    add_whole(parser, "--threads", 0, kMostThreads, options.threads, "threads to use; default 0 = all cores")
        ->type_name("N");
}

void apply(const CommonOptions& options) {
    set_thread_count(options.threads);
}

CLI::Option* add_number(CLI::App& parser, const std::string& flag, double& number, const std::string& text) {
    const auto read = [flag, &number](const std::string& given) { number = finite_number(flag, given); };
    return parser.add_option_function<std::string>(flag, read, text);
}

CLI::Option* add_positive(CLI::App& parser, const std::string& flag, double largest, double& number,
                          const std::string& text) {
    const auto read = [flag, largest, &number](const std::string& given) {
        number = finite_number(flag, given);
        if (number <= 0) throw InputError(fmt::format("{} must be positive, not {}", flag, given));
        if (number > largest) throw InputError(fmt::format("{} must be at most {}, not {}", flag, largest, given));
    };
    return parser.add_option_function<std::string>(flag, read, text);
}

CLI::Option* add_whole(CLI::App& parser, const std::string& flag, int smallest, int largest, int& number,
                       const std::string& text) {
    const auto read = [flag, smallest, largest, &number](const std::string& given) {
        const double value = finite_number(flag, given);
        if (value != std::floor(value) || value < smallest || value > largest)
            throw InputError(
                fmt::format("{} must be a whole number from {} to {}, not {}", flag, smallest, largest, given));
        number = static_cast<int>(value);
    };
    return parser.add_option_function<std::string>(flag, read, text);
}

CLI::Option* add_path(CLI::App& parser, const std::string& flag, std::filesystem::path& path, const std::string& text) {
    const auto read = [flag, &path](const std::string& given) {
        if (given.empty()) throw InputError(flag + " must be a path, not nothing");
        path = given;
        if (!path.has_filename()) path = path.parent_path();  // a trailing slash
    };
    return parser.add_option_function<std::string>(flag, read, text);
}

double finite_number(const std::string& what, const std::string& text) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end || !std::isfinite(number))
        throw InputError(fmt::format("{} must be a finite number, not '{}'", what, text));
    return number;
}

}  // namespace octomatch

// Runs the built program as a process, as a user does.
#pragma once
#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/io/temporary_folder.h"

namespace octomatch::test {

struct Outcome {
    int exit_code = -1;  // -1: ended by a signal
    std::string out, err;

    nlohmann::json json() const { return nlohmann::json::parse(out); }
};

inline std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline Outcome run_octomatch(std::vector<std::string> arguments) {
    const TemporaryFolder folder;
    const std::string out = folder.path() / "out", err = folder.path() / "err";
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    arguments.insert(arguments.begin(), OCTOMATCH_PROGRAM);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    pid_t process = 0;
    int status = 0;
    if (posix_spawn(&process, OCTOMATCH_PROGRAM, &files, nullptr, argv.data(), environ) != 0) return {};
    waitpid(process, &status, 0);
    posix_spawn_file_actions_destroy(&files);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
}

/// The contract for bad input: exit code 2, exactly one line "error: ...", nothing on standard output.
inline testing::AssertionResult is_refused(const Outcome& outcome) {
    const std::string& err = outcome.err;
    if (outcome.exit_code == 2 && outcome.out.empty() && err.starts_with("error: ") && err.size() > 8 &&
        std::count(err.begin(), err.end(), '\n') == 1 && err.back() == '\n')
        return testing::AssertionSuccess();
    return testing::AssertionFailure() << "exit code " << outcome.exit_code << "\nout: " << outcome.out
                                       << "\nerr: " << err;
}

inline testing::AssertionResult succeeds(const Outcome& outcome) {
    if (outcome.exit_code == 0) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "exit code " << outcome.exit_code << "\nerr: " << outcome.err;
}

inline testing::AssertionResult mentions(const std::string& text, const std::string& part) {
    if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "no \"" << part << "\" in: " << text;
}

inline int files_in(const std::filesystem::path& folder) {
    return static_cast<int>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

}  // namespace octomatch::test

// Runs the built program as a process, as a user does.
#pragma once
#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
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

/// A nameless file that collects what a process prints.
class Collected {
public:
    int descriptor() const { return fileno(file_.get()); }
    std::string text() const {
        std::rewind(file_.get());
        std::string text;
        for (int c; (c = std::fgetc(file_.get())) != EOF;) text += static_cast<char>(c);
        return text;
    }

private:
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{std::tmpfile(), std::fclose};
};

inline Outcome run_octomatch(std::vector<std::string> arguments) {
    const Collected out, err;
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out.descriptor(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, err.descriptor(), STDERR_FILENO);
    arguments.insert(arguments.begin(), OCTOMATCH_PROGRAM);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    pid_t process = 0;
    int status = 0;
    const bool started = posix_spawn(&process, OCTOMATCH_PROGRAM, &files, nullptr, argv.data(), environ) == 0;
    posix_spawn_file_actions_destroy(&files);
    if (!started) return {};
    waitpid(process, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, out.text(), err.text()};
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

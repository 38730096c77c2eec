// A command of the program. Each lives in a file of its own; main.cpp lists them.
#pragma once
#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace octomatch {

struct Command {
    std::string name;
    std::string summary;  // its line in the list of commands

    /// Adds flags and examples to the command's parser, and returns what runs after parsing; that returns the exit
    /// code.
    std::function<int()> (*declare)(CLI::App& parser);
};

Command models_command();
Command sample_command();
Command compare_command();
Command scenes_command();
Command schema_command();
Command simulate_command();
Command replay_command();
Command view_command();
Command list_command();
Command run_command();
Command bench_command();
Command soak_command();

}  // namespace octomatch

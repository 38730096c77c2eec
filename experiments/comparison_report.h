// What `octomatch compare` says: as JSON for scripts, as a table for people, as plots and pictures.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/comparison.h"

namespace octomatch {

std::string comparison_json(const Comparison& comparison);
std::string comparison_table(const Comparison& comparison);

/// compare.json, growth.svg and, where pictures can be drawn, flsm.png and adaptive.png. Returns the files.
std::vector<std::filesystem::path> write_comparison(const std::filesystem::path& folder, const Comparison& comparison);

}  // namespace octomatch

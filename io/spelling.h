// "did you mean": the known names nearest to a misspelt one.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace octomatch {

/// At most three of `known`, nearest first, within an edit distance a typing error explains.
std::vector<std::string> closest_names(std::string_view name, const std::vector<std::string>& known);

}  // namespace octomatch

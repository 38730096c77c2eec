// Field files: where a user wants cells of which size. JSON, a list of
//   {"box": [[x, y, z], [x, y, z]], "cell": size}
//   {"sphere": {"centre": [x, y, z], "radius": r}, "cell": size}
//   {"painted": {"points": [[x, y, z], ...], "radius": r}, "cell": size}
// in the unit of the mesh.
#pragma once
#include <filesystem>
#include <vector>

#include "octree/criteria.h"

namespace octomatch {

/// Throws InputError, one line with the file, the entry (counted from 1) and the reason; misspelt keys get a
/// suggestion.
std::vector<WantedCell> read_field(const std::filesystem::path& file);

}  // namespace octomatch

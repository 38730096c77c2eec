// The sampling settings by name: as the "settings" of every JSON report, and as `--set path.to.key=value`.
#pragma once
#include <string>

#include "octree/sample_settings.h"

namespace octomatch {

/// One JSON object; what is printed under a key can be set by its path.
std::string settings_json(const SampleSettings& settings);

/// "regions.epsilon=0.3". Throws InputError for unknown paths, with the nearest ones, and for values of a wrong type.
void set_by_path(const std::string& assignment, SampleSettings& settings);

}  // namespace octomatch

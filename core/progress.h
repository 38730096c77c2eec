// Progress of long work. The worker calls it with a name and a fraction; who shows it, and whether, is the caller's
// business.
#pragma once
#include <functional>
#include <string_view>

namespace octomatch {

/// stage: what is being done; fraction: how much of the whole is done, 0 to 1.
using Progress = std::function<void(std::string_view stage, double fraction)>;

}  // namespace octomatch

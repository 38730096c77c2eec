// What `octomatch --version` prints.
#pragma once
#include <string>

namespace octomatch {

/// Version, build type, compiler, instruction set and the versions of the libraries, a line each.
std::string version_text();

}  // namespace octomatch

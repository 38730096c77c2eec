// The surfaces of a frame as mesh files.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "viewer/world_frame.h"

namespace octomatch {

/// FOLDER/PREFIX_body_N.FORMAT for every body, as it stands in the world; FORMAT is obj or ply. Throws InputError where
/// one can not be written.
std::vector<std::filesystem::path> write_surfaces(const WorldFrame& frame, const std::filesystem::path& folder,
                                                  const std::string& prefix, const std::string& format);

/// The first of FOLDER/octomatch_0001.EXTENSION, octomatch_0002 ... that is free.
std::filesystem::path free_name(const std::filesystem::path& folder, const std::string& extension);

}  // namespace octomatch

// A sampled body as files for anybody's plotting: nodes, links and cells as CSV and PLY, regions as CSV and JSON.
#pragma once
#include <filesystem>

#include "octree/adaptive_body.h"

namespace octomatch {

/// Throws InputError if no folder can be made there, or if there is one with files of somebody else.
void require_export(const std::filesystem::path& folder);

/// The folder appears whole or not at all; an earlier export is replaced. Lengths are in the unit of the mesh.
void export_body(const std::filesystem::path& folder, const AdaptiveBody& body);

}  // namespace octomatch

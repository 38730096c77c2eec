// Pictures of meshes and sampled bodies. A program built without the viewer refuses them.
#pragma once
#include <filesystem>

#include "octree/adaptive_body.h"

namespace octomatch {

/// Throws InputError if there can be no picture there: no viewer, no .png, no writable folder.
void require_picture(const std::filesystem::path& file);

void draw(const std::filesystem::path& file, const TriangleMesh& mesh);

/// The skin beside nodes, links and cells.
void draw(const std::filesystem::path& file, const TriangleMesh& mesh, const AdaptiveBody& body);

}  // namespace octomatch

// Pictures of meshes and sampled bodies. A program built without the viewer refuses them.
#pragma once
#include <filesystem>

#include "core/world.h"
#include "octree/shape_library.h"

namespace octomatch {

/// Throws InputError if there can be no picture there: no viewer, no .png, no writable folder.
void require_picture(const std::filesystem::path& file);

void draw(const std::filesystem::path& file, const TriangleMesh& mesh);

/// The skin beside nodes, links and cells.
void draw(const std::filesystem::path& file, const TriangleMesh& mesh, const AdaptiveBody& body);

/// The skins of a world, seen as a viewer would first see them.
void draw(const std::filesystem::path& file, const World& world, const ShapeLibrary& shapes);

}  // namespace octomatch

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

/// How a picture of a world is taken.
struct Shot {
    int width = 960, height = 480;   // pixels
    Vec3d seat = {0.50, 0.36, 1.0};  // of the eye: so much to the right, above and in front
};

/// From the front, hardly from above or aside: for bodies in rows.
inline Shot frontal(int width, int height) {
    return {width, height, {0.12, 0.16, 1.0}};
}

/// The skins of a world, as near as shows them all.
void draw(const std::filesystem::path& file, const World& world, const ShapeLibrary& shapes, const Shot& shot = {});

}  // namespace octomatch

// Headless pictures of a sampled body: the skin beside its nodes, links and cells.
#pragma once
#include <filesystem>
#include <utility>
#include <vector>

#include "core/triangle_mesh.h"

namespace octomatch {

/// Everything the picture shows, as plain arrays in world coordinates.
struct SamplePicture {
    const TriangleMesh& skin;
    std::vector<Vec3d> nodes;
    std::vector<double> node_cell;           // edge of each node's cell; the sphere's size follows it
    std::vector<int> node_level;             // 0 = base cell; the colour follows it
    std::vector<std::pair<int, int>> links;  // each once
    std::vector<Box3> cells;                 // leaf cells
    std::vector<int> cell_level;
};

/// Three panels side by side: skin; nodes and links inside a translucent skin; cells as wire frames.
/// Throws InputError where there is no EGL, saying what to install. PNG, written whole or not at all.
void write_picture(const std::filesystem::path& file, const SamplePicture& body);

/// One panel: the skin alone. For galleries.
void write_picture(const std::filesystem::path& file, const TriangleMesh& skin);

}  // namespace octomatch

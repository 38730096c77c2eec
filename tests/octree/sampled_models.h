// Meshes for the tests of the compiler: built-in models, shared meshes, and what is sampled from them.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "io/mesh_file.h"
#include "io/models.h"
#include "octree/adaptive_body.h"

namespace octomatch::test {

inline TriangleMesh model_mesh(const std::string& name) {
    return find_model(name)->make();
}

/// Nothing where the folder of shared meshes is not beside the project.
inline std::optional<TriangleMesh> shared_mesh(const std::string& name) {
    const std::filesystem::path file = std::filesystem::path(OCTOMATCH_SHARED_MESHES) / (name + ".obj");
    if (!std::filesystem::exists(file)) return std::nullopt;
    return canonical(read_mesh(file));
}

/// The material of a mesh below base cells of a quarter of its longest extent or so, as by default.
inline MaterialGraph material_of(const TriangleMesh& mesh, int depth, const Vec3d& shift = Vec3d::Zero()) {
    const SampleSettings settings = resolved({.depth = depth, .shift = shift}, mesh);
    return make_material(mesh, lattice_over(bounding_box(mesh), settings.base_cell, depth, shift),
                         settings.memory_limit);
}

inline AdaptiveBody body_of(const TriangleMesh& mesh, int depth, SampleSettings settings = {}) {
    settings.depth = depth;
    return make_body(mesh, settings);
}

}  // namespace octomatch::test

// The steps behind read_mesh(). Inside io only. All of them throw InputError with the reason alone; read_mesh()
// puts the path in front of it.
#pragma once
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "core/ragged.h"
#include "core/triangle_mesh.h"

namespace octomatch {

/// What a mesh file holds: positions and polygons of three or more corners, every index in range.
struct PolygonMesh {
    std::vector<Vec3d> vertices;
    Ragged<int> polygons;

    /// Throws InputError for a corner that is no vertex or for too many corners; drops points and lines.
    void add_polygon(std::span<const int> corners);
};

PolygonMesh read_obj(const std::filesystem::path& file);

/// PLY, STL, OFF, glTF and GLB by assimp, after the checks below.
PolygonMesh read_by_assimp(const std::filesystem::path& file, const std::string& extension);

/// What a file promises, so that a short file is told from a small one.
struct MeshCounts {
    std::optional<std::size_t> vertices, faces;
};

/// Assimp trusts sizes and indices: a forged header makes it ask for all memory, or read beyond a buffer.
/// Each of these reads as much of a file as is needed to exclude that, and says what is in it.
MeshCounts check_ply(const std::filesystem::path& file);
MeshCounts check_stl(const std::filesystem::path& file);
MeshCounts check_off(const std::filesystem::path& file);

/// The geometry of a glTF or GLB file as one GLB in memory: every offset and index checked, everything that is not
/// geometry (materials, images, skins, animations) left out.
std::string checked_glb(const std::filesystem::path& file);

/// The bytes of a file.
std::string read_bytes(const std::filesystem::path& file);

/// Largest distance of a coordinate from zero: its cube and sums of those stay far from overflow.
inline constexpr double kLargestCoordinate = 1e15;

}  // namespace octomatch

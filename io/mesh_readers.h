// The steps behind read_mesh(). Inside io only. All of them throw InputError with the reason alone; read_mesh()
// puts the path in front of it.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/ragged.h"
#include "core/vec.h"

namespace octomatch {

/// What a mesh file holds, as it is written there: read_mesh() checks the numbers and cuts the polygons.
struct PolygonMesh {
    std::vector<Vec3d> vertices;
    Ragged<int> polygons;  // corners, counted from 0
};

PolygonMesh read_obj(const std::filesystem::path& file);
PolygonMesh read_ply(const std::filesystem::path& file);
PolygonMesh read_off(const std::filesystem::path& file);

/// STL, glTF and GLB by assimp, after the checks below.
PolygonMesh read_by_assimp(const std::filesystem::path& file, const std::string& extension);

// Assimp trusts sizes and indices: a forged header makes it ask for all memory, and it passes over triangles that it
// can not read. These read as much of a file as is needed to exclude that.

/// The number of triangles that a binary or text STL holds, complete.
std::size_t check_stl(const std::filesystem::path& file);

/// The geometry of a glTF or GLB file as one GLB in memory: every offset and index checked, everything that is not
/// geometry (materials, images, skins, animations) left out.
std::string checked_glb(const std::filesystem::path& file);

/// The bytes of a file of at most 2 GiB, so that counts of anything in it fit an int.
std::string read_bytes(const std::filesystem::path& file);

/// Largest distance of a coordinate from zero: its cube and sums of those stay far from overflow.
inline constexpr double kLargestCoordinate = 1e15;
/// Of the box of a mesh: products of lengths stay far from underflow.
inline constexpr double kSmallestDiagonal = 1e-15;

}  // namespace octomatch

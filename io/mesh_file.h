// Mesh files in: OBJ through tinyobjloader; PLY and OFF; STL and glTF through assimp, in floats. Polygons become
// triangles.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/triangle_mesh.h"

namespace octomatch {

struct MeshReadSettings {
    double scale = 1;  // coordinates are multiplied by this
    std::string unit =
        "m";  // of the file's coordinates after scaling: m, dm, cm, mm, in, ft; for the printed size only
};

/// Metres per `unit`. Throws InputError for an unknown one, with the known ones listed.
double metres_per(const std::string& unit);

/// Every triangle of the file. Throws InputError (path and reason in one line) for files that are missing, empty,
/// truncated, of an unknown format, or hold coordinates that are not finite or indices out of range.
TriangleMesh read_mesh(const std::filesystem::path& file, const MeshReadSettings& settings = {});

/// Extensions read, lower case, without the dot.
const std::vector<std::string>& mesh_extensions();

/// Written to a temporary name beside it and renamed. Format by extension: obj or ply.
void write_mesh(const std::filesystem::path& file, const TriangleMesh& mesh);

}  // namespace octomatch

// What is wrong with a mesh, in words a user understands, and the mesh without what is certainly useless.
#pragma once
#include <string>
#include <vector>

#include "core/triangle_mesh.h"

namespace octomatch {

struct MeshReport {
    int vertices = 0;  // of the cleaned mesh
    int triangles = 0;
    bool closed = false;               // every edge is used equally often in both directions
    int components = 0;                // shells, connected through shared vertices
    std::vector<std::string> repairs;  // one line each: what was found, how many, what was done about it
};

struct CheckedMesh {
    TriangleMesh
        mesh;  // canonical (core/triangle_mesh.h), duplicate and degenerate triangles removed, flipped if inside out
    MeshReport report;
};

/// Throws InputError for what can not be a solid: empty, flat, one triangle, all points equal, not finite, no enclosed
/// volume.
CheckedMesh check_mesh(const TriangleMesh& mesh);

}  // namespace octomatch

// A triangle soup: what every model and mesh file becomes first.
#pragma once
#include <array>
#include <vector>

#include "core/vec.h"

namespace octomatch {

struct TriangleMesh {
    std::vector<Vec3d> vertices;                // in the unit of the file
    std::vector<std::array<int, 3>> triangles;  // counter-clockwise from outside

    std::array<Vec3d, 3> corners(int triangle) const {
        const auto& [a, b, c] = triangles[triangle];
        return {vertices[a], vertices[b], vertices[c]};
    }
};

Box3 bounding_box(const TriangleMesh& mesh);

/// Volume enclosed, by the divergence theorem: sum of a.(b x c)/6, taken about the box's centre. Negative where inside
/// out.
double signed_volume(const TriangleMesh& mesh);

/// Is every edge used equally often in both directions? Then winding numbers are integers away from the surface.
/// Vertices at equal positions count as one only in a canonical mesh.
bool is_closed(const TriangleMesh& mesh);

/// The same surface in an order that depends on the geometry only: equal positions merged, vertices sorted
/// by coordinates, unused ones dropped, each triangle in its smallest rotation, triangles sorted.
/// Whatever is compiled from it is then independent of how the file was written.
TriangleMesh canonical(const TriangleMesh& mesh);

}  // namespace octomatch

// A closed triangle mesh of a signed distance function, by Manifold's marching tetrahedra.
#pragma once
#include <functional>

#include "core/triangle_mesh.h"

namespace octomatch {

/// distance < 0 inside. The surface must lie inside `box`. `edge` is the length of the mesh's edges.
TriangleMesh mesh_of_distance(const std::function<double(const Vec3d&)>& distance, const Box3& box, double edge);

}  // namespace octomatch

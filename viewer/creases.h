// A surface as it is drawn: smooth, but with edges where it has edges.
#pragma once
#include <array>
#include <vector>

#include "core/vec.h"

namespace octomatch {

/// Vertices are doubled along sharp edges, so that each copy gets the normal of its own side.
struct CreasedSurface {
    std::vector<int> vertex_of;                 // which vertex a drawn vertex is a copy of
    std::vector<std::array<int, 3>> triangles;  // of drawn vertices
};

/// Edges whose triangles' normals differ by more than `degrees` are sharp.
CreasedSurface crease(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles,
                      double degrees = 50);

}  // namespace octomatch

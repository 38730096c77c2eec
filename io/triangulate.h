// Polygons to triangles, by cutting ears ([Mei75] Meisters 1975, Polygons have ears).
#pragma once
#include <array>
#include <span>
#include <vector>

#include "core/vec.h"

namespace octomatch {

/// Appends the triangles of one polygon of at least three corners (indices into `vertices`) to `triangles`,
/// oriented as it is. Concave polygons are cut inside; self-crossing ones somehow.
void triangulate(const std::vector<Vec3d>& vertices, std::span<const int> polygon,
                 std::vector<std::array<int, 3>>& triangles);

}  // namespace octomatch

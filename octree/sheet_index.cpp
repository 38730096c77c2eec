#include "octree/sheet_index.h"

#include <algorithm>

namespace octomatch {

void SheetIndex::add(const TriangleMesh& sheet) {
    for (const SheetTriangle& triangle : on_grid(lattice_, sheet)) {
        const auto number = static_cast<std::int32_t>(triangles_.size());
        triangles_.push_back(triangle);
        for_each_cell_near(lattice_, triangle, 1,
                           [&](const Vec3i& cell) { triangles_in_[morton(cell)].push_back(number); });
    }
}

bool SheetIndex::has_same_triangles(Morton cell, const SheetIndex& other) const {
    const auto here = triangles_in_.find(cell), there = other.triangles_in_.find(cell);
    if (here == triangles_in_.end() || there == other.triangles_in_.end()) return false;
    return std::ranges::equal(here->second, there->second, [&](std::int32_t t, std::int32_t u) {
        const SheetTriangle &mine = triangles_[t], &its = other.triangles_[u];
        return mine.a == its.a && mine.b == its.b && mine.c == its.c;
    });
}

std::vector<Morton> SheetIndex::cells_unlike(const SheetIndex& other) const {
    std::vector<Morton> cells;
    for (const auto& [cell, triangles] : triangles_in_)
        if (!has_same_triangles(cell, other)) cells.push_back(cell);
    for (const auto& [cell, triangles] : other.triangles_in_)
        if (!triangles_in_.contains(cell)) cells.push_back(cell);
    std::ranges::sort(cells);
    return cells;
}

bool SheetIndex::separates(const GridPoint& p, const GridPoint& q) const {
    const auto cell_of = [&](const GridPoint& at) { return (at / (kVoxels * kVoxelUnits)).cast<int>(); };
    const Vec3i low = cell_of(p.cwiseMin(q)).cwiseMax(0);
    const Vec3i high = cell_of(p.cwiseMax(q)).cwiseMin(lattice_.finest_size() - Vec3i::Ones());
    for (int z = low.z(); z <= high.z(); ++z)
        for (int y = low.y(); y <= high.y(); ++y)
            for (int x = low.x(); x <= high.x(); ++x) {
                const auto at = triangles_in_.find(morton({x, y, z}));
                if (at == triangles_in_.end()) continue;
                for (std::int32_t t : at->second)
                    if (triangles_[t].crosses(p, q)) return true;
            }
    return false;
}

}  // namespace octomatch

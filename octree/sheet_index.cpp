#include "octree/sheet_index.h"

namespace octomatch {

void SheetIndex::add(const TriangleMesh& sheet) {
    for (const SheetTriangle& triangle : on_grid(lattice_, sheet)) {
        const auto number = static_cast<std::int32_t>(triangles_.size());
        triangles_.push_back(triangle);
        for_each_cell_near(lattice_, triangle, 1,
                           [&](const Vec3i& cell) { triangles_in_[morton(cell)].push_back(number); });
    }
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

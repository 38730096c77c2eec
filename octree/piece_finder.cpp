#include "octree/piece_finder.h"

namespace octomatch {

namespace {

constexpr double kFarthest = 1e9;  // finest cells: from farther away all material is equally near

}  // namespace

struct PieceFinder::Nearest {
    double distance = std::numeric_limits<double>::infinity();
    PieceId piece;
    Vec3d point = Vec3d::Zero();
    const SheetIndex* sheets = nullptr;  // that part the material around the point

    bool offer(const Vec3d& from, const Vec3d& low, double edge) const {
        return (from.cwiseMax(low).cwiseMin(low + Vec3d::Constant(edge)) - from).norm() < distance;
    }
};

void PieceFinder::look_into(int cell, const Vec3d& point, Nearest& nearest) const {
    const Vec3d corner = coordinates(material_.cells[cell]).cast<double>();
    if (!nearest.offer(point, corner, 1)) return;
    for (int p = material_.first_piece[cell]; p < material_.first_piece[cell + 1]; ++p)
        for (VoxelMask bits = material_.voxels[p]; bits; bits &= bits - 1) {
            const Vec3d low = corner + voxel::position(std::countr_zero(bits)).cast<double>() / kVoxels;
            if (!nearest.offer(point, low, 1.0 / kVoxels)) continue;
            if (nearest.sheets) {
                const Vec3i v = kVoxels * coordinates(material_.cells[cell]) + voxel::position(std::countr_zero(bits));
                if (nearest.sheets->separates(on_grid(point), voxel_centre_on_grid(v))) continue;
            }
            const Vec3d at = point.cwiseMax(low).cwiseMin(low + Vec3d::Constant(1.0 / kVoxels));
            nearest.distance = (at - point).norm();
            nearest.piece = {p};
            nearest.point = at;
        }
}

void PieceFinder::look_around(const Vec3d& point, Nearest& nearest) const {
    const Vec3d size = material_.lattice.finest_size().cast<double>();
    if ((point.array() < 0).any() || (point.array() >= size.array()).any()) return;
    const Vec3i own = point.cast<int>();
    const auto look_at = [&](const Vec3i& at) {
        const int cell = material_.lattice.contains(at) ? cells_.find(morton(at)) : -1;
        if (cell >= 0) look_into(cell, point, nearest);
    };
    look_at(own);
    if (nearest.distance > 0)
        for (int d = 0; d < 27; ++d) look_at(own + Vec3i(d % 3 - 1, d / 3 % 3 - 1, d / 9 - 1));
}

bool PieceFinder::is_beside_sheet(const Vec3i& cell) const {
    if (!sheets_) return false;
    for (int d = 0; d < 27; ++d)
        if (sheets_->meets(cell + Vec3i(d % 3 - 1, d / 3 % 3 - 1, d / 9 - 1))) return true;
    return false;
}

MaterialPlace PieceFinder::nearest(Vec3d point) const {
    if (point.hasNaN()) point.setZero();
    point = point.cwiseMax(-kFarthest).cwiseMin(kFarthest);
    Nearest nearest;
    const bool is_beside = is_beside_sheet(point.array().floor().cast<int>());
    if (is_beside) {
        nearest.sheets = sheets_;
        look_around(point, nearest);
        nearest.sheets = nullptr;
    }
    // Between sheets closer than a voxel there may be no voxel: the nearest has to do.
    const bool across = is_beside && !nearest.piece.valid();
    if (!nearest.piece.valid()) look_around(point, nearest);
    // Cells beyond the neighbours are more than one cell away.
    if (nearest.distance > 1)
        for (int cell = 0; cell < static_cast<int>(material_.cells.size()); ++cell) look_into(cell, point, nearest);
    return {nearest.piece, nearest.distance <= 1.0 / kVoxels ? point : nearest.point, nearest.distance, across};
}

}  // namespace octomatch

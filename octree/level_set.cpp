#include "octree/level_set.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "core/parallel.h"
#include "octree/surface_band.h"
#include "octree/voxel_mask.h"

namespace octomatch {

namespace {

// No surface passes between two face neighbours whose distances add up to more than this, in voxels.
constexpr float kSafeSum = 1.001f;

class InsideTest {
public:
    InsideTest(const TriangleBvh& bvh, bool closed, const Lattice& lattice)
        : bvh_(bvh), lattice_(lattice), closed_(closed) {}

    /// Winding numbers are constant where no surface passes. Without that they must be asked voxel by voxel.
    bool closed() const { return closed_; }
    double winding(const Vec3i& cell, const Vec3d& in_cell) const {
        const double accuracy = closed_ ? 2.0 : 3.5;  // integers need little
        return std::abs(bvh_.winding_number(lattice_.world(cell.cast<double>() + in_cell), accuracy));
    }
    bool voxel_inside(const Vec3i& cell, int bit) const { return winding(cell, voxel::centre(bit)) > 0.5; }

private:
    const TriangleBvh& bvh_;
    const Lattice& lattice_;
    bool closed_;
};

// Voxels that no surface separates are asked together: two groups per cell, mostly.
void sign_by_groups(const InsideTest& test, const Vec3i& cell, VoxelDistances& d) {
    std::array<signed char, 64> group;
    group.fill(-1);
    std::array<int, 64> stack;
    for (int seed = 0; seed < 64; ++seed) {
        if (group[seed] >= 0) continue;
        int top = 0, deepest = seed;
        stack[top++] = seed;
        group[seed] = static_cast<signed char>(seed);
        while (top > 0) {
            const int bit = stack[--top];
            if (d[bit] > d[deepest]) deepest = bit;
            const Vec3i p = voxel::position(bit);
            for (int axis = 0; axis < 3; ++axis)
                for (int side : {-1, 1}) {
                    if (p[axis] + side < 0 || p[axis] + side >= kVoxels) continue;
                    const int next = bit + side * voxel::kStride[axis];
                    if (group[next] >= 0 || d[bit] + d[next] < kSafeSum) continue;
                    group[next] = static_cast<signed char>(seed);
                    stack[top++] = next;
                }
        }
        if (!test.voxel_inside(cell, deepest)) continue;
        for (int bit = seed; bit < 64; ++bit)
            if (group[bit] == seed) d[bit] = -d[bit];
    }
}

void sign_distances(const InsideTest& test, const Vec3i& cell, VoxelDistances& d) {
    if (test.closed()) return sign_by_groups(test, cell, d);
    for (int bit = 0; bit < 64; ++bit)
        if (test.voxel_inside(cell, bit)) d[bit] = -d[bit];
}

/// How much of a cell that no surface touches is inside. A part only near the holes of an open mesh.
enum class Filling { none, part, whole };

Filling filling(const InsideTest& test, const Vec3i& cell) {
    const double w = test.winding(cell, Vec3d::Constant(0.5));
    if (test.closed() || w < 0.1 || w > 0.9) return w > 0.5 ? Filling::whole : Filling::none;
    int inside = w > 0.5;
    for (int corner : {0, 3, 12, 15, 48, 51, 60, 63}) inside += test.voxel_inside(cell, corner);
    return inside == 0 ? Filling::none : inside == 9 ? Filling::whole : Filling::part;
}

struct FilledCell {
    Morton cell;
    bool whole;
    bool operator<(const FilledCell& other) const { return cell < other.cell; }
};

// Cells that no surface touches, reached from the inside voxels of the band through faces. An open mesh leaks through
// its holes: there every cell is tested.
std::vector<FilledCell> fill_inside(const InsideTest& test, const Lattice& lattice, const SurfaceBand& band) {
    std::unordered_set<Morton> seen(band.cells.begin(), band.cells.end());
    std::vector<FilledCell> filled;
    const auto visit = [&](const Vec3i& cell, bool surely_inside) {
        if (!lattice.contains(cell) || !seen.insert(morton(cell)).second) return;
        const Filling part = surely_inside && test.closed() ? Filling::whole : filling(test, cell);
        if (part != Filling::none) filled.push_back({morton(cell), part == Filling::whole});
    };
    // All voxels of the cells in question are kBand away from the surface. So nothing separates one of them from its
    // neighbour across a face, unless that one is nearer to the surface than this.
    constexpr float kDoubt = kSafeSum - LevelSet::kBand;
    for (std::size_t i = 0; i < band.cells.size(); ++i) {
        VoxelMask inside = 0, doubtful = 0;
        for (int bit = 0; bit < 64; ++bit) {
            if (band.distances[i][bit] < -kDoubt)
                inside |= VoxelMask{1} << bit;
            else if (band.distances[i][bit] <= kDoubt)
                doubtful |= VoxelMask{1} << bit;
        }
        const Vec3i cell = coordinates(band.cells[i]);
        for (int axis = 0; axis < 3; ++axis)
            for (int side : {-1, 1}) {
                const VoxelMask face = side < 0 ? voxel::kFirst[axis] : voxel::kLast[axis];
                if ((inside | doubtful) & face) visit(cell + side * Vec3i::Unit(axis), inside & face);
            }
    }
    for (std::size_t next = 0; next < filled.size(); ++next) {
        const Vec3i cell = coordinates(filled[next].cell);
        for (int axis = 0; axis < 3; ++axis)
            for (int side : {-1, 1}) visit(cell + side * Vec3i::Unit(axis), true);
    }
    std::sort(filled.begin(), filled.end());
    return filled;
}

VoxelDistances part_distances(const InsideTest& test, const Vec3i& cell) {
    VoxelDistances d;
    for (int bit = 0; bit < 64; ++bit) d[bit] = test.voxel_inside(cell, bit) ? -LevelSet::kBand : LevelSet::kBand;
    return d;
}

bool holds_material(const VoxelDistances& d) {
    return std::any_of(d.begin(), d.end(), [](float sdf) { return sdf <= kMaterialBelow; });
}

}  // namespace

LevelSet make_level_set(const TriangleMesh& mesh, const TriangleBvh& bvh, bool closed, const Lattice& lattice) {
    SurfaceBand band = surface_band(mesh, lattice);
    const InsideTest test(bvh, closed, lattice);
    parallel_chunks(static_cast<int>(band.cells.size()), 32, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) sign_distances(test, coordinates(band.cells[i]), band.distances[i]);
    });
    const std::vector<FilledCell> filled = fill_inside(test, lattice, band);

    LevelSet result{.lattice = lattice};
    const auto add = [&](Morton cell, const VoxelDistances* d) {
        if (d && !holds_material(*d)) return;
        result.cells.push_back(cell);
        result.band.push_back(d ? static_cast<int>(result.distances.size()) : -1);
        if (d) result.distances.push_back(*d);
    };
    std::size_t next = 0;
    const auto add_filled_before = [&](Morton end) {
        for (; next < filled.size() && filled[next].cell < end; ++next) {
            if (filled[next].whole) {
                add(filled[next].cell, nullptr);
            } else {
                const VoxelDistances d = part_distances(test, coordinates(filled[next].cell));
                add(filled[next].cell, &d);
            }
        }
    };
    for (std::size_t i = 0; i < band.cells.size(); ++i) {
        add_filled_before(band.cells[i]);
        add(band.cells[i], &band.distances[i]);
    }
    add_filled_before(std::numeric_limits<Morton>::max());
    return result;
}

double level_set_bytes(const TriangleMesh& mesh, const Lattice& lattice) {
    double area = 0;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
        const auto [a, b, c] = mesh.corners(t);
        area += 0.5 * (b - a).cross(c - a).norm();
    }
    // A surface crosses about 2.5 cells per h^2; such a cell costs 64 voxels here, in the material and in OpenVDB
    // (distance, triangle, tree), a cell inside its piece and contacts (measured: 1.6 GB for 3.4 million cells, most of
    // them inside).
    const double h = lattice.finest_cell();
    const double volume = std::min(std::abs(signed_volume(mesh)), bounding_box(mesh).extent().prod());
    return 2.5 * area / (h * h) * 1700 + volume / (h * h * h) * 400 +
           250.0 * static_cast<double>(mesh.triangles.size());
}

}  // namespace octomatch

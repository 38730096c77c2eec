#include "octree/level_set.h"

#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "core/parallel.h"
#include "octree/voxel_mask.h"

namespace octomatch {

namespace {

// No surface passes between two face neighbours whose distances add up to more than this, in voxels.
constexpr float kSafeSum = 1.001f;

// The mesh as OpenVDB's MeshToVolume wants it, in voxel units with voxel centres at integers.
struct VoxelSpaceMesh {
    const TriangleMesh& mesh;
    const Lattice& lattice;

    std::size_t polygonCount() const { return mesh.triangles.size(); }
    std::size_t pointCount() const { return mesh.vertices.size(); }
    std::size_t vertexCount(std::size_t) const { return 3; }
    void getIndexSpacePoint(std::size_t polygon, std::size_t corner, openvdb::Vec3d& out) const {
        const Vec3d p = (mesh.vertices[mesh.triangles[polygon][corner]] - lattice.corner) / lattice.voxel() -
                        Vec3d::Constant(0.5);
        out = {p.x(), p.y(), p.z()};
    }
};

struct Band {
    std::vector<Morton> cells;              // ascending
    std::vector<VoxelDistances> distances;  // unsigned, kBand where the surface is farther
};

// MeshToVolume visits all voxels nearer than sqrt(0.866) = 0.93 voxels and some beyond; kBand lies below that.
Band surface_band(const TriangleMesh& mesh, const Lattice& lattice) {
    openvdb::initialize();
    const VoxelSpaceMesh adapter{mesh, lattice};
    const auto unit_voxels = openvdb::math::Transform::createLinearTransform(1.0);
    const auto grid = openvdb::tools::meshToVolume<openvdb::FloatGrid>(adapter, *unit_voxels, 1.0f, 1.0f,
                                                                       openvdb::tools::UNSIGNED_DISTANCE_FIELD);
    // A leaf of OpenVDB is 8^3 voxels: 2^3 finest cells, aligned with ours.
    std::vector<const openvdb::FloatGrid::TreeType::LeafNodeType*> leaves;
    grid->tree().getNodes(leaves);
    std::vector<Morton> cells(8 * leaves.size());
    std::vector<VoxelDistances> distances(8 * leaves.size());
    std::vector<char> near(8 * leaves.size(), 0);
    parallel_chunks(static_cast<int>(leaves.size()), 64, [&](int begin, int end) {
        for (int l = begin; l < end; ++l) {
            const openvdb::Coord o = leaves[l]->origin();
            for (int c = 0; c < 8; ++c) {
                const Vec3i sub{c & 1, c >> 1 & 1, c >> 2};
                const Vec3i cell = Vec3i(o.x(), o.y(), o.z()) / kVoxels + sub;
                if (!lattice.contains(cell)) continue;
                const int row = 8 * l + c;
                cells[row] = morton(cell);
                for (int bit = 0; bit < 64; ++bit) {
                    const Vec3i v = kVoxels * sub + voxel::position(bit);
                    const auto offset = openvdb::FloatGrid::TreeType::LeafNodeType::coordToOffset({v.x(), v.y(), v.z()});
                    const float d = leaves[l]->isValueOn(offset) ? leaves[l]->getValue(offset) : LevelSet::kBand;
                    distances[row][bit] = std::min(d, LevelSet::kBand);
                    if (d < LevelSet::kBand) near[row] = 1;
                }
            }
        }
    });
    std::vector<int> order;
    for (int row = 0; row < static_cast<int>(near.size()); ++row)
        if (near[row]) order.push_back(row);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return cells[a] < cells[b]; });
    Band band;
    for (int row : order) {
        band.cells.push_back(cells[row]);
        band.distances.push_back(distances[row]);
    }
    return band;
}

class InsideTest {
public:
    InsideTest(const TriangleBvh& bvh, const Lattice& lattice) : bvh_(bvh), lattice_(lattice) {}

    double winding(const Vec3i& cell, const Vec3d& in_cell) const {
        return std::abs(bvh_.winding_number(lattice_.world(cell.cast<double>() + in_cell)));
    }
    bool voxel_inside(const Vec3i& cell, int bit) const { return winding(cell, voxel_centre(bit)) > 0.5; }
    static Vec3d voxel_centre(int bit) {
        return (voxel::position(bit).cast<double>() + Vec3d::Constant(0.5)) / kVoxels;
    }

private:
    const TriangleBvh& bvh_;
    const Lattice& lattice_;
};

// Voxels that no surface separates share one winding number: two groups per cell, mostly.
void sign_distances(const InsideTest& test, const Vec3i& cell, VoxelDistances& d) {
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

struct FilledCell {
    Morton cell;
    bool half_way;  // the winding number may cross 1/2 in it, away from any surface: the hole of an open mesh
    bool operator<(const FilledCell& other) const { return cell < other.cell; }
};

// Cells that no surface touches, reached from the inside voxels of the band through faces. For a closed mesh all of
// them are inside. An open mesh leaks through its holes: there the winding number of each cell decides.
std::vector<FilledCell> fill_inside(const InsideTest& test, bool closed, const Lattice& lattice, const Band& band) {
    std::unordered_set<Morton> seen(band.cells.begin(), band.cells.end());
    std::vector<FilledCell> filled;
    const auto visit = [&](const Vec3i& cell) {
        if (!lattice.contains(cell) || !seen.insert(morton(cell)).second) return;
        const double w = closed ? 1.0 : test.winding(cell, Vec3d::Constant(0.5));
        if (w > 0.35) filled.push_back({morton(cell), w < 0.65});
    };
    for (std::size_t i = 0; i < band.cells.size(); ++i) {
        VoxelMask deep = 0;  // inside, and so far from the surface that the voxel beyond the face is inside too
        for (int bit = 0; bit < 64; ++bit)
            if (band.distances[i][bit] < LevelSet::kBand - kSafeSum) deep |= VoxelMask{1} << bit;
        const Vec3i cell = coordinates(band.cells[i]);
        for (int axis = 0; axis < 3; ++axis) {
            if (deep & voxel::kFirst[axis]) visit(cell - Vec3i::Unit(axis));
            if (deep & voxel::kLast[axis]) visit(cell + Vec3i::Unit(axis));
        }
    }
    for (std::size_t next = 0; next < filled.size(); ++next) {
        const Vec3i cell = coordinates(filled[next].cell);
        for (int axis = 0; axis < 3; ++axis)
            for (int side : {-1, 1}) visit(cell + side * Vec3i::Unit(axis));
    }
    std::sort(filled.begin(), filled.end());
    return filled;
}

VoxelDistances half_way_distances(const InsideTest& test, const Vec3i& cell) {
    VoxelDistances d;
    for (int bit = 0; bit < 64; ++bit) d[bit] = test.voxel_inside(cell, bit) ? -LevelSet::kBand : LevelSet::kBand;
    return d;
}

bool holds_material(const VoxelDistances& d) {
    return std::any_of(d.begin(), d.end(), [](float sdf) { return sdf <= kMaterialBelow; });
}

}  // namespace

LevelSet make_level_set(const TriangleMesh& mesh, const TriangleBvh& bvh, bool closed, const Lattice& lattice) {
    Band band = surface_band(mesh, lattice);
    const InsideTest test(bvh, lattice);
    parallel_chunks(static_cast<int>(band.cells.size()), 32, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) sign_distances(test, coordinates(band.cells[i]), band.distances[i]);
    });
    const std::vector<FilledCell> filled = fill_inside(test, closed, lattice, band);

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
            if (!filled[next].half_way) add(filled[next].cell, nullptr);
            else {
                const VoxelDistances d = half_way_distances(test, coordinates(filled[next].cell));
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
    // A surface crosses about 2.5 cells per h^2; such a cell costs 64 voxels here and in OpenVDB (distance, triangle,
    // tree), a cell inside its piece and contacts.
    const double h = lattice.finest_cell();
    const double volume = std::min(std::abs(signed_volume(mesh)), bounding_box(mesh).extent().prod());
    return 2.5 * area / (h * h) * 1400 + volume / (h * h * h) * 300 + 250.0 * static_cast<double>(mesh.triangles.size());
}

}  // namespace octomatch

// The only file that knows OpenVDB, which takes a minute to compile: change it rarely.
#include "octree/surface_band.h"

#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>

#include <algorithm>

#include "core/parallel.h"

namespace octomatch {

namespace {

// The mesh as OpenVDB's MeshToVolume wants it, in voxel units with voxel centres at integers.
struct VoxelSpaceMesh {
    const TriangleMesh& mesh;
    const Lattice& lattice;

    std::size_t polygonCount() const { return mesh.triangles.size(); }
    std::size_t pointCount() const { return mesh.vertices.size(); }
    std::size_t vertexCount(std::size_t) const { return 3; }
    void getIndexSpacePoint(std::size_t polygon, std::size_t corner, openvdb::Vec3d& out) const {
        const Vec3d p =
            (mesh.vertices[mesh.triangles[polygon][corner]] - lattice.corner) / lattice.voxel() - Vec3d::Constant(0.5);
        out = {p.x(), p.y(), p.z()};
    }
};

}  // namespace

// MeshToVolume visits all voxels nearer than sqrt(0.866) = 0.93 voxels and some beyond; kSurfaceBand lies below that.
SurfaceBand surface_band(const TriangleMesh& mesh, const Lattice& lattice) {
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
                    const Vec3i v = kVoxels * sub + Vec3i(bit & 3, bit >> 2 & 3, bit >> 4);
                    const auto offset =
                        openvdb::FloatGrid::TreeType::LeafNodeType::coordToOffset({v.x(), v.y(), v.z()});
                    const float d = leaves[l]->isValueOn(offset) ? leaves[l]->getValue(offset) : kSurfaceBand;
                    distances[row][bit] = std::min(d, kSurfaceBand);
                    if (d < kSurfaceBand) near[row] = 1;
                }
            }
        }
    });
    std::vector<int> order;
    for (int row = 0; row < static_cast<int>(near.size()); ++row)
        if (near[row]) order.push_back(row);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return cells[a] < cells[b]; });
    SurfaceBand band;
    for (int row : order) {
        band.cells.push_back(cells[row]);
        band.distances.push_back(distances[row]);
    }
    return band;
}

}  // namespace octomatch

// Distances inside the material, voxel by voxel: the oracle of distances along the visibility graph.
#pragma once
#include <cstdint>
#include <vector>

#include "octree/sampling.h"
#include "tests/octree/dense_voxels.h"

namespace octomatch::test {

/// Shortest paths through the material in the max-norm: a breadth-first search over voxels with 26 neighbours.
class Geodesics {
public:
    explicit Geodesics(const MaterialGraph& material)
        : piece_(pieces_of_voxels(material)), distance_(material.lattice, -1) {}

    /// Lengths from a voxel to all others of the material, in voxels; -1 where there is no way.
    const DenseVoxels<int>& search(const Vec3i& source) {
        for (const Vec3i& v : reached_) distance_[v] = -1;
        reached_.assign(1, source);
        distance_[source] = 0;
        for (std::size_t next = 0; next < reached_.size(); ++next) {
            const Vec3i v = reached_[next];
            const int beyond = distance_[v] + 1;
            distance_.for_each_neighbour(v, [&](const Vec3i& n) {
                if (piece_[n] < 0 || distance_[n] >= 0) return;
                distance_[n] = beyond;
                reached_.push_back(n);
            });
        }
        return distance_;
    }
    /// The voxel that was reached last: one of the farthest from the source.
    const Vec3i& farthest() const { return reached_.back(); }
    const std::vector<Vec3i>& reached() const { return reached_; }
    const DenseVoxels<int>& piece() const { return piece_; }

private:
    DenseVoxels<int> piece_, distance_;
    std::vector<Vec3i> reached_;
};

/// For every node the voxel of its own material that is nearest to its rest position.
inline std::vector<Vec3i> voxels_of_nodes(const MaterialGraph& material, const Sampling& sampling) {
    std::vector<Vec3i> nearest(sampling.nodes(), Vec3i::Zero());
    std::vector<double> least(sampling.nodes(), 1e300);
    for (int p = 0; p < material.pieces(); ++p) {
        const int i = sampling.node_of_piece[p].value;
        for_each_voxel(material.cell_of[p], [&](const Vec3i& v, int bit) {
            if (!(material.voxels[p] >> bit & 1)) return;
            const double d = ((v.cast<double>() + Vec3d::Constant(0.5)) / kVoxels - sampling.position[i]).squaredNorm();
            if (d >= least[i]) return;
            least[i] = d;
            nearest[i] = v;
        });
    }
    return nearest;
}

/// The ends of a shape: the voxel farthest from anywhere, then each time the one farthest from all ends so far.
inline std::vector<Vec3i> ends_of(Geodesics& geodesics, const Vec3i& start, int count) {
    geodesics.search(start);
    std::vector<Vec3i> ends{geodesics.farthest()};
    const std::vector<Vec3i> all = geodesics.reached();
    std::vector<int> least(all.size(), 1 << 30);
    while (static_cast<int>(ends.size()) < count) {
        const auto& distance = geodesics.search(ends.back());
        std::size_t farthest = 0;
        for (std::size_t k = 0; k < all.size(); ++k) {
            least[k] = std::min(least[k], distance[all[k]]);
            if (least[k] > least[farthest]) farthest = k;
        }
        ends.push_back(all[farthest]);
    }
    return ends;
}

}  // namespace octomatch::test

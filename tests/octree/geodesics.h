// Distances inside the material, voxel by voxel: the oracle of distances along the visibility graph.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "octree/sampling.h"
#include "tests/octree/dense_voxels.h"

namespace octomatch::test {

/// Shortest paths through the material in the max-norm: a breadth-first search over voxels with 26 neighbours. Voxels
/// are numbered, and no material lies at the border of the lattice, so that neighbours are found by adding to a number.
class Geodesics {
public:
    explicit Geodesics(const MaterialGraph& material)
        : piece_(pieces_of_voxels(material)), distance_(piece_.count(), -1) {
        for (int k = 0; k < 27; ++k)
            if (k != 13) steps_.push_back(number(Vec3i(k % 3, k / 3 % 3, k / 9)) - number(Vec3i::Ones()));
    }

    std::int64_t number(const Vec3i& voxel) const { return piece_.number(voxel); }
    int piece(std::int64_t voxel) const { return piece_[voxel]; }

    /// Lengths from a voxel to all others of the material, in voxels; -1 where there is no way.
    const std::vector<std::int32_t>& search(std::int64_t source) {
        for (std::int64_t v : reached_) distance_[v] = -1;
        reached_.assign(1, source);
        distance_[source] = 0;
        for (std::size_t next = 0; next < reached_.size(); ++next) {
            const std::int64_t v = reached_[next];
            for (std::int64_t step : steps_) {
                if (piece_[v + step] < 0 || distance_[v + step] >= 0) continue;
                distance_[v + step] = distance_[v] + 1;
                reached_.push_back(v + step);
            }
        }
        return distance_;
    }
    /// The voxels reached by the last search, nearest first.
    const std::vector<std::int64_t>& reached() const { return reached_; }

private:
    DenseVoxels<int> piece_;
    std::vector<std::int32_t> distance_;
    std::vector<std::int64_t> steps_, reached_;
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

/// The ends of a shape: the voxel farthest from `start`, then each time the one farthest from all ends so far.
inline std::vector<std::int64_t> ends_of(Geodesics& geodesics, std::int64_t start, int count) {
    geodesics.search(start);
    const std::vector<std::int64_t> all = geodesics.reached();
    std::vector<std::int64_t> ends{all.back()};
    std::vector<std::int32_t> least(all.size(), std::numeric_limits<std::int32_t>::max());
    while (static_cast<int>(ends.size()) < count) {
        const auto& distance = geodesics.search(ends.back());
        for (std::size_t k = 0; k < all.size(); ++k) least[k] = std::min(least[k], distance[all[k]]);
        ends.push_back(all[std::max_element(least.begin(), least.end()) - least.begin()]);
    }
    return ends;
}

}  // namespace octomatch::test

// The slow truth about voxels: dense arrays over the whole lattice, plain loops, no masks and no bits. The oracle of
// the level set, of pieces and contacts, and of distances inside the material.
#pragma once
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "octree/material.h"

namespace octomatch::test {

/// One value per voxel of a lattice.
template <class T>
class DenseVoxels {
public:
    DenseVoxels(const Lattice& lattice, T value)
        : size_(kVoxels * lattice.finest_size()),
          values_(static_cast<std::size_t>(size_.cast<std::int64_t>().prod()), value) {}

    bool contains(const Vec3i& v) const { return (v.array() >= 0).all() && (v.array() < size_.array()).all(); }
    std::int64_t number(const Vec3i& v) const {
        return (static_cast<std::int64_t>(v.z()) * size_.y() + v.y()) * size_.x() + v.x();
    }
    std::size_t count() const { return values_.size(); }
    T& operator[](const Vec3i& v) { return values_[number(v)]; }
    const T& operator[](const Vec3i& v) const { return values_[number(v)]; }
    const T& operator[](std::int64_t voxel) const { return values_[voxel]; }

    template <class Visit>
    void for_each(Visit visit) const {
        for (int z = 0; z < size_.z(); ++z)
            for (int y = 0; y < size_.y(); ++y)
                for (int x = 0; x < size_.x(); ++x) visit({x, y, z});
    }
    /// The up to 26 neighbours of a voxel.
    template <class Visit>
    void for_each_neighbour(const Vec3i& v, Visit visit) const {
        for (int z = -1; z <= 1; ++z)
            for (int y = -1; y <= 1; ++y)
                for (int x = -1; x <= 1; ++x)
                    if (const Vec3i n = v + Vec3i(x, y, z); n != v && contains(n)) visit(n);
    }

private:
    Vec3i size_;
    std::vector<T> values_;
};

inline Vec3i cell_of_voxel(const Vec3i& v) {
    return v / kVoxels;
}
inline Vec3d voxel_centre(const Lattice& lattice, const Vec3i& v) {
    return lattice.corner + lattice.voxel() * (v.cast<double>() + Vec3d::Constant(0.5));
}

/// Calls visit(voxel, bit) for the 64 voxels of a finest cell.
template <class Visit>
void for_each_voxel(Morton cell, Visit visit) {
    for (int z = 0; z < kVoxels; ++z)
        for (int y = 0; y < kVoxels; ++y)
            for (int x = 0; x < kVoxels; ++x)
                visit(kVoxels * coordinates(cell) + Vec3i(x, y, z), x + kVoxels * (y + kVoxels * z));
}

/// Signed distances in voxels, clamped to +-kBand.
inline DenseVoxels<float> dense_distances(const LevelSet& level_set) {
    DenseVoxels<float> dense(level_set.lattice, LevelSet::kBand);
    for (std::size_t c = 0; c < level_set.cells.size(); ++c)
        for_each_voxel(level_set.cells[c], [&](const Vec3i& v, int bit) {
            dense[v] = level_set.band[c] < 0 ? -LevelSet::kBand : level_set.distances[level_set.band[c]][bit];
        });
    return dense;
}

/// The piece of every voxel; -1 where there is no material.
inline DenseVoxels<int> pieces_of_voxels(const MaterialGraph& material) {
    DenseVoxels<int> dense(material.lattice, -1);
    for (int p = 0; p < material.pieces(); ++p)
        for_each_voxel(material.cell_of[p], [&](const Vec3i& v, int bit) {
            if (material.voxels[p] >> bit & 1) dense[v] = p;
        });
    return dense;
}

/// Pieces by flooding material voxel by voxel inside each finest cell, numbered as they are found.
inline DenseVoxels<int> flood_pieces(const Lattice& lattice, const DenseVoxels<float>& distance, int& count) {
    DenseVoxels<int> piece(lattice, -1);
    count = 0;
    distance.for_each([&](const Vec3i& seed) {
        if (distance[seed] > kMaterialBelow || piece[seed] >= 0) return;
        std::vector<Vec3i> stack{seed};
        piece[seed] = count;
        while (!stack.empty()) {
            const Vec3i v = stack.back();
            stack.pop_back();
            distance.for_each_neighbour(v, [&](const Vec3i& n) {
                if (cell_of_voxel(n) != cell_of_voxel(v) || distance[n] > kMaterialBelow || piece[n] >= 0) return;
                piece[n] = count;
                stack.push_back(n);
            });
        }
        ++count;
    });
    return piece;
}

/// Pairs of pieces of different cells with 26-adjacent voxels, both ways round.
inline std::set<std::pair<int, int>> touching_pieces(const DenseVoxels<int>& piece) {
    std::set<std::pair<int, int>> contacts;
    piece.for_each([&](const Vec3i& v) {
        if (piece[v] < 0) return;
        piece.for_each_neighbour(v, [&](const Vec3i& n) {
            if (piece[n] >= 0 && cell_of_voxel(n) != cell_of_voxel(v)) contacts.insert({piece[v], piece[n]});
        });
    });
    return contacts;
}

}  // namespace octomatch::test

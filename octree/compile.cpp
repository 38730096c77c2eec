#include "octree/compile.h"

namespace octomatch {

namespace {

// Nodes first, then inner cells from the finest level up and in Morton order: parents after children, levels
// contiguous.
std::vector<std::int32_t> summation_tree(const MaterialGraph& material, const Octree& tree, const Sampling& sampling) {
    std::vector<std::int32_t> row_of(tree.size(), -1);
    int rows = sampling.nodes();
    for (int level = material.lattice.depth; level >= 0; --level)
        for (int c = 0; c < tree.size(); ++c)
            if (!tree.is_leaf[c] && tree.cells[c].level == level) row_of[c] = rows++;

    // Cells whose material was all adopted elsewhere have no node below them and get no row.
    std::vector<std::int32_t> parent(rows, -1);
    std::vector<char> used(rows, 0);
    const auto row_above = [&](int cell) { return tree.parent[cell] < 0 ? -1 : row_of[tree.parent[cell]]; };
    for (int i = 0; i < sampling.nodes(); ++i) parent[i] = row_above(sampling.leaf_of[i].value);
    for (int c = 0; c < tree.size(); ++c)
        if (!tree.is_leaf[c]) parent[row_of[c]] = row_above(c);
    for (int row = 0; row < rows; ++row) {
        if (row < sampling.nodes()) used[row] = 1;
        if (used[row] && parent[row] >= 0) used[parent[row]] = 1;
    }
    std::vector<std::int32_t> new_row(rows, -1), result;
    int kept = 0;
    for (int row = 0; row < rows; ++row)
        if (used[row]) new_row[row] = kept++;
    for (int row = 0; row < rows; ++row)
        if (used[row]) result.push_back(parent[row] < 0 ? -1 : new_row[parent[row]]);
    return result;
}

// Boxes around the voxels of each node, relative to its position.
void add_boxes(const MaterialGraph& material, const Sampling& sampling, BodyRest& rest) {
    std::vector<Box3> boxes(sampling.nodes());
    for (int p = 0; p < material.pieces(); ++p) {
        const Vec3d corner = coordinates(material.cell_of[p]).cast<double>();
        for (VoxelMask bits = material.voxels[p]; bits; bits &= bits - 1) {
            const Vec3d low = corner + voxel::position(std::countr_zero(bits)).cast<double>() / kVoxels;
            boxes[sampling.node_of_piece[p].value].include(Box3{low, low + Vec3d::Constant(1.0 / kVoxels)});
        }
    }
    const double h = material.lattice.finest_cell();
    for (int i = 0; i < sampling.nodes(); ++i) {
        rest.low.push_back((h * (boxes[i].low - sampling.position[i])).cast<float>());
        rest.high.push_back((h * (boxes[i].high - sampling.position[i])).cast<float>());
    }
}

}  // namespace

BodyRest compile_nodes(const MaterialGraph& material, const Octree& tree, const Sampling& sampling, double density) {
    const Lattice& lattice = material.lattice;
    const double h = lattice.finest_cell();
    BodyRest rest;
    rest.finest_cell = h;
    rest.density = density;

    // The origin is the centre of mass: the middle of the digits.
    Vec3d moment = Vec3d::Zero();
    double volume = 0;
    for (int i = 0; i < sampling.nodes(); ++i) {
        moment += sampling.volume[i] * sampling.position[i];
        volume += sampling.volume[i];
    }
    const Vec3d centre = moment / volume;
    rest.origin = lattice.world(centre);

    for (int i = 0; i < sampling.nodes(); ++i) {
        const int level = tree.cells[sampling.leaf_of[i].value].level;
        rest.x0.push_back((h * (sampling.position[i] - centre)).cast<float>());
        rest.mass.push_back(static_cast<float>(density * sampling.volume[i] * h * h * h));
        rest.cell.push_back(static_cast<float>(lattice.cell_edge(level)));
    }
    add_boxes(material, sampling, rest);
    rest.links = sampling.links;
    rest.link_length = sampling.link_length;
    rest.parent = summation_tree(material, tree, sampling);
    return rest;
}

}  // namespace octomatch

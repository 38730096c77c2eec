#include "experiments/body_geometry.h"

namespace octomatch {

BodyGeometry geometry_of(const AdaptiveBody& body) {
    const Lattice& lattice = body.material.lattice;
    const BodyRest& rest = *body.rest;
    const double half_cell = 0.5 * rest.finest_cell;
    BodyGeometry geometry;

    std::vector<int> leaf_of_cell(body.tree.size(), -1);
    for (int c = 0; c < body.tree.size(); ++c) {
        if (!body.tree.is_leaf[c]) continue;
        const Cell& cell = body.tree.cells[c];
        const Vec3d low = coordinates(cell.corner).cast<double>();
        leaf_of_cell[c] = static_cast<int>(geometry.leaves.size());
        geometry.leaves.push_back(
            {{lattice.world(low), lattice.world(low + Vec3d::Constant(lattice.finest_per_cell(cell.level)))},
             cell.level});
    }
    for (int i = 0; i < rest.nodes(); ++i) {
        const int leaf = leaf_of_cell[body.sampling.leaf_of[i].value];
        geometry.leaf_of.push_back(leaf);
        geometry.nodes.push_back({.position = rest.origin + rest.x0[i].cast<double>(),
                                  .level = geometry.leaves[leaf].level,
                                  .cell = rest.cell[i],
                                  .mass = rest.mass[i],
                                  .width = half_cell * rest.width[i]});
        const auto links = rest.links.row(i);
        for (std::size_t k = 0; k < links.size(); ++k) {
            if (links[k].value < i) continue;
            geometry.links.emplace_back(i, links[k].value);
            geometry.link_length.push_back(half_cell * rest.link_length[rest.links.offsets[i] + k]);
        }
    }
    return geometry;
}

}  // namespace octomatch

#include "viewer/shape_view.h"

#include <utility>

namespace octomatch {

ShapeView::ShapeView(std::shared_ptr<const AdaptiveBody> body, std::shared_ptr<const BodyShape> form)
    : body_(std::move(body)), form_(std::move(form)) {}

const CreasedSurface& ShapeView::surface() const {
    if (!surface_) surface_ = crease(form_->skin->vertices, form_->skin->triangles);
    return *surface_;
}

const ShapeView::Nodes& ShapeView::nodes() const {
    if (!nodes_) nodes_ = make_nodes();
    return *nodes_;
}

const std::vector<int>& ShapeView::region_sizes() const {
    if (!region_sizes_) {
        region_sizes_.emplace();
        const Ragged<NodeId> regions = members(*form_->rest);
        for (int r = 0; r < form_->rest->regions(); ++r)
            region_sizes_->push_back(static_cast<int>(regions.row(r).size()));
    }
    return *region_sizes_;
}

ShapeView::Nodes ShapeView::make_nodes() const {
    const BodyRest& rest = *body_->rest;
    const Lattice& lattice = body_->material.lattice;
    Nodes nodes;
    for (const Vec3& x : rest.x0) nodes.box.include(Vec3d(x.cast<double>()));
    for (int i = 0; i < rest.nodes() && rest.by_clusters(); ++i) {  // points, in no cells
        nodes.level.push_back(0);
        nodes.size.push_back(rest.cell[i]);
        nodes.cell_low.push_back(Vec3::Zero());
    }
    for (int i = 0; i < rest.nodes() && !rest.by_clusters(); ++i) {
        const Cell& leaf = body_->tree.cells[body_->sampling.leaf_of[i].value];
        nodes.level.push_back(leaf.level);
        nodes.size.push_back(lattice.cell_edge(leaf.level));
        for (NodeId j : rest.links.row(i))
            if (j.value > i) nodes.links.push_back({i, j.value});

        const Vec3d low = lattice.world(coordinates(leaf.corner).cast<double>());
        const Vec3d node = rest.origin + rest.x0[i].cast<double>();
        nodes.cell_low.push_back(
            (low - node + Vec3d::Constant(0.5 * (1 - kCellSize) * nodes.size.back())).cast<float>());
    }
    return nodes;
}

}  // namespace octomatch

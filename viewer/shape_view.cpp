#include "viewer/shape_view.h"

#include <algorithm>
#include <numeric>

namespace octomatch {

ShapeView::ShapeView(const BodyFrame& body) : body_(body.compiled), form_(body.body.form), edits_(body.edits) {}

const CreasedSurface& ShapeView::surface() const {
    if (!surface_) surface_ = crease(form_->skin->vertices, form_->skin->triangles);
    return *surface_;
}

const ShapeView::Nodes& ShapeView::nodes() const {
    if (!nodes_) nodes_ = make_nodes();
    return *nodes_;
}

const ShapeView::Sheets& ShapeView::sheets() const {
    if (sheets_) return *sheets_;
    sheets_.emplace();
    if (!edits_ || form_->rest->nodes() < Sheets::kCarriers) return *sheets_;
    for (const CutSheet& sheet : edits_->sheets) add_sheet(triangulated(sheet), *sheets_);
    if (edits_->open) add_sheet(triangulated(edits_->open->stroke.sheet()), *sheets_);
    return *sheets_;
}

void ShapeView::add_sheet(const TriangleMesh& sheet, Sheets& sheets) const {
    constexpr float kNear = 1.0f;  // to a node, in edges of its cell: farther away there is no material
    const BodyRest& rest = *form_->rest;
    const int first = static_cast<int>(sheets.points.size());
    std::vector<bool> in_material;
    std::vector<int> order(rest.nodes());
    for (const Vec3d& vertex : sheet.vertices) {
        const Vec3 point = (vertex - rest.origin).cast<float>();
        const auto distance = [&](int node) { return (rest.x0[node] - point).norm(); };
        std::iota(order.begin(), order.end(), 0);
        std::partial_sort(order.begin(), order.begin() + Sheets::kCarriers, order.end(),
                          [&](int a, int b) { return distance(a) < distance(b); });
        std::array<int, Sheets::kCarriers> nodes;
        std::array<float, Sheets::kCarriers> weights;
        float sum = 0;
        for (int k = 0; k < Sheets::kCarriers; ++k) {
            nodes[k] = order[k];
            sum += weights[k] = 1 / (distance(order[k]) + 1e-3f * rest.cell[order[k]]);
        }
        for (float& weight : weights) weight /= sum;
        sheets.points.push_back(point);
        sheets.nodes.push_back(nodes);
        sheets.weights.push_back(weights);
        in_material.push_back(distance(nodes[0]) <= kNear * rest.cell[nodes[0]]);
    }
    for (const auto& [a, b, c] : sheet.triangles)
        if (in_material[a] && in_material[b] && in_material[c])
            sheets.triangles.push_back({first + a, first + b, first + c});
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

const RegionField& ShapeView::region(NodeId node) const {
    if (!region_ || region_of_ != node) region_ = region_field(*form_->rest, node);
    region_of_ = node;
    return *region_;
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

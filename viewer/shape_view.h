// What all bodies of a shape have in common when they are drawn. Each part is made when it is first asked for: during a
// cut there is a new shape in every frame.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "viewer/creases.h"
#include "viewer/node_facts.h"

namespace octomatch {

class ShapeView {
public:
    explicit ShapeView(const BodyFrame& body);

    const CreasedSurface& surface() const;

    /// The nodes with their cells.
    struct Nodes {
        std::vector<int> level;
        std::vector<double> size;               // edge of the cell
        std::vector<std::array<int, 2>> links;  // each once
        std::vector<Vec3> cell_low;             // corner of the cell as drawn, relative to the node
        Box3 box;                               // around the nodes
    };
    const Nodes& nodes() const;
    static constexpr float kCellSize = 0.90f;  // drawn cells are smaller than cells, so that one sees between them

    /// All cuts, as far as they go through material: each point follows the nodes around it.
    struct Sheets {
        std::vector<Vec3> points;  // relative to the rest's origin
        static constexpr int kCarriers = 4;
        std::vector<std::array<int, kCarriers>> nodes;
        std::vector<std::array<float, kCarriers>> weights;  // adding up to 1
        std::vector<std::array<int, 3>> triangles;
    };
    const Sheets& sheets() const;

    /// How many nodes each region has.
    const std::vector<int>& region_sizes() const;

    /// Of one node; made again when another one is asked for.
    const RegionField& region(NodeId node) const;

    double rest_x(int node) const { return body_->rest->x0[node].x(); }
    double finest_cell() const { return body_->rest->finest_cell; }

private:
    Nodes make_nodes() const;
    void add_sheet(const TriangleMesh& sheet, Sheets& sheets) const;

    std::shared_ptr<const AdaptiveBody> body_;
    std::shared_ptr<const BodyShape> form_;
    std::shared_ptr<const ShapeEdits> edits_;
    mutable std::optional<CreasedSurface> surface_;
    mutable std::optional<Nodes> nodes_;
    mutable std::optional<Sheets> sheets_;
    mutable std::optional<std::vector<int>> region_sizes_;
    mutable std::optional<RegionField> region_;
    mutable NodeId region_of_;
};

}  // namespace octomatch

// What all bodies of a shape have in common when they are drawn. Each part is made when it is first asked for: during a
// cut there is a new shape in every frame.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/body_compiler.h"
#include "octree/adaptive_body.h"
#include "viewer/creases.h"

namespace octomatch {

class ShapeView {
public:
    ShapeView(std::shared_ptr<const AdaptiveBody> body, std::shared_ptr<const BodyShape> form);

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

    /// How many nodes each region has.
    const std::vector<int>& region_sizes() const;

    double rest_x(int node) const { return body_->rest->x0[node].x(); }
    double finest_cell() const { return body_->rest->finest_cell; }

private:
    Nodes make_nodes() const;

    std::shared_ptr<const AdaptiveBody> body_;
    std::shared_ptr<const BodyShape> form_;
    mutable std::optional<CreasedSurface> surface_;
    mutable std::optional<Nodes> nodes_;
    mutable std::optional<std::vector<int>> region_sizes_;
};

}  // namespace octomatch

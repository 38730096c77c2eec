// One body on the stage: its skin, and what is inside it.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "viewer/floor_view.h"
#include "viewer/shape_view.h"
#include "viewer/shown.h"
#include "viewer/stage_place.h"
#include "viewer/world_frame.h"

namespace octomatch {

class BodyView {
public:
    BodyView(std::string prefix, BodyId id, ShapeId shape, std::shared_ptr<const ShapeView> view);
    ~BodyView();
    BodyView(const BodyView&) = delete;
    BodyView& operator=(const BodyView&) = delete;

    ShapeId shape() const { return shape_id_; }
    void update(const BodyFrame& body, const Shown& shown, const StagePlace& place);
    StageSurface surface() const { return {points_, triangles_}; }

    /// The stage was emptied.
    void forget();

private:
    struct Structures;

    std::string name(const std::string& what) const;
    void show_skin(const BodyFrame& body, const Shown& shown);
    void show_nodes(const BodyFrame& body, const Shown& shown);
    void show_links(const BodyFrame& body, bool shown);
    void show_cells(const BodyFrame& body, const Shown& shown);
    void show_cuts(const BodyFrame& body, bool shown);
    void choose_cells(double slice);

    std::string prefix_;  // of names
    BodyId id_;
    ShapeId shape_id_;
    std::shared_ptr<const ShapeView> shape_;
    std::vector<Vec3> points_;  // of the skin, on the stage
    std::span<const std::array<int, 3>> triangles_;
    Vec3d origin_ = Vec3d::Zero();  // of the state, on the stage
    double scale_ = 1;
    std::vector<int> cells_;  // of which nodes
    double slice_ = -1;       // that chose them
    std::unique_ptr<Structures> stage_;
};

}  // namespace octomatch

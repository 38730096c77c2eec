// Levels of detail, what is wanted: policies look at a body and say for each of its nodes how large its cell may be.
// They change nothing, and the finest wins where several are combined. octree/lod.h turns that into requests.
#pragma once
#include <optional>
#include <vector>

#include "core/world.h"

namespace octomatch {

/// Edge per node [m]; infinity: any.
using WantedCells = std::vector<double>;

/// From where the world is seen.
struct LodView {
    Vec3d from = Vec3d::Zero();
    double field_of_view = 45;  // vertical [degrees]
    double height = 1080;       // of the image [pixels]
};

/// Near what is touched: `cell` up to the distance `within`, growing in proportion farther away.
struct NearLod {
    double cell = 0, within = 0;  // [m]
};

/// Cells that look about so large.
struct ViewLod {
    double pixels = 20;
};

/// `cell` where links are longer or shorter than at rest by this share, larger in proportion where by less.
struct StrainLod {
    double cell = 0;  // [m]
    double strain = 0.1;
};

/// `cell` where a node moves by so much otherwise than the body as a whole would rigidly, larger in proportion where by
/// less.
struct DeviationLod {
    double cell = 0;     // [m]
    double speed = 0.1;  // [m/s]
};

WantedCells near_grabs(const NearLod& lod, const Body& body);
WantedCells near_ground(const NearLod& lod, const Ground& ground, const Body& body);
WantedCells as_seen(const ViewLod& lod, const LodView& view, const Body& body);
WantedCells where_strained(const StrainLod& lod, const Body& body);
WantedCells where_not_rigid(const DeviationLod& lod, const Body& body);

/// All policies that are set, together.
struct LodPolicy {
    std::optional<NearLod> touch, ground;
    std::optional<ViewLod> view;
    std::optional<StrainLod> strain;
    std::optional<DeviationLod> deviation;
};
WantedCells wanted_cells(const LodPolicy& policy, const LodView& view, const WorldSettings& world, const Body& body);

}  // namespace octomatch

// What can be done to a shape between steps, and what becomes of it. Shapes are constant: an edit makes new ones.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "core/ids.h"
#include "core/node_remap.h"
#include "core/zone.h"

namespace octomatch {

using ShapeId = Index<struct ShapeTag>;  // a compiled shape, shared by the bodies made of it

/// A straight blade in the world.
struct Blade {
    Vec3d p = Vec3d::Zero(), q = Vec3d::Zero();
    bool operator==(const Blade&) const = default;
};

/// The blade of the cut under way moves on, or appears. Parts that are cut through stay one shape until the cut ends.
struct MoveBladeEdit {
    Blade blade;
};
/// The blade leaves: what is apart now becomes shapes of their own.
struct EndCutEdit {};
struct RefineEdit {
    Zone where;
    double cell = 0;  // edge; 0: the finest
};
struct CoarsenEdit {
    Zone where;
    double cell = 0;  // edge; 0: as sampled at first
};
using ShapeEdit = std::variant<MoveBladeEdit, EndCutEdit, RefineEdit, CoarsenEdit>;

/// A shape that came out of an edit.
struct EditedShape {
    ShapeId shape;
    NodeRemap remap;                  // from the nodes of the shape before
    bool nodes_are_the_same = false;  // then there is no remap
};

struct EditResult {
    std::vector<EditedShape> parts;  // the heaviest first; more than one where an ended cut divided the shape
    int crumbs = 0;                  // parts too small to keep
    double crumb_mass = 0;           // and what they weighed
    std::vector<std::string> notes;  // one line each
};

}  // namespace octomatch

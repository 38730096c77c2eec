// Binds the surface of an edited body from how it was bound before: what the edit did not come near keeps its nodes and
// weights, to the bit what binding all of it would give.
//
// A vertex is bound anew where it is new; where the material, its contacts or the sheets changed in the cells around
// it; and where a node reaches it that is new, went, or whose ways may lead elsewhere now because the edit came as near
// to it as those ways are long.
#pragma once
#include "octree/body_change.h"
#include "octree/skin_binding.h"

namespace octomatch {

/// A surface, who bound it, and what became of the body since.
struct BoundBefore {
    const TriangleMesh& mesh;
    const BoundSkin& bound;
    const PointBinder& binder;
    const BodyChange& change;
    std::vector<Morton> sheet_cells;  // where the sheets have changed; ascending
};

BoundSkin update_skin(const TriangleMesh& mesh, const PointBinder& binder, const BoundBefore& before);

}  // namespace octomatch

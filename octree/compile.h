// From cells and nodes to the flat arrays the machine executes.
#pragma once
#include "core/body_rest.h"
#include "octree/sampling.h"

namespace octomatch {

/// Everything but widths and the relation. `density` in kg per cubic unit of the mesh.
BodyRest compile_nodes(const MaterialGraph& material, const Octree& tree, const Sampling& sampling, double density);

}  // namespace octomatch

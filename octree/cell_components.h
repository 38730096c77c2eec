// Connected material inside one cell: the components of its pieces under the contacts that stay in the cell.
#pragma once
#include <vector>

#include "octree/octree.h"

namespace octomatch {

/// Per piece of the cell, the number of its component; components are numbered by their first piece.
std::vector<std::int32_t> component_of_pieces(const MaterialGraph& material, const Cell& cell);

/// Volume of each component, in h^3.
std::vector<double> component_volumes(const MaterialGraph& material, const Cell& cell);

}  // namespace octomatch

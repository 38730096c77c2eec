// Interval-based regions of an edited body from those before the edit: only regions choose their rows again that reach
// a place where something changed. What comes out is, to the bit, what all of them would choose.
//
// A region finds the nodes it found, at the distances they had, if within the distance it searches there is no end of a
// link that came or went, that is if no such link begins so near that its length is left. A row below which there are,
// before as well as now, nodes that are not kept was not and is not taken whole then, for those are not reached. Where
// there are such nodes on one side only, the kept nodes below the row count as changed too.
#pragma once
#include <span>

#include "core/body_rest.h"
#include "octree/region_settings.h"

namespace octomatch {

/// The nodes whose regions may have changed, ascending. `node_before`: per node now the one before that it is, if any.
std::vector<NodeId> regions_to_update(const RegionSettings& settings, const BodyRest& before,
                                      std::span<const NodeId> node_before, const BodyRest& now);

/// Fills now.lists and now.list_of, as add_interval_regions does; for regions that use the adjoint.
void update_interval_regions(const RegionSettings& settings, const BodyRest& before,
                             std::span<const NodeId> node_before, BodyRest& now);

}  // namespace octomatch

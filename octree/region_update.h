// Interval-based regions of an edited body from those before the edit: only regions choose their rows again that reach
// a place where something changed. What comes out is, to the bit, what all of them would choose.
//
// A node is *clean* if it is kept and has the links it had. A region that reaches clean nodes only, up to the distance
// it searches, finds them at the distances they had. A row below which there are, before as well as now, nodes that are
// not clean was not and is not taken whole. Where that is so on one side only, the kept nodes below the row count as
// changed too.
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

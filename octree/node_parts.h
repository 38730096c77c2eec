// What the nodes of two samplings of one material have in common.
#pragma once
#include <span>

#include "core/node_remap.h"
#include "octree/adaptive_body.h"

namespace octomatch {

/// `came_from`: per piece of `after`, the piece of `before` that it is or is a part of.
NodeRemap remap_nodes(const AdaptiveBody& before, const AdaptiveBody& after, std::span<const PieceId> came_from);

}  // namespace octomatch

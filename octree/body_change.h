// What an edit left of a body. Whatever is kept has the same bits as before, so that only what is derived from the rest
// has to be derived again.
#pragma once
#include <span>
#include <vector>

#include "octree/adaptive_body.h"

namespace octomatch {

struct BodyChange {
    // Nodes and pieces are kept if they have the same leaf and the same material, in the same order.
    std::vector<PieceId> piece_now;             // per piece before; invalid: it was cut, or is another body's now
    std::vector<NodeId> node_now, node_before;  // per node before, per node now; invalid: it went, it is new
    std::vector<Morton> rejoined;               // cells of pieces that are new, or that have other contacts; ascending
    std::vector<Morton> left;                   // cells of pieces that went without a piece of theirs; ascending
};

/// `came_from`: per piece of `after`, the piece of `before` that it is or is a part of.
BodyChange change_between(const AdaptiveBody& before, const AdaptiveBody& after, std::span<const PieceId> came_from);

/// Of a body that stayed as it was.
BodyChange no_change(const AdaptiveBody& body);

}  // namespace octomatch

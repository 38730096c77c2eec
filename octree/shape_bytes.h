// How much memory a shape takes, with all it was compiled from. Counted from lengths, so that it is the same
// everywhere.
#pragma once
#include "core/skin.h"
#include "octree/adaptive_body.h"
#include "octree/shape_edits.h"

namespace octomatch {

std::size_t bytes_of(const AdaptiveBody& body);
std::size_t bytes_of(const SkinRest& skin);
std::size_t bytes_of(const ShapeEdits& edits);

}  // namespace octomatch

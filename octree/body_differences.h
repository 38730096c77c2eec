// Which arrays of two bodies, or of two skins, differ in any bit: the law of everything that is updated locally, that
// it equals what would be compiled from scratch.
#pragma once
#include <string>
#include <vector>

#include "core/skin.h"
#include "octree/adaptive_body.h"

namespace octomatch {

/// Names of arrays; empty: equal to the bit.
std::vector<std::string> differences(const AdaptiveBody& a, const AdaptiveBody& b);
std::vector<std::string> differences(const SkinRest& a, const SkinRest& b);

}  // namespace octomatch

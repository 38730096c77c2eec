// A node as what touches the ground: the ball around it that fits into the box of its material. A box that turned with
// its region would lift the node whenever it turned, and a body at rest on such boxes never stops shaking.
#pragma once
#include <algorithm>

#include "core/body_rest.h"

namespace octomatch {

inline double ball_radius(const BodyRest& rest, int node) {
    if (rest.low.empty()) return 0;
    return std::max(0.0f, std::min((-rest.low[node]).minCoeff(), rest.high[node].minCoeff()));
}

}  // namespace octomatch

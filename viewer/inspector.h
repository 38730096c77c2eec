// The window with all that is known about the node that was clicked.
#pragma once
#include "viewer/node_facts.h"

namespace octomatch {

/// Only while the engine makes a frame. Appears `from_right` pixels from the right; closing it forgets the pick.
void show_inspector(const WorldFrame& frame, std::optional<Pick>& pick, float from_right);

}  // namespace octomatch

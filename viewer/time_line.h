// The bar at the bottom that goes back and forth in time.
#pragma once
#include <optional>

#include "viewer/runner.h"
#include "viewer/widgets.h"

namespace octomatch {

/// Only while the engine makes a frame. Returns the frame that is asked for.
std::optional<int> show_time_line(int frame, const Runner::Span& span, Widgets& widgets);

}  // namespace octomatch

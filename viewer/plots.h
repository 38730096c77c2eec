// The window with plots of the last frames.
#pragma once
#include "viewer/history.h"

namespace octomatch {

/// Only while the engine makes a frame. Closing it clears `open`.
void show_plots(const History& history, bool& open);

}  // namespace octomatch

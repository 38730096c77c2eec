// The way of a scripted blade, frame by frame. Inside io only.
#pragma once
#include "io/scene.h"

namespace octomatch {

/// Where the blade is in the given frame of its stroke, one place after the other: the places of the script that it
/// comes through, and where it is at the end of the frame. The first frame begins with the first place.
std::vector<Blade> blades_in_frame(const SceneCut& cut, int frame, int frames);

}  // namespace octomatch

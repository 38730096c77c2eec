// Levels of detail, what is done: requests that bring the cells of all bodies towards what a policy wants. A function
// of the world alone; the requests are recorded like all others, so a replay needs neither policy nor camera.
//
// Bodies are never coarser than they were sampled at first. Where cells are joined, cells `hysteresis` times as large
// would do, so that a node at the border between two sizes does not go back and forth. Refining a node's cell by k
// levels is counted as 8^k nodes, which is as many as there can be, but for what balance adds around it.
#pragma once
#include "octree/lod_policy.h"
#include "octree/shape_library.h"

namespace octomatch {

struct LodSettings {
    LodPolicy policy;
    int every = 4;            // frames from one decision to the next
    double hysteresis = 1.5;  // at least 1
    int budget = 0;           // nodes of all bodies, one for every new leaf; 0: no bound. Greatest need first
    int work = 0;             // nodes of the bodies resampled at once, at least one body; 0: no bound. The others
                              // follow at the next decisions
};

std::vector<Request> lod_requests(const LodSettings& settings, const LodView& view, const World& world,
                                  const ShapeLibrary& shapes);

}  // namespace octomatch

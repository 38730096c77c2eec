// A scene run from its beginning, and what its frames came to: for experiments that ask about scenes.
#pragma once
#include <functional>
#include <vector>

#include "core/progress.h"
#include "experiments/experiment.h"
#include "io/simulation.h"

namespace octomatch {

struct SceneFrame {
    int nodes = 0, bodies = 0;
    double adapt_ms = 0, step_ms = 0;
    bool adapted = false;  // were there requests?

    double ms() const { return adapt_ms + step_ms; }
};

struct SceneRun {
    std::vector<SceneFrame> frames;
    double mass_before = 0, mass_after = 0, crumb_mass = 0;  // [kg]
    int crumbs = 0, refused = 0;
    bool finite = true;

    SceneFrame worst() const;
    /// Of the frames without requests.
    double median_ms() const;
    /// The longest time for requests.
    double most_adapt_ms() const;
    /// What is missing of the mass, as a share of it, beside the crumbs that were dropped.
    double lost_mass() const;
    Series series() const;
};

/// `after` is called after every frame.
SceneRun run_scene(Simulation& simulation, int frames, const Progress& progress,
                   const std::function<void(const World&)>& after = {});

}  // namespace octomatch

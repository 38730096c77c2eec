#include "experiments/scene_run.h"

#include <algorithm>
#include <cmath>

#include "core/measure.h"
#include "experiments/frame_statistics.h"

namespace octomatch {

namespace {

double mass_of(const World& world) {
    double mass = 0;
    for (const Body& body : world.bodies()) mass += motion_of(*World::shape_of(body).rest, body.state).mass;
    return mass;
}

}  // namespace

SceneFrame SceneRun::worst() const {
    return *std::ranges::max_element(frames, {}, &SceneFrame::ms);
}

double SceneRun::median_ms() const {
    std::vector<double> ms;
    for (const SceneFrame& frame : frames)
        if (!frame.adapted) ms.push_back(frame.ms());
    return quantiles_of(std::move(ms)).median;
}

double SceneRun::most_adapt_ms() const {
    return std::ranges::max_element(frames, {}, &SceneFrame::adapt_ms)->adapt_ms;
}

double SceneRun::lost_mass() const {
    return std::abs(mass_before - mass_after - crumb_mass) / mass_before;
}

Series SceneRun::series() const {
    Series series{.columns = {"frame", "bodies", "nodes", "adapt [ms]", "step [ms]"}, .rows = {}};
    for (std::size_t k = 0; k < frames.size(); ++k) {
        const SceneFrame& f = frames[k];
        series.rows.push_back({double(k + 1), double(f.bodies), double(f.nodes), f.adapt_ms, f.step_ms});
    }
    return series;
}

SceneRun run_scene(Simulation& simulation, int frames, const Progress& progress,
                   const std::function<void(const World&)>& after) {
    SceneRun run{.mass_before = mass_of(simulation.world())};
    for (int k = 0; k < frames; ++k) {
        const Simulation::Frame done = simulation.advance();
        run.frames.push_back({.nodes = done.step.nodes,
                              .bodies = done.step.bodies,
                              .adapt_ms = 1e3 * done.adapted.seconds,
                              .step_ms = 1e3 * done.step.seconds.total,
                              .adapted = !done.requests.empty()});
        run.crumbs += done.adapted.crumbs;
        run.crumb_mass += done.adapted.crumb_mass;
        run.refused += static_cast<int>(done.adapted.refused.size());
        run.finite = run.finite && !done.step.non_finite;
        if (after) after(simulation.world());
        if (progress) progress("frames", (k + 1.0) / frames);
    }
    run.mass_after = mass_of(simulation.world());
    return run;
}

}  // namespace octomatch

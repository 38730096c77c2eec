// Question: does a body change when its level of detail does?
// Method: a bar held at one end hangs at rest; the quarter where it is held is refined to the finest cells, and it
// comes to rest again. Under the rule `equal` the sampling is not to matter, under `plain` it does.
// Expected: at most 2 % of the sag under `equal`.
#include "experiments/lod_error.h"

#include <cmath>

#include "core/input_error.h"
#include "core/material_point.h"
#include "experiments/pictures.h"
#include "experiments/scene_catalogue.h"
#include "io/simulation.h"

namespace octomatch {

namespace {

const Vec3d kEnd(0.155, 0.02, 0);  // of the bar, at rest

struct Sag {
    double coarse = 0, refined = 0;  // [m]
    int nodes_coarse = 0, nodes_refined = 0;
    double jump = 0;  // of the end within the frame of the switch [m]

    double change() const { return std::abs(refined - coarse) / coarse; }
};

double height_of_end(const Simulation& simulation) {
    const Body& body = simulation.world().bodies()[0];
    const MaterialPoint point = simulation.shapes()->locate(body.shape, kEnd);
    return motion_of(point, simulation.world().tables_of(body), body.state).place.y();
}

int nodes_of(const Simulation& simulation) {
    return World::shape_of(simulation.world().bodies()[0]).rest->nodes();
}

/// Until it rests, refined, until it rests again.
Sag measure(const std::string& rule, bool quick, const ExperimentRun& run, ExperimentResult& result) {
    const std::string relation = rule == "equal" ? "fractional" : "intervals";
    const int settle = quick ? 150 : 600;
    Simulation simulation(load_scene(
        "coarse_to_fine", {"script=[]", "bodies.0.material.rule=" + rule, "bodies.0.sampling.relation=" + relation,
                           "bodies.0.sampling.depth=" + std::string(quick ? "1" : "2"), "bodies.0.material.drag=8"}));
    const double start = height_of_end(simulation);
    const Zone held{.box = {{-0.17, -1, -1}, {-0.08, 1, 1}}};
    const auto rest = [&](std::span<const Request> first) {
        simulation.advance(first);
        for (int frame = 1; frame < settle; ++frame) {
            simulation.advance();
            result.series.rows.push_back({double(simulation.world().frame()), rule == "equal" ? 1.0 : 0.0,
                                          double(nodes_of(simulation)), start - height_of_end(simulation)});
        }
    };
    Sag sag;
    rest({});
    sag.coarse = start - height_of_end(simulation);
    sag.nodes_coarse = nodes_of(simulation);
    const Request refine[] = {RefineZone{simulation.world().bodies()[0].id, held}};
    const double before = height_of_end(simulation);
    simulation.advance(refine);
    sag.jump = std::abs(height_of_end(simulation) - before);
    rest({});
    sag.refined = start - height_of_end(simulation);
    sag.nodes_refined = nodes_of(simulation);
    if (rule == "equal") try {
            draw(run.folder / "refined.png", simulation.shapes()->mesh(simulation.world().bodies()[0].shape),
                 simulation.shapes()->body(simulation.world().bodies()[0].shape));
            result.pictures.push_back({"refined.png", "The bar, refined where it is held."});
        } catch (const InputError& error) {
            result.notes.push_back(std::string("no picture: ") + error.what());
        }
    return sag;
}

ExperimentResult run(const ExperimentRun& run) {
    ExperimentResult result;
    result.series.columns = {"frame", "rule equal", "nodes", "sag [m]"};
    const Sag equal = measure("equal", run.quick, run, result);
    if (run.progress) run.progress("bars", 0.5);
    const Sag plain = measure("plain", run.quick, run, result);
    if (run.progress) run.progress("bars", 1);
    result.claims = {
        claim_below("change of the sag where a quarter is refined, rule equal", 0.02, equal.change(), "of it",
                    "regions are at least two coarse cells wide"),
        claim_below("movement of the end in the frame of the switch", 0.02, equal.jump / equal.coarse, "of the sag",
                    "positions and velocities of new nodes are interpolated as the skin is"),
        claim_below("the same change under the rule equal over that under plain", 1, equal.change() / plain.change(),
                    "", "plain is stiffer where cells are coarse"),
    };
    return result;
}

}  // namespace

Experiment lod_error_experiment() {
    return {.name = "lod_error",
            .paper = "FASM",
            .figure = "5.2",
            .question = "Does a body change when its level of detail does?",
            .method =
                "A bar held at one end hangs at rest. The quarter where it is held is refined to the finest cells; "
                "its sag before and after is compared, under the rules equal and plain.",
            .seconds_quick = 10,
            .run = run};
}

}  // namespace octomatch

// Question: what does a frame of 150 penguins of about 150 particles each cost?
// Method: the built-in penguin as a plain lattice of about 150 cells, regions of two links, 150 of them thrown onto the
// ground.
// Expected: 0.28 ms per penguin and frame on the paper's Pentium 4; less here.
#include "experiments/rj07_penguins.h"

#include <algorithm>
#include <cmath>

#include "core/input_error.h"
#include "core/world.h"
#include "experiments/lattice_bodies.h"
#include "experiments/model_source.h"
#include "experiments/pictures.h"
#include "octree/shape_library.h"

namespace octomatch {

namespace {

constexpr int kPenguins = 150, kParticles = 150, kLinks = 2;
constexpr double kPaperMs = 0.28, kPaperParticles = 22500;

World thrown(const std::shared_ptr<ShapeLibrary>& shapes) {
    const Box3 box = bounding_box(shapes->mesh({0}));
    World world(shapes, {.ground = Ground{}});
    std::vector<Request> create;
    constexpr int kColumns = 15;
    for (int k = 0; k < kPenguins; ++k) {
        const Vec3d place(k % kColumns, 0.5, k / kColumns);
        create.push_back(
            CreateBody{.shape = {0},
                       .position = 1.5 * box.extent().maxCoeff() * place,
                       .rotation = Eigen::Quaterniond(Eigen::AngleAxisd(0.7 * k, Vec3d(1, k % 7, 2).normalized())),
                       .angular_velocity = {std::sin(k), 0, std::cos(k)}});
    }
    world.adapt(create);
    return world;
}

ExperimentResult run(const ExperimentRun& run) {
    const TriangleMesh mesh = load_mesh("penguin", {}).mesh;
    // Cells of one level: what the octree splits is the lattice itself.
    SampleSettings settings = lattice_settings(LatticeKind::plain, {.base_cells = kParticles, .depth = 0});
    settings = resolved(settings, mesh);
    settings.base_cells = 0;
    settings.width = kLinks * settings.base_cell;
    const auto shapes = std::make_shared<ShapeLibrary>();
    shapes->add(mesh, settings);
    const BodyRest& rest = *shapes->shape({0}).rest;

    World world = thrown(shapes);
    const int frames = run.quick ? 20 : 300;
    ExperimentResult result;
    result.series.columns = {"frame", "ms per penguin"};
    std::vector<double> ms;
    bool finite = true;
    for (int frame = 0; frame < frames; ++frame) {
        const StepReport report = world.step();
        finite = finite && !report.non_finite;
        ms.push_back(1e3 * report.seconds.total / kPenguins);
        result.series.rows.push_back({double(frame), ms.back()});
        if (run.progress) run.progress("frames", (frame + 1.0) / frames);
    }
    std::ranges::nth_element(ms, ms.begin() + frames / 2);

    result.claims = {
        claim_within("particles of all penguins", kPaperParticles, double(kPenguins) * rest.nodes(), "particles", 0.25,
                     "another penguin; the number of cells is the nearest that a lattice gives"),
        claim_below("frames with numbers that are none", 0, finite ? 0 : 1, "", "stable whatever happens"),
        claim_not_comparable("time per penguin and frame", kPaperMs, ms[frames / 2], "ms",
                             "the paper's machine was a 3.4 GHz Pentium 4; ours has the ground but no contact between "
                             "penguins"),
    };
    try {
        draw(run.folder / "penguin.png", mesh, shapes->body({0}));
        result.pictures.push_back({"penguin.png", "One of the penguins beside its lattice."});
        draw(run.folder / "penguins.png", world, *shapes, {960, 420, {0.3, 0.5, 1}});
        result.pictures.push_back({"penguins.png", "All of them after the last frame."});
    } catch (const InputError& error) {
        result.notes.push_back(std::string("no picture: ") + error.what());
    }
    return result;
}

}  // namespace

Experiment rj07_penguins_experiment() {
    return {.name = "rj07_penguins",
            .paper = "RJ07",
            .figure = "Figure 1",
            .question = "What does a frame of 150 penguins of about 150 particles each cost?",
            .method =
                "The built-in penguin is a plain lattice of about 150 cells with regions of two links; 150 of "
                "them tumble onto the ground. The median time of a frame counts.",
            .seconds_quick = 5,
            .run = run};
}

}  // namespace octomatch

// Question: what do the linear and the quadratic extension let a body do that the rigid match does not?
// Method: three cubes of one cluster each, held at one side, under the same load, until they rest.
// Expected: rigid hardly gives way, linear shears, quadratic also bends.
#include "experiments/mhtg05_fig4.h"

#include "experiments/cluster_bodies.h"

namespace octomatch {

namespace {

ExperimentResult run(const ExperimentRun& run) {
    constexpr double kSize = 0.1, kLoad = 1.5;  // [m], [m/s^2]
    ClusterWorld scene({.gravity = {0, -kLoad, 0}});
    const int cells = run.quick ? 6 : 12;
    const ShapeId cube = scene.add_shape(box_mesh(Vec3d::Constant(kSize), Vec3i::Constant(cells)), {});
    const MatchModel models[] = {MatchModel::rigid, MatchModel::linear, MatchModel::quadratic};
    std::vector<BodyId> cubes;
    for (MatchModel model : models) {
        const MaterialSettings material{
            .stiffness = {StiffnessUnit::frequency, 25}, .drag = 4, .model = model, .beta = 0.8};
        cubes.push_back(scene.add({.shape = cube, .material = material, .position = {2 * kSize * cubes.size(), 0, 0}}));
        scene.ask(PinZone{cubes.back(), {.box = {Vec3d::Constant(-1), {-0.499 * kSize, 1, 1}}}});
    }
    scene.run(run.quick ? 3 : 8);

    ExperimentResult result;
    result.series.columns = {"model (0 rigid, 1 linear, 2 quadratic)", "beyond the nearest rigid motion [of the size]",
                             "beyond the nearest affine map [of the size]"};
    std::vector<Deformation> all;
    for (std::size_t k = 0; k < cubes.size(); ++k) {
        all.push_back(deformation_of(scene.rest_of(cubes[k]), scene.state_of(cubes[k])));
        result.series.rows.push_back({double(k), all.back().beyond_rigid, all.back().beyond_affine});
    }
    const char* kWhy = "the figure has no numbers; load and beta 0.8 are ours, one cluster each";
    result.claims = {
        claim_below("deformation of the rigid cube over that of the linear one", 0.6,
                    all[0].beyond_rigid / all[1].beyond_rigid, "x", kWhy),
        claim_below("deformation of the linear cube over that of the quadratic one", 1.2,
                    all[1].beyond_rigid / all[2].beyond_rigid, "x", kWhy),
        claim_below("bending, that is what no affine map gives, of the linear cube over that of the quadratic one", 0.6,
                    all[1].beyond_affine / all[2].beyond_affine, "x", kWhy)};
    add_picture(run.folder, "cubes.png", "From left to right: rigid, linear and quadratic matches under the same load.",
                scene, result);
    return result;
}

}  // namespace

Experiment mhtg05_fig4_experiment() {
    return {.name = "mhtg05_fig4",
            .paper = "MHTG05",
            .figure = "Figure 4",
            .question = "What do linear and quadratic matches let a body do that rigid ones do not?",
            .method =
                "Three cubes of one cluster each are held at their left faces, under the same acceleration "
                "downwards, until they rest. Their shapes are compared with the nearest rigid motion and with the "
                "nearest affine map of the rest shape.",
            .seconds_quick = 3,
            .run = run};
}

}  // namespace octomatch

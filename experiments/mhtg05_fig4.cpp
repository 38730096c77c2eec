// Question: what do the linear and the quadratic extension let a body do that the rigid match does not?
// Method: three cubes of one cluster each, held at one side, under the same load, until they rest.
// Expected: rigid hardly gives way, linear shears, quadratic also bends; none gives way more than 1 / (1 - beta) times
// as far as rigid.
#include "experiments/mhtg05_fig4.h"

#include <algorithm>

#include "experiments/cluster_bodies.h"

namespace octomatch {

namespace {

constexpr double kSize = 0.1, kBeta = 0.8;  // [m]
constexpr double kFrequency = 25;           // [rad/s]
// What a match opposes in full gives way by load / frequency^2: a hundredth of the cube. Held by a sixth of its
// points, the cube gives way about ten times as far.
constexpr double kLoad = kFrequency * kFrequency * kSize / 100;  // [m/s^2]
constexpr MatchModel kModels[] = {MatchModel::rigid, MatchModel::linear, MatchModel::quadratic};

/// Three cubes at rest under a load.
struct LoadedCubes {
    ClusterWorld scene;
    std::vector<BodyId> cubes;  // as in kModels
    double load;

    LoadedCubes(double load_, bool quick) : scene({.gravity = {0, -load_, 0}}), load(load_) {
        const TriangleMesh mesh = box_mesh(Vec3d::Constant(kSize), Vec3i::Constant(quick ? 6 : 12));
        const ShapeId cube = scene.add_shape(mesh, {});
        for (MatchModel model : kModels) {
            const MaterialSettings material{
                .stiffness = {StiffnessUnit::frequency, kFrequency}, .drag = 4, .model = model, .beta = kBeta};
            const Vec3d place(1.8 * kSize * static_cast<double>(cubes.size()), 0, 0);
            cubes.push_back(scene.add({.shape = cube, .material = material, .position = place}));
            scene.ask(PinZone{cubes.back(), {.box = {Vec3d::Constant(-1), {-0.499 * kSize, 1, 1}}}});
        }
        scene.run(quick ? 3 : 8);
    }

    Deformation deformation(int model) const {
        return deformation_of(scene.rest_of(cubes[model]), scene.state_of(cubes[model]));
    }
    /// How far the centre of mass went down, over the size.
    double sag(int model) const {
        const BodyRest& rest = scene.rest_of(cubes[model]);
        const BodyState& state = scene.state_of(cubes[model]);
        double mass = 0, way = 0;
        for (int i = 0; i < rest.nodes(); ++i) {
            mass += rest.mass[i];
            way += rest.mass[i] * (rest.origin.y() + rest.x0[i].y() - state.origin.y() - state.x[i].y());
        }
        return way / mass / kSize;
    }
};

ExperimentResult run(const ExperimentRun& run) {
    const LoadedCubes half(0.5 * kLoad, run.quick), whole(kLoad, run.quick);
    ExperimentResult result;
    result.series.columns = {"model (0 rigid, 1 linear, 2 quadratic)", "load [m/s^2]", "sag [of the size]",
                             "beyond the nearest rigid motion [of the size]",
                             "beyond the nearest affine map [of the size]"};
    for (const LoadedCubes* loaded : {&half, &whole})
        for (int model = 0; model < 3; ++model) {
            const Deformation deformation = loaded->deformation(model);
            result.series.rows.push_back(
                {double(model), loaded->load, loaded->sag(model), deformation.beyond_rigid, deformation.beyond_affine});
        }
    const auto larger_of = [&](auto ratio) { return std::max(ratio(half), ratio(whole)); };
    const char* kOrder =
        "a match that leaves more shapes alone opposes every shape less, hence gives way more; the larger of two loads";
    result.claims = {
        claim_less("sag of the rigid cube over that of the linear one", 1,
                   larger_of([](const LoadedCubes& c) { return c.sag(0) / c.sag(1); }), "x", kOrder),
        claim_less("sag of the linear cube over that of the quadratic one", 1,
                   larger_of([](const LoadedCubes& c) { return c.sag(1) / c.sag(2); }), "x", kOrder),
        claim_below("sag of the quadratic cube over that of the rigid one", 1 / (1 - kBeta),
                    larger_of([](const LoadedCubes& c) { return c.sag(2) / c.sag(0); }), "x",
                    "what is left alone is still opposed by 1 - beta, and beta is 0.8"),
        claim_less("bending, that is what no affine map gives, of the linear cube over that of the quadratic one", 1,
                   larger_of([](const LoadedCubes& c) {
                       return c.deformation(1).beyond_affine / c.deformation(2).beyond_affine;
                   }),
                   "x", "the paper: linear matches can only represent shear and stretch")};
    add_picture(run.folder, "cubes.png", "From left to right: rigid, linear and quadratic matches under the same load.",
                whole.scene, result, frontal(960, 400));
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
                "nearest affine map of the rest shape, under two loads.",
            .seconds_quick = 3,
            .run = run};
}

}  // namespace octomatch

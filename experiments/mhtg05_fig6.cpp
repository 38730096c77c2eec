// Question: does a plastic cube of eight clusters keep another rest shape, and an elastic one its own?
// Method: the top is pressed down, or moved aside, while the bottom is held; then both are let go.
// Expected: eight clusters; the elastic cubes come back, the plastic ones stay, with their volume.
#include "experiments/mhtg05_fig6.h"

#include <algorithm>

#include <Eigen/LU>

#include "experiments/cluster_bodies.h"

namespace octomatch {

namespace {

ExperimentResult run(const ExperimentRun& run) {
    constexpr double kSize = 0.1, kOverlap = 0.3, kTime = 0.5;  // [m], share, [s]
    ClusterWorld scene({.gravity = Vec3d::Zero()});
    const ShapeId cube = scene.add_shape(box_mesh(Vec3d::Constant(kSize), Vec3i::Constant(run.quick ? 8 : 14)),
                                         {.edge = edge_for(2, kSize, kOverlap), .overlap = kOverlap});
    struct Cube {
        bool plastic;
        Vec3d way;
        BodyId body;
    };
    std::vector<Cube> cubes{
        {false, {0, -0.03, 0}, {}}, {true, {0, -0.03, 0}, {}}, {false, {0.04, 0, 0}, {}}, {true, {0.04, 0, 0}, {}}};
    for (std::size_t k = 0; k < cubes.size(); ++k) {
        MaterialSettings material{
            .stiffness = {StiffnessUnit::frequency, 40}, .drag = 3, .model = MatchModel::linear, .beta = 0.5};
        if (cubes[k].plastic) material.plasticity = {.yield = 0.05, .creep = 8, .maximum = 1};
        cubes[k].body = scene.add({.shape = cube, .material = material, .position = {1.8 * kSize * k, 0, 0}});
        scene.ask(PinZone{cubes[k].body, {.box = {Vec3d::Constant(-1), {1, -0.499 * kSize, 1}}}});
        scene.ask(PinZone{cubes[k].body, {.box = {{-1, 0.499 * kSize, -1}, Vec3d::Constant(1)}}, cubes[k].way / kTime});
    }
    scene.run(kTime);
    for (const Cube& c : cubes) scene.ask(PinZone{c.body, {.box = {{-1, 0.499 * kSize, -1}, Vec3d::Constant(1)}}});
    scene.run(kTime);
    for (const Cube& c : cubes) scene.ask(UnpinZone{c.body, {.box = {Vec3d::Constant(-1), Vec3d::Constant(1)}}});
    scene.run(run.quick ? 3 : 6);

    ExperimentResult result;
    result.series.columns = {"plastic", "way along x [m]", "way along y [m]",
                             "beyond the nearest rigid motion after release [of the size]"};
    double most_elastic = 0, least_plastic = 1e9, volume = 0;
    for (const Cube& c : cubes) {
        const double left = deformation_of(scene.rest_of(c.body), scene.state_of(c.body)).beyond_rigid;
        result.series.rows.push_back({double(c.plastic), c.way.x(), c.way.y(), left});
        (c.plastic ? least_plastic : most_elastic) =
            c.plastic ? std::min(least_plastic, left) : std::max(most_elastic, left);
        for (const Mat3& S : scene.state_of(c.body).plastic)
            volume = std::max(volume, std::abs(S.cast<double>().determinant() - 1));
    }
    result.claims = {claim_within("clusters of the cube", 8, scene.rest_of(cubes[0].body).regions(), "clusters", 0,
                                  "two cubes along each axis, overlapping by 30 %"),
                     claim_below("what is left of the deformation of the elastic cubes", 0.01, most_elastic,
                                 "of the size", "let go for seconds"),
                     claim_below("the same over what is left of the plastic ones", 0.1, most_elastic / least_plastic,
                                 "x", "two motions, two rest shapes; the figure has no numbers"),
                     claim_below("largest change of volume of a plastic deformation", 1e-4, volume, "of the volume",
                                 "divided by the cube root of its determinant after each step")};
    add_picture(
        run.folder, "cubes.png",
        "After release, from left to right: elastic and plastic cube that were pressed, elastic and plastic cube "
        "that were sheared.",
        scene, result, frontal(960, 320));
    return result;
}

}  // namespace

Experiment mhtg05_fig6_experiment() {
    return {.name = "mhtg05_fig6",
            .paper = "MHTG05",
            .figure = "Figure 6",
            .question = "Does a plastic cube of eight clusters take on another rest shape?",
            .method =
                "Cubes of eight clusters are pressed or sheared between their bottom and their top, then let go. "
                "What is left of the deformation is compared between elastic and plastic cubes.",
            .seconds_quick = 4,
            .run = run};
}

}  // namespace octomatch

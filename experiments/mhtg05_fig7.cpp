// Question: do more clusters make a stick more flexible?
// Method: three quadratic sticks of 60 points and 1, 2, 5 clusters, one end held, the same spring on the same point.
// Expected: the more clusters, the more a stick bends.
#include "experiments/mhtg05_fig7.h"

#include "experiments/cluster_bodies.h"

namespace octomatch {

namespace {

ExperimentResult run(const ExperimentRun& run) {
    constexpr double kLength = 0.56, kThick = 0.04, kOverlap = 0.3;
    const TriangleMesh mesh = box_mesh({kLength, kThick, kThick}, {14, 1, 1});
    ClusterWorld scene({.gravity = Vec3d::Zero()});
    ExperimentResult result;
    result.series.columns = {"clusters", "way of the end [m]", "beyond the nearest rigid motion [of the size]",
                             "beyond the nearest affine map [of the size]"};
    std::vector<BodyId> sticks;
    for (int clusters : {1, 2, 5}) {
        const int k = static_cast<int>(sticks.size());
        const ShapeId shape = scene.add_shape(
            mesh, {.edge = clusters == 1 ? 0 : edge_for(clusters, kLength, kOverlap), .overlap = kOverlap});
        const MaterialSettings material{
            .stiffness = {StiffnessUnit::frequency, 40}, .drag = 3, .model = MatchModel::quadratic, .beta = 0.6};
        sticks.push_back(scene.add({.shape = shape, .material = material, .position = {0, 0, 0.25 * k}}));
        scene.ask(PinZone{sticks.back(), {.box = {Vec3d::Constant(-1), {-0.45 * kLength, 1, 1}}}});
        const Vec3d corner(kLength / 2, kThick / 2, kThick / 2);
        scene.ask(GrabPoint{.grab = {k},
                            .body = sticks.back(),
                            .point = corner,
                            .target = corner + Vec3d(-0.2, 0.35, 0.25 * k),
                            .rate = 0.1});
    }
    scene.run(run.quick ? 4 : 10);

    std::vector<double> bend;
    for (BodyId stick : sticks) {
        const BodyRest& rest = scene.rest_of(stick);
        const BodyState& state = scene.state_of(stick);
        int end = 0;
        for (int i = 0; i < rest.nodes(); ++i)
            if (rest.x0[i].sum() > rest.x0[end].sum()) end = i;
        const auto [rigid, affine] = deformation_of(rest, state);
        const Vec3d rest_place =
            rest.origin + rest.x0[end].cast<double>() + Vec3d(0, 0, 0.25 * static_cast<double>(bend.size()));
        const Vec3d place = state.origin + state.x[end].cast<double>();
        bend.push_back((place - rest_place).norm());
        result.series.rows.push_back({double(rest.regions()), bend.back(), rigid, affine});
    }
    result.claims = {
        claim_within("points of a stick", 60, scene.rest_of(sticks[0]).nodes(), "points", 0,
                     "the surface of 14 by 1 by 1 squares"),
        claim_within("clusters of the third stick", 5, scene.rest_of(sticks[2]).regions(), "clusters", 0, "in a row"),
        claim_below("way of the end with one cluster over that with two", 0.98, bend[0] / bend[1], "x",
                    "the figure has no numbers; stiffness and beta 0.6 are ours, one end is held"),
        claim_below("way of the end with two clusters over that with five", 0.98, bend[1] / bend[2], "x",
                    "a spring pulls the same corner to the same place")};
    add_picture(run.folder, "sticks.png",
                "From front to back: five, two and one cluster, the same spring on the same point.", scene, result);
    return result;
}

}  // namespace

Experiment mhtg05_fig7_experiment() {
    return {
        .name = "mhtg05_fig7",
        .paper = "MHTG05",
        .figure = "Figure 7",
        .question = "Do more clusters make a stick more flexible?",
        .method =
            "Three sticks of 60 points with quadratic matches are divided into one, two and five clusters in a row. "
            "One end is held, the same soft grab pulls the same corner of the other towards the same place.",
        .seconds_quick = 3,
        .run = run};
}

}  // namespace octomatch

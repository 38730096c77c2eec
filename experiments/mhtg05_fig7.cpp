// Question: do more clusters make a stick more flexible?
// Method: three quadratic sticks of 60 points and 1, 2, 5 clusters, one end held, the same spring on the same point.
// Expected: the more clusters, the further the spring pulls and the more detailed the shape.
#include "experiments/mhtg05_fig7.h"

#include "experiments/cluster_bodies.h"

namespace octomatch {

namespace {

constexpr double kLength = 0.56, kThick = 0.04, kOverlap = 0.3, kApart = 0.6;  // [m], share
const Vec3d kCorner(kLength / 2, kThick / 2, kThick / 2);
const Vec3d kTarget = kCorner + Vec3d(-0.2, 0.35, 0);

ExperimentResult run(const ExperimentRun& run) {
    const TriangleMesh mesh = box_mesh({kLength, kThick, kThick}, {14, 1, 1});
    ClusterWorld scene({.gravity = Vec3d::Zero()});
    std::vector<BodyId> sticks;
    for (int clusters : {1, 2, 5}) {
        const int k = static_cast<int>(sticks.size());
        const ShapeId shape = scene.add_shape(
            mesh, {.edge = clusters == 1 ? 0 : edge_for(clusters, kLength, kOverlap), .overlap = kOverlap});
        const MaterialSettings material{
            .stiffness = {StiffnessUnit::frequency, 40}, .drag = 3, .model = MatchModel::quadratic, .beta = 0.6};
        const Vec3d place(kApart * k, 0, 0);
        sticks.push_back(scene.add({.shape = shape, .material = material, .position = place}));
        scene.ask(PinZone{sticks.back(), {.box = {Vec3d::Constant(-1), {-0.45 * kLength, 1, 1}}}});
        scene.ask(
            GrabPoint{.grab = {k}, .body = sticks.back(), .point = kCorner, .target = kTarget + place, .rate = 0.1});
    }
    scene.run(run.quick ? 4 : 10);

    ExperimentResult result;
    result.series.columns = {"clusters", "way of the corner [m]", "way over what is left to the spring",
                             "beyond the nearest affine map [of the size]",
                             "beyond the nearest quadratic map [of the size]"};
    std::vector<double> give, detail;
    for (std::size_t k = 0; k < sticks.size(); ++k) {
        const BodyRest& rest = scene.rest_of(sticks[k]);
        const BodyState& state = scene.state_of(sticks[k]);
        int corner = 0;
        for (int i = 0; i < rest.nodes(); ++i)
            if (rest.x0[i].sum() > rest.x0[corner].sum()) corner = i;
        const Vec3d place = state.origin + state.x[corner].cast<double>() - Vec3d(kApart * double(k), 0, 0);
        const double way = (place - kCorner).norm();
        // Springs of one stiffness: what is left of their length is their force.
        give.push_back(way / (kTarget - place).norm());
        const Deformation deformation = deformation_of(rest, state);
        detail.push_back(deformation.beyond_quadratic);
        result.series.rows.push_back(
            {double(rest.regions()), way, give.back(), deformation.beyond_affine, detail.back()});
    }
    const char* kWhy = "the figure has no numbers; the sticks differ in nothing but their clusters";
    const char* kDetail = "the paper: with more clusters the deformation gets more detailed";
    result.claims = {
        claim_within("points of a stick", 60, scene.rest_of(sticks[0]).nodes(), "points", 0,
                     "the surface of 14 by 1 by 1 squares"),
        claim_within("clusters of the third stick", 5, scene.rest_of(sticks[2]).regions(), "clusters", 0, "in a row"),
        claim_less("way of the corner per force of the spring, one cluster over two", 1, give[0] / give[1], "x", kWhy),
        claim_less("the same, two clusters over five", 1, give[1] / give[2], "x", kWhy),
        claim_less("deformation beyond any quadratic map, one cluster over two", 1, detail[0] / detail[1], "x",
                   kDetail),
        claim_less("the same, two clusters over five", 1, detail[1] / detail[2], "x", kDetail)};
    add_picture(run.folder, "sticks.png",
                "From left to right: one, two and five clusters, the same spring on the same point.", scene, result,
                frontal(1200, 340));
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

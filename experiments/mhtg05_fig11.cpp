// Question: does a duck recover from being squeezed, inverted or collapsed to a point?
// Method: the built-in duck's own vertices, one and several clusters, all models; its state is destroyed by hand.
// Expected: its shape comes back, up to a rigid motion.
#include "experiments/mhtg05_fig11.h"

#include <random>

#include "experiments/cluster_bodies.h"
#include "experiments/model_source.h"

namespace octomatch {

namespace {

enum class Ruin { squeezed, inverted, collapsed, scattered };
constexpr std::pair<Ruin, const char*> kRuins[] = {{Ruin::squeezed, "squeezed flat"},
                                                   {Ruin::inverted, "inverted"},
                                                   {Ruin::collapsed, "at one point"},
                                                   {Ruin::scattered, "at random places"}};

void ruin(Ruin how, std::vector<Vec3>& places) {
    std::mt19937 random(5);
    std::normal_distribution<float> normal(0, 0.025f);  // [m]
    for (Vec3& x : places) {
        if (how == Ruin::squeezed) x.y() = 0;
        if (how == Ruin::inverted) x.x() *= -1;
        if (how == Ruin::collapsed) x.setZero();
        if (how == Ruin::scattered) x = {normal(random), normal(random), normal(random)};
    }
}

ExperimentResult run(const ExperimentRun& run) {
    const TriangleMesh mesh = load_mesh("duck", {}).mesh;
    constexpr double kEdge = 0.1, kSpacing = 0.2;  // [m]
    ExperimentResult result;
    result.series.columns = {"clusters", "model (0 rigid, 1 linear, 2 quadratic)",
                             "ruin (0 squeezed, 1 inverted, 2 collapsed, 3 random)", "deformation before [of the size]",
                             "after [of the size]"};
    double worst[4] = {0, 0, 0, 0};
    for (double edge : {0.0, kEdge}) {
        for (MatchModel model : {MatchModel::rigid, MatchModel::linear, MatchModel::quadratic}) {
            if (run.quick && (edge == 0 || model == MatchModel::rigid)) continue;
            ClusterWorld scene({.gravity = Vec3d::Zero()});
            const ShapeId duck = scene.add_shape(mesh, {.edge = edge, .overlap = 0.5});
            for (int k = 0; k < 4; ++k)
                scene.add(
                    {.shape = duck, .material = {.damping = 10, .model = model}, .position = {kSpacing * k, 0, 0}});
            scene.change([](World::Saved& saved) {
                for (int k = 0; k < 4; ++k) ruin(kRuins[k].first, saved.bodies[k].state.x);
            });
            const bool shown = edge > 0 && model == MatchModel::quadratic;
            if (shown)
                add_picture(run.folder, "before.png", "Squeezed flat, inverted, at one point, at random places.", scene,
                            result, frontal(960, 320));
            std::vector<double> before;
            for (int k = 0; k < 4; ++k)
                before.push_back(deformation_of(scene.rest_of({k}), scene.state_of({k})).beyond_rigid);
            scene.run(run.quick ? 3 : 8);
            if (shown) add_picture(run.folder, "after.png", "The same ducks later.", scene, result, frontal(960, 320));
            for (int k = 0; k < 4; ++k) {
                const double left = deformation_of(scene.rest_of({k}), scene.state_of({k})).beyond_rigid;
                worst[k] = std::max(worst[k], left);
                result.series.rows.push_back(
                    {double(scene.rest_of({k}).regions()), double(model), double(k), before[k], left});
            }
        }
    }
    for (int k = 0; k < 4; ++k)
        result.claims.push_back(claim_below(
            std::string("what is left of the deformation of a duck, ") + kRuins[k].second, 0.01, worst[k],
            "of the size", "the built-in duck instead of the paper's; all models, one and several clusters"));
    return result;
}

}  // namespace

Experiment mhtg05_fig11_experiment() {
    return {
        .name = "mhtg05_fig11",
        .paper = "MHTG05",
        .figure = "Figure 11",
        .question = "Does a duck recover from being squeezed, inverted or collapsed to a point?",
        .method =
            "The vertices of the built-in duck are the nodes. They are squeezed into a plane, mirrored, put to one "
            "point or to random places, and left alone; with rigid, linear and quadratic matches, with one and with "
            "several clusters.",
        .seconds_quick = 5,
        .run = run};
}

}  // namespace octomatch

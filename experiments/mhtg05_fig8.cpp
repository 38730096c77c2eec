// Question: how does the time of a step grow with points and clusters?
// Method: points on the surface of cubes, displaced at random, linear and quadratic matches, 1 and 8 clusters.
// Expected: linear in the number of points; quadratic dearer than linear; 100 objects of 100 points above 50 frames/s.
#include "experiments/mhtg05_fig8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "experiments/cluster_bodies.h"
#include "experiments/line_plot.h"

namespace octomatch {

namespace {

constexpr double kSize = 0.1, kOverlap = 0.25;

/// Objects of a cube's surface, every point displaced at random; median milliseconds of a step.
double step_ms(int objects, int cells, int clusters_along, MatchModel model, int steps) {
    ClusterWorld scene({.gravity = Vec3d::Zero()});
    const double edge = clusters_along == 1 ? 0 : edge_for(clusters_along, kSize, kOverlap);
    const ShapeId shape =
        scene.add_shape(box_mesh(Vec3d::Constant(kSize), Vec3i::Constant(cells)), {.edge = edge, .overlap = kOverlap});
    for (int k = 0; k < objects; ++k)
        scene.add({.shape = shape, .material = {.model = model}, .position = {2 * kSize * k, 0, 0}});
    scene.change([](World::Saved& saved) {
        std::mt19937 random(1);
        std::normal_distribution<float> way(0, 0.2f * kSize);
        for (Body& body : saved.bodies)
            for (Vec3& x : body.state.x) x += Vec3(way(random), way(random), way(random));
    });
    std::vector<double> ms;
    for (int step = 0; step < steps; ++step) ms.push_back(1e3 * scene.world.step().seconds.total);
    std::nth_element(ms.begin(), ms.begin() + steps / 2, ms.end());
    return ms[steps / 2];
}

ExperimentResult run(const ExperimentRun& run) {
    struct Kind {
        MatchModel model;
        int along;
        const char* name;
    };
    const Kind kinds[] = {{MatchModel::linear, 1, "linear, 1 cluster"},
                          {MatchModel::linear, 2, "linear, 8 clusters"},
                          {MatchModel::quadratic, 1, "quadratic, 1 cluster"},
                          {MatchModel::quadratic, 2, "quadratic, 8 clusters"}};
    ExperimentResult result;
    result.series.columns = {"points"};
    LinePlot plot{.across = "points", .up = "ms per step", .logarithmic = true};
    for (const Kind& kind : kinds) {
        result.series.columns.push_back(std::string(kind.name) + " [ms]");
        plot.curves.push_back({kind.name, {}});
    }
    const std::vector<int> sizes = run.quick ? std::vector{8, 16, 32} : std::vector{8, 16, 32, 64, 91};
    for (int cells : sizes) {
        const double points = 6.0 * cells * cells + 2;
        std::vector<double> row{points};
        for (std::size_t k = 0; k < std::size(kinds); ++k) {
            row.push_back(step_ms(1, cells, kinds[k].along, kinds[k].model, run.quick ? 25 : 100));
            plot.curves[k].points.push_back({points, row.back()});
        }
        result.series.rows.push_back(row);
        if (run.progress)
            run.progress(fmt::format("{} points", points), 0.9 * result.series.rows.size() / sizes.size());
    }
    const auto& first = result.series.rows[result.series.rows.size() - 2];
    const auto& last = result.series.rows.back();
    const double exponent = std::log(last[4] / first[4]) / std::log(last[0] / first[0]);
    const double many = step_ms(100, 4, 2, MatchModel::quadratic, run.quick ? 40 : 200);
    result.claims = {
        claim_within("exponent of the time over the number of points, quadratic, 8 clusters", 1, exponent, "", 0.3,
                     "between the two largest; the paper's curves are straight lines"),
        claim_at_least("frames per second of 100 objects, each of 100 points and 8 clusters, quadratic", 50, 1e3 / many,
                       "1/s", 1, "98 points, the surface of a cube; the paper's machine was a 3.2 GHz Pentium 4"),
        claim_below("time of a linear step over a quadratic one, 8 clusters", 1, last[2] / last[4], "x",
                    "the paper: the quadratic model is more involved")};
    write_plot(run.folder / "time.svg", plot);
    result.pictures.push_back({"time.svg", "Milliseconds per step over the number of points."});
    return result;
}

}  // namespace

Experiment mhtg05_fig8_experiment() {
    return {.name = "mhtg05_fig8",
            .paper = "MHTG05",
            .figure = "Figure 8",
            .question = "How does the time of a step grow with points and clusters?",
            .method =
                "Bodies with points on the surface of a cube, every point displaced at random, are stepped with linear "
                "and quadratic matches and one or eight clusters; the median time of a step is taken.",
            .seconds_quick = 2,
            .run = run};
}

}  // namespace octomatch

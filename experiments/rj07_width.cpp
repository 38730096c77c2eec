// Question: does a region sum on a lattice cost the same whatever the width of the regions?
// Method: the block and the hand as plain lattices, regions of 1 to 5 links; sums there and back by bars, plates and
// regions that slide, and by brute force, one after the other in the same run.
// Expected: six additions per node and one time for all widths; brute force grows as (2 w + 1)^3.
#include "experiments/rj07_width.h"

#include <algorithm>

#include "core/sum_plan.h"
#include "core/timer.h"
#include "experiments/lattice_bodies.h"
#include "experiments/line_plot.h"
#include "experiments/model_source.h"
#include "octree/adaptive_body.h"

namespace octomatch {

namespace {

constexpr int kWidest = 5, kColumns = 24;  // as a step has them

struct Subject {
    const char* model;
    int depth, depth_quick;
    bool is_box;
};
constexpr Subject kSubjects[] = {{"block", 3, 2, true}, {"hand", 4, 3, false}};

struct Cost {
    double nodes = 0, additions = 0;      // per node, there
    double lattice = 0, brute_force = 0;  // nanoseconds per node, there and back
};

double seconds_there_and_back(const SumPlan& plan, std::vector<double>& nodes, std::vector<double>& sums,
                              std::vector<double>& scratch) {
    const Stopwatch watch;
    plan.sum(kColumns, nodes, sums, scratch);
    plan.adjoint(kColumns, sums, nodes, scratch);
    const double seconds = watch.seconds();
    std::ranges::fill(nodes, 1.0);  // so that numbers stay finite
    return seconds;
}

double median(std::vector<double> values) {
    std::ranges::nth_element(values, values.begin() + values.size() / 2);
    return values[values.size() / 2];
}

/// Costs of regions of 1, 2, ... links; the widths take turns, so that whatever else the machine does hits all alike.
/// Brute force has one plan at a time: the member lists of all widths are a gigabyte.
std::vector<Cost> costs_of(const Subject& subject, bool quick) {
    const TriangleMesh mesh = load_mesh(subject.model, {}).mesh;
    SampleSettings settings =
        resolved(lattice_settings(LatticeKind::plain, {.depth = quick ? subject.depth_quick : subject.depth}), mesh);
    MaterialGraph material =
        make_material(mesh, lattice_over(bounding_box(mesh), settings.base_cell, settings.depth, settings.shift), 4);
    std::vector<SumPlan> fast;
    std::vector<Cost> costs(kWidest);
    std::vector<double> scratch, nodes, sums;
    const int rounds = quick ? 7 : 15, slow_rounds = quick ? 1 : 3;
    for (int w = 1; w <= kWidest; ++w) {
        settings.width = w * material.lattice.finest_cell();
        const auto rest = make_body(mesh, material, settings).rest;
        fast.emplace_back(*rest, PlanKind::tree);
        costs[w - 1].nodes = rest->nodes();
        costs[w - 1].additions = static_cast<double>(fast.back().lattice()->counts().sum_additions) / rest->nodes();
        nodes.assign(std::size_t(rest->nodes()) * kColumns, 1.0);
        sums.resize(nodes.size());
        const SumPlan slow(*rest, PlanKind::brute_force);
        std::vector<double> seconds;
        for (int round = 0; round < slow_rounds; ++round)
            seconds.push_back(seconds_there_and_back(slow, nodes, sums, scratch));
        costs[w - 1].brute_force = 1e9 * median(seconds) / rest->nodes();
    }
    std::vector<std::vector<double>> fast_seconds(kWidest);
    for (int round = 0; round < rounds; ++round)
        for (int w = 0; w < kWidest; ++w)
            fast_seconds[w].push_back(seconds_there_and_back(fast[w], nodes, sums, scratch));
    for (int w = 0; w < kWidest; ++w) costs[w].lattice = 1e9 * median(fast_seconds[w]) / costs[w].nodes;
    return costs;
}

ExperimentResult run(const ExperimentRun& run) {
    ExperimentResult result;
    result.series.columns = {"links"};
    result.series.rows.resize(kWidest);
    LinePlot plot{
        .across = "width of regions in links", .up = "ns per node, 24 sums there and back", .logarithmic = true};
    for (int w = 1; w <= kWidest; ++w) {
        result.series.rows[w - 1].push_back(w);
    }
    for (const Subject& subject : kSubjects) {
        const std::string model = subject.model;
        if (run.progress) run.progress(model, result.claims.empty() ? 0 : 0.3);
        const std::vector<Cost> costs = costs_of(subject, run.quick);
        for (const char* what :
             {"nodes, ", "additions per node, ", "lattice plan [ns per node], ", "brute force [ns per node], "})
            result.series.columns.push_back(what + model);
        Curve fast{model + ", lattice plan", {}}, slow{model + ", brute force", {}};
        double most = 0;
        for (int w = 0; w < kWidest; ++w) {
            const Cost& c = costs[w];
            for (double value : {c.nodes, c.additions, c.lattice, c.brute_force})
                result.series.rows[w].push_back(value);
            fast.points.push_back({w + 1.0, c.lattice});
            slow.points.push_back({w + 1.0, c.brute_force});
            most = std::max(most, c.additions);
        }
        plot.curves.push_back(fast);
        plot.curves.push_back(slow);
        if (subject.is_box)
            result.claims.push_back(claim_below(model + ": additions per node, the most of all widths", 6, most, "rows",
                                                "a full lattice: two each for bars, plates and regions, less at its "
                                                "boundary, whatever the width"));
        else
            result.claims.push_back(claim_within(model + ": additions per node, the most of all widths", 6, most,
                                                 "rows", 0.1,
                                                 "six in the regular interior, less at boundaries, more where regions "
                                                 "are no boxes"));
        result.claims.push_back(claim_below(
            model + ": time of the lattice plan at 5 links over that at 1", 1.6, costs[4].lattice / costs[0].lattice,
            "x",
            "independent of the width in [RJ07]; w = 1 is summed without differences, in another order of memory"));
        result.claims.push_back(claim_below(model + ": time of the lattice plan over that of brute force, 5 links", 0.2,
                                            costs[4].lattice / costs[4].brute_force, "x",
                                            "six additions against up to 1331, in one run"));
    }
    write_plot(run.folder / "width.svg", plot);
    result.pictures.push_back({"width.svg", "Time per node over the width of regions."});
    return result;
}

}  // namespace

Experiment rj07_width_experiment() {
    return {.name = "rj07_width",
            .paper = "RJ07",
            .figure = "section 4",
            .question = "Does a region sum on a lattice cost the same whatever the width of the regions?",
            .method =
                "The block and the hand are sampled as plain lattices. For regions of 1 to 5 links all sums of a "
                "step are taken there and back, by the lattice plan and by brute force, the widths in turn.",
            .seconds_quick = 5,
            .run = run};
}

}  // namespace octomatch

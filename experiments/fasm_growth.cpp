// Question: how do node counts grow as the finest cell shrinks?
// Method: hand, flower and comb, from two cells along a base cell down; nodes of a plain lattice and of the adaptive
// body.
// Expected: FLSM grows cubically; the adaptive body more slowly than the surface.
#include "experiments/fasm_growth.h"

#include "experiments/line_plot.h"
#include "experiments/model_source.h"
#include "experiments/node_growth.h"
#include "experiments/progress_bar.h"

namespace octomatch {

namespace {

constexpr const char* kModels[] = {"hand", "flower", "comb"};

ExperimentResult run(const ExperimentRun& run) {
    ExperimentResult result;
    result.series.columns = {"model (0 hand, 1 flower, 2 comb)", "finest cell [m]", "nodes of FLSM", "nodes, adaptive",
                             "V / h^3 and the cells of the surface"};
    constexpr int kDeepest = 5;  // the petals of the flower are thin: coarser cells do not tell where growth ends
    int count = 0;
    for (const char* model : kModels) {
        const std::string name = model;
        const TriangleMesh mesh = load_mesh(name, {}).mesh;
        const SampleSettings finest = resolved({.depth = kDeepest}, mesh);
        const std::vector<NodeGrowth> growth =
            node_growth(mesh, finest, 1, part_of(run.progress, count / 3.0, (count + 1) / 3.0));
        for (const NodeGrowth& g : growth)
            result.series.rows.push_back({double(count), g.finest_cell, double(g.flsm_nodes), double(g.adaptive_nodes),
                                          cells_met(mesh, g.finest_cell)});
        ++count;
        const NodeGrowth &last = growth.back(), &before = growth[growth.size() - 2];
        result.claims.push_back(claim_within(
            name + ": nodes of FLSM at the finest cell over those of cubic growth", 1,
            last.flsm_nodes / cells_met(mesh, last.finest_cell), "x", 0.1,
            "volume / h^3, plus the cells that the surface meets, as for any body large against h; the paper says "
            "that cost grows cubically"));
        result.claims.push_back(
            claim_less(name + ": exponent of growth of the adaptive body, between the two finest cells", 2,
                       growth_exponent(before, last, &NodeGrowth::adaptive_nodes), "",
                       "a body with finest cells all over its surface would have 2; the paper: the interior is much "
                       "coarser. Where thin "
                       "sheets still want finer cells, all of it grows"));
        result.claims.push_back(claim_less(name + ": the same over that of FLSM", 1,
                                           growth_exponent(before, last, &NodeGrowth::adaptive_nodes) /
                                               growth_exponent(before, last, &NodeGrowth::flsm_nodes),
                                           "x", "else the adaptive body would only be a constant factor better"));
        const std::string file = name + ".svg";
        write_plot(run.folder / file, growth_plot(growth, bounding_box(mesh).diagonal()));
        result.pictures.push_back({file, "Nodes of the " + name + " over resolution."});
    }
    return result;
}

}  // namespace

Experiment fasm_growth_experiment() {
    return {.name = "fasm_growth",
            .paper = "FASM",
            .figure = "section 3.2",
            .question = "How do node counts grow as the finest cell shrinks?",
            .method =
                "Hand, flower and comb are sampled with the same base cells and ever finer cells below them. A plain "
                "lattice has a node in every finest cell with material; the adaptive body has them where features "
                "are thin or close.",
            .seconds_quick = 15,
            .run = run};
}

}  // namespace octomatch

// Question: which summation nodes does the region of the paper's worked example have?
// Method: the slice of experiments/fasm_fig2_body.h, regions by the interval rule, distances by Bucket-Moore.
// Expected: the virtual node n_b whole, five nodes around it; n_a discarded, n_c refined.
#include "experiments/fasm_fig2.h"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/fasm_fig2_body.h"
#include "io/whole_file.h"
#include "octree/bucket_moore.h"

namespace octomatch {

namespace {

struct Interval {
    double low = 1e9, high = 0;  // in cells
};

Interval interval_of(const FasmFigure2& figure, RowId row) {
    BucketMoore paths(figure.rest.links, figure.rest.link_length);
    paths.search(figure.n_i(), BucketMoore::kFar - 1);
    Interval interval;
    const Ragged<NodeId> below = nodes_below(figure.rest);
    for (NodeId j : below.row(row.value)) {
        interval.low = std::min(interval.low, paths.distance(j) / 2.0);
        interval.high = std::max(interval.high, paths.distance(j) / 2.0);
    }
    return interval;
}

/// The slice as the paper draws it: cells, blocks with their intervals, summation nodes in red.
class Drawing {
public:
    explicit Drawing(const FasmFigure2& figure) : figure_(figure) {}

    std::string svg() {
        text_ = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {0}\" width=\"{0}\" "
            "font-family=\"sans-serif\">\n",
            kSize);
        text_ += fmt::format("<rect width=\"{0}\" height=\"{0}\" fill=\"#fbfbf9\"/>\n", kSize);
        const std::vector<RowId> entries = figure_.summation_nodes(figure_.n_i());
        const auto is_entry = [&](RowId row) {
            return std::find(entries.begin(), entries.end(), row) != entries.end();
        };
        const Ragged<NodeId> regions = members(figure_.rest);
        for (NodeId i : regions.row(figure_.n_i().value)) square(figure_.cell_of(i), 1, "#f6d9d3", "none", 0);
        for (int i = 0; i < figure_.rest.nodes(); ++i) square(figure_.cell_of({i}), 1, "none", "#b9b9b4", 1);
        for (int y = 0; y < FasmFigure2::kCells; y += 2)
            for (int x = 0; x < FasmFigure2::kCells; x += 2) {
                const RowId block = figure_.block_at({x, y, 0});
                square({x, y, 0}, 2, "none", "#3f4a52", 2.5);
                dot(x + 1, y + 1, 9, is_entry(block) ? "#c8321e" : "#c9ccd0");
                const Interval interval = interval_of(figure_, block);
                label(x + 1, y + 1, -14, fmt::format("[{:g}, {:g}]", interval.low, interval.high));
            }
        for (int i = 0; i < figure_.rest.nodes(); ++i) {
            const Vec3i& cell = figure_.cell_of({i});
            dot(cell.x() + 0.5, cell.y() + 0.5, 5, is_entry({i}) ? "#c8321e" : "#7d868d");
        }
        const Vec3i& centre = figure_.cell_of(figure_.n_i());
        label(centre.x() + 0.5, centre.y() + 0.5, 20, "n_i");
        for (const auto& [name, x] : {std::pair("n_c", 1), {"n_b", 3}, {"n_a", 5}}) label(x, 3, 24, name);
        return text_ + "</svg>\n";
    }

private:
    static constexpr int kCell = 80, kMargin = 20, kSize = FasmFigure2::kCells * kCell + 2 * kMargin;
    static double across(double x) { return kMargin + kCell * x; }
    static double down(double y) { return kSize - kMargin - kCell * y; }  // y points up

    void square(const Vec3i& corner, int edge, const char* fill, const char* stroke, double width) {
        text_ += fmt::format(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
            across(corner.x()), down(corner.y() + edge), edge * kCell, edge * kCell, fill, stroke, width);
    }
    void dot(double x, double y, double radius, const char* fill) {
        text_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", across(x), down(y), radius, fill);
    }
    void label(double x, double y, double below, const std::string& words) {
        text_ +=
            fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"14\" text-anchor=\"middle\" fill=\"#22282c\">{}</text>\n",
                        across(x), down(y) + below, words);
    }

    const FasmFigure2& figure_;
    std::string text_;
};

ExperimentResult run(const ExperimentRun& run) {
    const FasmFigure2 figure;
    ExperimentResult result;
    result.series.columns = {"row", "is a virtual node"};
    const std::vector<RowId> entries = figure.summation_nodes(figure.n_i());
    for (RowId row : entries)
        result.series.rows.push_back({double(row.value), double(row.value >= figure.rest.nodes())});
    const auto has = [&](RowId row) { return std::find(entries.begin(), entries.end(), row) != entries.end(); };

    const char* kWhy = "the caption's intervals, from Bucket-Moore distances";
    const Interval a = interval_of(figure, figure.n_a()), b = interval_of(figure, figure.n_b()),
                   c = interval_of(figure, figure.n_c());
    result.claims = {claim_within("nearest node of n_a", 2, a.low, "cells", 0, kWhy),
                     claim_within("farthest node of n_a", 3, a.high, "cells", 0, kWhy),
                     claim_within("nearest node of n_b", 0, b.low, "cells", 0, kWhy),
                     claim_within("farthest node of n_b", 1, b.high, "cells", 0, kWhy),
                     claim_within("nearest node of n_c", 1, c.low, "cells", 0, kWhy),
                     claim_within("farthest node of n_c", 2, c.high, "cells", 0, kWhy),
                     claim_within("n_b is a summation node", 1, has(figure.n_b()), "yes or no", 0, "taken whole"),
                     claim_within("n_a is one", 0, has(figure.n_a()), "yes or no", 0, "discarded"),
                     claim_within("n_c is one", 0, has(figure.n_c()), "yes or no", 0, "refined: two of its nodes are")};
    write_whole_file(run.folder / "region.svg", Drawing(figure).svg());
    result.pictures.push_back({"region.svg",
                               "The region of n_i (shaded), its summation nodes (red), and the distance "
                               "intervals of the virtual nodes."});
    return result;
}

}  // namespace

Experiment fasm_fig2_experiment() {
    return {
        .name = "fasm_fig2",
        .paper = "FASM",
        .figure = "Figure 2",
        .question = "Which summation nodes does the region of the paper's worked example have?",
        .method =
            "A slice of six by six cells in blocks of two by two, w = 1 cell and eps = 0.5. A virtual node is taken "
            "whole if all its nodes are closer than (1 + eps) w, discarded if all are farther than w, else refined.",
        .seconds_quick = 0.1,
        .run = run};
}

}  // namespace octomatch

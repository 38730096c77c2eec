#include "experiments/node_growth.h"

#include <algorithm>
#include <cmath>

#include "octree/touching_cells.h"

namespace octomatch {

std::vector<NodeGrowth> node_growth(const TriangleMesh& mesh, const SampleSettings& finest, int coarsest,
                                    const Progress& progress) {
    std::vector<NodeGrowth> growth;
    SampleSettings settings = finest;
    for (settings.depth = std::min(coarsest, finest.depth); settings.depth <= finest.depth; ++settings.depth) {
        if (progress) progress("node counts", std::pow(8.0, settings.depth - finest.depth - 1));
        const Lattice lattice = lattice_over(bounding_box(mesh), settings.base_cell, settings.depth, settings.shift);
        MaterialGraph material = make_material(mesh, lattice, settings.memory_limit);
        const auto flsm = cells_of_level(material, settings.depth).size();
        const AdaptiveBody body = make_body(mesh, std::move(material), settings);
        growth.push_back({lattice.finest_cell(), static_cast<int>(flsm), body.rest->nodes()});
    }
    return growth;
}

double cells_met(const TriangleMesh& mesh, double h) {
    double shell = 0;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
        const auto [a, b, c] = mesh.corners(t);
        const Vec3d area = 0.5 * (b - a).cross(c - a);
        shell += 0.375 * area.lpNorm<1>() + 0.125 * area.norm();
    }
    return std::abs(signed_volume(mesh)) / (h * h * h) + shell / (h * h);
}

LinePlot growth_plot(std::span<const NodeGrowth> growth, double diagonal) {
    LinePlot plot{.across = "finest cells along the diagonal",
                  .up = "nodes",
                  .logarithmic = true,
                  .curves = {{"cubic", {}, CurveStyle::guide}, {"FLSM", {}}, {"adaptive", {}}}};
    for (const NodeGrowth& g : growth) {
        const double across = diagonal / g.finest_cell;
        const double cubic = growth.back().flsm_nodes * std::pow(growth.back().finest_cell / g.finest_cell, 3);
        plot.curves[0].points.push_back({across, cubic});
        plot.curves[1].points.push_back({across, g.flsm_nodes});
        plot.curves[2].points.push_back({across, g.adaptive_nodes});
    }
    return plot;
}

double growth_exponent(const NodeGrowth& from, const NodeGrowth& to, int NodeGrowth::*count) {
    return std::log(double(to.*count) / (from.*count)) / std::log(from.finest_cell / to.finest_cell);
}

}  // namespace octomatch

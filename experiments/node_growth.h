// How many nodes FLSM and an adaptive body need as the finest cell shrinks.
#pragma once
#include <span>
#include <vector>

#include "core/progress.h"
#include "experiments/line_plot.h"
#include "octree/adaptive_body.h"

namespace octomatch {

struct NodeGrowth {
    double finest_cell = 0;
    int flsm_nodes = 0, adaptive_nodes = 0;
};

/// At the depths from `coarsest` to that of `finest`, whose base cells all have; settings that are resolved.
std::vector<NodeGrowth> node_growth(const TriangleMesh& mesh, const SampleSettings& finest, int coarsest,
                                    const Progress& progress);

/// How many cells of edge h hold material of a closed mesh, on average over places of the lattice, if h is small
/// against its features: V / h^3, plus 1 / h^2 times 3/8 of the integral of |n_x| + |n_y| + |n_z| over the surface, as
/// centres of voxels reach 3/8 h from a cell's centre, plus 1/8 of its area, as material counts up to h / 8 outside.
double cells_met(const TriangleMesh& mesh, double h);

/// Nodes over cells along a diagonal of that length, beside a line that grows cubically.
LinePlot growth_plot(std::span<const NodeGrowth> growth, double diagonal);

/// The power of 1 / cell with which a count grows from one row to the next.
double growth_exponent(const NodeGrowth& from, const NodeGrowth& to, int NodeGrowth::*count);

}  // namespace octomatch

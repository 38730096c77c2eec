// Fast Lattice Shape Matching [RJ07] and adaptive bodies through the same motion, on equal terms: one mesh, one finest
// cell, one width, one material, one rotation kernel, one skin.
//
// The motion: one end is held, a load bends the body, and at half time it is released. The material is as stiff and the
// load as large as makes the lattice with our links swing about once a second and bend by a fifth of its diagonal.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/progress.h"
#include "experiments/frame_statistics.h"
#include "experiments/node_growth.h"
#include "experiments/separation.h"
#include "octree/shape_library.h"

namespace octomatch {

struct CompareSettings {
    int frames = 120;
    MaterialRule rule = MaterialRule::plain;  // of the adaptive body; lattices are the same under plain and equal
    bool all = false;                         // also methods that are no opponents, but explain the numbers
};

struct ComparedMethod {
    std::string name;  // flsm, adaptive, flsm_contact, octree_uniform, brute_force, flsm_separating
    double finest_cell = 0;
    int nodes = 0, regions = 0;  // regions that are summed: equal ones count once
    double mean_summation_entries = 0;
    std::size_t bytes = 0;
    std::int64_t bridges = 0;
    Quantiles ms_per_step;  // of a substep
    StepSeconds stages;     // medians of a substep
    double tip = 0;         // the farthest the end opposite to the held one came, over the diagonal
};

struct Comparison {
    std::string model;
    double finest_cell = 0, width = 0, epsilon = 0;
    int frames = 0, substeps = 0;
    std::vector<ComparedMethod> methods;  // flsm first, adaptive second
    SeparationStudy lattices;
    std::optional<ComparedMethod> separating;  // the coarsest plain lattice without bridges, where it could be run

    // Adaptive over flsm_contact.
    double surface_mean = 0, surface_max = 0;          // over the diagonal, over vertices and frames
    double compliance_ratio = 0, frequency_ratio = 0;  // 1: the same material (experiments/material_measure.h)
    std::vector<NodeGrowth> growth;

    // For pictures.
    std::shared_ptr<ShapeLibrary> shapes;
    ShapeId flsm_shape, adaptive_shape;

    const ComparedMethod& flsm() const { return methods[0]; }
    const ComparedMethod& adaptive() const { return methods[1]; }
    double node_ratio() const { return double(flsm().nodes) / adaptive().nodes; }
    double speedup() const { return flsm().ms_per_step.median / adaptive().ms_per_step.median; }
};

/// `settings` are the adaptive body's. Throws InputError as make_body does.
Comparison compare_methods(const std::string& model, const TriangleMesh& mesh, const SampleSettings& settings,
                           const CompareSettings& how, const Progress& progress);

}  // namespace octomatch

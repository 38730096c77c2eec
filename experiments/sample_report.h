// What `octomatch sample` says about a body: everything counted once, then written as text or as JSON.
#pragma once
#include <string>
#include <vector>

#include "experiments/region_statistics.h"
#include "experiments/separation.h"
#include "io/mesh_report.h"
#include "octree/adaptive_body.h"

namespace octomatch {

struct SampleReport {
    std::string model;
    double metres = 1;  // per unit of the mesh
    MeshReport mesh;
    Box3 box;
    double mesh_volume = 0;

    SampleSettings settings;
    double finest_cell = 0;
    int base_cells = 0;
    std::vector<int> leaves_per_level, nodes_per_level;
    int virtual_nodes = 0;

    int nodes = 0;
    std::int64_t links = 0, bridges = 0;
    Connectivity connectivity;
    double mass = 0, volume = 0;  // of the sampled material
    RegionStatistics regions;
    SeparationStudy lattices;
    std::size_t memory_bytes = 0;
    std::uint64_t hash = 0;
    SampleSeconds seconds;

    double node_ratio() const { return nodes > 0 ? static_cast<double>(lattices.same_cell.nodes) / nodes : 0; }
};

SampleReport make_report(const std::string& model, double metres_per_unit, const CheckedMesh& mesh,
                         const AdaptiveBody& body, const SeparationStudy& lattices);

/// For people: aligned, lengths in metres.
std::string report_text(const SampleReport& report);

/// For scripts: lengths in the unit of the mesh.
std::string report_json(const SampleReport& report);

}  // namespace octomatch

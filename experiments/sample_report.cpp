#include "experiments/sample_report.h"

#include <numeric>

#include "core/ragged.h"

namespace octomatch {

SampleReport make_report(const std::string& model, double metres_per_unit, const CheckedMesh& mesh,
                         const AdaptiveBody& body, const SeparationStudy& lattices) {
    const BodyRest& rest = *body.rest;
    SampleReport report{.model = model,
                        .metres = metres_per_unit,
                        .mesh = mesh.report,
                        .box = bounding_box(mesh.mesh),
                        .mesh_volume = signed_volume(mesh.mesh),
                        .settings = body.settings,
                        .finest_cell = rest.finest_cell,
                        .virtual_nodes = rest.rows() - rest.nodes(),
                        .nodes = rest.nodes(),
                        .links = static_cast<std::int64_t>(rest.links.items.size() / 2),
                        .bridges = count_bridges(body.material, body.tree, body.sampling),
                        .connectivity = connectivity(rest.links),
                        .regions = region_statistics(rest),
                        .lattices = lattices,
                        .memory_bytes = rest.bytes(),
                        .hash = hash(rest),
                        .seconds = body.seconds};
    report.leaves_per_level.assign(body.settings.depth + 1, 0);
    report.nodes_per_level.assign(body.settings.depth + 1, 0);
    for (int c = 0; c < body.tree.size(); ++c) {
        const int level = body.tree.cells[c].level;
        report.base_cells += level == 0;
        report.leaves_per_level[level] += body.tree.is_leaf[c] != 0;
    }
    for (CellId leaf : body.sampling.leaf_of) ++report.nodes_per_level[body.tree.cells[leaf.value].level];
    report.mass = std::accumulate(rest.mass.begin(), rest.mass.end(), 0.0);
    report.volume = report.mass / body.settings.density;
    return report;
}

}  // namespace octomatch

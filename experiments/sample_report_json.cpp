#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "experiments/sample_report.h"
#include "experiments/settings_by_path.h"

namespace octomatch {

using Json = nlohmann::ordered_json;

std::string report_json(const SampleReport& r) {
    const PlainLattice& plain = r.lattices.same_cell;
    const auto& separating = r.lattices.separating;
    const Vec3d extent = r.box.extent();
    const Json json = {
        {"model", r.model},
        {"mesh",
         {{"vertices", r.mesh.vertices},
          {"triangles", r.mesh.triangles},
          {"closed", r.mesh.closed},
          {"components", r.mesh.components},
          {"repairs", r.mesh.repairs},
          {"extent", {extent.x(), extent.y(), extent.z()}},
          {"diagonal", r.box.diagonal()},
          {"volume", r.mesh_volume},
          {"metres_per_unit", r.metres}}},
        {"settings", Json::parse(settings_json(r.settings))},
        {"octree",
         {{"base_cell", r.settings.base_cell},
          {"finest_cell", r.finest_cell},
          {"depth", r.settings.depth},
          {"base_cells", r.base_cells},
          {"leaves_per_level", r.leaves_per_level},
          {"nodes_per_level", r.nodes_per_level},
          {"virtual_nodes", r.virtual_nodes}}},
        {"nodes", r.nodes},
        {"links", r.links},
        {"components", r.connectivity.components},
        {"isolated", r.connectivity.isolated},
        {"bridges", r.bridges},
        {"mass", r.mass},
        {"volume", r.volume},
        {"regions",
         {{"count", r.regions.count},
          {"mean_summation_entries", r.regions.mean_summation_entries},
          {"mean_members", r.regions.mean_members},
          {"distinct", r.regions.distinct}}},
        {"flsm",
         {{"nodes", plain.nodes},
          {"links", plain.links},
          {"bridges", plain.bridges},
          {"separating_finest_cell", separating ? Json(separating->cell) : Json()},
          {"separating_nodes", separating ? Json(separating->lattice.nodes) : Json()},
          {"searched_to_cell", r.lattices.searched_to}}},
        {"node_ratio", r.node_ratio()},
        {"memory_bytes", r.memory_bytes},
        {"hash", hex(r.hash)},
        {"seconds",
         {{"level_set", r.seconds.level_set},
          {"material", r.seconds.material},
          {"octree", r.seconds.octree},
          {"graph", r.seconds.graph},
          {"regions", r.seconds.regions},
          {"compile", r.seconds.compile},
          {"total", r.seconds.total},
          {"lattice_study", r.lattices.seconds}}},
    };
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace octomatch

// How a body is sampled. Every number has its default, unit and origin.
#pragma once
#include <optional>
#include <vector>

#include "core/cluster_body.h"
#include "octree/criteria.h"
#include "octree/region_settings.h"
#include "octree/sampling.h"

namespace octomatch {

enum class Criterion { uniform, features, curvature };

struct WantedWidth {
    Shape where;
    double width = 0;
};

struct SampleSettings {
    // The lattice.
    double base_cell = 0;         // H; 0: longest extent / 4.5, which gives 20 to 45 base cells
    int base_cells = 0;           // about so many base cells over the object; 0: base_cell decides
    int depth = 4;                // L
    Vec3d shift = Vec3d::Zero();  // of the lattice, in base cells, each in [0, 1)

    // The criteria; the finest wins.
    std::vector<Criterion> criteria = {Criterion::features};
    double kappa = 0.7;   // features: 1 light, 0.7 default, 0.5 detailed
    double spread = 0.1;  // curvature: share of the normals' tensor outside its main direction
    std::vector<WantedCell> field;
    int budget = 0;  // at most so many nodes; 0: no bound

    // The nodes.
    Positions positions = Positions::mass;
    LinkRule links = LinkRule::contact;
    double density = 1000;  // kg per cubic unit of the mesh

    // The regions.
    double width = 0;                 // w in units of the mesh; 0: H / 2. Each node has max(w, its cell's edge)
    std::vector<WantedWidth> widths;  // where another width holds; the last one that contains a node wins
    RegionSettings regions;

    // Instead of all that but the density: nodes are the vertices of the mesh, regions are clusters of them.
    std::optional<ClusterSettings> clusters;

    double memory_limit = 4;  // in GB: more is refused before any work is done
};

}  // namespace octomatch

// A sampled body as plain geometry in world coordinates, for pictures and files.
#pragma once
#include <utility>
#include <vector>

#include "octree/adaptive_body.h"

namespace octomatch {

struct NodeGeometry {
    Vec3d position;  // at rest
    int level;       // of its leaf; 0 = base cell
    double cell;     // edge of its leaf
    double mass;
    double width;  // of its region
};

struct CellGeometry {
    Box3 box;
    int level;
};

struct BodyGeometry {
    std::vector<NodeGeometry> nodes;         // in the order of BodyRest
    std::vector<std::pair<int, int>> links;  // each once, the smaller node first
    std::vector<double> link_length;         // beside links
    std::vector<CellGeometry> leaves;        // in Morton order
    std::vector<int> leaf_of;                // per node, into leaves
};

BodyGeometry geometry_of(const AdaptiveBody& body);

}  // namespace octomatch

// What there is to know about one node, or one vertex of the skin.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "viewer/world_frame.h"

namespace octomatch {

/// What was clicked: a node, or a vertex of the skin and the node that carries most of it.
struct Pick {
    BodyId body;
    NodeId node;
    int vertex = -1;  // none: the node itself
    bool operator==(const Pick&) const = default;
};

/// The nearest node's ball that the ray meets where nodes are drawn, and the skin otherwise.
std::optional<Pick> pick(const WorldFrame& frame, const Ray& ray, bool nodes_are_drawn);

struct Fact {
    std::string name, value;
};
std::vector<Fact> node_facts(const BodyFrame& body, NodeId node);
/// The nodes that carry a vertex, and how much each does.
std::vector<Fact> skin_facts(const BodyFrame& body, int vertex);

/// The region around a node, as it is summed.
struct RegionField {
    std::vector<int> entry;        // per node: which of the region's summation nodes it belongs to; -1: none
    std::vector<double> distance;  // per node: along links [m]; infinite beyond the region's reach
    int entries = 0;
    double reach = 0;  // the width of the region [m]
};
RegionField region_field(const BodyRest& rest, NodeId node);

}  // namespace octomatch

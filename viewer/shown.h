// What is drawn of a world.
#pragma once
#include "core/request.h"

namespace octomatch {

enum class SkinColour { body, strain, fragment, level };
enum class NodeColour { level, mass, strain, speed, region_size, region, distance };

/// A skin with anything inside it is glass.
struct Shown {
    bool skin = true;
    bool nodes = false;     // pinned ones are black
    bool links = false;     // between nodes that see each other through material
    bool cells = false;     // each node's cell, carried by it
    bool grabs = false;     // the points that are held and where they are pulled to
    bool contacts = false;  // where nodes touch the ground
    bool cuts = false;      // the sheets of all cuts
    bool momentum = false;  // of every body, as the way of its centre of mass in a fifth of a second

    SkinColour skin_colour = SkinColour::body;
    NodeColour node_colour = NodeColour::level;
    double slice = 1;  // only cells in this share of the body, along x at rest

    // Whose region and distances are drawn; invalid: nobody's.
    BodyId picked_body;
    NodeId picked_node;

    bool inside() const { return nodes || links || cells || cuts; }
    bool operator==(const Shown&) const = default;
};

}  // namespace octomatch

// Who is who when a shape was compiled anew: after a cut, a refinement, a coarsening.
//
// A new node consists of parts of old ones: material the two have in common. Each part moves as its old node does,
//   x_part = x_i + F_i a,   v_part = v_i + omega_i x F_i a,   a: its centre relative to x0_i
// with F_i the gradient the skin uses, and omega_i the node's own turning or that of the nodes around it; a new node
// has the mean of its parts by mass. The parts of an old node balance each other (sum m a = 0), so linear momentum is
// kept, but for nodes at centres of cells. Angular momentum changes by what parts turn about their old nodes, or old
// nodes about their new one. What is lost of both is handed to the body as a whole as a rigid motion, so that a body
// that moves rigidly goes on doing so.
#pragma once
#include <vector>

#include "core/body_rest.h"
#include "core/body_state.h"
#include "core/gradient.h"
#include "core/hold.h"

namespace octomatch {

struct NodeRemap {
    struct Part {
        NodeId from;
        float mass = 0;
        Vec3 arm = Vec3::Zero();  // rest
        bool operator==(const Part&) const = default;
    };
    Ragged<Part> parts;  // per new node, sorted by `from`; at least one
};

/// All that belongs to the nodes and regions of a body.
struct NodeValues {
    BodyState state;  // `matched` per region, not per fit
    std::vector<float> region_stiffness;
    std::vector<Pin> pins;
};

/// What a shape's nodes have, for the nodes of the shape it was made into. Plastic deformations and stiffnesses of
/// regions are means over the parts of their nodes, brought back to volume 1; a node is pinned if most of it was.
/// `turned`: the angular momentum that went to the body as a whole.
struct Transferred {
    NodeValues values;
    Vec3d turned = Vec3d::Zero();
};
Transferred transfer(const NodeRemap& remap, const BodyRest& before, const GradientFit& fit, const NodeValues& values,
                     const BodyRest& after);

}  // namespace octomatch

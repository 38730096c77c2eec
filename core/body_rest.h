// BodyRest: what a body is compiled into. Flat arrays, made between steps, constant during them, shared by all
// instances of one shape. Core executes it and knows neither cells nor grids; a lattice, an octree, a set of
// clusters differ only in the arrays.
//
// Words: a *node* carries mass; *rows* are the summation tree, the nodes first and then the virtual nodes, each
// holding the sum of its children; the *relation* says which nodes belong to each region. Region r is the one around
// node r, unless `region_weight` is given: then regions are clusters, as many as one likes, anywhere in the body.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/ragged.h"
#include "core/vec.h"

namespace octomatch {

struct BodyRest {
    // The frame. Rest coordinates are relative to `origin`, so that float has digits to spare.
    Vec3d origin = Vec3d::Zero();
    double finest_cell = 1;  // h; lengths along links are counted in h/2
    double density = 1000;   // kg per cubic unit
    double asked_width = 1;  // w as the user gave it, in units of the mesh; each node's own is in `width`

    // Nodes, in Morton order.
    std::vector<Vec3> x0;             // rest position
    std::vector<float> mass;          // density x volume of the node's own material
    std::vector<float> cell;          // edge of the cell the node stands for
    std::vector<std::int32_t> width;  // width of its region in units of h/2
    std::vector<Vec3> low, high;      // box of its own material, relative to x0; empty: nodes are points

    // Which nodes see each other through material. Symmetric, sorted, no loops.
    Ragged<NodeId> links;
    std::vector<std::int32_t> link_length;  // beside links.items: max-norm between cell centres, units of h/2

    // The summation tree. Row i < nodes() is node i; parents come after their children; -1 at a root. The nodes below
    // a row are contiguous.
    std::vector<std::int32_t> parent;

    // The relation: intervals fill `lists`, blocks fill `blocks`, links fill `link_reach`; only one of them.
    Ragged<RowId> lists;                // distinct lists of summation rows, each sorted
    std::vector<std::int32_t> list_of;  // which list region r uses; by links: which of the distinct regions it is
    struct Block {
        RowId a, b;  // a <= b: all nodes below a and all nodes below b are in each other's regions
        bool operator==(const Block&) const = default;
    };
    std::vector<Block> blocks;
    std::vector<std::int32_t> link_reach;  // region r has all nodes at most so many links away
    std::vector<Vec3i> place;         // by links: centre of each node's cell in h/2; nodes are summed along its axes
    std::vector<float> entry_weight;  // beside lists.items or blocks: share of the row that belongs; empty: all of it

    // What the rule `equal` needs of nodes that stand for many finest cells; compiled with fractional members only.
    std::vector<Mat3> own_moment;  // J_i: second moment of the node's material about x0 over its mass; 0: a point
    std::vector<float> stiffness;  // k_r of each region, in (0, 1]

    // How much each region counts where the regions of a node are averaged. Empty: there is a region around every node,
    // and it counts as much as the node's mass. Otherwise regions are clusters, given by lists.
    std::vector<float> region_weight;

    int nodes() const { return static_cast<int>(x0.size()); }
    bool by_clusters() const { return !region_weight.empty(); }
    int regions() const { return by_clusters() ? static_cast<int>(region_weight.size()) : nodes(); }
    double weight_of_region(int r) const { return by_clusters() ? region_weight[r] : mass[r]; }
    int rows() const { return static_cast<int>(parent.size()); }
    std::size_t bytes() const;
};

/// The nodes below each row, sorted. A node is below itself.
Ragged<NodeId> nodes_below(const BodyRest& rest);

/// Brute force: the members of every region, sorted. The oracle that every way of summing is tested against.
Ragged<NodeId> members(const BodyRest& rest);

/// Brute force with weights: the members of every distinct list, or of every node where the relation is given by
/// blocks.
struct WeightedMembers {
    Ragged<NodeId> nodes;       // sorted
    std::vector<float> weight;  // beside nodes.items; empty: all 1
};
WeightedMembers weighted_members(const BodyRest& rest);

/// Every broken promise of the arrays above, one line each; empty means valid.
std::vector<std::string> validate(const BodyRest& rest);

/// Equal arrays give equal hashes.
std::uint64_t hash(const BodyRest& rest);

}  // namespace octomatch

// How far nodes reach through the material, for whatever is carried by the nodes near it.
//
// r_i(p) is the length of the way from node i to a point p inside the material: the straight line where it is free, and
// more where the way leads around a gap. Ways are measured over pieces and contacts, so positions of nodes may lie
// anywhere. A chain of cells is longer than the way it stands for, by a factor of at most 1.128 (steps 1, sqrt 2, sqrt
// 3) and by what lies between a point and the centre of its cell. Hence only the part of the way D_i that can not be
// due to that counts: r_i = max(|p - x_i|, (D_i - 2) / 1.25), all in finest cells. In a convex body r_i is the
// distance.
#pragma once
#include <span>
#include <vector>

#include "octree/body_change.h"

namespace octomatch {

class NodeReach {
public:
    /// Material and sampling must stay where they are.
    NodeReach(const MaterialGraph& material, const Octree& tree, const Sampling& sampling);

    /// The same, from what it was before an edit: only nodes are measured whose material or ways the edit may have
    /// changed.
    NodeReach(const MaterialGraph& material, const Octree& tree, const Sampling& sampling, const NodeReach& before,
              const BodyChange& change);

    /// rho_i in finest cells: 1.5 edges of the node's cell, or what it takes to cover all material of its own.
    double radius(NodeId node) const { return radius_[node.value]; }

    /// Has a node kept its material and all ways as far as it reaches? True only of nodes that are measured.
    bool ways_are_kept(NodeId node) const { return !ways_are_kept_.empty() && ways_are_kept_[node.value]; }

    struct Entry {
        NodeId node;
        float slack;  // rho_i - (D_i - 2) / 1.25 > 0: how far inside the node's reach the piece is
    };
    /// Per piece: which of `nodes` reach it, in their order.
    Ragged<Entry> reaching(std::span<const PieceId> pieces, std::span<const NodeId> nodes) const;

private:
    struct CellBox;
    class Search;

    NodeReach(const MaterialGraph& material, const Sampling& sampling);
    void find_sources(const std::vector<char>& wanted);
    void measure(const Octree& tree, const std::vector<char>& wanted);
    double from_node(NodeId node, int piece) const;

    const MaterialGraph& material_;
    const Sampling& sampling_;
    std::vector<Vec3i> cell_of_piece_;
    std::vector<PieceId> source_;  // per node: its own piece nearest to its position
    std::vector<double> radius_;
    std::vector<char> ways_are_kept_;  // since before the edit; empty: there was none
};

}  // namespace octomatch

// Which nodes carry a point of the material, and the skin bound that way.
//
// w_i = (1 - (r_i / rho_i)^2)^3 within the node's reach rho_i, r_i the way through the material (octree/node_reach.h),
// normalised. A point finds its material by the piece it lies in, never by a line to a node, so a finger's skin does
// not follow the finger beside it. Weights change continuously from point to point; where the way leads around the end
// of a gap they may jump by a few hundredths from one finest cell to the next.
#pragma once
#include <span>
#include <vector>

#include "core/body_compiler.h"
#include "core/triangle_mesh.h"
#include "octree/node_reach.h"
#include "octree/piece_finder.h"

namespace octomatch {

class PointBinder {
public:
    static constexpr int kMostNodes = 12;  // that carry one point

    /// All of them must stay where they are. With the sheets that cut the material, points next to one are carried by
    /// nodes of their own side only.
    PointBinder(const MaterialGraph& material, const Octree& tree, const Sampling& sampling, const BodyRest& rest,
                const SheetIndex* sheets = nullptr);

    /// The same of a body that was edited, from the binder of what it was.
    PointBinder(const AdaptiveBody& body, const SheetIndex* sheets, const PointBinder& before,
                const BodyChange& change);

    /// The material nearest to points of the rest shape, in the mesh's own coordinates.
    std::vector<MaterialPoint> bind(std::span<const Vec3d> points) const;

    const BodyRest& rest() const { return rest_; }
    const Lattice& lattice() const { return material_.lattice; }
    const NodeReach& reach() const { return reach_; }
    /// In finest cells from the lattice's corner.
    const Vec3d& position(NodeId node) const { return sampling_.position[node.value]; }

private:
    struct Blend;
    struct Reaching;
    Blend blend_at(const Vec3d& in_cells) const;
    MaterialPoint carried(const Blend& blend, const Reaching& reaching) const;

    const MaterialGraph& material_;
    const Sampling& sampling_;
    const BodyRest& rest_;
    PieceFinder finder_;
    NodeReach reach_;
};

/// The surface a body was sampled from, carried by its nodes.
SkinRest make_skin(const TriangleMesh& mesh, const PointBinder& binder);

/// The same, with what updates need to know (octree/skin_update.h).
struct BoundSkin {
    SkinRest skin;
    std::vector<char> is_far;  // per vertex: it may lie a finest cell or more off all material
};
BoundSkin bind_skin(const TriangleMesh& mesh, const PointBinder& binder);

/// One vertex more.
void push_vertex(const Vec3d& vertex, const MaterialPoint& point, const BodyRest& rest, BoundSkin& bound);

}  // namespace octomatch

// How stiff a sampled body is, measured without a run: the step linearised at rest, held at one end, under gravity.
//
// At rest the match pulls a displacement u back by K u = u - P u, where P u is what the regions of a node move by as
// rigid bodies, averaged as goals are. Nodes that turn (core/spin.h) have a turn t_i beside u_i. K is self-adjoint in
// the product sum_i f_i M_i (u_i . u_i' + t_i . J'_i t_i'), with eigenvalues in [0, 1]; a substep of h pulls with alpha
// / h^2 K, so
//   the body rests where alpha / h^2 K u = g,   and its modes swing with omega = sqrt(lambda alpha) / h.
// Conjugate gradients on K u = g give the sag, and their coefficients the smallest lambda that gravity excites
// [Lanczos].
#pragma once
#include <span>

#include "core/match_tables.h"
#include "octree/shape_library.h"

namespace octomatch {

/// The pull of a body at rest as a linear operator.
class LinearisedMatch {
public:
    explicit LinearisedMatch(const MatchTables& tables);

    int unknowns() const { return (turns_ ? 6 : 3) * tables_.nodes(); }
    /// K u. Node i has the displacement at 3 i; turns follow behind all displacements. Points do not turn.
    void apply(std::span<const double> u, std::span<double> pull);
    /// The inner product in which K is self-adjoint.
    double product(std::span<const double> a, std::span<const double> b) const;

private:
    const MatchTables& tables_;
    bool turns_;
    std::vector<Mat3d> inverse_inertia_;  // of regions
    std::vector<Vec3d> arm_;              // x0 in double
    std::vector<double> pull_of_sum_;     // a_r, added up over the fits of a sum
    std::vector<double> pull_;            // sum of a_r over the regions of a node
    std::vector<double> node_rows_, sum_rows_, scratch_;
};

struct Sag {
    std::vector<Vec3d> displacement;  // per node, for alpha / h^2 = 1
    double compliance = 0;            // sum m g . u
    double eigenvalue = 0;            // the smallest lambda
    int rounds = 0;
    bool converged = false;
};

/// `held` nodes neither move nor turn. Gravity in any unit: the body is linear.
Sag sag_of(const MatchTables& tables, std::span<const NodeId> held, const Vec3d& gravity);

/// Where bodies are held that are compared: below the first boundary of base cells beyond three tenths of the longest
/// extent. Bodies of one lattice are held by the same material, since no cell lies on both sides of such a boundary.
struct HeldEnd {
    int axis = 0;
    double boundary = 0;   // coordinate along the axis
    int finest_cells = 0;  // the same in finest cells from the lattice's corner
};
HeldEnd held_end(const AdaptiveBody& body, const Box3& bounds);

/// Askew, so that bodies bend in every direction.
inline const Vec3d kLoadDirection = Vec3d(2, -3, 1).normalized();

/// A body's sag when it is held at that end and pulled in that direction.
struct MaterialResponse {
    double compliance = 0, eigenvalue = 0;
    std::vector<Vec3d> skin;  // displacement of the vertices
    bool converged = false;
};
MaterialResponse measure_material(const ShapeLibrary& shapes, ShapeId shape, MaterialRule rule);

/// One response over another's, of bodies made from one mesh on one lattice: 1, 1 and 0 are the same material.
struct MaterialComparison {
    double compliance = 0;  // ratio; above 1: too soft
    double frequency = 0;   // ratio of the first
    double skin_error = 0;  // mean distance of the skins over the diagonal, where the other is bent by a fifth of it
};
MaterialComparison compare_materials(const MaterialResponse& body, const MaterialResponse& other,
                                     const TriangleMesh& mesh);

}  // namespace octomatch

// Where cells are split. Each criterion answers for one cell; several are combined by "the finest wins".
//
// Features (sampling rule of the project; FASM 4.1 leaves it to the user): a cell is split if
//   A, separation: its material falls into more than one component of at least 0.25 h^3 inside the cell, or
//   B, thinness: it holds at least 2 h^3 of material that is thin at its level. With rho = s / (2 kappa), a piece
//      is thin if it is farther than 1.5 rho (through the material) from all pieces of depth >= rho.
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "core/triangle_mesh.h"
#include "octree/octree.h"

namespace octomatch {

/// A part of space. Empty points: a box; one point: a sphere; several: a painted stroke of balls.
struct Shape {
    Box3 box;  // where `points` is empty
    std::vector<Vec3d> points;
    double radius = 0;

    bool meets(const Box3& other) const;
    bool contains(const Vec3d& p) const { return meets({p, p}); }
};

struct WantedCell {
    Shape where;
    double cell = 0;  // wanted edge
};

using SplitCriterion = std::function<bool(const Cell&)>;

SplitCriterion split_everywhere();
SplitCriterion split_features(const MaterialGraph& material, double kappa);
/// Splits where the normals of the surface inside the cell spread: 1 - lambda_max / trace of sum(area n n^T) > spread.
SplitCriterion split_curved(const MaterialGraph& material, const TriangleMesh& mesh, double spread);
SplitCriterion split_field(const MaterialGraph& material, std::vector<WantedCell> field);
/// Splits what cuts have crossed, down to the finest cells.
SplitCriterion split_cut(const MaterialGraph& material);
SplitCriterion any_of(std::vector<SplitCriterion> criteria);

/// Need of a cell for the node budget: its number of separate components beyond the first, plus its thin volume over
/// 2 h^3; below 1 nothing wants it split.
std::function<double(const Cell&)> feature_need(const MaterialGraph& material, double kappa);

}  // namespace octomatch

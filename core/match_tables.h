// What a step needs of a rest shape under given rules: weights, masses and rest moments, constant until either changes.
// Bodies of one shape and material share it.
//
// m_i mass of node i; R_r the nodes of region r; k_r its stiffness in (0, 1];
//   M_i = sum of m_r over the regions r that contain i           total
//   f_i = m_i / M_i (as_printed: m_i)                            weight
//   a_r = m_r k_r                                                pull
// With fractional members every sum over R_r carries the share phi_ir of node i in region r; k_r is that of the body
// where the rule is `equal`, times that of the user.
// Clusters have weights of their own in place of m_r. Pulls that are added (MHTG05 (14)): m_r = 1, M_i = 1, f_i = m_i.
// With f_i = m_i / M_i every region's share in the momentum is zero: proof in docs/algorithm.md.
#pragma once
#include <memory>
#include <span>
#include <string>

#include "core/linear_match.h"
#include "core/material_settings.h"
#include "core/quadratic_match.h"
#include "core/sum_plan.h"

namespace octomatch {

/// How a node turns, in its own frame: m_i J'_i by its axes.
struct PrincipalInertia {
    Mat3d axes;     // in columns
    Vec3d inverse;  // of the moment about each; 0 for points, which do not turn
};
PrincipalInertia principal_inertia_of(const BodyRest& rest, int node);

struct MatchTables {
    MatchTables(std::shared_ptr<const BodyRest> shape, const MaterialSettings& material,
                std::span<const float> region_stiffness, PlanKind kind);

    std::shared_ptr<const BodyRest> rest;
    SumPlan plan;

    // Per node.
    std::vector<double> weight, total;
    std::vector<PrincipalInertia> inertia;  // of the nodes; none but under `equal`
    std::vector<double> damped;             // share of its velocity that damping sees; empty: all of it
    std::vector<std::int32_t> fit_of_node;  // that of the region around it, or of the first cluster it is in

    // Per sum: regions with equal members have equal sums.
    std::vector<double> mass;   // sum of f_i
    std::vector<Vec3d> centre;  // c0: sum of f_i x0_i over mass
    std::vector<Mat3d> spread;  // sum of f_i (x0_i - c0)(x0_i - c0)^T, plus f_i J_i under `equal`

    // How regions may deform; filled for the model in use.
    MatchModel model = MatchModel::rigid;
    double beta = 0;
    bool keep_volume = true;
    std::vector<LinearFit> linear;        // per sum
    std::vector<QuadraticFit> quadratic;  // per sum

    // Fits, those of one sum side by side. Equal elastic regions share a fit; plastic regions have each their own.
    std::vector<std::int32_t> first_fit;  // per sum, and one more
    std::vector<std::int32_t> fit_of_region;
    std::vector<std::int32_t> region_of_fit;  // the first that uses it
    std::vector<double> pull;                 // a_r, added up over the regions of the fit
    std::vector<double> drag_mass;            // m_r likewise: damping knows no stiffness

    int nodes() const { return static_cast<int>(weight.size()); }
    int regions() const { return static_cast<int>(fit_of_region.size()); }
    int sums() const { return static_cast<int>(mass.size()); }
    int fits() const { return static_cast<int>(pull.size()); }

private:
    void add_up_pulls();
    std::vector<std::int32_t> fits_of_members() const;
};

/// Why a body of this shape can not be of this material, in one line; empty: it can.
std::string why_not(const MaterialSettings& material, const BodyRest& rest);

}  // namespace octomatch

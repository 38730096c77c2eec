// The quadratic match model (MHTG05 4.3): a region may also bend and twist.
//
// With p = x - c, q = x0 - c0, squares(q) = (qx qx, qy qy, qz qz, qx qy, qy qz, qz qx) and
//   q~ = (q, squares(q) - mean of squares(q))
// A~ = (sum f p q~^T)(sum f q~ q~^T)^-1 is the quadratic map nearest to the deformation, and goals are
//   g = c + (beta A~ + (1 - beta) [R 0]) q~
// Departures from the paper. It does not subtract the mean: then sum f q~ != 0, the goals of a bent region lie beside
// it as a whole, momentum is lost, and a quadratic deformation is not its own goal. With it, linear momentum is
// conserved because sum f q~ = 0, angular momentum because (sum f p q~^T) A~^T is symmetric. And where the moments of
// q~ are singular (sheets, chains, few nodes, corners of a box) A~ is completed by R as in core/linear_match.h.
//
// Sums over a region are those of any plan: f x squares(x0)^T about the body's origin, 18 columns beside the rigid
// ones, shifted to the region's centre.
#pragma once
#include <span>
#include <vector>

#include "core/body_state.h"
#include "core/sum_plan.h"

namespace octomatch {

struct MatchTables;

using Squares = Eigen::Matrix<double, 6, 1>;
using Mat36d = Eigen::Matrix<double, 3, 6>;

Squares squares(const Vec3d& q);

/// What the rest shape of a region gives.
struct QuadraticFit {
    Eigen::Matrix<double, 9, 9> inverse;  // (sum f q~ q~^T)^+
    Eigen::Matrix<double, 3, 9> open;     // the part of q that q~ can not be fitted in
    Squares mean;                         // of squares(q)
};

/// Those of all sums; mass, centre and spread as in core/match_tables.h.
std::vector<QuadraticFit> quadratic_fits(const BodyRest& rest, const SumPlan& plan, std::span<const double> weight,
                                         std::span<const double> mass, std::span<const Vec3d> centre,
                                         std::span<const Mat3d> spread);

/// A map of q~, written for the body's own coordinates: x0 -> square squares(x0) + linear x0 + shift.
struct QuadraticMap {
    Mat36d square;
    Mat3d linear;
    Vec3d shift;
};

/// beta A~ + (1 - beta) [R 0]. A = sum f p q^T, B = sum f p squares(q)^T; `rigid` is R, times the plastic deformation.
QuadraticMap quadratic_match(double beta, const QuadraticFit& fit, const Vec3d& c, const Vec3d& c0, const Mat3d& A,
                             const Mat36d& B, const Mat3d& rigid);

/// The columns that a quadratic match carries beside the rigid ones, through the same stages.
class QuadraticColumns {
public:
    template <class Real>
    void sum_regions(const MatchTables& tables, const BodyStateOf<Real>& state, std::vector<double>& scratch);

    /// B of a sum.
    Mat36d moment(const MatchTables& tables, int sum, const Vec3d& c, const Mat3d& A) const;

    /// Makes room for the way back, all zero.
    void begin_goals(const MatchTables& tables);
    void add_goal(int sum, double pull, const Mat36d& square);
    void average_goals(const MatchTables& tables, std::vector<double>& scratch);

    /// What the squares add to sum_r a_r T_r x0.
    Vec3d at(int node, const Vec3d& x0) const;

private:
    std::vector<double> node_rows_, sum_rows_, goal_rows_;
};

}  // namespace octomatch

// Shape matching of one body, in the verbs of FASM 4.3: sum over regions, match them rigidly, average the goals.
//
// x relative to the body's origin, x0 to the rest's; f, a, M, c0 as in core/match_tables.h.
//   (6), (7)  c_r = sum f_i x_i / sum f_i,  A_r = sum f_i x_i x0_i^T - (sum f_i) c_r c0_r^T
//             R_r = the rotation nearest to A_r S_r^T,  T_r y = R_r S_r (y - c0_r) + c_r      (S_r: plasticity, (9),
//             (10))
//             linear, quadratic: T_r as in core/linear_match.h, core/quadratic_match.h
//   (8)       g_i - x_i = 1/M_i sum over regions r of i: a_r (T_r x0_i - x_i)
// The sum in (8) is the adjoint of the sums in (6), (7): stable and momentum conserving without symmetric regions.
// Under the rule `equal` nodes have rotations R_i and moments J_i of their own (core/spin.h), and regions those of
// their nodes beside the moments of their places:
//   A_r += sum f_i R_i J_i,  torque on node i: f_i ax(R_i J_i B_i^T) with B_i = sum a_r R_r S_r,
//   ax(X) = (X12 - X21, X20 - X02, X01 - X10)
// so that the torques and those of the pulls at the nodes add up to the axial vectors of A_r R_r^T, which are 0.
// Sums are in double whatever the state's scalar.
#pragma once
#include "core/body_state.h"
#include "core/match_tables.h"

namespace octomatch {

/// kernel: the fast float kernel, started from the last rotation. reference: Eigen's SVD in double.
enum class RotationKind { kernel, reference };

/// The stages of one body's match, in the order in which they are called, with the arrays they hand on. Reused from
/// step to step, never saved.
template <class Real>
class RegionMatcher {
public:
    void sum_regions(const MatchTables& tables, const BodyStateOf<Real>& state);

    /// Also lets plastic regions flow by a substep of `seconds`. Returns the number of rotations whose torque did not
    /// vanish; momentum is lost there.
    int match_regions(const MatchTables& tables, const Plasticity& plasticity, double seconds, RotationKind rotation,
                      BodyStateOf<Real>& state);

    void average_goals(const MatchTables& tables, const BodyStateOf<Real>& state);

    /// The rigid velocities once more, for velocities that changed since sum_regions [RJ07's order].
    void average_rigid_velocities(const MatchTables& tables, const BodyStateOf<Real>& state);

    /// g_i - x_i.
    const Vec3d& to_goal(int node) const { return to_goal_[node]; }
    /// Average over the node's regions of their rigid velocity at x_i.
    const Vec3d& rigid_velocity(int node) const { return rigid_velocity_[node]; }

    // Where nodes turn.
    /// As to_goal times the node's mass: alpha / h of it is the change of its spin in a substep.
    const Vec3d& torque(int node) const { return torque_[node]; }
    /// The node's spin if it turned as its regions do on average.
    const Vec3d& rigid_spin(int node) const { return rigid_spin_[node]; }

private:
    Mat3d moment_of(const MatchTables& tables, int sum) const;
    void find_moments(const MatchTables& tables, const BodyStateOf<Real>& state);
    int find_rotations(RotationKind kind, BodyStateOf<Real>& state);
    void write_transforms(const MatchTables& tables, const Plasticity& plasticity, double seconds,
                          BodyStateOf<Real>& state);
    void add_squares(const MatchTables& tables);
    void keep_undamped(const MatchTables& tables, const BodyStateOf<Real>& state);

    std::vector<double> node_rows_, sum_rows_, goal_rows_, plan_scratch_;  // matrices, row by row
    std::vector<Vec3d> centre_;                                            // c_r, per sum
    std::vector<Mat3d> moment_;                                            // A_r S_r^T, per fit
    std::vector<Mat3d> rotation_;                                          // R_r, per fit
    std::vector<int> unconverged_;                                         // per chunk of fits
    std::vector<Vec3d> to_goal_, rigid_velocity_;                          // per node
    std::vector<Vec3d> torque_, rigid_spin_;                               // per node that turns
    QuadraticColumns quadratic_;                                           // of quadratic matches
};

extern template class RegionMatcher<float>;
extern template class RegionMatcher<double>;

}  // namespace octomatch

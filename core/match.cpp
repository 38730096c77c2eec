#include "core/match.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numeric>
#include <type_traits>

#include "core/parallel.h"
#include "core/plasticity.h"
#include "core/rotation.h"
#include "core/spin.h"

namespace octomatch {

namespace {

constexpr int kChunk = 128;

// Columns of a node's row and of the region sums.
constexpr int kPosition = 0;   // f x             3
constexpr int kMoment = 3;     // f x x0^T        9, by columns
constexpr int kMomentum = 12;  // f v             3
constexpr int kAngular = 15;   // f x cross v     3
constexpr int kInertia = 18;   // f x x^T         6: xx yy zz xy yz zx
constexpr int kSumColumns = 24;

// Columns of a region's row on the way back.
constexpr int kMatrix = 0;  // a R S           9
constexpr int kShift = 9;   // a t             3
constexpr int kPull = 12;   // a               1
constexpr int kDrift = 13;  // m u             3
constexpr int kTurn = 16;   // m omega         3
constexpr int kGoalColumns = 19;

using MapVec = Eigen::Map<Vec3d>;
using MapMat = Eigen::Map<Mat3d>;
using ConstMapVec = Eigen::Map<const Vec3d>;
using ConstMapMat = Eigen::Map<const Mat3d>;

void write_motion(double f, const Vec3d& x, const Vec3d& v, double* row) {
    MapVec(row + kMomentum) = f * v;
    MapVec(row + kAngular) = f * x.cross(v);
    const double xx = f * x.x() * x.x(), yy = f * x.y() * x.y(), zz = f * x.z() * x.z();
    const double xy = f * x.x() * x.y(), yz = f * x.y() * x.z(), zx = f * x.z() * x.x();
    double* inertia = row + kInertia;
    inertia[0] = xx, inertia[1] = yy, inertia[2] = zz, inertia[3] = xy, inertia[4] = yz, inertia[5] = zx;
}

template <class Real>
Mat3d rotation_of(const BodyStateOf<Real>& state, int node) {
    return state.rotation[node].template cast<double>().normalized().toRotationMatrix();
}

// What a node that turns adds to the sums of its place: the moment of its own material, its spin, its inertia.
template <class Real>
void add_own_motion(double f, const BodyRest& rest, const BodyStateOf<Real>& state, int i, double* row) {
    const Mat3d R = rotation_of(state, i), RJ = R * rest.own_moment[i].template cast<double>();
    MapMat(row + kMoment) += f * RJ;
    MapVec(row + kAngular) += f / rest.mass[i] * state.spin[i].template cast<double>();
    const Mat3d second = RJ * R.transpose();
    double* inertia = row + kInertia;
    inertia[0] += f * second(0, 0), inertia[1] += f * second(1, 1), inertia[2] += f * second(2, 2);
    inertia[3] += f * second(0, 1), inertia[4] += f * second(1, 2), inertia[5] += f * second(2, 0);
}

Vec3d axial(const Mat3d& X) {
    return {X(1, 2) - X(2, 1), X(2, 0) - X(0, 2), X(0, 1) - X(1, 0)};
}

// omega = I^-1 L. Around the axis of a collinear region there is no inertia, hence no turning.
Vec3d angular_velocity(const Mat3d& inertia, const Vec3d& angular_momentum) {
    constexpr double kThinnest = 1e-9;
    const Eigen::SelfAdjointEigenSolver<Mat3d> axes(inertia);
    const Vec3d principal = axes.eigenvalues();
    Vec3d local = axes.eigenvectors().transpose() * angular_momentum;
    for (int k = 0; k < 3; ++k) local[k] = principal[k] > kThinnest * principal[2] ? local[k] / principal[k] : 0;
    return axes.eigenvectors() * local;
}

struct RigidVelocity {
    Vec3d drift, turn;  // velocity at x: drift + turn x x
};

// [RJ07]'s damping: the rigid velocity with the region's own linear and angular momentum.
RigidVelocity rigid_velocity_of(double mass, const Vec3d& centre, const double* sums) {
    const ConstMapVec momentum(sums + kMomentum), angular(sums + kAngular);
    const double* s = sums + kInertia;
    Mat3d second;  // sum f x x^T about the centre
    second << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
    second -= mass * Mat3d(centre * centre.transpose());
    const Mat3d inertia = second.trace() * Mat3d::Identity() - second;
    const Vec3d turn = angular_velocity(inertia, angular - centre.cross(momentum));
    return {momentum / mass - turn.cross(centre), turn};
}

}  // namespace

template <class Real>
void RegionMatcher<Real>::sum_regions(const MatchTables& tables, const BodyStateOf<Real>& state) {
    node_rows_.resize(std::size_t(tables.nodes()) * kSumColumns);
    sum_rows_.resize(std::size_t(tables.sums()) * kSumColumns);
    parallel_chunks(tables.nodes(), kChunk, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const double f = tables.weight[i];
            const Vec3d x = state.x[i].template cast<double>(), x0 = tables.rest->x0[i].template cast<double>();
            double* row = &node_rows_[std::size_t(i) * kSumColumns];
            MapVec(row + kPosition) = f * x;
            MapMat(row + kMoment) = f * Mat3d(x * x0.transpose());  // f last: symmetric to the bit where x = x0
            write_motion(f, x, state.v[i].template cast<double>(), row);
            if (!state.rotation.empty()) add_own_motion(f, *tables.rest, state, i, row);
        }
    });
    tables.plan.sum(kSumColumns, node_rows_, sum_rows_, plan_scratch_);
    if (tables.model == MatchModel::quadratic) quadratic_.sum_regions(tables, state, plan_scratch_);
}

// A_r, without plasticity.
template <class Real>
Mat3d RegionMatcher<Real>::moment_of(const MatchTables& tables, int sum) const {
    return ConstMapMat(&sum_rows_[std::size_t(sum) * kSumColumns] + kMoment) -
           tables.mass[sum] * Mat3d(centre_[sum] * tables.centre[sum].transpose());
}

template <class Real>
void RegionMatcher<Real>::find_moments(const MatchTables& tables, const BodyStateOf<Real>& state) {
    centre_.resize(tables.sums());
    moment_.resize(tables.fits());
    parallel_chunks(tables.sums(), kChunk, [&](int begin, int end) {
        for (int s = begin; s < end; ++s) {
            const double* row = &sum_rows_[std::size_t(s) * kSumColumns];
            centre_[s] = ConstMapVec(row + kPosition) / tables.mass[s];
            const Mat3d moment = moment_of(tables, s);
            for (int fit = tables.first_fit[s]; fit < tables.first_fit[s + 1]; ++fit) {
                moment_[fit] = moment;
                if (!state.plastic.empty())
                    moment_[fit] *= state.plastic[tables.region_of_fit[fit]].transpose().template cast<double>();
            }
        }
    });
}

namespace {

/// One chunk of fits by the float kernel, several at a time. Returns how many did not converge.
int rotate_by_kernel(std::span<const Mat3d> moments, std::span<Eigen::Quaternion<float, Eigen::DontAlign>> matched) {
    const int count = static_cast<int>(moments.size());
    float A[9][kChunk], q[4][kChunk], R[9][kChunk];
    std::uint8_t flags[kChunk];
    RotationArrays arrays{.flags = flags};
    for (int e = 0; e < 9; ++e) arrays.A[e] = A[e], arrays.R[e] = R[e];
    for (int e = 0; e < 4; ++e) arrays.previous[e] = arrays.q[e] = q[e];
    for (int k = 0; k < count; ++k) {
        // The kernel is in float, whose range a body of a millimetre or a planet leaves: scale is no matter.
        const double size = moments[k].cwiseAbs().maxCoeff();
        const double scale = size > 0 && std::isfinite(size) ? std::ldexp(1.0, -std::ilogb(size)) : 1;
        for (int e = 0; e < 9; ++e) A[e][k] = static_cast<float>(scale * moments[k](e / 3, e % 3));
        q[0][k] = matched[k].w(), q[1][k] = matched[k].x(), q[2][k] = matched[k].y(), q[3][k] = matched[k].z();
    }
    nearest_rotations(arrays, count, RotationStart::warm);
    int unconverged = 0;
    for (int k = 0; k < count; ++k) {
        matched[k] = {q[0][k], q[1][k], q[2][k], q[3][k]};
        unconverged += (flags[k] & kRotationNotConverged) != 0;
    }
    return unconverged;
}

}  // namespace

template <class Real>
int RegionMatcher<Real>::find_rotations(RotationKind kind, BodyStateOf<Real>& state) {
    const int fits = static_cast<int>(moment_.size());
    rotation_.resize(fits);
    unconverged_.assign((fits + kChunk - 1) / kChunk, 0);
    parallel_chunks(fits, kChunk, [&](int begin, int end) {
        bool by_kernel = false;
        if constexpr (std::is_same_v<Real, float>) {
            by_kernel = kind == RotationKind::kernel;
            if (by_kernel)
                unconverged_[begin / kChunk] = rotate_by_kernel(std::span(moment_).subspan(begin, end - begin),
                                                                std::span(state.matched).subspan(begin, end - begin));
        }
        for (int fit = begin; fit < end; ++fit) {
            if (!by_kernel)
                state.matched[fit] =
                    reference_rotation(moment_[fit], state.matched[fit].template cast<double>()).template cast<Real>();
            rotation_[fit] = state.matched[fit].template cast<double>().normalized().toRotationMatrix();
        }
    });
    return std::accumulate(unconverged_.begin(), unconverged_.end(), 0);
}

template <class Real>
void RegionMatcher<Real>::write_transforms(const MatchTables& tables, const Plasticity& plasticity, double seconds,
                                           BodyStateOf<Real>& state) {
    goal_rows_.resize(std::size_t(tables.sums()) * kGoalColumns);
    if (tables.model == MatchModel::quadratic) quadratic_.begin_goals(tables);
    // What the model makes of the rigid match, x0 -> matrix x0 + shift; squares of x0 have columns of their own.
    const auto deform = [&](int s, double a, Mat3d& matrix, Vec3d& shift) {
        const Vec3d &c = centre_[s], &c0 = tables.centre[s];
        const Mat3d A = moment_of(tables, s);
        if (tables.model == MatchModel::linear) {
            matrix = linear_match(tables.beta, tables.keep_volume, tables.linear[s], A, matrix);
            shift = c - matrix * c0;
            return;
        }
        const Mat36d B = quadratic_.moment(tables, s, c, A);
        const QuadraticMap map = quadratic_match(tables.beta, tables.quadratic[s], c, c0, A, B, matrix);
        quadratic_.add_goal(s, a, map.square);
        matrix = map.linear;
        shift = map.shift;
    };
    parallel_chunks(tables.sums(), kChunk, [&](int begin, int end) {
        for (int s = begin; s < end; ++s) {
            const double* sums = &sum_rows_[std::size_t(s) * kSumColumns];
            const RigidVelocity rigid = rigid_velocity_of(tables.mass[s], centre_[s], sums);
            double* back = &goal_rows_[std::size_t(s) * kGoalColumns];
            std::fill_n(back, kGoalColumns, 0.0);
            for (int fit = tables.first_fit[s]; fit < tables.first_fit[s + 1]; ++fit) {
                Mat3d matrix = rotation_[fit];
                if (!state.plastic.empty()) {
                    auto& plastic = state.plastic[tables.region_of_fit[fit]];
                    const Mat3d S_r = plastic.template cast<double>();
                    matrix = rotation_[fit] * S_r;
                    plastic = flowed(plasticity, seconds, moment_[fit], tables.spread[s], rotation_[fit], S_r)
                                  .template cast<Real>();
                }
                const double a = tables.pull[fit], m = tables.drag_mass[fit];
                Vec3d shift = centre_[s] - matrix * tables.centre[s];
                if (tables.model != MatchModel::rigid) deform(s, a, matrix, shift);
                MapMat(back + kMatrix) += a * matrix;
                MapVec(back + kShift) += a * shift;
                back[kPull] += a;
                MapVec(back + kDrift) += m * rigid.drift;
                MapVec(back + kTurn) += m * rigid.turn;
            }
        }
    });
}

template <class Real>
int RegionMatcher<Real>::match_regions(const MatchTables& tables, const Plasticity& plasticity, double seconds,
                                       RotationKind rotation, BodyStateOf<Real>& state) {
    find_moments(tables, state);
    const int unconverged = find_rotations(rotation, state);
    write_transforms(tables, plasticity, seconds, state);
    return unconverged;
}

template <class Real>
void RegionMatcher<Real>::average_goals(const MatchTables& tables, const BodyStateOf<Real>& state) {
    to_goal_.resize(tables.nodes());
    rigid_velocity_.resize(tables.nodes());
    torque_.resize(state.rotation.size());
    rigid_spin_.resize(state.rotation.size());
    tables.plan.adjoint(kGoalColumns, goal_rows_, node_rows_, plan_scratch_);
    parallel_chunks(tables.nodes(), kChunk, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const double* row = &node_rows_[std::size_t(i) * kGoalColumns];
            const Vec3d x = state.x[i].template cast<double>(), x0 = tables.rest->x0[i].template cast<double>();
            to_goal_[i] =
                (ConstMapMat(row + kMatrix) * x0 + ConstMapVec(row + kShift) - row[kPull] * x) / tables.total[i];
            rigid_velocity_[i] = (ConstMapVec(row + kDrift) + ConstMapVec(row + kTurn).cross(x)) / tables.total[i];
            if (state.rotation.empty()) continue;
            const Mat3d R = rotation_of(state, i);
            const Mat3d RJ = R * tables.rest->own_moment[i].template cast<double>();
            torque_[i] = tables.weight[i] * axial(RJ * ConstMapMat(row + kMatrix).transpose());
            rigid_spin_[i] =
                R * (inertia_of(*tables.rest, i) * (R.transpose() * ConstMapVec(row + kTurn))) / tables.total[i];
        }
    });
    if (tables.model == MatchModel::quadratic) add_squares(tables);
    if (!tables.damped.empty()) keep_undamped(tables, state);
}

template <class Real>
void RegionMatcher<Real>::add_squares(const MatchTables& tables) {
    quadratic_.average_goals(tables, plan_scratch_);
    parallel_chunks(tables.nodes(), kChunk, [&](int begin, int end) {
        for (int i = begin; i < end; ++i)
            to_goal_[i] += quadratic_.at(i, tables.rest->x0[i].template cast<double>()) / tables.total[i];
    });
}

// Where regions damp only a share of a node's velocity, the rest of it counts as rigid.
template <class Real>
void RegionMatcher<Real>::keep_undamped(const MatchTables& tables, const BodyStateOf<Real>& state) {
    for (int i = 0; i < tables.nodes(); ++i)
        rigid_velocity_[i] += (1 - tables.damped[i]) * state.v[i].template cast<double>();
}

template <class Real>
void RegionMatcher<Real>::average_rigid_velocities(const MatchTables& tables, const BodyStateOf<Real>& state) {
    sum_regions(tables, state);
    constexpr int kColumns = 6;
    rigid_velocity_.resize(tables.nodes());
    rigid_spin_.resize(state.rotation.size());
    parallel_chunks(tables.sums(), kChunk, [&](int begin, int end) {
        for (int s = begin; s < end; ++s) {
            const double* sums = &sum_rows_[std::size_t(s) * kSumColumns];
            const RigidVelocity rigid = rigid_velocity_of(tables.mass[s], centre_[s], sums);
            double m = 0;
            for (int fit = tables.first_fit[s]; fit < tables.first_fit[s + 1]; ++fit) m += tables.drag_mass[fit];
            double* row = &goal_rows_[std::size_t(s) * kColumns];
            MapVec(row + 0) = m * rigid.drift;
            MapVec(row + 3) = m * rigid.turn;
        }
    });
    tables.plan.adjoint(kColumns, goal_rows_, node_rows_, plan_scratch_);
    parallel_chunks(tables.nodes(), kChunk, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const double* row = &node_rows_[std::size_t(i) * kColumns];
            const Vec3d x = state.x[i].template cast<double>();
            rigid_velocity_[i] = (ConstMapVec(row) + ConstMapVec(row + 3).cross(x)) / tables.total[i];
            if (state.rotation.empty()) continue;
            const Mat3d R = rotation_of(state, i);
            rigid_spin_[i] =
                R * (inertia_of(*tables.rest, i) * (R.transpose() * ConstMapVec(row + 3))) / tables.total[i];
        }
    });
    if (!tables.damped.empty()) keep_undamped(tables, state);
}

template class RegionMatcher<float>;
template class RegionMatcher<double>;

}  // namespace octomatch

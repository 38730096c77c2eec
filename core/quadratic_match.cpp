#include "core/quadratic_match.h"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "core/match_tables.h"
#include "core/parallel.h"

namespace octomatch {

namespace {

constexpr int kChunk = 128;
constexpr int kColumns = 18;
constexpr int kTerms = 9;                                                     // of q~
constexpr int kFirst[] = {0, 1, 2, 0, 1, 2}, kSecond[] = {0, 1, 2, 1, 2, 0};  // the factors of each square

using Terms = Eigen::Matrix<double, kTerms, 1>;
using Moments = Eigen::Matrix<double, kTerms, kTerms>;

// The symmetric matrix x x^T, or a sum of such, as squares.
Squares squares_of(const Mat3d& m) {
    Squares s;
    for (int k = 0; k < 6; ++k) s[k] = m(kFirst[k], kSecond[k]);
    return s;
}

// squares(x - c) = squares(x) - J x + squares(c).
Eigen::Matrix<double, 6, 3> shift_of_squares(const Vec3d& c) {
    Eigen::Matrix<double, 6, 3> J = Eigen::Matrix<double, 6, 3>::Zero();
    for (int k = 0; k < 6; ++k) {
        J(k, kFirst[k]) += c[kSecond[k]];
        J(k, kSecond[k]) += c[kFirst[k]];
    }
    return J;
}

// In units of the region's size, where all terms are of about one size.
QuadraticFit inverted(const Moments& moments, double size) {
    constexpr double kThinnest = 1e-10;  // of the largest eigenvalue
    Terms unit;
    for (int k = 0; k < kTerms; ++k) unit[k] = k < 3 ? size : size * size;
    const Terms per_unit = unit.cwiseInverse();
    const Eigen::SelfAdjointEigenSolver<Moments> axes(per_unit.asDiagonal() * moments * per_unit.asDiagonal());
    Moments inverse = Moments::Zero(), open = Moments::Zero();
    for (int k = 0; k < kTerms; ++k) {
        const double value = axes.eigenvalues()[k];
        const Moments onto = axes.eigenvectors().col(k) * axes.eigenvectors().col(k).transpose();
        if (value > kThinnest * axes.eigenvalues()[kTerms - 1])
            inverse += onto / value;
        else
            open += onto;
    }
    QuadraticFit fit;
    fit.inverse = per_unit.asDiagonal() * inverse * per_unit.asDiagonal();
    fit.open = (unit.asDiagonal() * open * per_unit.asDiagonal()).topRows<3>();
    return fit;
}

}  // namespace

Squares squares(const Vec3d& q) {
    Squares s;
    for (int k = 0; k < 6; ++k) s[k] = q[kFirst[k]] * q[kSecond[k]];
    return s;
}

std::vector<QuadraticFit> quadratic_fits(const BodyRest& rest, const SumPlan& plan, std::span<const double> weight,
                                         std::span<const double> mass, std::span<const Vec3d> centre,
                                         std::span<const Mat3d> spread) {
    // Moments about the body's origin: of (x0, squares(x0)), and these terms themselves.
    constexpr int kMoments = kTerms * kTerms;
    std::vector<double> rows(std::size_t(rest.nodes()) * kMoments), sums(std::size_t(plan.sums()) * kMoments), scratch;
    for (int i = 0; i < rest.nodes(); ++i) {
        const Vec3d x0 = rest.x0[i].cast<double>();
        Terms terms;
        terms << x0, squares(x0);
        Eigen::Map<Moments>{&rows[std::size_t(i) * kMoments]} = weight[i] * (terms * terms.transpose());
    }
    plan.sum(kMoments, rows, sums, scratch);

    std::vector<QuadraticFit> fits(plan.sums());
    parallel_chunks(plan.sums(), kChunk, [&](int begin, int end) {
        for (int s = begin; s < end; ++s) {
            Terms mean;
            mean << centre[s], squares_of(spread[s] / mass[s] + Mat3d(centre[s] * centre[s].transpose()));
            // q~ = shift (terms - mean of terms)
            Moments shift = Moments::Identity();
            shift.bottomLeftCorner<6, 3>() = -shift_of_squares(centre[s]);
            const Moments about_mean =
                Eigen::Map<const Moments>(&sums[std::size_t(s) * kMoments]) - mass[s] * (mean * mean.transpose());
            const double size = std::sqrt(spread[s].trace() / mass[s]);
            fits[s] = inverted(shift * about_mean * shift.transpose(), size > 0 ? size : 1);
            fits[s].mean = squares_of(spread[s] / mass[s]);
        }
    });
    return fits;
}

QuadraticMap quadratic_match(double beta, const QuadraticFit& fit, const Vec3d& c, const Vec3d& c0, const Mat3d& A,
                             const Mat36d& B, const Mat3d& rigid) {
    Eigen::Matrix<double, 3, kTerms> moment;
    moment << A, B;
    Eigen::Matrix<double, 3, kTerms> map = beta * (moment * fit.inverse + rigid * fit.open);
    map.leftCols<3>() += (1 - beta) * rigid;

    const Mat3d linear = map.leftCols<3>();
    const Mat36d square = map.rightCols<6>();
    return {.square = square,
            .linear = linear - square * shift_of_squares(c0),
            .shift = c - linear * c0 + square * (squares(c0) - fit.mean)};
}

template <class Real>
void QuadraticColumns::sum_regions(const MatchTables& tables, const BodyStateOf<Real>& state,
                                   std::vector<double>& scratch) {
    node_rows_.resize(std::size_t(tables.nodes()) * kColumns);
    sum_rows_.resize(std::size_t(tables.sums()) * kColumns);
    parallel_chunks(tables.nodes(), kChunk, [&](int begin, int end) {
        for (int i = begin; i < end; ++i)
            Eigen::Map<Mat36d>{&node_rows_[std::size_t(i) * kColumns]} =
                tables.weight[i] * Mat36d(state.x[i].template cast<double>() *
                                          squares(tables.rest->x0[i].template cast<double>()).transpose());
    });
    tables.plan.sum(kColumns, node_rows_, sum_rows_, scratch);
}

// sum f p squares(x0)^T = sum f x squares(x0)^T - c sum f squares(x0)^T, then about c0; sum f p = 0, sum f p x0^T = A.
Mat36d QuadraticColumns::moment(const MatchTables& tables, int sum, const Vec3d& c, const Mat3d& A) const {
    const Vec3d& c0 = tables.centre[sum];
    const Squares of_rest = squares_of(tables.spread[sum] + tables.mass[sum] * Mat3d(c0 * c0.transpose()));
    return Eigen::Map<const Mat36d>(&sum_rows_[std::size_t(sum) * kColumns]) - c * of_rest.transpose() -
           A * shift_of_squares(c0).transpose();
}

void QuadraticColumns::begin_goals(const MatchTables& tables) {
    goal_rows_.assign(std::size_t(tables.sums()) * kColumns, 0.0);
}

void QuadraticColumns::add_goal(int sum, double pull, const Mat36d& square) {
    Eigen::Map<Mat36d>(&goal_rows_[std::size_t(sum) * kColumns]) += pull * square;
}

void QuadraticColumns::average_goals(const MatchTables& tables, std::vector<double>& scratch) {
    tables.plan.adjoint(kColumns, goal_rows_, node_rows_, scratch);
}

Vec3d QuadraticColumns::at(int node, const Vec3d& x0) const {
    return Eigen::Map<const Mat36d>(&node_rows_[std::size_t(node) * kColumns]) * squares(x0);
}

template void QuadraticColumns::sum_regions(const MatchTables&, const BodyStateOf<float>&, std::vector<double>&);
template void QuadraticColumns::sum_regions(const MatchTables&, const BodyStateOf<double>&, std::vector<double>&);

}  // namespace octomatch

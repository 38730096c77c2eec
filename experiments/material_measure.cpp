#include "experiments/material_measure.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "core/skin.h"
#include "core/spin.h"

namespace octomatch {

namespace {

using Numbers = std::vector<double>;
using MapVec = Eigen::Map<Vec3d>;
using ConstMapVec = Eigen::Map<const Vec3d>;

// Columns of sums: f u and f (x0 x u + J' t); and on the way back: the rigid motion times a.
constexpr int kColumns = 6;

/// J', 0 for points.
Mat3d own_inertia(const BodyRest& rest, int i) {
    return inertia_of(rest, i) / double(rest.mass[i]);
}

// The smallest eigenvalue of the tridiagonal matrix that conjugate gradients bring an operator to.
double smallest_eigenvalue(const Numbers& step, const Numbers& turn) {
    const int n = static_cast<int>(step.size());
    Eigen::VectorXd diagonal(n), beside(std::max(0, n - 1));
    for (int k = 0; k < n; ++k) {
        diagonal[k] = 1 / step[k] + (k > 0 ? turn[k - 1] / step[k - 1] : 0);
        if (k + 1 < n) beside[k] = std::sqrt(turn[k]) / step[k];
    }
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes;
    modes.computeFromTridiagonal(diagonal, beside, Eigen::EigenvaluesOnly);
    return modes.eigenvalues()[0];
}

std::vector<NodeId> held_nodes(const AdaptiveBody& body, const HeldEnd& end) {
    std::vector<NodeId> held;
    for (int i = 0; i < body.sampling.nodes(); ++i) {
        const Morton corner = body.tree.cells[body.sampling.leaf_of[i].value].corner;
        if (coordinates(corner)[end.axis] < end.finest_cells) held.push_back({i});
    }
    return held;
}

// Where the nodes go, the skin goes; it is nearly linear in their places.
std::vector<Vec3d> skin_displacement(const BodyShape& shape, const std::vector<Vec3d>& displacement, double most) {
    const BodyRest& rest = *shape.rest;
    double largest = 0;
    for (const Vec3d& u : displacement) largest = std::max(largest, u.norm());
    const double scale = most / largest;
    BodyState state;
    state.matched.assign(1, BodyState::Quat::Identity());
    Skin still, moved;
    state.x = rest.x0;
    pose_skin(rest, *shape.skin, state, still);
    for (int i = 0; i < rest.nodes(); ++i) state.x[i] += (scale * displacement[i]).cast<float>();
    pose_skin(rest, *shape.skin, state, moved);
    std::vector<Vec3d> result;
    for (std::size_t p = 0; p < still.positions.size(); ++p)
        result.push_back((moved.positions[p] - still.positions[p]).cast<double>() / scale);
    return result;
}

}  // namespace

HeldEnd held_end(const AdaptiveBody& body, const Box3& bounds) {
    constexpr double kShare = 0.3;  // less, and the few cells beside the held ones decide, not the material
    HeldEnd end;
    bounds.extent().maxCoeff(&end.axis);
    const Lattice& lattice = body.material.lattice;
    const double beyond = bounds.low[end.axis] + kShare * bounds.extent()[end.axis] - lattice.corner[end.axis];
    const int base_cells = static_cast<int>(std::ceil(beyond / lattice.base_cell));
    end.finest_cells = base_cells * lattice.finest_per_cell(0);
    end.boundary = lattice.corner[end.axis] + base_cells * lattice.base_cell;
    return end;
}

LinearisedMatch::LinearisedMatch(const MatchTables& tables)
    : tables_(tables), turns_(!tables.inertia.empty()), pull_(tables.nodes()) {
    for (const Vec3& x0 : tables.rest->x0) arm_.push_back(x0.cast<double>());
    for (int s = 0; s < tables.sums(); ++s) {
        const Mat3d inertia = tables.spread[s].trace() * Mat3d::Identity() - tables.spread[s];
        // About the axis of a collinear region nothing is matched.
        Eigen::CompleteOrthogonalDecomposition<Mat3d> solver;
        solver.setThreshold(1e-9);
        solver.compute(inertia);
        inverse_inertia_.push_back(solver.pseudoInverse());
        double pull = 0;
        for (int fit = tables.first_fit[s]; fit < tables.first_fit[s + 1]; ++fit) pull += tables.pull[fit];
        pull_of_sum_.push_back(pull);
    }
    tables.plan.adjoint(1, pull_of_sum_, pull_, scratch_);
    node_rows_.resize(std::size_t(tables.nodes()) * kColumns);
    sum_rows_.resize(std::size_t(tables.sums()) * kColumns);
}

void LinearisedMatch::apply(std::span<const double> u, std::span<double> pull) {
    const int n = tables_.nodes();
    for (int i = 0; i < n; ++i) {
        const ConstMapVec moved(&u[3 * std::size_t(i)]);
        double* row = &node_rows_[std::size_t(i) * kColumns];
        MapVec(row + 0) = tables_.weight[i] * moved;
        MapVec(row + 3) = tables_.weight[i] * arm_[i].cross(moved);
        if (turns_)
            MapVec(row + 3) +=
                tables_.weight[i] * (own_inertia(*tables_.rest, i) * ConstMapVec(&u[3 * std::size_t(n + i)]));
    }
    tables_.plan.sum(kColumns, node_rows_, sum_rows_, scratch_);
    for (int s = 0; s < tables_.sums(); ++s) {
        double* row = &sum_rows_[std::size_t(s) * kColumns];
        const Vec3d sum = MapVec(row), angular = MapVec(row + 3);
        const Vec3d turn = inverse_inertia_[s] * (angular - tables_.centre[s].cross(sum));
        MapVec(row + 0) = pull_of_sum_[s] * (sum / tables_.mass[s] - turn.cross(tables_.centre[s]));
        MapVec(row + 3) = pull_of_sum_[s] * turn;
    }
    tables_.plan.adjoint(kColumns, sum_rows_, node_rows_, scratch_);
    for (int i = 0; i < n; ++i) {
        const double* row = &node_rows_[std::size_t(i) * kColumns];
        const Vec3d rigid = ConstMapVec(row) + ConstMapVec(row + 3).cross(arm_[i]);
        MapVec(pull.data() + 3 * std::size_t(i)) =
            (pull_[i] * ConstMapVec(&u[3 * std::size_t(i)]) - rigid) / tables_.total[i];
        if (!turns_) continue;
        const std::size_t t = 3 * std::size_t(n + i);
        MapVec(pull.data() + t) = (pull_[i] * ConstMapVec(&u[t]) - ConstMapVec(row + 3)) / tables_.total[i];
        if (tables_.inertia[i].inverse.isZero(0)) MapVec(&pull[t]).setZero();
    }
}

double LinearisedMatch::product(std::span<const double> a, std::span<const double> b) const {
    const int n = tables_.nodes();
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        double node = ConstMapVec(&a[3 * std::size_t(i)]).dot(ConstMapVec(&b[3 * std::size_t(i)]));
        const std::size_t t = 3 * std::size_t(n + i);
        if (turns_) node += ConstMapVec(&a[t]).dot(own_inertia(*tables_.rest, i) * ConstMapVec(&b[t]));
        sum += tables_.weight[i] * tables_.total[i] * node;
    }
    return sum;
}

Sag sag_of(const MatchTables& tables, std::span<const NodeId> held, const Vec3d& gravity) {
    constexpr double kTolerance = 1e-6;
    constexpr int kMostRounds = 20000;
    LinearisedMatch match(tables);
    const int n = tables.nodes(), unknowns = match.unknowns();
    const auto release = [&](Numbers& u) {
        for (NodeId i : held)
            for (int block = 0; block < unknowns; block += 3 * n)
                MapVec(&u[block + 3 * std::size_t(i.value)]).setZero();
    };
    Numbers u(unknowns, 0.0), residual(unknowns, 0.0), pulled(unknowns), step, turn;
    for (int i = 0; i < n; ++i) MapVec(residual.data() + 3 * std::size_t(i)) = gravity;
    release(residual);
    Numbers along = residual;
    double size = match.product(residual, residual);
    const double enough = kTolerance * kTolerance * size;
    Sag sag;
    while (size > enough && sag.rounds < kMostRounds) {
        match.apply(along, pulled);
        release(pulled);
        const double a = size / match.product(along, pulled);
        for (int k = 0; k < unknowns; ++k) {
            u[k] += a * along[k];
            residual[k] -= a * pulled[k];
        }
        const double next = match.product(residual, residual), b = next / size;
        for (int k = 0; k < unknowns; ++k) along[k] = residual[k] + b * along[k];
        step.push_back(a);
        turn.push_back(b);
        size = next;
        ++sag.rounds;
    }
    sag.converged = size <= enough;
    if (!step.empty()) sag.eigenvalue = smallest_eigenvalue(step, turn);
    for (int i = 0; i < n; ++i) {
        sag.displacement.push_back(MapVec(&u[3 * std::size_t(i)]));
        sag.compliance += tables.rest->mass[i] * gravity.dot(sag.displacement[i]);
    }
    return sag;
}

MaterialResponse measure_material(const ShapeLibrary& shapes, ShapeId shape, MaterialRule rule) {
    const Box3 bounds = bounding_box(shapes.mesh(shape));
    const BodyShape& compiled = shapes.shape(shape);
    MaterialSettings material;
    material.rule = rule;
    const MatchTables tables(compiled.rest, material, {}, PlanKind::tree);
    const Sag sag =
        sag_of(tables, held_nodes(shapes.body(shape), held_end(shapes.body(shape), bounds)), kLoadDirection);
    return {sag.compliance, sag.eigenvalue, skin_displacement(compiled, sag.displacement, 1e-3 * bounds.diagonal()),
            sag.converged};
}

MaterialComparison compare_materials(const MaterialResponse& body, const MaterialResponse& other,
                                     const TriangleMesh& mesh) {
    constexpr double kBent = 0.2;  // of the diagonal
    double largest = 0, error = 0;
    for (const Vec3d& u : other.skin) largest = std::max(largest, u.norm());
    for (std::size_t p = 0; p < other.skin.size(); ++p) error += (body.skin[p] - other.skin[p]).norm();
    error *= kBent * bounding_box(mesh).diagonal() / largest / static_cast<double>(other.skin.size());
    return {body.compliance / other.compliance, std::sqrt(body.eigenvalue / other.eigenvalue),
            error / bounding_box(mesh).diagonal()};
}

}  // namespace octomatch

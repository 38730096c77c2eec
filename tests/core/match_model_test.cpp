// What holds for every match model, in double where a law is exact.
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "core/rotation.h"
#include "tests/core/laws.h"
#include "tests/core/model_bodies.h"

namespace octomatch {
namespace {

using namespace test;

TEST(MatchModel, GoalsOfARestShapeAreItself) {
    for (const auto& [name, rest] : bodies_of_all_relations())
        for (MatchModel model : kModels)
            for (double beta : {0.0, 0.5, 1.0}) {
                SCOPED_TRACE(name + ", " + name_of(model));
                EXPECT_LT(DoubleBody(rest, made_of(model, beta), 0.01).farthest_goal(), 0.1 * kFloat * size_of(*rest));
            }
}

TEST(MatchModel, WithBetaZeroEveryModelIsRigid) {
    for (const auto& [name, rest] : bodies_of_all_relations()) {
        SCOPED_TRACE(name);
        DoubleBody rigid(rest, made_of(MatchModel::rigid, 0), 0.01);
        rigid.shake(1);
        move({.seconds = 0.01}, rigid.state);
        rigid.find_goals();
        for (MatchModel model : {MatchModel::linear, MatchModel::quadratic}) {
            DoubleBody body(rest, made_of(model, 0), 0.01);
            body.state = rigid.state;
            body.find_goals();
            for (int i = 0; i < rest->nodes(); ++i)
                EXPECT_LT((body.match.to_goal(i) - rigid.match.to_goal(i)).norm(), 1e-11 * size_of(*rest));
        }
    }
}

TEST(MatchModel, AnAffineDeformationIsItsOwnGoal) {
    const Mat3d F = sheared();
    const Mat3d isochoric = F / std::cbrt(F.determinant());
    for (const auto& [name, rest] : bodies_of_all_relations())
        for (const auto& [map, keep_volume] : {std::pair(F, false), {isochoric, true}}) {
            for (MatchModel model : {MatchModel::linear, MatchModel::quadratic}) {
                SCOPED_TRACE(name + ", " + name_of(model));
                MaterialSettings material = made_of(model, 1);
                material.keep_volume = keep_volume;
                DoubleBody body(rest, material, 0.01);
                for (Vec3d& x : body.state.x) x = map * x + Vec3d(0.1, 0.2, -0.3);
                EXPECT_LT(body.farthest_goal(), kFloat * size_of(*rest));
            }
        }
}

/// Goals by the members of each region and nothing else: the least-squares maps of the papers.
std::vector<Vec3d> goals_by_members(const DoubleBody& body) {
    const BodyRest& rest = *body.tables.rest;
    const Ragged<NodeId> regions = members(rest);
    const int n = rest.nodes();
    std::vector<double> total(n, 0.0);
    for (int r = 0; r < regions.rows(); ++r)
        for (NodeId i : regions.row(r)) total[i.value] += rest.weight_of_region(r);
    std::vector<Vec3d> goal(n, Vec3d::Zero());
    for (int r = 0; r < regions.rows(); ++r) {
        double M = 0;
        Vec3d c = Vec3d::Zero(), c0 = Vec3d::Zero();
        const auto f = [&](NodeId i) { return rest.mass[i.value] / total[i.value]; };
        const auto x0 = [&](NodeId i) { return Vec3d(rest.x0[i.value].cast<double>()); };
        for (NodeId i : regions.row(r)) {
            M += f(i);
            c += f(i) * body.state.x[i.value];
            c0 += f(i) * x0(i);
        }
        c /= M, c0 /= M;
        Squares mean = Squares::Zero();
        for (NodeId i : regions.row(r)) mean += f(i) / M * squares(x0(i) - c0);
        using Terms = Eigen::Matrix<double, 9, 1>;
        const auto terms = [&](NodeId i) {
            Terms q;
            q << x0(i) - c0, squares(x0(i) - c0) - mean;
            return q;
        };
        Eigen::Matrix<double, 3, 9> pq = Eigen::Matrix<double, 3, 9>::Zero();
        Eigen::Matrix<double, 9, 9> qq = Eigen::Matrix<double, 9, 9>::Zero();
        for (NodeId i : regions.row(r)) {
            pq += f(i) * (body.state.x[i.value] - c) * terms(i).transpose();
            qq += f(i) * terms(i) * terms(i).transpose();
        }
        const Mat3d A = pq.leftCols<3>();
        const Mat3d R = reference_rotation(A, Eigen::Quaterniond::Identity()).toRotationMatrix();
        const double beta = body.material.beta;
        Eigen::Matrix<double, 3, 9> map = Eigen::Matrix<double, 3, 9>::Zero();
        map.leftCols<3>() = R;
        if (body.material.model == MatchModel::linear)
            map.leftCols<3>() += beta * (A * qq.topLeftCorner<3, 3>().inverse() - R);
        if (body.material.model == MatchModel::quadratic) map += beta * (pq * qq.inverse() - map);
        for (NodeId i : regions.row(r))
            goal[i.value] += rest.weight_of_region(r) / total[i.value] * (c + map * terms(i));
    }
    return goal;
}

TEST(MatchModel, GoalsEqualThoseOfTheMembersForEveryPlan) {
    // Regions of many nodes in general places: moment matrices that can be inverted as they are.
    const std::vector<NamedBody> cases = {
        {"intervals", model_rest("block", {.depth = 1, .criteria = {Criterion::uniform}, .width = 0.06})},
        {"clusters", clusters("duck", 20, {.edge = 0.07, .overlap = 0.6})}};
    for (const auto& [name, rest] : cases)
        for (MatchModel model : kModels)
            for (PlanKind plan : {PlanKind::tree, PlanKind::brute_force}) {
                SCOPED_TRACE(name + ", " + name_of(model));
                MaterialSettings material = made_of(model, 0.7);
                material.keep_volume = false;
                DoubleBody body(rest, material, 0.01, {}, plan);
                body.shake(0.3);
                move({.seconds = 0.01}, body.state);
                body.find_goals();
                const std::vector<Vec3d> expected = goals_by_members(body);
                for (int i = 0; i < rest->nodes(); ++i)
                    EXPECT_LT((body.state.x[i] + body.match.to_goal(i) - expected[i]).norm(), 1e-8 * size_of(*rest));
            }
}

TEST(MatchModel, MomentumIsConservedForAllModelsPlansAndRules) {
    for (const auto& [name, rest] : bodies_of_all_relations())
        for (MatchModel model : kModels)
            for (MaterialRule rule : {MaterialRule::plain, MaterialRule::added})
                for (double damping : {0.0, 5.0}) {
                    if (rule == MaterialRule::added && !rest->by_clusters()) continue;
                    SCOPED_TRACE(name + ", " + name_of(model) + ", rule " + std::to_string(int(rule)));
                    MaterialSettings material = made_of(model, 0.6);
                    material.rule = rule;
                    material.stiffness.value = rule == MaterialRule::added ? 0.2 : 1;
                    material.damping = damping;
                    material.damping_order = damping > 0 ? DampingOrder::rj07 : DampingOrder::fused;
                    DoubleBody body(rest, material, 0.01);
                    body.shake(0.3);
                    expect_momentum_is_kept(body, 60, 1e-9);
                }
}

TEST(MatchModel, EnergyOfAnUndampedBodyStaysBounded) {
    for (const auto& [name, rest] : bodies_of_all_relations())
        for (const auto& [model, keep_volume] :
             {std::pair(MatchModel::linear, false), {MatchModel::linear, true}, {MatchModel::quadratic, false}}) {
            SCOPED_TRACE(name + ", " + name_of(model) + (keep_volume ? ", volume kept" : ""));
            MaterialSettings material = made_of(model, 0.5);
            material.keep_volume = keep_volume;
            DoubleBody body(rest, material, 0.01);
            body.shake(0.02);
            const double before = body.motion().kinetic;
            EXPECT_LT(body.most_kinetic(300), 1.5 * before);
        }
}

TEST(MatchModel, AFloatBodyRestsForEver) {
    for (MatchModel model : kModels) {
        const auto rest = clusters("duck", 20, {.edge = 0.06});
        World world = world_of(rest, empty_space(), {.material = {.model = model}});
        for (int step = 0; step < 200; ++step) world.step();
        for (int i = 0; i < rest->nodes(); ++i)
            EXPECT_LT((world.bodies()[0].state.x[i] - rest->x0[i]).norm(), 1e-6 * size_of(*rest)) << name_of(model);
    }
}

TEST(MatchModel, EqualForEveryThreadCount) {
    const auto rest = clusters("duck", 4, {.edge = 0.04, .overlap = 0.5});
    for (MatchModel model : kModels) {
        SCOPED_TRACE(name_of(model));
        expect_equal_hashes_for_every_thread_count(
            [&] { return shaken(world_of(rest, {}, {.material = {.model = model}}), 0.1); }, 5);
    }
}

TEST(MatchModel, ChangingItBetweenStepsKeepsTheStateAndTakesEffect) {
    const auto rest = clusters("duck", 20, {.edge = 0.06});
    World world = shaken(world_of(rest, empty_space(), {}), 0.1);
    world.step();
    MaterialSettings soft = world.bodies()[0].material;
    soft.model = MatchModel::quadratic;
    const auto before = world.bodies()[0].state.matched;
    World other = World::restored(std::make_shared<FixedShapes>(std::vector{rest}), world.save());
    world.adapt(std::vector<Request>{ChangeMaterial{{0}, soft}});
    EXPECT_EQ(world.tables_of(world.bodies()[0]).model, MatchModel::quadratic);
    for (std::size_t fit = 0; fit < before.size(); ++fit)
        EXPECT_EQ(world.bodies()[0].state.matched[fit].coeffs(), before[fit].coeffs());
    world.step();
    other.step();
    EXPECT_NE(hash(world), hash(other));
}

}  // namespace
}  // namespace octomatch

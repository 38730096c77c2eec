// The laws of the match models and of clusters, in double where a law is exact.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <map>

#include "core/cluster_body.h"
#include "core/integrate.h"
#include "core/parallel.h"
#include "core/rotation.h"
#include "tests/core/test_bodies.h"

namespace octomatch {
namespace {

using namespace test;
using State = BodyStateOf<double>;

constexpr MatchModel kModels[] = {MatchModel::rigid, MatchModel::linear, MatchModel::quadratic};
const char* name_of(MatchModel model) {
    return model == MatchModel::rigid ? "rigid" : model == MatchModel::linear ? "linear" : "quadratic";
}

MaterialSettings made_of(MatchModel model, double beta) {
    MaterialSettings material = undamped();
    material.model = model;
    material.beta = beta;
    return material;
}

/// One body in double, stepped by the machine's own stages.
struct Oracle {
    Oracle(std::shared_ptr<const BodyRest> rest, const MaterialSettings& m, double dt, PlanKind plan = PlanKind::tree)
        : material(m), seconds(dt), tables(std::move(rest), m, {}, plan) {
        for (const Vec3& x0 : tables.rest->x0) state.x.push_back(x0.cast<double>());
        state.v.assign(state.x.size(), Vec3d::Zero());
        state.matched.assign(tables.fits(), State::Quat::Identity());
        if (m.plasticity.active()) state.plastic.assign(tables.regions(), Mat3d::Identity());
    }
    void shake(double speed, unsigned seed = 1) {
        std::mt19937 random(seed);
        std::normal_distribution<double> normal;
        for (Vec3d& v : state.v) v += speed * Vec3d(normal(random), normal(random), normal(random));
    }
    void find_goals() {
        match.sum_regions(tables, state);
        match.match_regions(tables, material.plasticity, seconds, RotationKind::reference, state);
        match.average_goals(tables, state);
    }
    double farthest_goal() {
        find_goals();
        double farthest = 0;
        for (int i = 0; i < tables.nodes(); ++i) farthest = std::max(farthest, match.to_goal(i).norm());
        return farthest;
    }
    void step() {
        const Substep now{.seconds = seconds,
                          .alpha = material.stiffness.value,
                          .damping = 1 - std::exp(-material.damping * seconds),
                          .drag = std::exp(-material.drag * seconds)};
        const bool fused = material.damping_order == DampingOrder::fused;
        find_goals();
        kick(now, fused, match, state);
        if (!fused) {
            match.average_rigid_velocities(tables, state);
            damp(now, match, state);
        }
        move(now, state);
    }
    Motion motion() const { return motion_of(*tables.rest, state); }

    MaterialSettings material;
    double seconds;
    MatchTables tables;
    RegionMatcher<double> match;
    State state;
};

TriangleMesh coarse(const char* model, int every) {
    static std::map<std::string, TriangleMesh> meshes;
    auto [at, is_new] = meshes.try_emplace(model);
    if (is_new) at->second = check_mesh(find_model(model)->make()).mesh;
    const TriangleMesh& mesh = at->second;
    TriangleMesh points;
    for (std::size_t v = 0; v < mesh.vertices.size(); v += every) points.vertices.push_back(mesh.vertices[v]);
    return points;
}

/// Every `every`th vertex of a model, with unequal masses.
std::shared_ptr<const BodyRest> clusters(const char* model, int every, const ClusterSettings& settings) {
    const TriangleMesh points = coarse(model, every);
    std::vector<double> masses;
    for (std::size_t i = 0; i < points.vertices.size(); ++i) masses.push_back(0.001 * (1 + i % 3));
    return std::make_shared<const BodyRest>(cluster_body(points.vertices, masses, settings));
}

struct Case {
    std::string name;
    std::shared_ptr<const BodyRest> rest;
};

/// Every way in which a relation is given.
const std::vector<Case>& bodies() {
    static const std::vector<Case> all{{"lattice", lattice_rest({6, 4, 3}, 0.02, 1)},
                                       {"intervals", model_rest("comb", RelationKind::intervals, 2)},
                                       {"blocks", model_rest("comb", RelationKind::blocks, 2)},
                                       {"clusters", clusters("duck", 40, {.edge = 0.06, .overlap = 0.4})},
                                       {"one cluster", clusters("duck", 40, {})}};
    return all;
}

// What float can tell, of a body's size. Sums about a body's origin lose (size / region)^4 of double's digits where
// quadratic regions are nearly flat, which is less.
constexpr double kFloat = 6e-8;

double size_of(const BodyRest& rest) {
    double size = 0;
    for (const Vec3& x0 : rest.x0) size = std::max(size, double(x0.norm()));
    return size;
}

TEST(MatchModel, GoalsOfARestShapeAreItself) {
    for (const auto& [name, rest] : bodies())
        for (MatchModel model : kModels)
            for (double beta : {0.0, 0.5, 1.0}) {
                SCOPED_TRACE(name + ", " + name_of(model));
                EXPECT_LT(Oracle(rest, made_of(model, beta), 0.01).farthest_goal(), 0.1 * kFloat * size_of(*rest));
            }
}

TEST(MatchModel, WithBetaZeroEveryModelIsRigid) {
    for (const auto& [name, rest] : bodies()) {
        SCOPED_TRACE(name);
        Oracle rigid(rest, made_of(MatchModel::rigid, 0), 0.01);
        rigid.shake(1);
        move({.seconds = 0.01}, rigid.state);
        rigid.find_goals();
        for (MatchModel model : {MatchModel::linear, MatchModel::quadratic}) {
            Oracle body(rest, made_of(model, 0), 0.01);
            body.state = rigid.state;
            body.find_goals();
            for (int i = 0; i < rest->nodes(); ++i)
                EXPECT_LT((body.match.to_goal(i) - rigid.match.to_goal(i)).norm(), 1e-11 * size_of(*rest));
        }
    }
}

TEST(MatchModel, AnAffineDeformationIsItsOwnGoal) {
    Mat3d F;
    F << 1.3, 0.4, -0.1, 0.2, 0.8, 0.3, -0.3, 0.1, 1.1;
    const Mat3d isochoric = F / std::cbrt(F.determinant());
    for (const auto& [name, rest] : bodies())
        for (const auto& [map, keep_volume] : {std::pair(F, false), {isochoric, true}}) {
            for (MatchModel model : {MatchModel::linear, MatchModel::quadratic}) {
                SCOPED_TRACE(name + ", " + name_of(model));
                MaterialSettings material = made_of(model, 1);
                material.keep_volume = keep_volume;
                Oracle body(rest, material, 0.01);
                for (Vec3d& x : body.state.x) x = map * x + Vec3d(0.1, 0.2, -0.3);
                EXPECT_LT(body.farthest_goal(), kFloat * size_of(*rest));
            }
        }
}

TEST(MatchModel, ALinearMatchKeepsTheVolume) {
    const auto rest = clusters("duck", 40, {});
    Mat3d F;
    F << 1.3, 0.4, -0.1, 0.2, 0.8, 0.3, -0.3, 0.1, 1.1;
    for (const Mat3d& deformation : {Mat3d(1.5 * Mat3d::Identity()), Mat3d(0.6 * F), Mat3d(Vec3d(2, 3, 1).asDiagonal()),
                                     Mat3d(Vec3d(1, 0.15, 1).asDiagonal())}) {
        Oracle body(rest, made_of(MatchModel::linear, 1), 0.01);
        for (Vec3d& x : body.state.x) x = deformation * x;
        body.find_goals();
        // The goals are an affine image of the rest shape.
        Mat3d A = Mat3d::Zero(), K = Mat3d::Zero();
        const Vec3d c0 = body.tables.centre[0];
        for (int i = 0; i < rest->nodes(); ++i) {
            const Vec3d q = rest->x0[i].cast<double>() - c0;
            A += rest->mass[i] * (body.state.x[i] + body.match.to_goal(i) - deformation * c0) * q.transpose();
            K += rest->mass[i] * q * q.transpose();
        }
        EXPECT_NEAR((A * K.inverse()).determinant(), 1, 1e-9);
    }
}

Vec3d bent(const Vec3d& x0, double size) {
    Mat36d Q;
    Q << 0.3, -0.1, 0.2, 0.1, 0.4, -0.2, -0.2, 0.1, 0.3, 0.2, -0.1, 0.3, 0.1, 0.3, -0.3, -0.4, 0.2, 0.1;
    Mat3d F;
    F << 1.1, 0.2, 0, -0.2, 0.9, 0.1, 0.1, 0, 1;
    return Vec3d(0.1, 0, 0.2) + F * x0 + Q / size * squares(x0);
}

TEST(MatchModel, AQuadraticDeformationIsItsOwnGoal) {
    for (const auto& [name, rest] : bodies()) {
        SCOPED_TRACE(name);
        const double size = size_of(*rest);
        Oracle body(rest, made_of(MatchModel::quadratic, 1), 0.01), linear(rest, made_of(MatchModel::linear, 1), 0.01);
        for (Vec3d& x : body.state.x) x = bent(x, size);
        linear.state.x = body.state.x;
        EXPECT_LT(body.farthest_goal(), kFloat * size);
        EXPECT_GT(linear.farthest_goal(), 1e-3 * size);
    }
}

/// Goals by the members of each region and nothing else: the least-squares maps of the papers.
std::vector<Vec3d> goals_by_members(const Oracle& body) {
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
    const std::vector<Case> cases = {
        {"intervals", model_rest("block", {.depth = 1, .criteria = {Criterion::uniform}, .width = 0.06})},
        {"clusters", clusters("duck", 20, {.edge = 0.07, .overlap = 0.6})}};
    for (const auto& [name, rest] : cases)
        for (MatchModel model : kModels)
            for (PlanKind plan : {PlanKind::tree, PlanKind::brute_force}) {
                SCOPED_TRACE(name + ", " + name_of(model));
                MaterialSettings material = made_of(model, 0.7);
                material.keep_volume = false;
                Oracle body(rest, material, 0.01, plan);
                body.shake(0.3);
                move({.seconds = 0.01}, body.state);
                body.find_goals();
                const std::vector<Vec3d> expected = goals_by_members(body);
                for (int i = 0; i < rest->nodes(); ++i)
                    EXPECT_LT((body.state.x[i] + body.match.to_goal(i) - expected[i]).norm(), 1e-8 * size_of(*rest));
            }
}

TEST(MatchModel, MomentumIsConservedForAllModelsPlansAndRules) {
    for (const auto& [name, rest] : bodies())
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
                    Oracle body(rest, material, 0.01);
                    body.shake(0.3);
                    const Motion before = body.motion();
                    for (int step = 0; step < 60; ++step) body.step();
                    const Motion after = body.motion();
                    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-10 * before.speed);
                    EXPECT_LT((after.angular - before.angular).norm(), 1e-9 * before.turn);
                }
}

TEST(MatchModel, WithoutItsMeanAQuadraticMatchLosesMomentum) {
    // MHTG05 (12) as printed: g - c = A~ q~ with bare squares.
    const auto rest = clusters("duck", 40, {});
    Oracle body(rest, made_of(MatchModel::quadratic, 1), 0.01);
    const double size = size_of(*rest);
    for (Vec3d& x : body.state.x) x = bent(x, size);
    Eigen::Matrix<double, 3, 9> pq = Eigen::Matrix<double, 3, 9>::Zero();
    Eigen::Matrix<double, 9, 9> qq = Eigen::Matrix<double, 9, 9>::Zero();
    Vec3d c = Vec3d::Zero();
    double M = 0;
    for (int i = 0; i < rest->nodes(); ++i) c += rest->mass[i] * body.state.x[i], M += rest->mass[i];
    c /= M;
    const auto terms = [&](int i) {
        Eigen::Matrix<double, 9, 1> q;
        q << rest->x0[i].cast<double>(), squares(rest->x0[i].cast<double>());
        return q;
    };
    for (int i = 0; i < rest->nodes(); ++i) {
        pq += rest->mass[i] * (body.state.x[i] - c) * terms(i).transpose();
        qq += rest->mass[i] * terms(i) * terms(i).transpose();
    }
    Vec3d as_printed = Vec3d::Zero(), here = Vec3d::Zero();
    body.find_goals();
    for (int i = 0; i < rest->nodes(); ++i) {
        as_printed += rest->mass[i] / M * (c + pq * qq.inverse() * terms(i) - body.state.x[i]);
        here += rest->mass[i] / M * body.match.to_goal(i);
    }
    EXPECT_GT(as_printed.norm(), 1e-3 * size);
    EXPECT_LT(here.norm(), 1e-12 * size);
}

TEST(MatchModel, OneClusterIsTheSameWhetherPullsAreAddedOrAveraged) {
    const auto rest = clusters("duck", 40, {});
    MaterialSettings material;
    Oracle averaged(rest, material, 0.01);
    material.rule = MaterialRule::added;
    Oracle added(rest, material, 0.01);
    for (Oracle* body : {&averaged, &added}) {
        body->shake(0.3);
        for (int step = 0; step < 10; ++step) body->step();
    }
    for (int i = 0; i < rest->nodes(); ++i) EXPECT_LT((averaged.state.x[i] - added.state.x[i]).norm(), 1e-12);
}

/// Four points, held by `regions` equal clusters.
std::shared_ptr<const BodyRest> held_often(int regions) {
    const Vec3d corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double masses[] = {1, 2, 1, 1};
    BodyRest rest = cluster_body(corners, masses, {});
    rest.region_weight.assign(regions, 1);
    rest.list_of.assign(regions, 0);
    return std::make_shared<const BodyRest>(std::move(rest));
}

TEST(MatchModel, PullsThatAreAddedAreStableUntilAlphaTimesRegionsIsFour) {
    for (const auto& [regions, alpha, stable] :
         {std::tuple(1, 1.0, true), {3, 1.0, true}, {5, 0.75, true}, {5, 0.85, false}, {8, 0.55, false}}) {
        SCOPED_TRACE(regions);
        MaterialSettings material = undamped({StiffnessUnit::alpha, alpha});
        material.rule = MaterialRule::added;
        Oracle body(held_often(regions), material, 0.01);
        body.shake(1e-3);
        const double before = body.motion().kinetic;
        double most = 0;
        for (int step = 0; step < 100; ++step) {
            body.step();
            most = std::max(most, body.motion().kinetic);
        }
        if (stable)
            EXPECT_LT(most, 20 * before);
        else
            EXPECT_GT(most, 1e3 * before);
    }
}

TEST(MatchModel, ASpringHasTheUpdateMatrixOfThePaper) {
    // MHTG05 (11): two nodes on a line, whose distance is pulled to its length at rest.
    const Vec3d ends[] = {{0, 0, 0}, {1, 0, 0}};
    const double masses[] = {1, 3};
    const auto rest = std::make_shared<const BodyRest>(cluster_body(ends, masses, {}));
    for (double alpha : {0.1, 0.5, 1.0})
        for (double h : {1e-3, 1.0, 1e3}) {
            Eigen::Matrix2d update;  // of (velocity, stretch)
            for (int column : {0, 1}) {
                Oracle body(rest, undamped({StiffnessUnit::alpha, alpha}), h);
                if (column == 0) body.state.v[1].x() = 1e-3 / h;
                if (column == 1) body.state.x[1].x() += 1e-3;
                body.step();
                const double unit = column == 0 ? 1e-3 / h : 1e-3;
                update(0, column) = (body.state.v[1] - body.state.v[0]).x() / unit;
                update(1, column) = ((body.state.x[1] - body.state.x[0]).x() - 1) / unit;
            }
            Eigen::Matrix2d expected;
            expected << 1, -alpha / h, h, 1 - alpha;
            const Eigen::Vector2d scale(h, 1);
            EXPECT_LT((scale.asDiagonal() * (update - expected) * scale.cwiseInverse().asDiagonal()).norm(), 1e-6);
            for (const std::complex<double> e : update.eigenvalues()) {
                EXPECT_NEAR(std::abs(e), 1, 1e-6);
                EXPECT_NEAR(e.real(), 1 - alpha / 2, 1e-6);
                EXPECT_NEAR(std::abs(e.imag()), std::sqrt(4 * alpha - alpha * alpha) / 2, 1e-6);
            }
        }
}

TEST(MatchModel, EnergyOfAnUndampedBodyStaysBounded) {
    for (const auto& [name, rest] : bodies())
        for (const auto& [model, keep_volume] :
             {std::pair(MatchModel::linear, false), {MatchModel::linear, true}, {MatchModel::quadratic, false}}) {
            SCOPED_TRACE(name + ", " + name_of(model) + (keep_volume ? ", volume kept" : ""));
            MaterialSettings material = made_of(model, 0.5);
            material.keep_volume = keep_volume;
            Oracle body(rest, material, 0.01);
            body.shake(0.02);
            const double before = body.motion().kinetic;
            double most = 0;
            for (int step = 0; step < 300; ++step) {
                body.step();
                most = std::max(most, body.motion().kinetic);
            }
            EXPECT_LT(most, 1.5 * before);
        }
}

TEST(MatchModel, DegenerateRegionsStayFiniteAndRecover) {
    const std::vector<std::pair<std::string, std::vector<Vec3d>>> cases = {
        {"one node", {{0, 0, 0}}},
        {"two nodes", {{0, 0, 0}, {1, 0, 0}}},
        {"three nodes", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}},
        {"collinear", {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}},
        {"planar", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}}},
        {"corners of a cube", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}}},
        {"solid", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}}};
    for (const auto& [name, places] : cases)
        for (MatchModel model : kModels)
            for (const char* start : {"inverted", "at one point", "random"}) {
                SCOPED_TRACE(name + ", " + name_of(model) + ", " + start);
                MaterialSettings material;
                material.model = model;
                material.damping = 20;
                const std::vector<double> masses(places.size(), 1.0);
                Oracle body(std::make_shared<const BodyRest>(cluster_body(places, masses, {})), material, 0.02);
                std::mt19937 random(3);
                std::normal_distribution<double> normal;
                for (Vec3d& x : body.state.x) {
                    if (std::string(start) == "inverted") x.z() *= -1;
                    if (std::string(start) == "at one point") x.setZero();
                    if (std::string(start) == "random") x = {normal(random), normal(random), normal(random)};
                }
                for (int step = 0; step < 600; ++step) body.step();
                for (std::size_t i = 0; i < places.size(); ++i)
                    for (std::size_t j = 0; j < i; ++j)
                        EXPECT_NEAR((body.state.x[i] - body.state.x[j]).norm(), (places[i] - places[j]).norm(), 2e-3);
            }
}

/// How far a shape is from the rest shape, as the best rigid motion leaves it, over its size.
double distortion(const BodyRest& rest, const BodyState& state) {
    double M = 0;
    Vec3d c = Vec3d::Zero();
    for (int i = 0; i < rest.nodes(); ++i) c += rest.mass[i] * state.x[i].cast<double>(), M += rest.mass[i];
    c /= M;  // c0 = 0
    Mat3d A = Mat3d::Zero();
    for (int i = 0; i < rest.nodes(); ++i)
        A += rest.mass[i] * (state.x[i].cast<double>() - c) * rest.x0[i].cast<double>().transpose();
    const Mat3d R = reference_rotation(A, Eigen::Quaterniond::Identity()).toRotationMatrix();
    double most = 0;
    for (int i = 0; i < rest.nodes(); ++i)
        most = std::max(most, (state.x[i].cast<double>() - c - R * rest.x0[i].cast<double>()).norm());
    return most / size_of(rest);
}

TEST(MatchModel, SqueezedInvertedAndCollapsedDucksRecover) {
    for (const ClusterSettings& settings : {ClusterSettings{}, {.edge = 0.1, .overlap = 0.5}}) {
        const auto rest = clusters("duck", 20, settings);
        for (MatchModel model : kModels)
            for (const char* start : {"squeezed flat", "inverted", "at one point", "random"}) {
                SCOPED_TRACE(std::string(name_of(model)) + ", " + start + ", " + std::to_string(rest->regions()) +
                             " clusters");
                World world = world_of(rest, empty_space(), {.material = {.damping = 10, .model = model, .beta = 0.5}});
                World::Saved saved = world.save();
                std::mt19937 random(5);
                std::normal_distribution<float> normal(0, 0.05f);
                for (Vec3& x : saved.bodies[0].state.x) {
                    if (std::string(start) == "squeezed flat") x.y() = 0;
                    if (std::string(start) == "inverted") x.x() *= -1;
                    if (std::string(start) == "at one point") x.setZero();
                    if (std::string(start) == "random") x = {normal(random), normal(random), normal(random)};
                }
                world = World::restored(std::make_shared<FixedShapes>(std::vector{rest}), saved);
                for (int frame = 0; frame < 300; ++frame) world.step();
                EXPECT_LT(distortion(*rest, world.bodies()[0].state), 0.01);
            }
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

TEST(MatchModel, ThePermanentSetDoesNotDependOnTheModel) {
    // The yield is measured on the linear part, whatever the goals are made of.
    const auto rest = lattice_rest({4, 4, 4}, 0.1, 3);
    std::vector<Mat3d> plastic;
    for (MatchModel model : kModels) {
        MaterialSettings material = made_of(model, 0.5);
        material.plasticity = {.yield = 0.01, .creep = 2, .maximum = 10};
        Oracle body(rest, material, 0.01);
        for (Vec3d& x : body.state.x) x = Vec3d(1.3, 0.9, 0.9).cwiseProduct(x);
        for (int step = 0; step < 20; ++step) body.find_goals();
        plastic.push_back(body.state.plastic.front());
        EXPECT_GT(plastic.back()(0, 0), 1.05);
        EXPECT_LT((plastic.back() - plastic.front()).norm(), 1e-12);
    }
}

TEST(MatchModel, APlasticBodyKeepsItsDeformationAndItsMomentum) {
    for (MatchModel model : kModels) {
        SCOPED_TRACE(name_of(model));
        MaterialSettings material = made_of(model, 0.4);
        material.plasticity = {.yield = 0.02, .creep = 20, .maximum = 0.3};
        Oracle body(clusters("duck", 40, {.edge = 0.08, .overlap = 0.5}), material, 0.01);
        body.shake(1);
        const Motion before = body.motion();
        for (int step = 0; step < 40; ++step) body.step();
        EXPECT_LT((body.motion().momentum - before.momentum).norm(), 1e-10 * before.speed);
        EXPECT_LT((body.motion().angular - before.angular).norm(), 1e-9 * before.turn);
        double most = 0;
        for (const Mat3d& S : body.state.plastic) most = std::max(most, (S - Mat3d::Identity()).norm());
        EXPECT_GT(most, 0.01);
    }
}

TEST(MatchModel, EqualForEveryThreadCount) {
    const auto rest = clusters("duck", 4, {.edge = 0.04, .overlap = 0.5});
    for (MatchModel model : kModels) {
        std::vector<std::uint64_t> hashes;
        for (int threads : {1, 2, 3, 8}) {
            set_thread_count(threads);
            World world = shaken(world_of(rest, {}, {.material = {.model = model}}), 0.1);
            for (int step = 0; step < 5; ++step) world.step();
            hashes.push_back(hash(world));
        }
        set_thread_count(0);
        EXPECT_EQ(hashes, std::vector(hashes.size(), hashes.front())) << name_of(model);
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

// Question: does a free body that deforms keep its momentum?
// Method: the hand, every node kicked at random, no gravity, no damping; both relations and the weights as printed.
// Expected: plain weights m_i / M_i conserve both momenta to rounding; FASM's m_i do not where totals differ between
// nodes.
#include "experiments/momentum.h"

#include <algorithm>
#include <random>

#include "core/measure.h"
#include "core/world.h"
#include "experiments/model_source.h"
#include "octree/shape_library.h"

namespace octomatch {

namespace {

struct Drift {
    double linear = 0, angular = 0;  // largest so far, over sum m |v| and sum m |x| |v|
};

World shaken_hand(const std::shared_ptr<ShapeLibrary>& shapes, MaterialRule rule) {
    World world(shapes, {.gravity = Vec3d::Zero()});
    const Request create[] = {CreateBody{.shape = {0}, .material = {.rule = rule, .damping = 0, .drag = 0}}};
    world.adapt(create);
    World::Saved saved = world.save();
    std::mt19937 random(1);
    std::normal_distribution<float> kick(0, 0.2f);  // [m/s]
    for (Vec3& v : saved.bodies[0].state.v) v = {kick(random), kick(random), kick(random)};
    return World::restored(shapes, saved);
}

struct Case {
    const char* name;
    RelationKind relation;
    MaterialRule rule;
};

ExperimentResult run(const ExperimentRun& run) {
    constexpr Case kCases[] = {{"intervals, plain", RelationKind::intervals, MaterialRule::plain},
                               {"blocks, plain", RelationKind::blocks, MaterialRule::plain},
                               {"intervals, as printed", RelationKind::intervals, MaterialRule::as_printed}};
    const TriangleMesh mesh = load_mesh("hand", {}).mesh;
    const int steps = run.quick ? 100 : 1000;

    ExperimentResult result;
    result.series.columns = {"step"};
    result.series.rows.resize(steps);
    for (int step = 0; step < steps; ++step) result.series.rows[step].push_back(step + 1);
    std::vector<Drift> drifts;
    for (const auto& [name, relation, rule] : kCases) {
        SampleSettings settings{.depth = run.quick ? 3 : 4};
        settings.regions.relation = relation;
        const auto shapes = std::make_shared<ShapeLibrary>();
        shapes->add(mesh, settings);
        World world = shaken_hand(shapes, rule);
        const BodyRest& rest = *shapes->shape({0}).rest;
        const Motion before = motion_of(rest, world.bodies()[0].state);
        Drift drift;
        result.series.columns.push_back(std::string("linear drift, ") + name);
        result.series.columns.push_back(std::string("angular drift, ") + name);
        for (int step = 0; step < steps; ++step) {
            world.step();
            const Motion now = motion_of(rest, world.bodies()[0].state);
            drift.linear = std::max(drift.linear, (now.momentum - before.momentum).norm() / before.speed);
            drift.angular = std::max(drift.angular, (now.angular - before.angular).norm() / before.turn);
            result.series.rows[step].push_back(drift.linear);
            result.series.rows[step].push_back(drift.angular);
            if (run.progress) run.progress(name, (drifts.size() + (step + 1.0) / steps) / std::size(kCases));
        }
        drifts.push_back(drift);
    }
    constexpr double kLimit = 1e-4;
    for (int c : {0, 1}) {
        const std::string name = kCases[c].name;
        result.claims.push_back(claim_below("drift of linear momentum, " + name, kLimit, drifts[c].linear,
                                            "of sum m|v|", "rounding of the float state is all that is left"));
        result.claims.push_back(claim_below("drift of angular momentum, " + name, kLimit, drifts[c].angular,
                                            "of sum m|x||v|", "rounding of the float state is all that is left"));
    }
    result.claims.push_back(claim_not_comparable(
        "drift of linear momentum, weights as FASM (6), (7) print them", 0, drifts[2].linear, "of sum m|v|",
        "the paper asks for symmetric regions and gives no figure; weights m_i conserve sum m_i M_i v_i instead"));
    return result;
}

}  // namespace

Experiment momentum_experiment() {
    return {.name = "momentum",
            .paper = "FASM",
            .figure = "section 4.3",
            .question = "Does a free body that deforms keep its linear and angular momentum?",
            .method =
                "Every node of the hand gets a random velocity; no gravity, no damping. The largest drift of both "
                "momenta is followed over the steps, for both relations with the weights m_i / M_i, and for the "
                "weights as the paper prints them.",
            .seconds_quick = 3,
            .run = run};
}

}  // namespace octomatch

#include "experiments/edit_soak.h"

#include <cmath>
#include <optional>
#include <set>

#include "core/hash.h"
#include "core/measure.h"
#include "experiments/random_edits.h"
#include "io/model_shapes.h"
#include "octree/body_differences.h"
#include "octree/implicit_mesh.h"
#include "octree/shape_library.h"

namespace octomatch {

namespace {

constexpr int kEpisode = 50;     // steps with one body
constexpr int kMostNodes = 600;  // then the body starts over
constexpr int kMostBodies = 8;

struct Subject {
    const char* name;
    TriangleMesh mesh;
    SampleSettings settings;
    MaterialRule rule = MaterialRule::plain;
};

Box3 around(const Vec3d& reach) {
    return {-reach, reach};
}

TriangleMesh bar() {
    return mesh_of_distance(
        [](const Vec3d& p) {
            return shapes::rounded_box(p, {0.1, 0.05, 0.05}, 0.01);
        },
        around({0.12, 0.07, 0.07}), 0.02);
}
TriangleMesh ring() {
    return mesh_of_distance([](const Vec3d& p) { return shapes::torus(p, 0.09, 0.035); }, around({0.14, 0.05, 0.14}),
                            0.015);
}
/// Two plates with a gap between them, joined at one end.
TriangleMesh fork() {
    const auto distance = [](const Vec3d& p) {
        const Vec3d q(p.x(), std::abs(p.y()), p.z());
        const double prong = shapes::rounded_box(q - Vec3d(0, 0.02, 0), {0.1, 0.016, 0.03}, 0.004);
        const double back = shapes::rounded_box(p - Vec3d(0.09, 0, 0), {0.02, 0.036, 0.03}, 0.004);
        return std::min(prong, back);
    };
    return mesh_of_distance(distance, around({0.13, 0.06, 0.05}), 0.01);
}

std::vector<Subject> subjects() {
    std::vector<Subject> all;
    all.push_back({"bar", bar(), {.depth = 2}});
    all.push_back({"ring, equal material", ring(), {.depth = 2}, MaterialRule::equal});
    all.back().settings.regions.relation = RelationKind::fractional;
    all.push_back({"fork", fork(), {.depth = 2, .kappa = 1}});
    all.push_back({"bar, symmetric regions", bar(), {.depth = 2, .positions = Positions::cell_centre}});
    all.back().settings.regions.symmetry = Symmetry::union_;
    all.push_back({"fork, equal material", fork(), {.depth = 2, .kappa = 1}, MaterialRule::equal});
    all.back().settings.regions.relation = RelationKind::fractional;
    all.push_back({"ring, blocks", ring(), {.depth = 2}});
    all.back().settings.regions.relation = RelationKind::blocks;
    all.push_back({"bar, links", bar(), {.depth = 1, .criteria = {Criterion::uniform}}});
    all.back().settings.regions.relation = RelationKind::links;
    return all;
}

Motion motion_of(const World& world) {
    Motion sum;
    for (const Body& body : world.bodies()) {
        const Motion m = octomatch::motion_of(*World::shape_of(body).rest, body.state);
        sum.mass += m.mass;
        sum.momentum += m.momentum;
        sum.angular += m.angular;
        sum.speed += m.speed;
        sum.turn += m.turn;
    }
    return sum;
}

bool keeps_mass(const Request& request) {
    return std::holds_alternative<MoveBlade>(request) || std::holds_alternative<EndCut>(request) ||
           std::holds_alternative<RefineZone>(request) || std::holds_alternative<CoarsenZone>(request);
}

/// One body and its parts, and a library that makes everything from scratch.
class Episode {
public:
    Episode(const Subject& subject, std::uint64_t seed)
        : subject_(subject), edits_(seed), shapes_(std::make_shared<ShapeLibrary>()) {
        original_ = shapes_->add(subject.mesh, subject.settings);
        rebuilt_.add(subject.mesh, subject.settings);
        world_.emplace(shapes_, WorldSettings{.gravity = Vec3d::Zero(), .undo_levels = 6});
        start_over();
    }

    /// Returns the laws that it broke.
    std::vector<std::string> step() {
        broken_.clear();
        int nodes = 0;
        for (const Body& body : world_->bodies()) nodes += static_cast<int>(body.state.x.size());
        if (nodes > kMostNodes || world_->bodies().size() > kMostBodies) start_over();
        const EditOrStep next = edits_.next(*world_);
        if (next)
            carry_out(*next);
        else
            world_->step();
        for (const Body& body : world_->bodies()) check(body);
        return broken_;
    }

    std::uint64_t state_hash() const { return hash(*world_); }
    int compared() const { return compared_; }

private:
    void require(bool holds, const std::string& law) {
        if (!holds) broken_.push_back(law);
    }

    void start_over() {
        std::vector<Request> requests;
        for (const Body& body : world_->bodies()) requests.push_back(RemoveBody{body.id});
        CreateBody create{.shape = original_, .material = {.rule = subject_.rule}};
        if (edits_.happens(0.5)) create.angular_velocity = 2 * edits_.direction();
        requests.push_back(create);
        require(world_->adapt(requests).refused.empty(), "bodies are made anew");
    }

    void carry_out(const Request& request) {
        const Motion before = motion_of(*world_);
        const std::uint64_t hash_before = state_hash();
        const AdaptReport report = world_->adapt({&request, 1});
        if (const auto* move = std::get_if<MoveBlade>(&request); move && !move->blade.p.allFinite()) {
            require(report.refused.size() == 1, "a blade that is no number is refused");
            require(state_hash() == hash_before, "what is refused changes nothing");
        }
        if (!keeps_mass(request)) return;
        const Motion after = motion_of(*world_);
        require(std::abs(after.mass + report.crumb_mass - before.mass) <= 1e-5 * before.mass, "mass is kept");
        if (report.crumbs > 0) return;
        require((after.momentum - before.momentum).norm() <= 1e-4 * before.speed + 1e-12, "momentum is kept");
        require((after.angular - before.angular).norm() <= 1e-4 * before.turn + 1e-12, "angular momentum is kept");
    }

    void check(const Body& body) {
        for (const Vec3& x : body.state.x) require(x.allFinite(), "positions are finite");
        if (shapes_->is_original(body.shape) || !checked_.insert(body.shape).second) return;
        const auto& [rest, skin] = World::shape_of(body);
        for (const std::string& promise : validate(*rest)) require(false, promise);
        for (const std::string& promise : validate(*skin, *rest)) require(false, promise);
        const auto from_scratch = rebuilt_.add_edited(shapes_->edited_from(body.shape));
        ++compared_;
        for (const std::string& name : differences(shapes_->body(body.shape), rebuilt_.body(body.shape)))
            require(false, name + " as rebuilt");
        for (const std::string& name : differences(*skin, *from_scratch->skin)) require(false, name + " as rebuilt");
    }

    const Subject& subject_;
    RandomEdits edits_;
    std::shared_ptr<ShapeLibrary> shapes_;
    ShapeLibrary rebuilt_;
    ShapeId original_;
    std::optional<World> world_;
    std::set<ShapeId> checked_;
    std::vector<std::string> broken_;
    int compared_ = 0;
};

}  // namespace

SoakReport soak_edits(std::uint64_t seed, int steps, const Progress& progress) {
    const std::vector<Subject> all = subjects();
    SoakReport report;
    Hash states;
    std::optional<Episode> episode;
    for (int step = 0; step < steps; ++step) {
        const int number = step / kEpisode;
        const Subject& subject = all[number % all.size()];
        if (step % kEpisode == 0) {
            if (episode) report.edits += episode->compared();
            episode.emplace(subject, seed + 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(number + 1));
        }
        const std::vector<std::string> broken = episode->step();
        states.add(episode->state_hash());
        report.steps = step + 1;
        if (progress) progress(subject.name, static_cast<double>(report.steps) / steps);
        for (const std::string& law : broken)
            report.failures.push_back(std::string(subject.name) + ", step " + std::to_string(step) + ": " + law);
        if (!broken.empty()) break;
    }
    if (episode) report.edits += episode->compared();
    report.state_hash = states.value();
    return report;
}

}  // namespace octomatch

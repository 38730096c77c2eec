// The world: bodies, what holds them, and the step. Read this first.
//
//   for every frame:  world.adapt(requests);  world.step();  pose_skin(...);
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/integrate.h"
#include "core/request.h"

namespace octomatch {

/// One body: what it is, what holds it, where it is. All of it is saved in a snapshot.
struct Body {
    BodyId id;
    ShapeId shape;
    MaterialSettings material;
    std::vector<float> region_stiffness;  // k_r; empty: 1 everywhere
    std::vector<Pin> pins;                // sorted by node, one per node
    std::vector<Grab> grabs;              // sorted by id
    BodyState state;
};

struct StepSeconds {
    double sum = 0, match = 0, average = 0, integrate = 0, total = 0;
};

struct StepReport {
    StepSeconds seconds;
    int substeps = 0;
    int bodies = 0, nodes = 0, fits = 0, contacts = 0;

    // Errors: nothing is thrown, the step goes on.
    int unconverged = 0;      // rotations that lost momentum
    bool non_finite = false;  // a position or velocity that is no number
};

/// What adapt did, in the order of the requests: one line for each request that could not be carried out as it stands.
struct AdaptReport {
    std::vector<BodyId> created;
    std::vector<std::string> refused;
};

class World {
public:
    explicit World(std::shared_ptr<const BodyCompiler> compiler, const WorldSettings& settings = {});

    /// Between steps; the only way anything but a step changes the world.
    AdaptReport adapt(std::span<const Request> requests);

    /// One frame.
    StepReport step();

    const WorldSettings& settings() const { return settings_; }
    const BodyCompiler& compiler() const { return *compiler_; }
    const BodyShape& shape_of(const Body& body) const { return compiler_->shape(body.shape); }
    const std::vector<Body>& bodies() const { return bodies_; }  // sorted by id
    const Body* find(BodyId id) const;                           // nullptr if there is none
    const MatchTables& tables_of(const Body& body) const;
    int frame() const { return frame_; }
    double time() const { return time_; }
    /// Substeps the next step will take.
    int substeps() const;
    double alpha_of(const Body& body) const;

    /// All that a snapshot must keep beside the compiler's shapes.
    struct Saved {
        WorldSettings settings;
        std::vector<Body> bodies;
        int frame = 0, next_body = 0;
        double time = 0;
    };
    Saved save() const;
    static World restored(std::shared_ptr<const BodyCompiler> compiler, const Saved& saved);

private:
    /// What is made of a body and reused, never saved.
    struct Workspace {
        std::shared_ptr<const MatchTables> tables;
        RegionMatcher<float> match;
        StepReport report;
    };

    friend class Adaptation;  // carries out requests
    void compile_tables(std::size_t body);
    void substep(double seconds, double time, std::size_t body);
    static void add(const Body& body, const Workspace& workspace, StepReport& report);

    std::shared_ptr<const BodyCompiler> compiler_;
    WorldSettings settings_;
    std::vector<Body> bodies_;
    std::vector<Workspace> workspaces_;  // beside bodies_
    int frame_ = 0, next_body_ = 0;
    double time_ = 0;
};

/// Equal worlds have equal hashes: bodies, what holds them, frame and time.
std::uint64_t hash(const World& world);

}  // namespace octomatch

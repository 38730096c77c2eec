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

/// One body: what it is, what holds it, where it is. All of it but `form` is saved in a snapshot.
struct Body {
    BodyId id;
    std::vector<BodyId> cut_from;  // the bodies it was a part of, the first one first
    CutId cut;                     // under way in it, if there is one
    ShapeId shape;
    std::shared_ptr<const BodyShape> form;  // the shape itself, which lives as long as a body has it
    MaterialSettings material;
    std::vector<float> region_stiffness;  // k_r; empty: 1 everywhere
    std::vector<Pin> pins;                // sorted by node, one per node
    std::vector<Grab> grabs;              // sorted by id
    BodyState state;
};

/// Is it this body, or was it cut off it?
bool is_or_was(const Body& body, BodyId id);

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
    std::vector<BodyId> created;  // parts that were cut off too
    std::vector<std::string> refused;
    std::vector<std::string> notes;  // what happened to bodies: cut apart, brought back
    int crumbs = 0;                  // parts of cut bodies too small to keep
    double crumb_mass = 0;           // [kg]
    double seconds = 0;
};

/// A cut can be taken back: the bodies as they were before it, and what became of them.
struct UndoLevel {
    CutId cut;  // while it is under way
    std::vector<Body> before;
    std::vector<BodyId> after;
};

/// A blade in the world, between the requests that move it.
struct CutUnderWay {
    CutId id;
    BodyId body;  // invalid: whatever it meets
    Blade blade;  // where it is
};

class World {
public:
    explicit World(std::shared_ptr<BodyCompiler> compiler, const WorldSettings& settings = {});

    /// Between steps; the only way anything but a step changes the world.
    AdaptReport adapt(std::span<const Request> requests);

    /// One frame.
    StepReport step();

    const WorldSettings& settings() const { return settings_; }
    const BodyCompiler& compiler() const { return *compiler_; }
    static const BodyShape& shape_of(const Body& body) { return *body.form; }
    const std::vector<Body>& bodies() const { return bodies_; }  // sorted by id
    const Body* find(BodyId id) const;                           // nullptr if there is none
    const MatchTables& tables_of(const Body& body) const;
    int cuts_to_undo() const { return static_cast<int>(undo_.size()); }
    int cuts_to_redo() const { return static_cast<int>(redo_.size()); }
    /// What is kept for that alone. Shapes that several cuts share count once.
    std::size_t undo_bytes() const;
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
        std::vector<CutUnderWay> cuts;
        std::vector<UndoLevel> undo, redo;
    };
    Saved save() const;
    static World restored(std::shared_ptr<BodyCompiler> compiler, const Saved& saved);

private:
    /// What is made of a body and reused, never saved.
    struct Workspace {
        std::shared_ptr<const MatchTables> tables;
        RegionMatcher<float> match;
        StepReport report;
    };

    friend class Adaptation;  // carries out requests
    void compile_tables(std::size_t body);
    void insert(Body body);
    void substep(double seconds, double time, std::size_t body);
    static void add(const Body& body, const Workspace& workspace, StepReport& report);

    std::shared_ptr<BodyCompiler> compiler_;
    WorldSettings settings_;
    std::vector<Body> bodies_;
    std::vector<Workspace> workspaces_;  // beside bodies_
    int frame_ = 0, next_body_ = 0;
    double time_ = 0;
    std::vector<CutUnderWay> cuts_;       // sorted by id
    std::vector<UndoLevel> undo_, redo_;  // the last is the next
};

std::uint64_t hash(const Body& body);

/// Equal worlds have equal hashes: bodies, what holds them, frame and time.
std::uint64_t hash(const World& world);

}  // namespace octomatch

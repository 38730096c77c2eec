// Random cuts, refinement, coarsening, undo and steps, drawn one after the other from a seed.
#pragma once
#include <deque>
#include <optional>
#include <random>

#include "core/world.h"

namespace octomatch {

/// Nothing: the world makes a step.
using EditOrStep = std::optional<Request>;

class RandomEdits {
public:
    explicit RandomEdits(std::uint64_t seed) : random_(seed) {}

    /// What to do next with a world whose bodies came from the first one. Strokes take several movements, and now and
    /// then something else happens in between.
    EditOrStep next(const World& world);

    double uniform(double low, double high);
    bool happens(double share) { return uniform(0, 1) < share; }
    int below(int count) { return static_cast<int>(random_() % static_cast<std::uint64_t>(count)); }
    Vec3d direction();

private:
    struct Path {  // of a blade
        std::vector<Blade> places;
    };
    Path any_path(const Box3& box, const Body& body);
    Path plane_path(const Vec3d& through, const Vec3d& normal, double reach, int moves);
    Path degenerate_path(const Box3& box, const Body& body);
    Zone any_zone(const Box3& box);
    Vec3d place_of_node(const Body& body);
    EditOrStep something_else(const World& world, const Body& body);
    void plan_stroke(const Path& path, BodyId body);

    std::mt19937_64 random_;
    std::deque<Request> planned_;  // the rest of a stroke
    Path last_;
    int cuts_ = 0;
};

}  // namespace octomatch

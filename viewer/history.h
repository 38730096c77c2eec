// What the plots show: the last few hundred frames in figures.
#pragma once
#include <deque>

#include "viewer/world_frame.h"

namespace octomatch {

struct Moment {
    int frame = 0;
    StepSeconds seconds;  // of the step
    double draw = 0;      // [s] for a picture
    int nodes = 0, fits = 0, contacts = 0;
    double kinetic = 0, height = 0;  // energies: of motion, and of weight above the lowest there was [J]
    Vec3d momentum = Vec3d::Zero();  // [kg m/s]
};

class History {
public:
    static constexpr std::size_t kLength = 300;

    /// A frame that was there already is not added again; one from before the last begins a new history.
    void add(const WorldFrame& frame, double draw);
    void clear() { moments_.clear(); }

    const std::deque<Moment>& moments() const { return moments_; }

private:
    std::deque<Moment> moments_;
};

/// Kinetic energy and momentum of all nodes; height as the work that gravity could do down to the origin.
Moment moment_of(const WorldFrame& frame);

}  // namespace octomatch

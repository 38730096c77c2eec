// How a simulation went, frame by frame.
#pragma once
#include <string>
#include <vector>

#include "core/world.h"

namespace octomatch {

struct Quantiles {
    double median = 0, p10 = 0, p90 = 0;
};

/// Of numbers in any order; zeros where there are none.
Quantiles quantiles_of(std::vector<double> numbers);

/// The longest times of any frame: of what changes the world, of the step, and of both together [ms].
struct WorstFrame {
    double adapt = 0, step = 0, frame = 0;
};

class FrameStatistics {
public:
    void add(const World& world, const AdaptReport& adapted, const StepReport& report);

    Quantiles milliseconds() const;
    WorstFrame worst_milliseconds() const;
    /// Mean per frame.
    StepSeconds mean_seconds() const;
    /// One row per frame: times, counts, momentum, energy.
    std::string csv() const;

private:
    struct Row {
        double time = 0;
        StepReport report;
        double adapt_seconds = 0;
        Vec3d momentum = Vec3d::Zero(), angular = Vec3d::Zero();
        double kinetic = 0;
    };
    std::vector<Row> rows_;
};

}  // namespace octomatch

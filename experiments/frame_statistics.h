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

class FrameStatistics {
public:
    void add(const World& world, const StepReport& report);

    Quantiles milliseconds() const;
    /// Mean per frame.
    StepSeconds mean_seconds() const;
    /// One row per frame: times, counts, momentum, energy.
    std::string csv() const;

private:
    struct Row {
        double time = 0;
        StepReport report;
        Vec3d momentum = Vec3d::Zero(), angular = Vec3d::Zero();
        double kinetic = 0;
    };
    std::vector<Row> rows_;
};

}  // namespace octomatch

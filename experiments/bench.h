// Benchmarks as ratios: how many times faster one way is than another to the same bits. Both run in turn, on one
// thread, and are measured in processor time, so that whatever else the machine does counts for both or for neither.
#pragma once
#include <string>
#include <vector>

#include "core/progress.h"
#include "experiments/frame_statistics.h"

namespace octomatch {

struct BenchResult {
    Quantiles ratio;
    int samples = 0;
    std::string note;  // what was measured: sizes, milliseconds
};

struct Benchmark {
    std::string name;
    double goal = 0;
    std::string question;
    BenchResult (*run)(bool quick, const Progress& progress);
};

const std::vector<Benchmark>& benchmarks();

}  // namespace octomatch

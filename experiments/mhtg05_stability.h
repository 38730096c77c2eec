#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment mhtg05_stability_experiment();

}  // namespace octomatch

#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment determinism_experiment();

}  // namespace octomatch

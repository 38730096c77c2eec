#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment rj07_width_experiment();

}  // namespace octomatch

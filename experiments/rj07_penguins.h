#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment rj07_penguins_experiment();

}  // namespace octomatch

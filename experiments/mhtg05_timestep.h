#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment mhtg05_timestep_experiment();

}  // namespace octomatch

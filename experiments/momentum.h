#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment momentum_experiment();

}  // namespace octomatch

#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment mhtg05_modes_experiment();

}  // namespace octomatch

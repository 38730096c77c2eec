#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment mhtg05_fig8_experiment();

}  // namespace octomatch

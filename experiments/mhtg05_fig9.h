#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment mhtg05_fig9_experiment();

}  // namespace octomatch

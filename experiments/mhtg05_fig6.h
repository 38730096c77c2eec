#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment mhtg05_fig6_experiment();

}  // namespace octomatch

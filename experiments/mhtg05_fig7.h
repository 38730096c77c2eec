#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment mhtg05_fig7_experiment();

}  // namespace octomatch

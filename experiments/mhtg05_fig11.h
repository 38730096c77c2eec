#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment mhtg05_fig11_experiment();

}  // namespace octomatch

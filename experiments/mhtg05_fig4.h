#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment mhtg05_fig4_experiment();

}  // namespace octomatch

#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment fasm_growth_experiment();

}  // namespace octomatch

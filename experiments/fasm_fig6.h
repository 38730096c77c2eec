#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment fasm_fig6_experiment();

}  // namespace octomatch

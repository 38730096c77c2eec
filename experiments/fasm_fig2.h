#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment fasm_fig2_experiment();

}  // namespace octomatch

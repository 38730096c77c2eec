#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment fasm_fig3_experiment();

}  // namespace octomatch

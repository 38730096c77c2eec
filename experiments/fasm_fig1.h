#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment fasm_fig1_experiment();

}  // namespace octomatch

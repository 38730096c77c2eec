#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment equal_material_experiment();

}  // namespace octomatch

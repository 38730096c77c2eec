#pragma once
#include "experiments/experiment.h"

namespace octomatch {

Experiment lod_error_experiment();

}  // namespace octomatch

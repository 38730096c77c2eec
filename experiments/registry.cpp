#include "experiments/determinism.h"
#include "experiments/equal_material.h"
#include "experiments/experiment.h"
#include "experiments/fasm_fig1.h"
#include "experiments/fasm_fig2.h"
#include "experiments/momentum.h"

namespace octomatch {

const std::vector<Experiment>& experiments() {
    static const std::vector<Experiment> all{fasm_fig1_experiment(), fasm_fig2_experiment(), momentum_experiment(),
                                             determinism_experiment(), equal_material_experiment()};
    return all;
}

}  // namespace octomatch

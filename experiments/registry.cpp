#include "experiments/determinism.h"
#include "experiments/experiment.h"
#include "experiments/fasm_fig1.h"
#include "experiments/fasm_fig2.h"
#include "experiments/momentum.h"
#include "experiments/rj07_penguins.h"
#include "experiments/rj07_width.h"

namespace octomatch {

const std::vector<Experiment>& experiments() {
    static const std::vector<Experiment> all{fasm_fig1_experiment(),  fasm_fig2_experiment(),
                                             momentum_experiment(),   determinism_experiment(),
                                             rj07_width_experiment(), rj07_penguins_experiment()};
    return all;
}

}  // namespace octomatch

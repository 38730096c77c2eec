#include "experiments/determinism.h"
#include "experiments/equal_material.h"
#include "experiments/experiment.h"
#include "experiments/fasm_fig1.h"
#include "experiments/fasm_fig2.h"
#include "experiments/fasm_fig3.h"
#include "experiments/fasm_fig6.h"
#include "experiments/fasm_growth.h"
#include "experiments/lod_error.h"
#include "experiments/mhtg05_fig11.h"
#include "experiments/mhtg05_fig4.h"
#include "experiments/mhtg05_fig6.h"
#include "experiments/mhtg05_fig7.h"
#include "experiments/mhtg05_fig8.h"
#include "experiments/mhtg05_fig9.h"
#include "experiments/mhtg05_modes.h"
#include "experiments/mhtg05_stability.h"
#include "experiments/mhtg05_timestep.h"
#include "experiments/momentum.h"
#include "experiments/rj07_penguins.h"
#include "experiments/rj07_width.h"

namespace octomatch {

const std::vector<Experiment>& experiments() {
    static const std::vector<Experiment> all{
        fasm_fig1_experiment(),    fasm_fig2_experiment(),      fasm_growth_experiment(),
        fasm_fig3_experiment(),    fasm_fig6_experiment(),      lod_error_experiment(),
        momentum_experiment(),     determinism_experiment(),    equal_material_experiment(),
        rj07_width_experiment(),   rj07_penguins_experiment(),  mhtg05_stability_experiment(),
        mhtg05_fig4_experiment(),  mhtg05_modes_experiment(),   mhtg05_fig6_experiment(),
        mhtg05_fig7_experiment(),  mhtg05_fig8_experiment(),    mhtg05_fig9_experiment(),
        mhtg05_fig11_experiment(), mhtg05_timestep_experiment()};
    return all;
}

}  // namespace octomatch

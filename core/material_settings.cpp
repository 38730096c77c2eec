#include "core/material_settings.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace octomatch {

double alpha_for(const Stiffness& stiffness, double seconds, double density, double width, double finest_cell) {
    switch (stiffness.unit) {
        case StiffnessUnit::young:
            return 3 * stiffness.value * seconds * seconds / (density * width * (width + finest_cell));
        case StiffnessUnit::frequency: {
            // The mode with eigenvalue 0 of the averaged projector turns by phi per substep, cos(phi) = 1 - alpha / 2.
            const double half_turn = std::min(stiffness.value * seconds / 2, std::numbers::pi / 2);
            return 4 * std::sin(half_turn) * std::sin(half_turn);
        }
        case StiffnessUnit::alpha:
            break;
    }
    return stiffness.value;
}

int substeps_for(const Stiffness& stiffness, double seconds, double density, double width, double finest_cell) {
    switch (stiffness.unit) {
        case StiffnessUnit::young:
            return std::max(1, static_cast<int>(std::ceil(
                                   std::sqrt(alpha_for(stiffness, seconds, density, width, finest_cell)) - 1e-9)));
        case StiffnessUnit::frequency:  // alpha = 1 where omega h / 2 = pi / 6
            return std::max(1, static_cast<int>(std::ceil(stiffness.value * seconds * 3 / std::numbers::pi - 1e-9)));
        case StiffnessUnit::alpha:
            break;
    }
    return 1;
}

}  // namespace octomatch

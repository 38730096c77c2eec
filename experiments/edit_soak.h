// Small bodies are cut, refined, coarsened and brought back at random, and after every request the laws of edits are
// checked: what came out is, to the bit, what a rebuild from the original makes; its arrays keep their promises; mass
// and both momenta stay; what is refused changes nothing.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/progress.h"

namespace octomatch {

struct SoakReport {
    int steps = 0;
    int edits = 0;                      // shapes that came out and were compared with their rebuild
    std::vector<std::string> failures;  // of the first step that broke a law
    std::uint64_t state_hash = 0;       // of all states there were
};

/// Ends at the first step that breaks a law. The same seed gives the same steps.
SoakReport soak_edits(std::uint64_t seed, int steps, const Progress& progress = {});

}  // namespace octomatch

#include "io/blade_path.h"

#include <cmath>

namespace octomatch {

namespace {

// After a share of the legs from place to place.
Blade blade_after(const std::vector<Blade>& places, double legs) {
    const auto leg = std::min(static_cast<std::size_t>(legs), places.size() - 2);
    const double t = legs - static_cast<double>(leg);
    const Blade &from = places[leg], &to = places[leg + 1];
    return {(1 - t) * from.p + t * to.p, (1 - t) * from.q + t * to.q};
}

}  // namespace

std::vector<Blade> blades_in_frame(const SceneCut& cut, int frame, int frames) {
    const double legs = static_cast<double>(cut.blades.size() - 1);
    const double from = legs * frame / frames, to = legs * (frame + 1) / frames;
    std::vector<Blade> blades;
    if (frame == 0) blades.push_back(cut.blades.front());
    for (double place = std::floor(from) + 1; place < to; ++place)
        blades.push_back(cut.blades[static_cast<std::size_t>(place)]);
    blades.push_back(blade_after(cut.blades, to));
    return blades;
}

}  // namespace octomatch

#include "viewer/colours.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace octomatch {

namespace {

template <std::size_t kStops>
Colour between(const std::array<Colour, kStops>& stops, double share) {
    const double at = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) * (kStops - 1) : 0;
    const auto below = std::min(static_cast<std::size_t>(at), kStops - 2);
    const auto part = static_cast<float>(at - static_cast<double>(below));
    Colour colour;
    for (int c = 0; c < 3; ++c) colour[c] = (1 - part) * stops[below][c] + part * stops[below + 1][c];
    return colour;
}

}  // namespace

Colour ramp_colour(double share) {
    return between<5>({{{0.27f, 0.10f, 0.42f},
                        {0.22f, 0.34f, 0.55f},
                        {0.13f, 0.57f, 0.55f},
                        {0.42f, 0.78f, 0.36f},
                        {0.95f, 0.85f, 0.20f}}},
                      share);
}

Colour heat_colour(double share) {
    return between<4>({{{0.86f, 0.84f, 0.80f}, {0.95f, 0.70f, 0.30f}, {0.85f, 0.30f, 0.12f}, {0.42f, 0.04f, 0.10f}}},
                      share);
}

Colour level_colour(int level) {
    constexpr std::array<Colour, 6> kColours{{{0.17f, 0.33f, 0.58f},    // blue
                                              {0.10f, 0.57f, 0.60f},    // teal
                                              {0.93f, 0.60f, 0.10f},    // amber
                                              {0.80f, 0.22f, 0.16f},    // red
                                              {0.50f, 0.16f, 0.48f},    // plum
                                              {0.42f, 0.64f, 0.22f}}};  // green
    return kColours[static_cast<std::size_t>(level) % kColours.size()];
}

Colour body_colour(int body) {
    constexpr std::array<Colour, 8> kColours{{{0.79f, 0.56f, 0.41f},    // clay
                                              {0.28f, 0.51f, 0.71f},    // blue
                                              {0.76f, 0.36f, 0.29f},    // terracotta
                                              {0.44f, 0.62f, 0.36f},    // sage
                                              {0.85f, 0.65f, 0.24f},    // ochre
                                              {0.53f, 0.41f, 0.65f},    // lavender
                                              {0.30f, 0.60f, 0.58f},    // sea green
                                              {0.79f, 0.47f, 0.57f}}};  // rose
    return kColours[static_cast<std::size_t>(body) % kColours.size()];
}

}  // namespace octomatch

#include "viewer/colours.h"

#include <cstddef>

namespace octomatch {

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

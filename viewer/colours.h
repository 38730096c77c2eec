// The colours of bodies and levels, the same in pictures, videos and the window.
#pragma once
#include <array>

namespace octomatch {

using Colour = std::array<float, 3>;  // red, green, blue in 0 .. 1, before light and tone mapping

/// From coarse to fine; finer levels than there are colours begin again.
Colour level_colour(int level);

/// Neighbours in order of creation differ.
Colour body_colour(int body);

/// From 0, dark blue, over green to 1, yellow; what is beyond has the colour of the end.
Colour ramp_colour(double share);

/// From 0, pale, to 1, dark red.
Colour heat_colour(double share);

constexpr Colour kBackground{0.77f, 0.77f, 0.77f};  // tone mapping makes it nearly white; grey stays grey in videos
constexpr Colour kFloor{0.87f, 0.87f, 0.87f};
constexpr Colour kGlass{0.42f, 0.52f, 0.64f};  // a skin one looks through
constexpr float kGlassOpacity = 0.25f;
constexpr Colour kLink{0.33f, 0.36f, 0.40f};
constexpr Colour kPinned{0.12f, 0.12f, 0.13f};
constexpr Colour kGrab{0.85f, 0.25f, 0.10f};
constexpr Colour kContact{0.90f, 0.35f, 0.05f};
constexpr Colour kMomentum{0.15f, 0.45f, 0.20f};
constexpr Colour kOutside{0.70f, 0.70f, 0.70f};
constexpr Colour kCut{0.70f, 0.10f, 0.15f};

}  // namespace octomatch

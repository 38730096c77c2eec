// The colours of bodies and levels, the same in pictures, videos and the window.
#pragma once
#include <array>

namespace octomatch {

using Colour = std::array<float, 3>;  // red, green, blue in 0 .. 1, before light and tone mapping

/// From coarse to fine; finer levels than there are colours begin again.
Colour level_colour(int level);

/// Neighbours in order of creation differ.
Colour body_colour(int body);

constexpr Colour kBackground{0.77f, 0.77f, 0.77f};  // tone mapping makes it nearly white; grey stays grey in videos
constexpr Colour kFloor{0.87f, 0.87f, 0.87f};
constexpr Colour kGlass{0.42f, 0.52f, 0.64f};  // a skin one looks through
constexpr float kGlassOpacity = 0.25f;
constexpr Colour kLink{0.33f, 0.36f, 0.40f};
constexpr Colour kPinned{0.12f, 0.12f, 0.13f};
constexpr Colour kGrab{0.85f, 0.25f, 0.10f};

}  // namespace octomatch

#include "viewer/soft_shadow.h"

#include <gtest/gtest.h>

#include <numeric>

namespace octomatch {
namespace {

constexpr int kCells = 100;
constexpr float kCell = 0.02f;

/// The shade under a square of 25 x 25 cells at some height.
std::vector<float> shade_of_square(float height) {
    SoftShadow shadow({-1, -1}, kCell, kCells);
    const Vec3 a(-0.24f, -0.24f, height), b(0.26f, -0.24f, height), c(0.26f, 0.26f, height), d(-0.24f, 0.26f, height);
    shadow.add_triangle(a, b, c);
    shadow.add_triangle(a, d, c);  // whichever way it faces
    return shadow.shades();
}

float sum(const std::vector<float>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0f);
}

TEST(SoftShadow, OfNothingIsNothing) {
    EXPECT_EQ(sum(SoftShadow({0, 0}, 1, 8).shades()), 0);
}

TEST(SoftShadow, OfWhatTouchesTheGroundHasItsArea) {
    EXPECT_NEAR(sum(shade_of_square(0)) * kCell * kCell, 0.25f, 1e-4f);
}

TEST(SoftShadow, IsFullInTheMiddleAndGoneFarAway) {
    const std::vector<float> shades = shade_of_square(0);
    EXPECT_NEAR(shades[kCells * kCells / 2 + kCells / 2], 1, 1e-3);
    EXPECT_EQ(shades[0], 0);
}

TEST(SoftShadow, GetsWiderAndFainterWithTheHeight) {
    float darkest = 2;
    long covered = 0;
    for (float height : {0.0f, 0.2f, 0.5f, 0.7f}) {
        const std::vector<float> shades = shade_of_square(height);
        const float most = *std::max_element(shades.begin(), shades.end());
        const long count = std::count_if(shades.begin(), shades.end(), [](float s) { return s > 1e-6f; });
        EXPECT_LT(most, darkest);
        EXPECT_GT(count, covered);
        darkest = most;
        covered = count;
    }
}

TEST(SoftShadow, OfThingsOutsideOfItOrWithoutAreaIsNothing) {
    SoftShadow shadow({0, 0}, 0.1f, 10);
    shadow.add_triangle({5, 5, 0}, {6, 5, 0}, {5, 6, 0});
    shadow.add_triangle({0, 0, 0}, {1, 1, 0}, {0.5f, 0.5f, 3});
    shadow.add_triangle({0, 0, 0}, {NAN, 1, 0}, {1, 0, 0});
    shadow.add_triangle({-1e30f, 0, 0}, {1e30f, 1, 0}, {INFINITY, 0, 0});
    EXPECT_EQ(sum(shadow.shades()), 0);
}

}  // namespace
}  // namespace octomatch

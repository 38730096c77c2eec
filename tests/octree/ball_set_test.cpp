#include "octree/ball_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace octomatch {
namespace {

TEST(BallSet, FindsABallNearAPointIffThereIsOne) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> place(0, 30), size(0, 3);
    std::vector<std::pair<Vec3d, double>> balls;
    BallSet set;
    EXPECT_FALSE(set.is_near({1, 2, 3}, 1000));
    int near = 0;
    for (int k = 0; k < 40; ++k) {
        const double x = place(random), y = place(random), z = place(random);
        balls.push_back({{x, y, z}, size(random)});
        set.add(balls.back().first, balls.back().second);
        for (int trial = 0; trial < 50; ++trial) {
            const double u = place(random) - 5, v = place(random) - 5, w = place(random) - 5, reach = 2 * size(random);
            const bool expected = std::ranges::any_of(
                balls, [&](const auto& ball) { return (ball.first - Vec3d(u, v, w)).norm() <= ball.second + reach; });
            EXPECT_EQ(set.is_near({u, v, w}, reach), expected);
            near += expected;
        }
    }
    EXPECT_GT(near, 100);
    EXPECT_LT(near, 1900);
}

}  // namespace
}  // namespace octomatch

#include "octree/ball_set.h"

#include <algorithm>

namespace octomatch {

namespace {

constexpr double kBlock = 8;  // finest cells

bool within(const Vec3d& difference, double distance) {
    return difference.squaredNorm() <= distance * distance;
}

}  // namespace

void BallSet::add(const Vec3d& centre, double radius) {
    const Morton at = morton((centre / kBlock).cwiseMax(0.0).cast<int>());
    const auto [known, is_new] = block_at_.try_emplace(at, static_cast<int>(blocks_.size()));
    if (is_new) blocks_.emplace_back();
    Block& block = blocks_[known->second];
    block.centres.include(centre);
    block.largest = std::max(block.largest, radius);
    block.balls.push_back({centre, radius});
}

bool BallSet::is_near(const Vec3d& point, double reach) const {
    return std::ranges::any_of(blocks_, [&](const Block& block) {
        const auto& [low, high] = block.centres;
        if (!within(point.cwiseMax(low).cwiseMin(high) - point, block.largest + reach)) return false;
        return std::ranges::any_of(block.balls,
                                   [&](const Ball& ball) { return within(ball.centre - point, ball.radius + reach); });
    });
}

}  // namespace octomatch

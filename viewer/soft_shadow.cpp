#include "viewer/soft_shadow.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace octomatch {

namespace {

constexpr float kNone = std::numeric_limits<float>::infinity();

// Lengths are in diagonals of the scene.
constexpr float kTouching = 0.010f;  // blur of what lies on the plane (standard deviation)
constexpr float kSpread = 0.16f;     // and how much that grows with the height
constexpr float kWidest = kShadowReach / 3;

float blur_at(float height) {
    return std::min(kTouching + kSpread * height, kWidest);
}
float strength_at(float height) {
    return std::exp(-0.8f * height);
}

/// One side of a Gaussian over cells, cut at three deviations; all of it adds up to 1.
std::vector<float> gaussian(float deviation) {
    std::vector<float> weights;
    float sum = 0;
    for (int i = 0; static_cast<float>(i) <= 3 * deviation || i == 0; ++i) {
        const float x = static_cast<float>(i) / std::max(deviation, 1e-3f);
        weights.push_back(std::exp(-0.5f * x * x));
        sum += (i == 0 ? 1 : 2) * weights.back();
    }
    for (float& w : weights) w /= sum;
    return weights;
}

/// Twice the area of a triangle in the plane.
float cross(const Eigen::Vector2f& a, const Eigen::Vector2f& b, const Eigen::Vector2f& c) {
    return (b - a).x() * (c - a).y() - (b - a).y() * (c - a).x();
}

}  // namespace

SoftShadow::SoftShadow(const Eigen::Vector2f& low, float cell, int cells)
    : low_(low), cell_(cell), cells_(cells), height_(static_cast<std::size_t>(cells) * cells, kNone) {}

void SoftShadow::add_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Eigen::Vector2f pa = a.head<2>(), pb = b.head<2>(), pc = c.head<2>();
    const float area = cross(pa, pb, pc);
    if (!(std::abs(area) > 0) || !std::isfinite(area)) return;
    const Eigen::Vector2f low = (pa.cwiseMin(pb).cwiseMin(pc) - low_) / cell_ - Eigen::Vector2f::Constant(0.5f);
    const Eigen::Vector2f high = (pa.cwiseMax(pb).cwiseMax(pc) - low_) / cell_ - Eigen::Vector2f::Constant(0.5f);
    const auto index = [&](float x) { return static_cast<int>(std::clamp(x, -1.0f, static_cast<float>(cells_))); };
    for (int row = std::max(index(std::ceil(low.y())), 0); row <= std::min(index(high.y()), cells_ - 1); ++row)
        for (int column = std::max(index(std::ceil(low.x())), 0); column <= std::min(index(high.x()), cells_ - 1);
             ++column) {
            const Eigen::Vector2f p = centre_of(column, row);
            const float wa = cross(p, pb, pc) / area, wb = cross(pa, p, pc) / area, wc = 1 - wa - wb;
            if (wa < 0 || wb < 0 || wc < 0) continue;
            float& height = height_[static_cast<std::size_t>(row) * cells_ + column];
            height = std::min(height, std::max(wa * a.z() + wb * b.z() + wc * c.z(), 0.0f));
        }
}

std::vector<float> SoftShadow::shades() const {
    constexpr int kBlurs = 24;  // steps from the sharpest to the widest
    std::vector<std::vector<float>> kernels;
    for (int i = 0; i < kBlurs; ++i)
        kernels.push_back(gaussian((kTouching + (kWidest - kTouching) * float(i) / (kBlurs - 1)) / cell_));

    std::vector<float> shades(height_.size(), 0.0f);
    for (int row = 0; row < cells_; ++row)
        for (int column = 0; column < cells_; ++column) {
            const float height = height_[static_cast<std::size_t>(row) * cells_ + column];
            if (height == kNone) continue;
            const float step = (blur_at(height) - kTouching) / (kWidest - kTouching) * (kBlurs - 1);
            const auto& kernel = kernels[static_cast<std::size_t>(std::lround(step))];
            const int reach = static_cast<int>(kernel.size()) - 1;
            for (int y = std::max(row - reach, 0); y <= std::min(row + reach, cells_ - 1); ++y) {
                const float weight = strength_at(height) * kernel[static_cast<std::size_t>(std::abs(y - row))];
                float* line = &shades[static_cast<std::size_t>(y) * cells_];
                for (int x = std::max(column - reach, 0); x <= std::min(column + reach, cells_ - 1); ++x)
                    line[x] += weight * kernel[static_cast<std::size_t>(std::abs(x - column))];
            }
        }
    for (float& shade : shades) shade = std::min(shade, 1.0f);
    return shades;
}

}  // namespace octomatch

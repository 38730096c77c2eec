// Soft shadows on a plane under an evenly lit sky: sharp where a body touches the plane, wide and faint where it is far
// above it.
#pragma once
#include <vector>

#include "core/vec.h"

namespace octomatch {

/// What hangs above the cells of a square on the plane. Points are (u, v, height above the plane).
class SoftShadow {
public:
    /// `low` is the square's lower left corner; it has cells x cells cells.
    SoftShadow(const Eigen::Vector2f& low, float cell, int cells);

    void add_triangle(const Vec3& a, const Vec3& b, const Vec3& c);

    /// The shade of each cell, row by row, 0 (bright) to 1.
    std::vector<float> shades() const;

    Eigen::Vector2f centre_of(int column, int row) const {
        return low_ + cell_ * Eigen::Vector2f(static_cast<float>(column) + 0.5f, static_cast<float>(row) + 0.5f);
    }

private:
    Eigen::Vector2f low_;
    float cell_;
    int cells_;
    std::vector<float> height_;  // of the lowest thing above each cell; infinite: none
};

/// How far shadows reach beyond what casts them.
constexpr float kShadowReach = 0.36f;

}  // namespace octomatch

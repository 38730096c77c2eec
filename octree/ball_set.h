// Many balls in the lattice: does one of them come near a point? Asked of all nodes or vertices about the few places
// where something changed.
#pragma once
#include <unordered_map>
#include <vector>

#include "octree/morton.h"

namespace octomatch {

class BallSet {
public:
    /// In finest cells from the lattice's corner, all of them.
    void add(const Vec3d& centre, double radius);

    /// Is a ball at most `reach` away from a point?
    bool is_near(const Vec3d& point, double reach = 0) const;

private:
    struct Ball {
        Vec3d centre;
        double radius;
    };
    struct Block {
        Box3 centres;
        double largest = 0;
        std::vector<Ball> balls;
    };
    std::unordered_map<Morton, int> block_at_;
    std::vector<Block> blocks_;
};

}  // namespace octomatch

#include "octree/voxel_mask.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace octomatch {
namespace {

// The same operations one voxel at a time.
bool has(VoxelMask m, int bit) {
    return m >> bit & 1;
}
int bit_of(const Vec3i& v) {
    return v.x() + 4 * v.y() + 16 * v.z();
}
bool in_cell(const Vec3i& v) {
    return (v.array() >= 0).all() && (v.array() < 4).all();
}
bool adjacent(const Vec3i& a, const Vec3i& b) {
    return (a - b).cwiseAbs().maxCoeff() <= 1;
}

VoxelMask naive_grow(VoxelMask m) {
    VoxelMask grown = 0;
    for (int a = 0; a < 64; ++a)
        for (int b = 0; b < 64; ++b)
            if (has(m, a) && adjacent(voxel::position(a), voxel::position(b))) grown |= VoxelMask{1} << b;
    return grown;
}

VoxelMask naive_grow(VoxelMask m, int axis) {
    VoxelMask grown = m;
    for (int a = 0; a < 64; ++a)
        for (int side : {-1, 1}) {
            const Vec3i n = voxel::position(a) + side * Vec3i::Unit(axis);
            if (has(m, a) && in_cell(n)) grown |= VoxelMask{1} << bit_of(n);
        }
    return grown;
}

VoxelMask naive_reach(VoxelMask m, const Vec3i& d) {
    VoxelMask reached = 0;
    for (int a = 0; a < 64; ++a)
        for (int b = 0; b < 64; ++b)
            if (has(m, a) && adjacent(voxel::position(a), voxel::position(b) + 4 * d)) reached |= VoxelMask{1} << b;
    return reached;
}

VoxelMask naive_component(VoxelMask material) {
    VoxelMask component = 0;
    for (int seed = 0; seed < 64 && !component; ++seed)
        if (has(material, seed)) component = VoxelMask{1} << seed;
    for (bool changed = true; changed;) {
        changed = false;
        for (int a = 0; a < 64; ++a)
            for (int b = 0; b < 64; ++b)
                if (has(component, a) && has(material, b) && !has(component, b) &&
                    adjacent(voxel::position(a), voxel::position(b))) {
                    component |= VoxelMask{1} << b;
                    changed = true;
                }
    }
    return component;
}

/// Masks of every filling: about one voxel in `sparse` is set.
VoxelMask random_mask() {
    VoxelMask mask = *rc::gen::arbitrary<VoxelMask>();
    for (int n = *rc::gen::inRange(0, 4); n > 0; --n) mask &= *rc::gen::arbitrary<VoxelMask>();
    return mask;
}

TEST(VoxelMask, PositionsAndBitsAreInverse) {
    for (int bit = 0; bit < 64; ++bit) {
        EXPECT_TRUE(in_cell(voxel::position(bit)));
        EXPECT_EQ(bit_of(voxel::position(bit)), bit);
        EXPECT_EQ(voxel::centre(bit), Vec3d((voxel::position(bit).cast<double>() + Vec3d::Constant(0.5)) / 4));
    }
}

TEST(VoxelMask, FirstAndLastVoxelsAreThoseOfTheTwoFaces) {
    for (int axis = 0; axis < 3; ++axis)
        for (int bit = 0; bit < 64; ++bit) {
            EXPECT_EQ(has(voxel::kFirst[axis], bit), voxel::position(bit)[axis] == 0);
            EXPECT_EQ(has(voxel::kLast[axis], bit), voxel::position(bit)[axis] == 3);
        }
}

RC_GTEST_PROP(VoxelMask, GrowsByTheNeighboursAlongAnAxis, ()) {
    const VoxelMask m = random_mask();
    for (int axis = 0; axis < 3; ++axis) RC_ASSERT(voxel::grow(m, axis) == naive_grow(m, axis));
}

RC_GTEST_PROP(VoxelMask, GrowsByTheTwentySixNeighbours, ()) {
    const VoxelMask m = random_mask();
    RC_ASSERT(voxel::grow(m) == naive_grow(m));
}

RC_GTEST_PROP(VoxelMask, ReachesTheAdjacentVoxelsOfEveryNeighbourCell, ()) {
    const VoxelMask m = random_mask();
    for (int direction = 0; direction < 27; ++direction) {
        const Vec3i d{direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1};
        RC_ASSERT(voxel::reach(m, d) == naive_reach(m, d));
    }
}

RC_GTEST_PROP(VoxelMask, FirstComponentIsTheFloodFromTheLowestVoxel, ()) {
    const VoxelMask m = random_mask();
    RC_ASSERT(voxel::first_component(m) == naive_component(m));
}

TEST(VoxelMask, ComponentsOfEmptyAndFullMasksAreThemselves) {
    EXPECT_EQ(voxel::first_component(0), VoxelMask{0});
    EXPECT_EQ(voxel::first_component(kFullMask), kFullMask);
    EXPECT_EQ(voxel::grow(VoxelMask{0}), VoxelMask{0});
}

}  // namespace
}  // namespace octomatch

#include "octree/morton.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "octree/cell_index.h"

namespace octomatch {
namespace {

Vec3i random_cell(int bits) {
    const auto coordinate = rc::gen::inRange(0, 1 << bits);
    const int x = *coordinate, y = *coordinate, z = *coordinate;
    return {x, y, z};
}

Morton naive_morton(const Vec3i& c) {
    Morton code = 0;
    for (int bit = 0; bit < kMortonBits; ++bit)
        for (int axis = 0; axis < 3; ++axis) code |= static_cast<Morton>(c[axis] >> bit & 1) << (3 * bit + axis);
    return code;
}

RC_GTEST_PROP(Morton, CodesInterleaveTheBitsOfXYZ, ()) {
    const Vec3i cell = random_cell(kMortonBits);
    RC_ASSERT(morton(cell) == naive_morton(cell));
}

RC_GTEST_PROP(Morton, CoordinatesComeBack, ()) {
    const Vec3i cell = random_cell(kMortonBits);
    RC_ASSERT(coordinates(morton(cell)) == cell);
}

TEST(Morton, TheOutermostCellsComeBackToo) {
    const int last = (1 << kMortonBits) - 1;
    for (const Vec3i& cell :
         {Vec3i(0, 0, 0), Vec3i(last, 0, 0), Vec3i(0, last, 0), Vec3i(0, 0, last), Vec3i(last, last, last)})
        EXPECT_EQ(coordinates(morton(cell)), cell);
}

RC_GTEST_PROP(Morton, CellsOfAnOctantAreContiguous, ()) {
    const Vec3i corner = 8 * random_cell(kMortonBits - 3);
    std::vector<Morton> codes;
    for (int k = 0; k < 512; ++k) codes.push_back(morton(corner + Vec3i(k % 8, k / 8 % 8, k / 64)));
    std::sort(codes.begin(), codes.end());
    for (int k = 0; k < 512; ++k) RC_ASSERT(codes[k] == codes[0] + k);
    RC_ASSERT(codes[0] == morton(corner));
}

RC_GTEST_PROP(CellIndex, FindsEveryCellAndNoOther, ()) {
    std::vector<Morton> cells;
    for (int n = *rc::gen::inRange(0, 300); n > 0; --n) cells.push_back(morton(random_cell(4)));
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    const CellIndex index(cells);
    for (Morton code = 0; code < 4096; ++code) {
        const auto at = std::lower_bound(cells.begin(), cells.end(), code);
        const bool is_there = at != cells.end() && *at == code;
        RC_ASSERT(index.find(code) == (is_there ? static_cast<int>(at - cells.begin()) : -1));
    }
}

}  // namespace
}  // namespace octomatch

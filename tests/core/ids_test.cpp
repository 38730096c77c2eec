#include "core/ids.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace octomatch {
namespace {

TEST(Ids, AreInvalidUntilTheyAreGivenANumber) {
    EXPECT_FALSE(NodeId{}.valid());
    EXPECT_TRUE(NodeId{0}.valid());
    EXPECT_FALSE(NodeId{-1}.valid());
}

TEST(Ids, AreOrderedByTheirNumber) {
    EXPECT_LT(RowId{3}, RowId{4});
    EXPECT_EQ(RowId{3}, RowId{3});
    EXPECT_NE(RowId{3}, RowId{4});
}

TEST(Ids, OfDifferentThingsDoNotConvert) {
    EXPECT_FALSE((std::is_convertible_v<NodeId, RegionId>));
    EXPECT_FALSE((std::is_constructible_v<RowId, NodeId>));
    EXPECT_FALSE((std::is_convertible_v<int, NodeId>));
    EXPECT_FALSE((std::is_convertible_v<NodeId, int>));
}

TEST(Ids, TakeNoMoreRoomThanTheirNumber) {
    EXPECT_EQ(sizeof(NodeId), sizeof(std::int32_t));
}

}  // namespace
}  // namespace octomatch

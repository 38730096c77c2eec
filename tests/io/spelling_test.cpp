#include "io/spelling.h"

#include <gtest/gtest.h>

namespace octomatch {
namespace {

const std::vector<std::string> kNames{"hand", "head", "liver", "comb", "torus", "penguin", "stomach"};

TEST(ClosestNames, FindsASwapAMissingAndADoubledLetter) {
    EXPECT_EQ(closest_names("trous", kNames), (std::vector<std::string>{"torus"}));
    EXPECT_EQ(closest_names("hnad", kNames), (std::vector<std::string>{"hand", "head"})) << "head is as near: n for e";
    EXPECT_EQ(closest_names("stomch", kNames), (std::vector<std::string>{"stomach"}));
    EXPECT_EQ(closest_names("penguuin", kNames), (std::vector<std::string>{"penguin"}));
}

TEST(ClosestNames, PutsTheNearestFirst) {
    EXPECT_EQ(closest_names("handed", kNames).front(), "hand");
    EXPECT_EQ(closest_names("haad", kNames), (std::vector<std::string>{"hand", "head"}));
}

TEST(ClosestNames, IgnoresCapitals) {
    EXPECT_EQ(closest_names("TORUS", kNames).front(), "torus");
}

TEST(ClosestNames, OffersNothingForAWordThatIsNoMisspelling) {
    EXPECT_TRUE(closest_names("elephant", kNames).empty());
    EXPECT_TRUE(closest_names("", kNames).empty());
}

TEST(ClosestNames, OffersAtMostThree) {
    EXPECT_EQ(closest_names("a1", {"a2", "a3", "a4", "a5"}), (std::vector<std::string>{"a2", "a3", "a4"}));
}

}  // namespace
}  // namespace octomatch

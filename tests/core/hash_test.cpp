#include "core/hash.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "core/ids.h"
#include "core/vec.h"

namespace octomatch {
namespace {

template <class... Values>
std::uint64_t hash_of(const Values&... values) {
    Hash hash;
    (hash.add(values), ...);
    return hash.value();
}

RC_GTEST_PROP(Hash, OfEqualArraysIsEqual, (const std::vector<int>& values)) {
    const std::vector<int> copy = values;
    RC_ASSERT(hash_of(values) == hash_of(copy));
}

RC_GTEST_PROP(Hash, ChangesWithAnySingleBit, (std::vector<std::uint32_t> values)) {
    RC_PRE(!values.empty());
    const std::uint64_t before = hash_of(values);
    values[*rc::gen::inRange<std::size_t>(0, values.size())] ^= 1u << *rc::gen::inRange(0, 32);
    RC_ASSERT(hash_of(values) != before);
}

TEST(Hash, DependsOnTheOrderOfElementsAndOfArrays) {
    using V = std::vector<int>;
    EXPECT_NE(hash_of(V{1, 2}), hash_of(V{2, 1}));
    EXPECT_NE(hash_of(V{1, 2, 3, 4}), hash_of(V{3, 4, 1, 2}));
    EXPECT_NE(hash_of(V{1}, V{2}), hash_of(V{2}, V{1}));
}

TEST(Hash, TellsWhereOneArrayEndsAndTheNextBegins) {
    using V = std::vector<int>;
    const std::set<std::uint64_t> all = {hash_of(V{1, 2}, V{}), hash_of(V{1}, V{2}), hash_of(V{}, V{1, 2}),
                                         hash_of(V{1, 2})};
    EXPECT_EQ(all.size(), 4u);
    EXPECT_NE(hash_of(V{0}), hash_of(V{0, 0}));
    EXPECT_NE(hash_of(V{}), Hash().value());
}

TEST(Hash, TakesNumbersEnumsIdsAndVectors) {
    enum class Colour { red, green };
    EXPECT_NE(hash_of(Colour::red), hash_of(Colour::green));
    EXPECT_NE(hash_of(0.0), hash_of(-0.0)) << "states are compared bit by bit";
    EXPECT_NE(hash_of(std::vector<NodeId>{{1}}), hash_of(std::vector<NodeId>{{2}}));
    EXPECT_NE(hash_of(std::vector<Vec3>{{0, 0, 1}}), hash_of(std::vector<Vec3>{{0, 1, 0}}));
}

// Recordings and reports keep hashes: the function itself must not change.
TEST(Hash, OfKnownDataIsTheSameForEver) {
    EXPECT_EQ(hex(Hash().value()), "6f63746f6d617463");
    EXPECT_EQ(hex(hash_of(std::vector<std::uint8_t>{'o', 'c', 't', 'o', 'm', 'a', 't', 'c', 'h'})), "d9c6dcb57ad8fdff");
}

TEST(Hash, PrintsAsSixteenHexadecimalDigits) {
    EXPECT_EQ(hex(0), "0000000000000000");
    EXPECT_EQ(hex(0x0123456789abcdefu), "0123456789abcdef");
    EXPECT_EQ(hex(~std::uint64_t{0}), "ffffffffffffffff");
}

}  // namespace
}  // namespace octomatch

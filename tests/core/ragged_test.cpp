#include "core/ragged.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

namespace octomatch {
namespace {

using Rows = std::vector<std::vector<int>>;

Ragged<int> ragged(const Rows& rows) {
    Ragged<int> result;
    for (const auto& row : rows) result.push_row(row);
    return result;
}

Rows rows_of(const Ragged<int>& lists) {
    Rows rows;
    for (int r = 0; r < lists.rows(); ++r) rows.emplace_back(lists.row(r).begin(), lists.row(r).end());
    return rows;
}

RC_GTEST_PROP(Ragged, GivesBackTheRowsThatWerePushed, (const Rows& rows)) {
    const Ragged<int> lists = ragged(rows);
    RC_ASSERT(lists.rows() == static_cast<int>(rows.size()));
    RC_ASSERT(rows_of(lists) == rows);
    for (std::size_t r = 0; r < rows.size(); ++r)
        RC_ASSERT(lists.size_of(static_cast<int>(r)) == static_cast<int>(rows[r].size()));
}

RC_GTEST_PROP(Ragged, IsEqualIffTheRowsAre, (const Rows& a, const Rows& b)) {
    RC_ASSERT((ragged(a) == ragged(b)) == (a == b));
    RC_ASSERT(ragged(a) == ragged(a));
}

TEST(Ragged, TellsRowsApartThatHaveTheSameItems) {
    EXPECT_FALSE(ragged({{1}, {2, 3}}) == ragged({{1, 2}, {3}}));
}

TEST(Ragged, ItemsCanBeChangedThroughTheirRow) {
    Ragged<int> lists = ragged({{1, 2}, {}, {3}});
    lists.row(2)[0] = 7;
    EXPECT_EQ(rows_of(lists), (Rows{{1, 2}, {}, {7}}));
}

RC_GTEST_PROP(GroupBy, PutsEveryElementInTheRowOfItsKeyInOrder, (const std::vector<unsigned char>& keys)) {
    constexpr int kRows = 256;
    Rows expected(kRows);
    for (std::size_t e = 0; e < keys.size(); ++e) expected[keys[e]].push_back(10 * static_cast<int>(e));
    const auto grouped = group_by<int>(
        kRows, static_cast<int>(keys.size()), [&](int e) { return keys[e]; }, [](int e) { return 10 * e; });
    RC_ASSERT(rows_of(grouped) == expected);
}

TEST(GroupBy, OfNothingHasEmptyRows) {
    const auto grouped = group_by<int>(
        3, 0, [](int) { return 0; }, [](int e) { return e; });
    EXPECT_EQ(rows_of(grouped), (Rows{{}, {}, {}}));
}

}  // namespace
}  // namespace octomatch

// The rules by which claims get their verdicts.
#include <gtest/gtest.h>

#include <limits>

#include "experiments/experiment.h"

namespace octomatch {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

TEST(Claim, WithinAShareOfThePaperIsReproduced) {
    const auto verdict = [](double here) { return claim_within("", 8, here, "", 0.25, "").verdict; };
    for (double here : {6.0, 8.0, 10.0}) EXPECT_EQ(verdict(here), Verdict::reproduced) << here;
    for (double here : {5.9, 10.1, -8.0, kNone}) EXPECT_EQ(verdict(here), Verdict::deviates) << here;
    EXPECT_EQ(claim_within("", 8, 8.5, "", 0, "").verdict, Verdict::deviates);
}

TEST(Claim, MoreThanThePaperIsBetterAndAFactorLessStillReproduces) {
    const auto verdict = [](double here) { return claim_at_least("", 10, here, "", 2, "").verdict; };
    EXPECT_EQ(verdict(10.1), Verdict::better);
    for (double here : {10.0, 5.0}) EXPECT_EQ(verdict(here), Verdict::reproduced) << here;
    for (double here : {4.9, kNone}) EXPECT_EQ(verdict(here), Verdict::deviates) << here;
}

TEST(Claim, ALimitMayBeReachedAnOrderMayNot) {
    EXPECT_EQ(claim_below("", 1, 1, "", "").verdict, Verdict::reproduced);
    EXPECT_EQ(claim_less("", 1, 1, "", "").verdict, Verdict::deviates);
    for (const auto& claim : {claim_below("", 1, 0.99, "", ""), claim_less("", 1, 0.99, "", "")})
        EXPECT_EQ(claim.verdict, Verdict::reproduced);
    for (double here : {1.01, kNone}) {
        EXPECT_EQ(claim_below("", 1, here, "", "").verdict, Verdict::deviates) << here;
        EXPECT_EQ(claim_less("", 1, here, "", "").verdict, Verdict::deviates) << here;
    }
    EXPECT_EQ(claim_less("", 1, 0.5, "", "").rule, "less than 1");
    EXPECT_EQ(claim_below("", 1, 0.5, "", "").rule, "at most 1");
}

TEST(Claim, WithoutARuleThereIsNoVerdict) {
    EXPECT_EQ(claim_not_comparable("", 1, 5, "", "").verdict, Verdict::not_comparable);
}

}  // namespace
}  // namespace octomatch

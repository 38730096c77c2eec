#include "experiments/edit_soak.h"

#include <gtest/gtest.h>

#include "core/parallel.h"

namespace octomatch {
namespace {

TEST(EditSoak, AThousandRandomEditsEqualTheirRebuildToTheBit) {
    const SoakReport report = soak_edits(1, 1000);
    EXPECT_EQ(report.failures, std::vector<std::string>{});
    EXPECT_EQ(report.steps, 1000);
    EXPECT_GT(report.edits, 200);
}

TEST(EditSoak, StatesAreEqualForEveryNumberOfThreads) {
    std::vector<std::uint64_t> hashes;
    for (int threads : {1, 2, 4}) {
        set_thread_count(threads);
        hashes.push_back(soak_edits(2, 100).state_hash);
    }
    set_thread_count(0);
    EXPECT_EQ(hashes[1], hashes[0]);
    EXPECT_EQ(hashes[2], hashes[0]);
    EXPECT_NE(soak_edits(3, 100).state_hash, hashes[0]);
}

TEST(EditSoakLong, TwentyThousandRandomEditsEqualTheirRebuildToTheBit) {
    const SoakReport report = soak_edits(4, 20'000);
    EXPECT_EQ(report.failures, std::vector<std::string>{});
}

}  // namespace
}  // namespace octomatch

// octomatch view without a display: what it opens, and what it refuses.
#include <gtest/gtest.h>

#include "tests/experiments/program.h"
#include "tests/io/temporary_folder.h"

namespace octomatch::test {
namespace {

Outcome view(std::vector<std::string> arguments) {
    std::vector<std::string> all{"view"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    all.insert(all.end(), {"--backend", "mock", "--frames", "5", "--json"});
    return run_octomatch(all);
}

TEST(View, ShowsARecordingAsItWasMade) {
    const TemporaryFolder folder;
    const std::string file = folder.path() / "run";
    const Outcome made = run_octomatch({"simulate", "free_spin", "--frames", "5", "--record", file, "--json"});
    ASSERT_TRUE(succeeds(made));
    const Outcome shown = view({file});
    ASSERT_TRUE(succeeds(shown));
    EXPECT_EQ(shown.json()["frames"], 5);
    EXPECT_EQ(shown.json()["state_hash"], made.json()["state_hash"]);
}

TEST(View, SamplesAsTheFlagsSay) {
    const Outcome coarse = view({"block", "--depth", "0"}), fine = view({"block", "--depth", "2"});
    ASSERT_TRUE(succeeds(coarse));
    ASSERT_TRUE(succeeds(fine));
    EXPECT_NE(coarse.json()["state_hash"], fine.json()["state_hash"]);
    EXPECT_EQ(view({"block", "--set", "bodies.0.sampling.depth=2"}).json()["state_hash"], fine.json()["state_hash"])
        << "flags are short for the keys of a scene";
}

TEST(View, TakesNoSamplingFlagsForWhatIsSampledAlready) {
    const TemporaryFolder folder;
    const std::string file = folder.path() / "run";
    ASSERT_TRUE(succeeds(run_octomatch({"simulate", "free_spin", "--frames", "1", "--record", file})));
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"jelly", "--depth", "2"}, {file, "--width", "5%"}, {file, "--set", "frames=3"}}) {
        const Outcome outcome = view(arguments);
        EXPECT_TRUE(is_refused(outcome)) << arguments[0] << " " << arguments[1];
        EXPECT_TRUE(mentions(outcome.err, arguments[1])) << outcome.err;
    }
}

}  // namespace
}  // namespace octomatch::test

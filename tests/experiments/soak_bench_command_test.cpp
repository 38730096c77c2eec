// octomatch soak and octomatch bench, as processes.
#include "tests/experiments/program.h"

namespace octomatch {
namespace {

using namespace test;

TEST(SoakCommand, ReportsWhatItRanAndThatNothingBroke) {
    const Outcome run = run_octomatch({"soak", "edits", "--seed", "5", "--steps", "12", "--json"});
    ASSERT_TRUE(succeeds(run));
    const nlohmann::json json = run.json();
    EXPECT_EQ(json["what"], "edits");
    EXPECT_EQ(json["seed"], 5);
    EXPECT_EQ(json["steps"], 12);
    EXPECT_TRUE(json["failures"].empty());
    EXPECT_GT(json["peak_bytes"], 1'000'000);
    EXPECT_EQ(json["state_hash"].get<std::string>().size(), 16u);
    const Outcome again = run_octomatch({"soak", "edits", "--seed", "5", "--steps", "12", "--json", "--threads", "2"});
    EXPECT_EQ(again.json()["state_hash"], json["state_hash"]);
}

TEST(SoakCommand, RefusesWhatItDoesNotKnow) {
    EXPECT_TRUE(is_refused(run_octomatch({"soak"})));
    EXPECT_TRUE(is_refused(run_octomatch({"soak", "nothing"})));
    EXPECT_TRUE(is_refused(run_octomatch({"soak", "edits", "--steps", "0"})));
}

TEST(BenchCommand, RefusesABenchmarkThatIsNotThere) {
    const Outcome outcome = run_octomatch({"bench", "lod_tuch"});
    EXPECT_TRUE(is_refused(outcome));
    EXPECT_TRUE(mentions(outcome.err, "lod_touch"));
}

}  // namespace
}  // namespace octomatch

#include "io/mesh_file.h"
#include "io/models.h"
#include "tests/experiments/program.h"

namespace octomatch::test {
namespace {

struct Flag {
    std::string name, value;
};

void PrintTo(const Flag& flag, std::ostream* out) {
    *out << flag.name << " " << flag.value;
}

class AbsurdParameter : public testing::TestWithParam<Flag> {};

TEST_P(AbsurdParameter, IsRefusedInOneLine) {
    const TemporaryFolder folder;
    const Outcome outcome = run_octomatch(
        {"sample", "block", "--json", GetParam().name, GetParam().value, "--export", folder.path() / "export"});
    EXPECT_TRUE(is_refused(outcome));
    EXPECT_EQ(files_in(folder.path()), 0);
}

std::vector<Flag> absurd_parameters() {
    std::vector<Flag> flags;
    for (const char* flag : {"--base-cell", "--base-cells", "--depth", "--kappa", "--width", "--epsilon", "--shift",
                             "--scale", "--memory-limit", "--threads", "--criterion", "--relation", "--symmetry",
                             "--positions", "--unit", "--field", "--set"})
        for (const char* value : {"-1", "nan", "inf", "-inf", "1e300", "", "abc", "1e999", "3 4", "0x"})
            flags.push_back({flag, value});
    for (const Flag& more : std::vector<Flag>{{"--base-cell", "0"},
                                              {"--base-cell", "1e-9"},
                                              {"--base-cell", "1e9"},
                                              {"--base-cells", "0"},
                                              {"--base-cells", "2.5"},
                                              {"--base-cells", "99999999999"},
                                              {"--depth", "99"},
                                              {"--depth", "13"},
                                              {"--depth", "12"},
                                              {"--depth", "2.5"},
                                              {"--kappa", "0"},
                                              {"--kappa", "1000"},
                                              {"--width", "0"},
                                              {"--width", "0%"},
                                              {"--width", "-5%"},
                                              {"--width", "%"},
                                              {"--width", "nan%"},
                                              {"--width", "1e300%"},
                                              {"--width", "5%%"},
                                              {"--shift", "5"},
                                              {"--shift", "5,0,0"},
                                              {"--shift", "0,0,1"},
                                              {"--shift", "-0.1,0,0"},
                                              {"--shift", "0,0,nan"},
                                              {"--shift", "0,0"},
                                              {"--shift", "0,0,0,0"},
                                              {"--shift", ",,"},
                                              {"--threads", "100000"},
                                              {"--threads", "-1"},
                                              {"--threads", "1.5"},
                                              {"--scale", "0"},
                                              {"--scale", "1e-300"},
                                              {"--memory-limit", "0"},
                                              {"--memory-limit", "1e-6"},
                                              {"--criterion", "budget"},
                                              {"--criterion", "budget:"},
                                              {"--criterion", "budget:0"},
                                              {"--criterion", "budget:-5"},
                                              {"--criterion", "budget:1"},
                                              {"--criterion", "budget:1e9"},
                                              {"--criterion", "budget:99999999999"},
                                              {"--unit", "furlong"},
                                              {"--set", "depth"},
                                              {"--set", "=3"},
                                              {"--set", "depth=deep"},
                                              {"--set", "depth=99"},
                                              {"--set", "depth=3.5"},
                                              {"--set", "density=-1"},
                                              {"--set", "density=0"},
                                              {"--set", "shift=[0,0]"},
                                              {"--set", "criteria=[\"uniform\",3]"},
                                              {"--set", "field=[]"},
                                              {"--set", "regions=3"},
                                              {"--set", "spread=7"},
                                              {"--field", "/no/such/file.json"},
                                              {"--field", "/"},
                                              {"--field", "/dev/null"}})
        flags.push_back(more);
    return flags;
}

INSTANTIATE_TEST_SUITE_P(Of, AbsurdParameter, testing::ValuesIn(absurd_parameters()),
                         [](const auto& instance) { return std::to_string(instance.index); });

TEST(SampleBadInput, BaseCellAndBaseCellsExcludeEachOther) {
    EXPECT_TRUE(is_refused(run_octomatch({"sample", "block", "--base-cell", "0.05", "--base-cells", "30"})));
}

TEST(SampleBadInput, AbsurdNumbersOfBaseCellsAreRefusedBeforeTheyCostAnything) {
    EXPECT_TRUE(is_refused(run_octomatch({"sample", "block", "--base-cells", "1000000", "--depth", "6"})));
}

TEST(SampleBadInput, PlacesThatCanNotBeWrittenAreRefusedBeforeAnyWorkAndNothingIsLeft) {
    const TemporaryFolder folder;
    folder.file("file", "");
    std::filesystem::create_directory(folder.path() / "taken.png");
    const auto sample = [&](const char* flag, const std::filesystem::path& place) {
        return run_octomatch({"sample", "block", "--depth", "1", "--quick", flag, place});
    };
    EXPECT_TRUE(is_refused(sample("--picture", folder.path() / "missing/p.png")));
    EXPECT_TRUE(is_refused(sample("--picture", folder.path() / "taken.png")));
    EXPECT_TRUE(is_refused(sample("--picture", folder.path() / "p.jpg")));
    EXPECT_TRUE(is_refused(sample("--picture", folder.path() / "file/p.png")));
    EXPECT_TRUE(is_refused(sample("--picture", "")));
    EXPECT_TRUE(is_refused(sample("--export", folder.path() / "missing/export")));
    EXPECT_TRUE(is_refused(sample("--export", folder.path() / "file")));
    EXPECT_TRUE(is_refused(sample("--export", folder.path())));  // holds other files
    EXPECT_TRUE(is_refused(sample("--export", "/proc/export")));
    EXPECT_TRUE(is_refused(sample("--export", "")));
    EXPECT_EQ(files_in(folder.path()), 2);
}

TEST(SampleBadInput, AFailingPictureLeavesNoExportBehind) {
    const TemporaryFolder folder;
    EXPECT_TRUE(is_refused(run_octomatch({"sample", "block", "--depth", "1", "--quick", "--export",
                                          folder.path() / "export", "--picture", folder.path() / "missing/p.png"})));
    EXPECT_EQ(files_in(folder.path()), 0);
}

#ifndef OCTOMATCH_HAS_VIEWER
TEST(SampleBadInput, WithoutTheViewerAPictureIsRefused) {
    const TemporaryFolder folder;
    const Outcome outcome = run_octomatch({"sample", "block", "--picture", folder.path() / "p.png"});
    EXPECT_TRUE(is_refused(outcome));
    EXPECT_TRUE(mentions(outcome.err, "built without the viewer"));
}
#endif

}  // namespace
}  // namespace octomatch::test

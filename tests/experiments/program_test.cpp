#include <sstream>

#include "tests/experiments/program.h"

namespace octomatch::test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::vector<std::string> command_names() {
    std::vector<std::string> names;
    bool listed = false;
    for (const std::string& line : lines_of(run_octomatch({"--help"}).out)) {
        listed = !line.empty() && (listed || line == "Commands:");
        if (listed && line.starts_with("  ")) names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    return names;
}

TEST(Program, WithoutArgumentsPrintsTheSameAsHelp) {
    const Outcome bare = run_octomatch({}), help = run_octomatch({"--help"});
    EXPECT_TRUE(succeeds(bare));
    EXPECT_TRUE(succeeds(help));
    EXPECT_EQ(bare.out, help.out);
    EXPECT_EQ(bare.err, "");
    for (const char* command : {"models", "sample"}) EXPECT_TRUE(mentions(help.out, std::string("\n  ") + command));
}

TEST(Program, HelpOfEachCommandFitsOnAScreenAndEndsWithTwoExamples) {
    std::vector<std::vector<std::string>> all{{"--help"}};
    for (const std::string& name : command_names()) all.push_back({name, "--help"});
    EXPECT_GE(all.size(), 3u);
    for (const auto& arguments : all) {
        const Outcome help = run_octomatch(arguments);
        EXPECT_TRUE(succeeds(help));
        const auto lines = lines_of(help.out);
        EXPECT_LE(lines.size(), 40u) << help.out;
        for (const std::string& line : lines) EXPECT_LE(line.size(), 100u) << line;
        ASSERT_GE(lines.size(), 3u);
        EXPECT_EQ(lines[lines.size() - 3], "Examples:");
        for (const std::size_t back : {1u, 2u})
            EXPECT_TRUE(lines[lines.size() - back].starts_with("  octomatch ")) << help.out;
    }
}

TEST(Program, TheExamplesInItsHelpAreAccepted) {
    for (const std::string& command : command_names()) {
        for (const std::string& line : lines_of(run_octomatch({command, "--help"}).out)) {
            if (!line.starts_with("  octomatch ")) continue;
            std::istringstream words(line.substr(std::string("  octomatch ").size()));
            std::vector<std::string> arguments{std::istream_iterator<std::string>(words), {}};
            arguments.push_back("--no-such-flag");  // nothing else may be wrong, and nothing is run
            EXPECT_TRUE(mentions(run_octomatch(arguments).err, "unknown flag --no-such-flag")) << line;
        }
    }
}

TEST(Program, ListsEveryExperimentInColumns) {
    const Outcome text = run_octomatch({"list"}), json = run_octomatch({"list", "--json"});
    ASSERT_TRUE(succeeds(text));
    ASSERT_TRUE(succeeds(json));
    const auto listed = json.json();
    for (const auto& experiment : listed) {
        const std::string paper = experiment["paper"], figure = experiment["figure"];
        EXPECT_TRUE(mentions(text.out, "\n" + experiment["name"].get<std::string>() + " ")) << experiment["name"];
        EXPECT_TRUE(mentions(text.out, " " + paper + ", " + figure + " ")) << experiment["name"];
    }
}

TEST(Program, VersionTellsBuildInstructionsAndLibraries) {
    const Outcome version = run_octomatch({"--version"});
    EXPECT_TRUE(succeeds(version));
    EXPECT_TRUE(version.out.starts_with("octomatch 0.")) << version.out;
    for (const char* part : {"build ", "instructions ", "Eigen 3.", "OpenVDB 1", "oneTBB 20", "Manifold ", "CLI11 2."})
        EXPECT_TRUE(mentions(version.out, part));
}

TEST(Program, MisspeltWordsGetOneLineWithTheNearestName) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
        {{"smaple", "hand"}, "unknown command 'smaple'; did you mean sample?"},
        {{"model"}, "did you mean models?"},
        {{"sample", "hand", "--jsno"}, "unknown flag --jsno; did you mean --json?"},
        {{"sample", "--kapa", "0.5", "hand"}, "did you mean --kappa?"},
        {{"sample", "--dept=3", "hand"}, "did you mean --depth"},
        {{"sample", "hnad"}, "did you mean hand"},
        {{"models", "dukc"}, "did you mean duck?"},
        {{"sample", "hand", "--relation", "block"}, "relation must be intervals or blocks"},
        {{"sample", "hand", "--set", "regions.epsilo=1"}, "did you mean regions.epsilon?"},
    };
    for (const auto& [arguments, expected] : cases) {
        const Outcome outcome = run_octomatch(arguments);
        EXPECT_TRUE(is_refused(outcome));
        EXPECT_TRUE(mentions(outcome.err, expected));
    }
}

TEST(Program, UsageErrorsAreOneLine) {
    const std::vector<std::vector<std::string>> cases{
        {"frobnicate"},
        {"--json"},
        {""},
        {"-x"},
        {"sample"},
        {"sample", ""},
        {"sample", "a", "b"},
        {"sample", "hand", "--depth"},
        {"models", "a", "b"},
        {"sample", "hand", "--depth", "3", "--depth", "4"},
        {"models", "--out"},
        {"sample", "two\nlines"},
        {"sample", "models"},
        {"models", "sample"},
        {"sample", "--"},
        {"sample", "hand", "--json=7"},
    };
    for (const auto& arguments : cases)
        EXPECT_TRUE(is_refused(run_octomatch(arguments))) << testing::PrintToString(arguments);
}

TEST(Program, AFullDiskIsNotSuccess) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
    EXPECT_EQ(WEXITSTATUS(std::system(OCTOMATCH_PROGRAM " models block > /dev/full 2> /dev/null")), 1);
}

}  // namespace
}  // namespace octomatch::test

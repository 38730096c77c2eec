#include "io/mesh_file.h"
#include "io/models.h"
#include "tests/experiments/program.h"
#include "tests/io/broken_files.h"

namespace octomatch::test {
namespace {

struct AbsurdValues {
    std::string flag;
    std::vector<std::string> values;  // beside those that are absurd everywhere
};

void PrintTo(const AbsurdValues& absurd, std::ostream* out) {
    *out << absurd.flag;
}

class AbsurdParameters : public testing::TestWithParam<AbsurdValues> {};

TEST_P(AbsurdParameters, AreRefusedInOneLineAndLeaveNothing) {
    const TemporaryFolder folder;
    std::vector<std::string> values{"-1", "nan", "inf", "-inf", "1e300", "", "abc", "1e999", "3 4", "0x"};
    values.insert(values.end(), GetParam().values.begin(), GetParam().values.end());
    for (const std::string& value : values) {
        const Outcome outcome =
            run_octomatch({"sample", "block", "--json", GetParam().flag, value, "--export", folder.path() / "export"});
        EXPECT_TRUE(is_refused(outcome)) << GetParam().flag << " '" << value << "'";
    }
    EXPECT_EQ(files_in(folder.path()), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Of, AbsurdParameters,
    testing::Values(AbsurdValues{"--base-cell", {"0", "1e-9", "1e9", "-0"}},
                    AbsurdValues{"--base-cells", {"0", "2.5", "99999999999"}},
                    AbsurdValues{"--depth", {"99", "13", "12", "2.5"}}, AbsurdValues{"--kappa", {"0", "1000"}},
                    AbsurdValues{"--width", {"0", "0%", "-5%", "%", "nan%", "1e300%", "5%%"}},
                    AbsurdValues{"--epsilon", {"11"}},
                    AbsurdValues{"--shift", {"5", "5,0,0", "0,0,1", "-0.1,0,0", "0,0,nan", "0,0", "0,0,0,0", ",,"}},
                    AbsurdValues{"--scale", {"0", "1e-300"}}, AbsurdValues{"--memory-limit", {"0", "1e-6"}},
                    AbsurdValues{"--threads", {"100000", "1.5"}},
                    AbsurdValues{"--criterion",
                                 {"budget", "budget:", "budget:0", "budget:-5", "budget:1", "budget:1e9",
                                  "budget:99999999999", "uniform features"}},
                    AbsurdValues{"--relation", {"link", "links"}}, AbsurdValues{"--symmetry", {"union_"}},
                    AbsurdValues{"--links", {"contact,touching", "touching"}}, AbsurdValues{"--positions", {"centre"}},
                    AbsurdValues{"--unit", {"furlong"}},
                    AbsurdValues{"--field", {"/no/such/file.json", "/", "/dev/null"}},
                    AbsurdValues{"--set",
                                 {"depth", "=3", "depth=deep", "depth=99", "depth=3.5", "density=-1", "density=0",
                                  "shift=[0,0]", "criteria=[\"uniform\",3]", "field=[]", "regions=3", "spread=7"}}),
    [](const auto& instance) {
        std::string name;
        for (char c : instance.param.flag)
            if (c != '-') name += c;
        return name;
    });

TEST(SampleBadInput, BaseCellAndBaseCellsExcludeEachOther) {
    EXPECT_TRUE(is_refused(run_octomatch({"sample", "block", "--base-cell", "0.05", "--base-cells", "30"})));
}

TEST(SampleBadInput, MoreBaseCellsThanMemoryHoldsAreRefused) {
    const Outcome outcome = run_octomatch({"sample", "block", "--base-cells", "20000", "--depth", "8"});
    EXPECT_TRUE(is_refused(outcome));
    EXPECT_TRUE(mentions(outcome.err, " GB, more than the limit of 4 GB"));
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

/// One test per format and not per file, as in tests/io/broken_mesh_test.cpp.
class BrokenMeshFiles : public testing::TestWithParam<std::string> {};

TEST_P(BrokenMeshFiles, AreRefusedInOneLineAndLeaveNothing) {
    const TemporaryFolder folder;
    int files = 0;
    for (const MeshFile& broken : broken_files()) {
        if (broken.extension != GetParam()) continue;
        const auto file = folder.file(broken.name + "." + broken.extension, broken.bytes);
        EXPECT_TRUE(is_refused(run_octomatch({"sample", file, "--depth", "1", "--export", folder.path() / "export"})))
            << broken.name;
        EXPECT_EQ(files_in(folder.path()), ++files);
    }
    EXPECT_GE(files, 5);
}

TEST_P(BrokenMeshFiles, FilesThatOnlyLookBrokenAreSampled) {
    const TemporaryFolder folder;
    for (const MeshFile& odd : odd_files_of_a_cube()) {
        if (odd.extension != GetParam()) continue;
        const auto file = folder.file(odd.name + "." + odd.extension, odd.bytes);
        const Outcome outcome = run_octomatch({"sample", file, "--depth", "1", "--quick", "--json"});
        ASSERT_TRUE(succeeds(outcome)) << odd.name;
        EXPECT_NEAR(outcome.json()["volume"], 1, 0.02) << odd.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Of, BrokenMeshFiles, testing::Values("obj", "ply", "stl", "off", "gltf", "glb"),
                         [](const auto& instance) { return instance.param; });

#ifndef OCTOMATCH_HAS_VIEWER
TEST(SampleBadInput, WithoutTheViewerAPictureIsRefused) {
    const TemporaryFolder folder;
    const Outcome outcome = run_octomatch({"sample", "block", "--picture", folder.path() / "p.png"});
    EXPECT_TRUE(is_refused(outcome));
    EXPECT_TRUE(mentions(outcome.err, "built without the viewer"));
}

TEST(ViewBadInput, WithoutTheViewerItIsRefused) {
    const Outcome outcome = run_octomatch({"view", "hand", "--backend", "egl", "--frames", "1"});
    EXPECT_TRUE(is_refused(outcome));
    EXPECT_TRUE(mentions(outcome.err, "built without the viewer"));
}
#endif

}  // namespace
}  // namespace octomatch::test

#include <set>

#include "io/mesh_file.h"
#include "io/models.h"
#include "tests/experiments/program.h"

namespace octomatch::test {
namespace {

TEST(ModelsCommand, JsonHasTheKeysOfTheContractForEveryModel) {
    const Outcome outcome = run_octomatch({"models", "--json"});
    ASSERT_TRUE(succeeds(outcome));
    EXPECT_EQ(outcome.err, "");
    const auto json = outcome.json();
    ASSERT_EQ(json.size(), models().size());
    for (std::size_t i = 0; i < models().size(); ++i) {
        EXPECT_EQ(json[i]["name"], models()[i].name);
        EXPECT_EQ(json[i]["description"], models()[i].description);
        EXPECT_GT(json[i]["triangles"], 1000);
    }
}

TEST(ModelsCommand, TheListNamesEveryModel) {
    const Outcome outcome = run_octomatch({"models"});
    ASSERT_TRUE(succeeds(outcome));
    for (const Model& model : models()) EXPECT_TRUE(mentions(outcome.out, "\n" + model.name + " "));
}

TEST(ModelsCommand, TheFileItWritesIsTheModel) {
    const TemporaryFolder folder;
    for (const char* name : {"u.obj", "u.ply"}) {
        const std::filesystem::path file = folder.path() / name;
        EXPECT_TRUE(succeeds(run_octomatch({"models", "u", "--out", file})));
        const TriangleMesh mesh = canonical(read_mesh(file)), expected = canonical(find_model("U")->make());
        EXPECT_EQ(mesh.vertices, expected.vertices);
        EXPECT_EQ(mesh.triangles, expected.triangles);
    }
    EXPECT_EQ(files_in(folder.path()), 2);
}

TEST(ModelsCommand, RefusesPlacesThatCanNotBeWrittenAndLeavesNothing) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "taken.obj");
    for (const char* place : {"missing/u.obj", "taken.obj", "u.stl", "u", "missing/u.png"})
        for (const char* flag : {"--out", "--picture"})
            EXPECT_TRUE(is_refused(run_octomatch({"models", "U", flag, folder.path() / place})))
                << flag << " " << place;
    EXPECT_TRUE(is_refused(run_octomatch({"models", "U", "--out", "/proc/u.obj"})));
    EXPECT_TRUE(is_refused(run_octomatch({"models", "--out", folder.path() / "all.obj"})));
    EXPECT_TRUE(is_refused(run_octomatch({"models", "teapot", "--out", folder.path() / "teapot.obj"})));
    EXPECT_EQ(files_in(folder.path()), 1);
}

}  // namespace
}  // namespace octomatch::test

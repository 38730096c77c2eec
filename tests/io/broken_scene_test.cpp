// What is said about scenes that are wrong: always one line with the place in the file.
#include <gtest/gtest.h>

#include "core/input_error.h"
#include "io/json_value.h"
#include "io/scene.h"
#include "tests/io/temporary_folder.h"

namespace octomatch {
namespace {

std::string error_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
    try {
        parse_scene(text, "scene.json", {}, overrides);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

struct BrokenScene {
    const char* name;
    const char* text;
    const char* error;  // behind "scene.json:"
};

class BrokenScenes : public testing::TestWithParam<BrokenScene> {};

TEST_P(BrokenScenes, AreNamedByTheirLine) {
    EXPECT_EQ(error_of(GetParam().text), std::string("scene.json:") + GetParam().error);
}

const BrokenScene kBroken[] = {
    {"MisspeltKey", "{\n\"bodies\": [\n{\"model\": \"block\",\n \"material\": {\"drag\": 1,\n  \"dampign\": 2}}]}",
     "5: unknown key 'dampign', did you mean 'damping'?"},
    {"KeyOfAnotherObject", "{\"bodies\": [{\"model\": \"block\",\n\"gravity\": [0, 0, 0]}]}",
     "2: unknown key 'gravity' in bodies[0]; there is world.gravity"},
    {"KeyOfNothing", "{\"bodies\": [{\"model\": \"block\"}],\n\n\"xylophone\": 1}",
     "3: unknown key 'xylophone' in the scene; octomatch schema lists the keys"},
    {"WrongType", "{\"world\": {\n\"time_step\": \"fast\"}, \"bodies\": [{\"model\": \"block\"}]}",
     "2: world.time_step must be a number, not \"fast\""},
    {"NumberInsteadOfObject", "{\"world\":\n 3, \"bodies\": [{\"model\": \"block\"}]}",
     "1: world must be an object, not 3"},
    {"ObjectInsteadOfList", "{\n\"bodies\": {\"model\": \"block\"}}",
     "2: bodies must be a list of objects, not {\"model\": \"block\"}"},
    {"FractionOfAFrame", "{\"frames\": 2.5, \"bodies\": [{\"model\": \"block\"}]}",
     "1: frames must be a whole number, not 2.5"},
    {"TwoCoordinates", "{\"bodies\": [{\"model\": \"block\", \"at\": [1, 2]}]}",
     "1: bodies[0].at must be three numbers [x, y, z], not [1, 2]"},
    {"OutOfRange", "{\"world\": {\"time_step\":\n\n-3}, \"bodies\": [{\"model\": \"block\"}]}",
     "1: world.time_step must be above 0 and at most 1 s, not -3"},
    {"OutOfRangeWithoutUnit", "{\"bodies\": [{\"model\": \"block\", \"sampling\": {\"depth\": 13}}]}",
     "1: bodies[0].sampling.depth must be between 0 and 12, not 13"},
    {"Beta", R"({"bodies": [{"model": "block", "material": {"beta": 1.5}}]})",
     "1: bodies[0].material.beta must be between 0 and 1, not 1.5"},
    {"Model", R"({"bodies": [{"model": "block", "material": {"model": "cubic"}}]})",
     "1: bodies[0].material.model must be 'rigid', 'linear' or 'quadratic', not \"cubic\""},
    {"Overlap", R"({"bodies": [{"model": "block", "sampling": {"clusters": {"overlap": 1}}}]})",
     "1: bodies[0].sampling.clusters.overlap must be between 0 and 0.9, not 1"},
    {"OneCoordinateOutOfRange", "{\"bodies\": [{\"model\": \"block\", \"sampling\": {\"shift\": [0, 0.5, 1]}}]}",
     "1: bodies[0].sampling.shift must be three numbers, each at least 0 and below 1 base cells, not [0, 0.5, 1]"},
    {"ZeroNormal", "{\"world\": {\"ground\": {\"normal\": [0, 0, 0]}}, \"bodies\": [{\"model\": \"block\"}]}",
     "1: world.ground.normal must not be the zero vector"},
    {"UnknownWord", "{\"world\": {\"plan\": \"three\"}, \"bodies\": [{\"model\": \"block\"}]}",
     "1: world.plan must be 'tree' or 'brute_force', not \"three\""},
    {"NoBodies", "{\n}", "1: the scene needs 'bodies'"},
    {"EmptyBodies", "{\n\"bodies\": []}", "2: bodies must have at least one body"},
    {"BodyOfNothing", "{\"bodies\": [\n{\"scale\": 2}]}", "2: bodies[0] needs 'model' or 'mesh'"},
    {"ZoneOfNothing", "{\"bodies\": [{\"model\": \"block\", \"pins\": [\n{}]}]}",
     "2: bodies[0].pins[0] needs 'box', 'ball', 'painted' or 'share'"},
    {"TwoStiffnesses", "{\"bodies\": [{\"model\": \"block\", \"material\": {\"young\": 1,\n\"alpha\": 1}}]}",
     "2: bodies[0].material takes only one of 'young', 'frequency' or 'alpha'"},
    {"SoftHardGrab",
     "{\"bodies\": [{\"model\": \"block\"}], \"script\": [{\"at\": 0,\n\"grab\": {\"name\": \"g\", \"body\": "
     "\"block\", "
     "\"point\": [0, 0, 0],\n\"hard\": false}}]}",
     "3: script[0].grab.hard must be true, not false"},
    {"UnknownModel", "{\"bodies\": [{\n\"model\": \"hnad\"}]}",
     "2: no built-in model is called 'hnad', did you mean 'hand'?"},
    {"MissingMesh", "{\"bodies\": [{\n\"mesh\": \"nowhere.obj\"}]}", "2: there is no mesh file 'nowhere.obj'"},
    {"EqualNames", "{\"bodies\": [{\"model\": \"block\"},\n{\"model\": \"block\"}]}",
     "2: two bodies are called 'block'; give them names"},
    {"DisorderedScript",
     "{\"bodies\": [{\"model\": \"block\"}], \"script\": [{\"at\": 2, \"world\": {}},\n{\"at\": 1.5, \"world\": {}}]}",
     "2: the script must be in order of time, but 1.5 s comes after 2 s"},
    {"ScriptWithUnknownBody",
     "{\"bodies\": [{\"model\": \"block\"}], \"script\": [{\"at\": 2, \"pin\": {\"body\": \"blok\", \"share\": [[0, 0, "
     "0], [1, 1, 1]]}}]}",
     "1: no body is called 'blok', did you mean 'block'?"},
    {"GrabOfSeveral",
     "{\"bodies\": [{\"model\": \"block\", \"copies\": {\"count\": 4}}], \"script\": [{\"at\": 2, \"grab\": {\"name\": "
     "\"g\", \"body\": \"block\", \"point\": [0, 0, 0]}}]}",
     "1: there are 4 copies of 'block'; name one, as in 'block[0]'"},
    {"ReleaseOfNothing", "{\"bodies\": [{\"model\": \"block\"}],\n \"script\": [\n{\"at\": 2, \"release\": \"pull\"}]}",
     "3: no grab called 'pull' is held at 2 s"},
    {"EventOfNothing", "{\"bodies\": [{\"model\": \"block\"}], \"script\": [{\"at\": 2}]}",
     "1: script[0] needs 'grab', 'release', 'pin', 'unpin', 'cut', 'undo', 'redo', 'refine', 'coarsen' or 'world'"},
    {"CutByOnePlace",
     "{\"bodies\": [{\"model\": \"block\"}], \"script\": [{\"at\": 0, \"cut\": {\n\"blades\": [[[0, 0, 0], [1, 0, "
     "0]]]}}]}",
     "2: script[0].cut.blades must be a list of at least two [[x, y, z], [x, y, z]], not [[[0, 0, 0], [1, 0, 0]]]"},
    {"BladeOfNoLength",
     "{\"bodies\": [{\"model\": \"block\"}], \"script\": [{\"at\": 0, \"cut\": {\"blades\": [[[0, 0, 0], [1, 0, "
     "0]],\n[[0, 0, 0], [0, 0, 0]]]}}]}",
     "2: script[0].cut.blades[1] must be two points that differ, not [[0, 0, 0], [0, 0, 0]]"},
    {"MisspeltBlades", "{\"bodies\": [{\"model\": \"block\"}], \"script\": [{\"at\": 0, \"cut\": {\n\"blade\": []}}]}",
     "2: unknown key 'blade', did you mean 'blades'?"},
    {"CutOfSeveral",
     "{\"bodies\": [{\"model\": \"block\", \"copies\": {\"count\": 4}}], \"script\": [{\"at\": 2, \"cut\": "
     "{\"body\": \"block\", \"blades\": [[[0, 0, 0], [1, 0, 0]], [[0, 1, 0], [1, 1, 0]]]}}]}",
     "1: there are 4 copies of 'block'; name one, as in 'block[0]'"},
    {"RefineUnknownBody",
     "{\"bodies\": [{\"model\": \"block\"}], \"script\": [{\"at\": 2, \"refine\": {\"body\": \"blok\", \"share\": "
     "[[0, 0, 0], [1, 1, 1]]}}]}",
     "1: no body is called 'blok', did you mean 'block'?"},
    {"NoUndo", "{\"bodies\": [{\"model\": \"block\"}], \"script\": [{\"at\": 2, \"undo\": 0}]}",
     "1: script[0].undo must be between 1 and 1000 cuts, not 0"},
    {"BlindCamera", "{\"bodies\": [{\"model\": \"block\"}],\n\"camera\": {\"from\": [1, 2, 3], \"to\": [1, 2, 3]}}",
     "2: camera.from and camera.to must not be the same point"},
    {"DuplicateKey", "{\"frames\": 3,\n\"bodies\": [{\"model\": \"block\"}],\n\"frames\": 4}",
     "3:8: key 'frames' is given twice, first in line 1"},
    {"NotANumber", "{\n \"frames\": NaN}", "2:12: not valid JSON: invalid literal; last read: '\"frames\": N'"},
    {"TooLargeANumber", "{\n\"frames\": 1e999}", "2:16: a number is too large"},
    {"EndOfFile", "{\"bodies\": [\n", "1:13: not valid JSON: unexpected end of input; expected '[', '{', or a literal"},
    {"NothingAtAll", "", "1:1: not valid JSON: unexpected end of input; expected '[', '{', or a literal"},
    {"List", "[]", "1: the scene must be an object, not []"},
};

INSTANTIATE_TEST_SUITE_P(All, BrokenScenes, testing::ValuesIn(kBroken),
                         [](const auto& scene) { return scene.param.name; });

TEST(BrokenScene, NestedDeeperThanAnySceneIsRefused) {
    EXPECT_EQ(error_of(std::string(100000, '[')), "scene.json:1:65: nested deeper than 64");
}

TEST(BrokenScene, WithAThousandKeysTooManyIsRefused) {
    std::string text = "{";
    for (int i = 0; i < 2000; ++i) text += "\"key" + std::to_string(i) + "\": 0,\n";
    EXPECT_EQ(error_of(text), "scene.json:1001:9: more than 1000 keys in one object");
}

TEST(BrokenScene, GetsAMessageOfOneLineWhateverIsInItsKeys) {
    const std::string message = error_of("{\"a\\nb\\u0000\": 1, \"bodies\": []}");
    EXPECT_EQ(message, "scene.json:1: unknown key 'a\\nb\\u0000' in the scene; octomatch schema lists the keys");
    EXPECT_LT(error_of("{\"" + std::string(10000, 'x') + "\": 1}").size(), 200u);
}

TEST(BrokenScene, FileThatCanNotBeReadIsNamed) {
    const test::TemporaryFolder folder;
    const auto missing = folder.path() / "missing.json";
    const auto error = [](const std::filesystem::path& file) {
        try {
            read_scene(file);
        } catch (const InputError& e) {
            return std::string(e.what());
        }
        return std::string("no error");
    };
    EXPECT_EQ(error(missing), missing.string() + ": no such file");
    EXPECT_EQ(error(folder.path()), folder.path().string() + ": is a folder");
    const auto broken = folder.file("broken.json", "{\n\"bodis\": []}");
    EXPECT_EQ(error(broken), broken.string() + ":2: unknown key 'bodis', did you mean 'bodies'?");
}

// ---- overrides

const char* const kTwoBodies = R"({"world": {"ground": null},
    "bodies": [{"model": "block", "material": {"young": 5000}}, {"model": "duck", "name": "toy"}]})";

Scene with(const std::vector<std::string>& overrides) {
    return parse_scene(kTwoBodies, "scene.json", {}, overrides);
}

TEST(SceneOverrides, SetKeysThatAreThereAndKeysThatAreNot) {
    const Scene scene = with({"frames=5", "world.gravity=[0, 1, 0]", "world.ground.friction=0.25", "about=two words"});
    EXPECT_EQ(scene.frames, 5);
    EXPECT_EQ(scene.world.gravity, Vec3d(0, 1, 0));
    ASSERT_TRUE(scene.world.ground);
    EXPECT_EQ(scene.world.ground->friction, 0.25);
    EXPECT_EQ(scene.about, "two words");
}

TEST(SceneOverrides, FindBodiesByNumberNameOrAllTogether) {
    EXPECT_EQ(with({"bodies.1.scale=3"}).bodies[1].scale, 3);
    EXPECT_EQ(with({"bodies[1].scale=3"}).bodies[1].scale, 3);
    EXPECT_EQ(with({"bodies.toy.scale=3"}).bodies[1].scale, 3);
    EXPECT_EQ(with({"bodies.block.scale=3"}).bodies[0].scale, 3);
    const Scene all = with({"bodies.*.sampling.depth=2"});
    EXPECT_EQ(all.bodies[0].sampling.settings.depth, 2);
    EXPECT_EQ(all.bodies[1].sampling.settings.depth, 2);
}

TEST(SceneOverrides, OfOneAlternativeReplaceTheOther) {
    const Scene scene = with({"bodies.0.material.alpha=0.5"});
    EXPECT_EQ(scene.bodies[0].material.settings.stiffness.unit, StiffnessUnit::alpha);
    EXPECT_EQ(scene.bodies[0].material.settings.stiffness.value, 0.5);
}

TEST(SceneOverrides, HoldInTheOrderGiven) {
    EXPECT_EQ(with({"frames=5", "frames=6"}).frames, 6);
}

TEST(SceneOverrides, ThatAreWrongAreNamedThemselves) {
    const auto error = [](const std::string& override) { return error_of(kTwoBodies, {"frames=2", override}); };
    EXPECT_EQ(error("frames"), "--set frames: must be path.to.key=value");
    EXPECT_EQ(error("=3"), "--set =3: must be path.to.key=value");
    EXPECT_EQ(error("world.gravty=[0, 0, 0]"),
              "--set world.gravty=[0, 0, 0]: unknown key 'gravty', did you mean 'gravity'?");
    EXPECT_EQ(error("wrold.gravity=[0, 0, 0]"),
              "--set wrold.gravity=[0, 0, 0]: unknown key 'wrold', did you mean 'world'?");
    EXPECT_EQ(error("world.time_step=nan"), "--set world.time_step=nan: world.time_step must be a number, not \"nan\"");
    EXPECT_EQ(error("world.time_step=0"),
              "--set world.time_step=0: world.time_step must be above 0 and at most 1 s, not 0");
    EXPECT_EQ(error("bodies.2.scale=2"), "--set bodies.2.scale=2: bodies has 2 items, none of them is '2'");
    EXPECT_EQ(error("frames.more=2"), "--set frames.more=2: frames is 2, which has no key 'more'");
    EXPECT_EQ(error("bodies.0.model=hnad"),
              "--set bodies.0.model=hnad: no built-in model is called 'hnad', did you mean 'hand'?");
}

}  // namespace
}  // namespace octomatch

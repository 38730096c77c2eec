#include <map>

#include "experiments/scene_catalogue.h"
#include "io/scene_spec.h"
#include "tests/experiments/program.h"

namespace octomatch::test {
namespace {

TEST(ScenesCommand, ListsEveryBuiltInScene) {
    const Outcome text = run_octomatch({"scenes"}), json = run_octomatch({"scenes", "--json"});
    ASSERT_TRUE(succeeds(text));
    ASSERT_TRUE(succeeds(json));
    EXPECT_EQ(json.err, "");
    ASSERT_EQ(json.json().size(), scene_catalogue().size());
    for (std::size_t i = 0; i < scene_catalogue().size(); ++i) {
        const Scene scene = load_scene(scene_catalogue()[i].name);
        EXPECT_TRUE(mentions(text.out, "\n" + scene_catalogue()[i].name + " "));
        EXPECT_EQ(json.json()[i]["name"], scene_catalogue()[i].name);
        EXPECT_EQ(json.json()[i]["about"], scene.about);
        EXPECT_EQ(json.json()[i]["frames"], scene.frames);
    }
}

TEST(ScenesCommand, PrintsASceneThatReadsAsTheBuiltInOne) {
    for (const auto& [name, text] : scene_catalogue()) {
        const Outcome outcome = run_octomatch({"scenes", name, "--json"});
        ASSERT_TRUE(succeeds(outcome));
        EXPECT_EQ(resolved_json(parse_scene(outcome.out, name)), resolved_json(load_scene(name)));
    }
}

TEST(ScenesCommand, SuggestsTheNearestScene) {
    const Outcome outcome = run_octomatch({"scenes", "flowes"});
    EXPECT_TRUE(is_refused(outcome));
    EXPECT_TRUE(mentions(outcome.err, "did you mean 'flowers'?"));
}

TEST(SchemaCommand, PrintsEveryKey) {
    const Outcome text = run_octomatch({"schema"}), json = run_octomatch({"schema", "--json"});
    ASSERT_TRUE(succeeds(text));
    ASSERT_TRUE(succeeds(json));
    EXPECT_EQ(json.err, "");
    const auto keys = json.json()["keys"];
    ASSERT_EQ(keys.size(), scene_keys().size());
    for (std::size_t i = 0; i < scene_keys().size(); ++i) {
        EXPECT_EQ(keys[i]["path"], scene_keys()[i].path);
        EXPECT_TRUE(mentions(text.out, "`" + scene_keys()[i].path + "`"));
    }
}

TEST(SchemaCommand, GivesDefaultsThatTheSceneReaderAccepts) {
    const auto schema = run_octomatch({"schema", "--json"}).json();
    std::map<std::string, std::vector<std::string>> needs;  // required keys of an object that may be missing
    for (const auto& key : schema["keys"]) {
        const std::string path = key["path"];
        if (key["required"] == true && key["type"] == "number")
            needs[path.substr(0, path.rfind('.'))].push_back(path + "=0.5");
    }
    for (const auto& key : schema["keys"]) {
        if (!key.contains("default")) continue;
        std::string path = key["path"];
        if (path.find("[]") != std::string::npos && !path.starts_with("bodies[]."))
            continue;  // of lists that are empty
        if (path.find("[]", 8) != std::string::npos) continue;
        std::vector<std::string> overrides = needs[path.substr(0, path.rfind('.'))];
        if (path.starts_with("bodies[]")) path = "bodies.0" + path.substr(8);
        overrides.push_back(path + "=" + key["default"].dump());
        EXPECT_NO_THROW(parse_scene(R"({"bodies": [{"model": "block"}]})", "least.json", {}, overrides)) << path;
    }
}

}  // namespace
}  // namespace octomatch::test

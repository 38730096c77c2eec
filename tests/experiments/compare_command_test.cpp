#include <set>

#include "tests/experiments/program.h"

namespace octomatch::test {
namespace {

using Json = nlohmann::json;

Json compared(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"compare", "U", "--depth", "3", "--frames", "20", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run_octomatch(arguments);
    EXPECT_TRUE(succeeds(outcome));
    return outcome.exit_code == 0 ? outcome.json() : Json();
}

std::set<std::string> names_of(const Json& json) {
    std::set<std::string> names;
    for (const Json& method : json["methods"]) names.insert(method["name"]);
    return names;
}

const Json& method(const Json& json, const std::string& name) {
    for (const Json& m : json["methods"])
        if (m["name"] == name) return m;
    throw std::runtime_error("no method " + name);
}

TEST(CompareCommand, JsonHasTheKeysOfTheContract) {
    const Json json = compared();
    for (const char* key : {"model", "finest_cell", "width", "epsilon", "frames", "methods", "node_ratio", "speedup",
                            "separation", "surface_difference", "compliance_ratio", "frequency_ratio", "growth"})
        EXPECT_TRUE(json.contains(key)) << key;
    EXPECT_EQ(json["methods"][0]["name"], "flsm");
    EXPECT_EQ(json["methods"][1]["name"], "adaptive");
    for (const Json& m : json["methods"])
        for (const char* key : {"name", "finest_cell", "nodes", "regions", "mean_summation_entries", "bytes", "bridges",
                                "ms_per_step", "stages_ms"})
            EXPECT_TRUE(m.contains(key)) << key;
    for (const Json& g : json["growth"])
        for (const char* key : {"finest_cell", "flsm_nodes", "adaptive_nodes"}) EXPECT_TRUE(g.contains(key)) << key;
}

TEST(CompareCommand, TheNumbersFitTogether) {
    const Json json = compared();
    const Json &flsm = method(json, "flsm"), &adaptive = method(json, "adaptive");
    EXPECT_EQ(flsm["finest_cell"], adaptive["finest_cell"]);
    EXPECT_GT(flsm["nodes"].get<int>(), adaptive["nodes"].get<int>());
    EXPECT_NEAR(json["node_ratio"], flsm["nodes"].get<double>() / adaptive["nodes"].get<double>(), 1e-9);
    EXPECT_NEAR(json["speedup"],
                flsm["ms_per_step"]["median"].get<double>() / adaptive["ms_per_step"]["median"].get<double>(), 1e-9);
    EXPECT_EQ(json["growth"].back()["flsm_nodes"], flsm["nodes"]);
    EXPECT_EQ(json["growth"].back()["adaptive_nodes"], adaptive["nodes"]);
    EXPECT_GT(adaptive["tip"].get<double>(), 0.001) << "the load moves the body";
    EXPECT_LT(adaptive["tip"].get<double>(), 1);
    EXPECT_LE(json["surface_difference"]["mean"], json["surface_difference"]["max"]);
}

TEST(CompareCommand, TheUniformBodyIsTheLatticeItIsComparedWith) {
    const Json json = compared({"--criterion", "uniform", "--relation", "links"});
    EXPECT_EQ(method(json, "adaptive")["nodes"], method(json, "flsm_contact")["nodes"]);
    EXPECT_NEAR(json["compliance_ratio"], 1, 1e-12);
    EXPECT_NEAR(json["frequency_ratio"], 1, 1e-12);
    EXPECT_EQ(json["surface_difference"]["max"], 0);
}

TEST(CompareCommand, AllMethodsOnDemand) {
    const std::set<std::string> few{"flsm", "adaptive", "flsm_contact"};
    EXPECT_EQ(names_of(compared()), few);
    const Json json = compared({"--all"});
    const std::set<std::string> all{"flsm", "adaptive", "flsm_contact", "octree_uniform", "brute_force"};
    EXPECT_EQ(names_of(json), all);
    EXPECT_EQ(method(json, "brute_force")["regions"], method(json, "flsm")["regions"]);
}

TEST(CompareCommand, WritesTableAndFiles) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run_octomatch({"compare", "U", "--depth", "2", "--frames", "10", "--out", (folder.path() / "c").string()});
    EXPECT_TRUE(succeeds(outcome));
    EXPECT_TRUE(mentions(outcome.out, "at equal finest cell"));
    for (const char* file : {"compare.json", "growth.svg"})
        EXPECT_TRUE(std::filesystem::exists(folder.path() / "c" / file)) << file;
}

TEST(CompareCommand, BadInputIsRefused) {
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"--frames", "3"}, {"--material", "rubber"}, {"--depth", "99"}}) {
        std::vector<std::string> arguments{"compare", "U"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        EXPECT_TRUE(is_refused(run_octomatch(arguments))) << more[0];
    }
    EXPECT_TRUE(is_refused(run_octomatch({"compare", "nothing"})));
}

}  // namespace
}  // namespace octomatch::test

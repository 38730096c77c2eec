#include <set>

#include "tests/experiments/program.h"

namespace octomatch::test {
namespace {

using Json = nlohmann::json;

Json compared_model(const std::string& model, const std::vector<std::string>& options) {
    std::vector<std::string> arguments{"compare", model, "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = run_octomatch(arguments);
    EXPECT_TRUE(succeeds(outcome));
    return outcome.exit_code == 0 ? outcome.json() : Json();
}

Json compared(const std::vector<std::string>& more = {}) {
    std::vector<std::string> options{"--depth", "3", "--frames", "20"};
    options.insert(options.end(), more.begin(), more.end());
    return compared_model("U", options);
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

TEST(CompareCommand, BruteForceMovesAsTheLatticeDoes) {
    for (const char* model : {"torus", "flower"}) {
        SCOPED_TRACE(model);
        const Json json = compared_model(model, {"--depth", "2", "--frames", "12", "--all"});
        const Json &flsm = method(json, "flsm"), &brute_force = method(json, "brute_force");
        EXPECT_EQ(brute_force["nodes"], flsm["nodes"]);
        EXPECT_GT(brute_force["mean_summation_entries"], flsm["mean_summation_entries"]);
        EXPECT_GT(flsm["tip"].get<double>(), 0.001);
        EXPECT_NEAR(brute_force["tip"], flsm["tip"], 1e-4) << "rounding alone differs";
    }
}

TEST(CompareCommand, SeparationIsTheCoarsestLatticeWithoutBridges) {
    // A ring is kept open by cells coarser than the finest; narrow gaps by none that is looked at.
    const Json ring = compared_model("torus", {"--depth", "3", "--frames", "10"});
    const Json& apart = ring["separation"];
    ASSERT_FALSE(apart.is_null());
    EXPECT_GT(apart["finest_cell"].get<double>(), ring["finest_cell"].get<double>());
    EXPECT_LT(apart["nodes"].get<int>(), method(ring, "flsm")["nodes"].get<int>());
    EXPECT_NEAR(apart["node_ratio"], apart["nodes"].get<double>() / method(ring, "adaptive")["nodes"].get<double>(),
                1e-9);
    EXPECT_GT(apart["speedup"].get<double>(), 0);
    EXPECT_EQ(method(ring, "flsm")["bridges"], 0);

    const Json comb = compared_model("comb", {"--depth", "2", "--frames", "10"});
    EXPECT_TRUE(comb["separation"].is_null());
    EXPECT_GT(method(comb, "flsm")["bridges"].get<int>(), 0);
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

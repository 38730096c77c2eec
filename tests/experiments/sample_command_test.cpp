#include <cmath>
#include <set>

#include "io/mesh_file.h"
#include "io/models.h"
#include "tests/experiments/program.h"

namespace octomatch::test {
namespace {

using Json = nlohmann::json;

/// A body that is sampled in a moment.
std::vector<std::string> quick(std::vector<std::string> more) {
    std::vector<std::string> arguments{"sample", "U", "--depth", "3", "--quick", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

Json sampled(const std::vector<std::string>& more = {}) {
    const Outcome outcome = run_octomatch(quick(more));
    EXPECT_TRUE(succeeds(outcome)) << testing::PrintToString(more);
    return outcome.exit_code == 0 ? outcome.json() : Json();
}

std::set<std::string> missing_keys(const Json& json, const std::vector<std::string>& keys) {
    std::set<std::string> missing;
    for (const std::string& key : keys)
        if (!json.contains(key)) missing.insert(key);
    return missing;
}

TEST(SampleCommand, JsonHasTheKeysOfTheContract) {
    const Json json = sampled();
    const std::set<std::string> none;
    EXPECT_EQ(
        missing_keys(json, {"model", "mesh", "settings", "octree", "nodes", "links", "components", "isolated",
                            "bridges", "mass", "volume", "regions", "flsm", "node_ratio", "memory_bytes", "seconds"}),
        none);
    EXPECT_EQ(missing_keys(json["mesh"], {"vertices", "triangles", "closed", "components", "repairs"}), none);
    EXPECT_EQ(missing_keys(json["octree"],
                           {"base_cell", "finest_cell", "depth", "base_cells", "leaves_per_level", "virtual_nodes"}),
              none);
    EXPECT_EQ(missing_keys(json["regions"], {"count", "mean_summation_entries", "mean_members", "distinct"}), none);
    EXPECT_EQ(missing_keys(json["flsm"], {"nodes", "links", "bridges", "separating_finest_cell", "separating_nodes"}),
              none);
    EXPECT_EQ(missing_keys(json["seconds"], {"level_set", "octree", "graph", "regions", "compile", "total"}), none);
}

TEST(SampleCommand, TheNumbersFitTogether) {
    const Json json = sampled({"--criterion", "features"});
    EXPECT_EQ(json["octree"]["leaves_per_level"].size(), 4u);
    int nodes = 0;
    for (const Json& of_level : json["octree"]["nodes_per_level"]) nodes += of_level.get<int>();
    EXPECT_EQ(json["nodes"], nodes);
    EXPECT_EQ(json["regions"]["count"], nodes);
    EXPECT_NEAR(json["octree"]["finest_cell"], json["octree"]["base_cell"].get<double>() / 8, 1e-12);
    EXPECT_NEAR(json["node_ratio"], json["flsm"]["nodes"].get<double>() / nodes, 1e-9);
    EXPECT_NEAR(json["mass"], 1000 * json["volume"].get<double>(), 1e-6);
    EXPECT_NEAR(json["volume"].get<double>() / json["mesh"]["volume"].get<double>(), 1, 0.02);
    EXPECT_EQ(json["components"], 1);
    EXPECT_EQ(json["isolated"], 0);
    EXPECT_EQ(json["bridges"], 0);
    EXPECT_GE(json["regions"]["mean_members"], json["regions"]["mean_summation_entries"]);
    EXPECT_LE(json["regions"]["distinct"], nodes);
    double stages = 0;
    for (const char* stage : {"level_set", "material", "octree", "graph", "regions", "compile"})
        stages += json["seconds"][stage].get<double>();
    EXPECT_LE(stages, json["seconds"]["total"]);
}

// A "plain lattice" of depth 0 is the base lattice: one node per base cell.
TEST(SampleCommand, TheUniformBodyHasTheNodesOfThePlainLattice) {
    const Json json = sampled({"--criterion", "uniform"});
    const auto leaves = json["octree"]["leaves_per_level"];
    EXPECT_EQ(leaves[3], json["flsm"]["nodes"]);
    EXPECT_EQ(leaves[0].get<int>() + leaves[1].get<int>() + leaves[2].get<int>(), 0);
}

TEST(SampleCommand, EveryFlagOfTheContractIsUnderstood) {
    const TemporaryFolder folder;
    const std::string field =
        folder.file("field.json", R"([{"sphere": {"centre": [0, 0.1, 0], "radius": 0.02}, "cell": 0.005}])");
    EXPECT_EQ(sampled({"--base-cell", "0.05"})["octree"]["base_cell"], 0.05);
    EXPECT_NEAR(sampled({"--base-cells", "40"})["octree"]["base_cells"], 40, 15);
    EXPECT_EQ(sampled({"--kappa", "0.5"})["settings"]["kappa"], 0.5);
    EXPECT_EQ(sampled({"--criterion", "curvature", "--criterion", "features"})["settings"]["criteria"],
              Json({"curvature", "features"}));
    EXPECT_LE(sampled({"--criterion", "budget:150"})["nodes"], 150);
    EXPECT_EQ(sampled({"--criterion", "budget:150"})["settings"]["criteria"], Json({"features"}));
    EXPECT_EQ(sampled({"--field", field})["settings"]["field"][0]["cell"], 0.005);
    EXPECT_EQ(sampled({"--width", "0.02"})["settings"]["width"], 0.02);
    EXPECT_EQ(sampled({"--epsilon", "0.25"})["settings"]["regions"]["epsilon"], 0.25);
    EXPECT_EQ(sampled({"--relation", "blocks"})["settings"]["regions"]["relation"], "blocks");
    const Json lattice = sampled({"--relation", "links", "--links", "touching", "--criterion", "uniform"});
    EXPECT_EQ(lattice["settings"]["regions"]["relation"], "links");
    EXPECT_EQ(lattice["settings"]["links"], "touching");
    EXPECT_EQ(lattice["nodes"], lattice["flsm"]["nodes"]);
    EXPECT_EQ(lattice["links"], lattice["flsm"]["links"]);
    EXPECT_EQ(sampled({"--symmetry", "union"})["settings"]["regions"]["symmetry"], "union");
    EXPECT_EQ(sampled({"--positions", "cell_centre"})["settings"]["positions"], "cell_centre");
    EXPECT_EQ(sampled({"--shift", "0.5,0,0.25"})["settings"]["shift"], Json({0.5, 0.0, 0.25}));
    EXPECT_EQ(sampled({"--memory-limit", "2"})["settings"]["memory_limit"], 2.0);
    EXPECT_EQ(sampled({"--set", "density=500", "--set", "regions.epsilon=0.3"})["settings"]["density"], 500.0);
}

TEST(SampleCommand, WidthInPercentIsOfTheDiagonal) {
    const Json json = sampled({"--width", "12.5%"});
    EXPECT_NEAR(json["settings"]["width"], 0.125 * json["mesh"]["diagonal"].get<double>(), 1e-12);
}

TEST(SampleCommand, WhatSettingsSayCanBeSet) {
    const Json settings = sampled()["settings"];
    std::vector<std::string> changes;
    for (const auto& [key, value] : settings.items()) {
        if (key == "regions")
            for (const auto& [inner, inner_value] : value.items())
                changes.insert(changes.end(), {"--set", "regions." + inner + "=" + inner_value.dump()});
        else if (key != "field")
            changes.insert(changes.end(), {"--set", key + "=" + value.dump()});
    }
    EXPECT_EQ(sampled(changes)["settings"], settings);
}

TEST(SampleCommand, AFieldMakesCellsFinerWhereItIsAndWarnsWhereItCanNot) {
    const TemporaryFolder folder;
    const auto with = [&](const std::string& cell) {
        const std::string field =
            folder.file("field.json", R"([{"box": [[-1, 0, -1], [1, 0.05, 1]], "cell": )" + cell + "}]");
        return run_octomatch(quick({"--set", "criteria=[]", "--base-cell", "0.032", "--field", field}));
    };
    const Outcome coarse = with("1"), fine = with("0.004"), too_fine = with("0.003");
    ASSERT_TRUE(succeeds(coarse) && succeeds(fine) && succeeds(too_fine));
    EXPECT_EQ(coarse.json()["octree"]["leaves_per_level"][3], 0);
    EXPECT_GT(fine.json()["octree"]["leaves_per_level"][3], 0);
    EXPECT_GT(fine.json()["octree"]["leaves_per_level"][0], 0);
    EXPECT_EQ(fine.json()["hash"], too_fine.json()["hash"]);
    EXPECT_EQ(fine.err, "");
    EXPECT_TRUE(mentions(too_fine.err, "warning: "));
}

TEST(SampleCommand, UnitAndScaleChangeMassAsTheyShould) {
    const Json metres = sampled(), scaled = sampled({"--scale", "2"});
    EXPECT_NEAR(scaled["mass"].get<double>() / metres["mass"].get<double>(), 8, 1e-4);
    EXPECT_EQ(scaled["nodes"], metres["nodes"]);
    const Json millimetres = sampled({"--scale", "1000", "--unit", "mm"});
    EXPECT_NEAR(millimetres["mass"].get<double>() / metres["mass"].get<double>(), 1, 1e-4);
    EXPECT_EQ(millimetres["mesh"]["metres_per_unit"], 0.001);
}

TEST(SampleCommand, AMeshFileGivesTheBodyOfItsModel) {
    const TemporaryFolder folder;
    write_mesh(folder.path() / "u.obj", find_model("U")->make());
    const Json model = sampled();
    const Outcome file = run_octomatch({"sample", folder.path() / "u.obj", "--depth", "3", "--quick", "--json"});
    ASSERT_TRUE(succeeds(file));
    EXPECT_EQ(file.json()["hash"], model["hash"]);
}

TEST(SampleCommand, EveryThreadCountGivesTheSameBody) {
    for (const std::vector<std::string>& body :
         {std::vector<std::string>{}, std::vector<std::string>{"--relation", "blocks"},
          std::vector<std::string>{"--criterion", "uniform"}, std::vector<std::string>{"--criterion", "budget:300"}}) {
        std::set<std::string> hashes;
        Json others;
        for (const char* threads : {"1", "2", "4", "8"}) {
            std::vector<std::string> arguments = body;
            arguments.insert(arguments.end(), {"--threads", threads});
            Json json = sampled(arguments);
            hashes.insert(json["hash"].get<std::string>());
            json.erase("seconds");
            if (others.is_null()) others = json;
            EXPECT_EQ(json, others) << threads << " threads";
        }
        EXPECT_EQ(hashes.size(), 1u);
        EXPECT_EQ(hashes.begin()->size(), 16u);
    }
}

TEST(SampleCommand, SeparatingLatticeIsTheCoarsestThatKeepsTheArmsApart) {
    // The gap of the U is 6 mm: cells of 4.4 mm bridge it, cells of 2.2 mm do not.
    const Outcome outcome = run_octomatch({"sample", "U", "--depth", "3", "--json"});
    ASSERT_TRUE(succeeds(outcome));
    const Json json = outcome.json();
    EXPECT_GT(json["flsm"]["bridges"], 0);
    EXPECT_NEAR(json["flsm"]["separating_finest_cell"], json["octree"]["finest_cell"].get<double>() / 2, 1e-12);
    EXPECT_GT(json["flsm"]["separating_nodes"], 4 * json["flsm"]["nodes"].get<int>());
    // A body whose finest cell that is finds the same lattice.
    const Outcome finer = run_octomatch({"sample", "U", "--depth", "4", "--quick", "--json"});
    ASSERT_TRUE(succeeds(finer));
    EXPECT_EQ(finer.json()["flsm"]["separating_finest_cell"], json["flsm"]["separating_finest_cell"]);
    EXPECT_EQ(finer.json()["flsm"]["separating_nodes"], json["flsm"]["separating_nodes"]);
}

TEST(SampleCommand, TheTextNamesWhatMatters) {
    const Outcome outcome = run_octomatch({"sample", "U", "--depth", "3", "--quick"});
    ASSERT_TRUE(succeeds(outcome));
    EXPECT_EQ(outcome.err, "");
    for (const char* part :
         {"size", "kg", "nodes", "links", "components", "regions", "memory", "time", "FLSM", "level 3"})
        EXPECT_TRUE(mentions(outcome.out, part));
}

TEST(SampleCommand, RepairsAreWarningsOnStandardError) {
    const TemporaryFolder folder;
    TriangleMesh open = find_model("block")->make();
    open.triangles.resize(open.triangles.size() - 40);
    write_mesh(folder.path() / "open.obj", open);
    const Outcome outcome = run_octomatch({"sample", folder.path() / "open.obj", "--depth", "2", "--quick", "--json"});
    ASSERT_TRUE(succeeds(outcome));
    EXPECT_TRUE(outcome.err.starts_with("warning: ")) << outcome.err;
    EXPECT_EQ(outcome.json()["mesh"]["closed"], false);
    EXPECT_FALSE(outcome.json()["mesh"]["repairs"].empty());
}

TEST(SampleCommand, RealMeshesAreOneBodyWithoutBridges) {
    const std::filesystem::path meshes = OCTOMATCH_SHARED_MESHES;
    if (!std::filesystem::exists(meshes)) GTEST_SKIP() << "the real meshes are not beside the project";
    for (const char* name : {"hand_closed.obj", "spot_low_resolution.obj"}) {
        const Outcome outcome = run_octomatch({"sample", meshes / name, "--quick", "--json"});
        ASSERT_TRUE(succeeds(outcome));
        EXPECT_EQ(outcome.json()["components"], 1) << name;
        EXPECT_EQ(outcome.json()["bridges"], 0) << name;
    }
}

}  // namespace
}  // namespace octomatch::test

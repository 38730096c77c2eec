#include <map>
#include <set>
#include <sstream>

#include "io/mesh_file.h"
#include "io/models.h"
#include "tests/experiments/program.h"

namespace octomatch::test {
namespace {

using Json = nlohmann::json;
using Row = std::map<std::string, std::string>;

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> parts;
    std::istringstream in(line);
    for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
    if (line.ends_with(',')) parts.emplace_back();
    return parts;
}

std::vector<Row> read_csv(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    const auto header = split(line);
    std::vector<Row> rows;
    while (std::getline(in, line)) {
        const auto values = split(line);
        EXPECT_EQ(values.size(), header.size()) << file << ": " << line;
        Row row;
        for (std::size_t i = 0; i < std::min(header.size(), values.size()); ++i) row[header[i]] = values[i];
        rows.push_back(row);
    }
    return rows;
}

class Export : public testing::Test {
protected:
    Json sample(const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments{"sample", "U", "--depth", "3", "--quick", "--json", "--export", folder()};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = run_octomatch(arguments);
        EXPECT_TRUE(succeeds(outcome));
        return outcome.exit_code == 0 ? outcome.json() : Json();
    }
    std::filesystem::path folder() const { return temporary_.path() / "body"; }

    TemporaryFolder temporary_;
};

TEST_F(Export, AgreesWithTheReport) {
    const Json report = sample();
    const auto nodes = read_csv(folder() / "nodes.csv"), links = read_csv(folder() / "links.csv"),
               cells = read_csv(folder() / "cells.csv"), regions = read_csv(folder() / "regions.csv");
    EXPECT_EQ(report["nodes"], nodes.size());
    EXPECT_EQ(report["links"], links.size());
    EXPECT_EQ(report["regions"]["count"], regions.size());
    int leaves = 0;
    for (const Json& of_level : report["octree"]["leaves_per_level"]) leaves += of_level.get<int>();
    EXPECT_EQ(leaves, static_cast<int>(cells.size()));

    double mass = 0, members = 0, entries = 0;
    for (const Row& node : nodes) mass += std::stod(node.at("mass"));
    for (const Row& region : regions) {
        members += std::stod(region.at("members"));
        entries += std::stod(region.at("summation_entries"));
    }
    EXPECT_NEAR(mass, report["mass"], 1e-6);
    EXPECT_NEAR(members / nodes.size(), report["regions"]["mean_members"], 1e-9);
    EXPECT_NEAR(entries / nodes.size(), report["regions"]["mean_summation_entries"], 1e-9);
    EXPECT_TRUE(mentions(text_of(folder() / "README.txt"), "nodes.csv"));
}

// Whoever reads only regions.json must find the same members; with blocks as well as with lists.
TEST_F(Export, TheSummationTreeGivesTheMembers) {
    for (const char* relation : {"intervals", "blocks"}) {
        const Json report = sample({"--relation", relation});
        const Json json = Json::parse(text_of(folder() / "regions.json"));
        const int nodes = json["nodes"];
        const std::vector<int> parent = json["parent"];
        std::vector<std::set<int>> below(parent.size()), members(nodes);
        for (int i = 0; i < nodes; ++i)
            for (int row = i; row >= 0; row = parent[row]) below[row].insert(i);
        for (int r = 0; json.contains("lists") && r < nodes; ++r)
            for (int row : json["lists"][json["list_of"][r].get<int>()])
                members[r].insert(below[row].begin(), below[row].end());
        for (const Json& block : json.value("blocks", Json::array())) {
            for (int i : below[block[0]]) members[i].insert(below[block[1]].begin(), below[block[1]].end());
            for (int i : below[block[1]]) members[i].insert(below[block[0]].begin(), below[block[0]].end());
        }
        const auto regions = read_csv(folder() / "regions.csv");
        double sum = 0;
        for (int r = 0; r < nodes; ++r) {
            EXPECT_EQ(std::to_string(members[r].size()), regions[r].at("members")) << relation << " " << r;
            EXPECT_TRUE(members[r].contains(r));
            sum += static_cast<double>(members[r].size());
        }
        EXPECT_NEAR(sum / nodes, report["regions"]["mean_members"], 1e-9) << relation;
        const std::set<std::set<int>> distinct(members.begin(), members.end());
        if (json.contains("blocks"))
            EXPECT_EQ(report["regions"]["distinct"], distinct.size());
        else
            EXPECT_GE(report["regions"]["distinct"], distinct.size());
    }
}

TEST_F(Export, CellsAreBoxesThatHoldTheirNodes) {
    sample({"--positions", "cell_centre"});
    const auto cells = read_csv(folder() / "cells.csv");
    for (const Row& node : read_csv(folder() / "nodes.csv")) {
        const Row& cell = cells.at(std::stoul(node.at("leaf")));
        EXPECT_EQ(cell.at("level"), node.at("level"));
        for (const std::string axis : {"x", "y", "z"})
            EXPECT_NEAR(std::stod(node.at(axis)), std::stod(cell.at("low_" + axis)) + std::stod(cell.at("edge")) / 2,
                        1e-6);
    }
    const TriangleMesh boxes = read_mesh(folder() / "cells.ply");
    EXPECT_EQ(boxes.triangles.size(), 12 * cells.size());
    double volume = 0;
    for (const Row& cell : cells) volume += std::pow(std::stod(cell.at("edge")), 3);
    EXPECT_NEAR(signed_volume(boxes) / volume, 1, 1e-6);
}

TEST_F(Export, ReplacesAnEarlierExportButNoOtherFiles) {
    sample();
    const auto first = text_of(folder() / "nodes.csv");
    sample({"--kappa", "0.4"});
    EXPECT_NE(text_of(folder() / "nodes.csv"), first);
    EXPECT_EQ(files_in(temporary_.path()), 1);
    std::ofstream(folder() / "thesis.tex") << "years of work";
    EXPECT_TRUE(is_refused(run_octomatch({"sample", "U", "--depth", "2", "--quick", "--export", folder()})));
    EXPECT_TRUE(std::filesystem::exists(folder() / "thesis.tex"));
}

TEST_F(Export, ATrailingSlashIsTheSameFolder) {
    EXPECT_TRUE(
        succeeds(run_octomatch({"sample", "U", "--depth", "2", "--quick", "--export", folder().string() + "/"})));
    EXPECT_TRUE(std::filesystem::exists(folder() / "nodes.csv"));
}

}  // namespace
}  // namespace octomatch::test

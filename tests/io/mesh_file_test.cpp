#include "io/mesh_file.h"

#include <csignal>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "tests/io/format_test.h"

namespace octomatch {
namespace {

using namespace test;
namespace fs = std::filesystem;

// Different in every axis, so that no two can be exchanged.
const TriangleMesh kSolid = joined(box(Vec3d(-1, 0, 2), Vec3d(0.5, 2, 2.25)), sphere(Vec3d(8, 0, 0), 1, 3));

// Through memory: GCC 12 vectorises a cast to float and back to nothing.
TriangleMesh in_floats(TriangleMesh mesh) {
    for (Vec3d& v : mesh.vertices)
        for (double& coordinate : v) {
            volatile float stored = static_cast<float>(coordinate);
            coordinate = stored;
        }
    return mesh;
}

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

class EveryFormat : public testing::TestWithParam<MeshFile> {
protected:
    TemporaryFolder folder_;
};

TEST_P(EveryFormat, GivesBackEveryTriangle) {
    const auto file = folder_.file("solid." + GetParam().extension, GetParam().bytes);
    expect_same_surface(read_mesh(file), in_floats(kSolid));
}

TEST_P(EveryFormat, IsKnownByItsExtensionInCapitalsToo) {
    std::string extension = GetParam().extension;
    std::transform(extension.begin(), extension.end(), extension.begin(), [](char c) { return std::toupper(c); });
    expect_same_surface(read_mesh(folder_.file("Solid." + extension, GetParam().bytes)), in_floats(kSolid));
}

TEST_P(EveryFormat, IsScaled) {
    const auto file = folder_.file("solid." + GetParam().extension, GetParam().bytes);
    TriangleMesh expected = in_floats(kSolid);
    for (Vec3d& v : expected.vertices) v *= 0.001;
    expect_same_surface(read_mesh(file, {.scale = 0.001}), expected);
}

INSTANTIATE_TEST_SUITE_P(Files, EveryFormat, testing::ValuesIn(files_of(in_floats(kSolid))),
                         [](const auto& instance) { return instance.param.name; });

TEST(ReadMesh, AllExtensionsAreTested) {
    std::vector<std::string> tested;
    for (const MeshFile& file : files_of(kSolid)) tested.push_back(file.extension);
    for (const std::string& extension : mesh_extensions())
        EXPECT_TRUE(std::count(tested.begin(), tested.end(), extension)) << extension;
}

TEST(ReadMesh, TheUnitDoesNotChangeTheCoordinates) {
    const TemporaryFolder folder;
    const auto file = folder.file("solid.obj", obj_file(kSolid));
    EXPECT_EQ(read_mesh(file, {.unit = "mm"}).vertices, read_mesh(file).vertices);
}

TEST(ReadMesh, RefusesScalesThatAreNotPositiveNumbers) {
    const TemporaryFolder folder;
    const auto file = folder.file("solid.obj", obj_file(kSolid));
    for (double scale : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
        EXPECT_EQ(refusal([&] { read_mesh(file, {.scale = scale}); }), "the scale must be a positive number");
    EXPECT_NE(refusal([&] { read_mesh(file, {.scale = 1e15}); }).find("farther than 1e+15"), std::string::npos);
}

TEST(ReadMesh, AnUnknownFormatGetsTheKnownOnesListed) {
    const TemporaryFolder folder;
    const auto reason = [&](const std::string& name) {
        const fs::path file = folder.file(name, obj_file(kSolid));
        const std::string message = refusal([&] { read_mesh(file); });
        return message.substr(std::min(file.string().size() + 2, message.size()));
    };
    EXPECT_EQ(reason("solid.step"), "unknown mesh format '.step' (known: obj, ply, stl, off, gltf, glb)");
    EXPECT_EQ(reason("solid"), "has no extension that tells its format (known: obj, ply, stl, off, gltf, glb)");
    EXPECT_EQ(reason("solid."), "has no extension that tells its format (known: obj, ply, stl, off, gltf, glb)");
}

TEST(MetresPer, KnowsItsUnitsAndListsThemForOthers) {
    EXPECT_EQ(metres_per("m"), 1);
    EXPECT_EQ(metres_per("dm"), 0.1);
    EXPECT_EQ(metres_per("cm"), 0.01);
    EXPECT_EQ(metres_per("mm"), 0.001);
    EXPECT_EQ(metres_per("in"), 0.0254);
    EXPECT_EQ(metres_per("ft"), 0.3048);
    EXPECT_EQ(refusal([] { metres_per("km\n"); }), "unknown unit 'km ' (known: m, dm, cm, mm, in, ft)");
    EXPECT_EQ(refusal([] { read_mesh("solid.obj", {.unit = "yd"}); }),
              "unknown unit 'yd' (known: m, dm, cm, mm, in, ft)");
}

TEST(WriteMesh, ObjAndPlyAreReadBack) {
    const TemporaryFolder folder;
    write_mesh(folder.path() / "solid.obj", kSolid);
    write_mesh(folder.path() / "solid.ply", kSolid);
    EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"solid.obj", "solid.ply"}));
    for (const char* name : {"solid.obj", "solid.ply"}) {
        const TriangleMesh again = read_mesh(folder.path() / name);
        EXPECT_EQ(again.triangles, kSolid.triangles);
        EXPECT_EQ(again.vertices, kSolid.vertices);
    }
}

TEST(WriteMesh, KeepsEveryBitOfEveryCoordinate) {
    const TemporaryFolder folder;
    std::mt19937 random(1);
    TriangleMesh mesh = random_soup(random, 2000, 1);
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
        mesh.vertices[i] *= std::pow(10, static_cast<int>(i % 29) - 14);
    for (const char* name : {"soup.obj", "soup.ply"}) {
        write_mesh(folder.path() / name, mesh);
        EXPECT_TRUE(read_mesh(folder.path() / name).vertices == mesh.vertices) << name;
    }
}

TEST(WriteMesh, ReplacesAnOlderFile) {
    const TemporaryFolder folder;
    const auto file = folder.file("solid.obj", "something older");
    write_mesh(file, unit_cube());
    expect_same_surface(read_mesh(file), unit_cube());
}

TEST(WriteMesh, RefusesOtherFormatsAndPlacesThatCanNotBeWritten) {
    const TemporaryFolder folder;
    const auto message = [&](const std::string& name) {
        return refusal([&] { write_mesh(folder.path() / name, unit_cube()); });
    };
    EXPECT_NE(message("solid.stl").find("a mesh can be written as .obj or .ply, not as '.stl'"), std::string::npos);
    EXPECT_NE(message("nowhere/solid.obj").find("folder is missing"), std::string::npos);
    fs::create_directories(folder.path() / "folder.obj/full");
    EXPECT_NE(message("folder.obj").find("can not be written"), std::string::npos);
    EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"folder.obj"}));
}

/// No file may grow beyond this while it lives: a disk that is full.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};

TEST(WriteMesh, OnAFullDiskLeavesTheOlderFileAndNothingElse) {
    const TemporaryFolder folder;
    for (const char* name : {"solid.obj", "solid.ply"}) {
        const auto file = folder.file(name, "something older");
        const std::string message = refusal([&] {
            const FullDisk full(1000);
            write_mesh(file, sphere(Vec3d::Zero(), 1, 30));
        });
        EXPECT_NE(message.find("can not be written"), std::string::npos) << message;
        EXPECT_EQ(fs::file_size(file), std::string("something older").size());
    }
    EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"solid.obj", "solid.ply"}));
}

}  // namespace
}  // namespace octomatch

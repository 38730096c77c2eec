#include "io/mesh_report.h"

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "io/mesh_file.h"
#include "octree/triangle_bvh.h"
#include "tests/io/test_meshes.h"

namespace octomatch {
namespace {

using namespace test;
using testing::UnitTest;

std::string all_repairs(const MeshReport& report) {
    std::string text;
    for (const std::string& line : report.repairs) text += line + "\n";
    return text;
}

bool mentions(const MeshReport& report, std::string_view words) {
    return all_repairs(report).find(words) != std::string::npos;
}

std::string refusal(const TriangleMesh& mesh) {
    try {
        check_mesh(mesh);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

bool same(const TriangleMesh& a, const TriangleMesh& b) {
    return a.vertices == b.vertices && a.triangles == b.triangles;
}

TEST(CheckMesh, HasNothingToSayAboutACube) {
    const CheckedMesh checked = check_mesh(unit_cube());
    EXPECT_EQ(all_repairs(checked.report), "");
    EXPECT_TRUE(checked.report.closed);
    EXPECT_EQ(checked.report.components, 1);
    EXPECT_EQ(checked.report.vertices, 8);
    EXPECT_EQ(checked.report.triangles, 12);
    EXPECT_NEAR(signed_volume(checked.mesh), 1, 1e-12);
}

TEST(CheckMesh, GivesTheSameForEveryOrderOfVerticesAndTriangles) {
    std::mt19937 random(1);
    TriangleMesh mesh = joined(sphere(Vec3d::Zero(), 1, 8), flipped(sphere(Vec3d(3, 0, 0), 1, 6)));
    mesh.triangles.push_back(mesh.triangles[5]);
    const CheckedMesh expected = check_mesh(mesh);
    for (int i = 0; i < 5; ++i) {
        const CheckedMesh checked = check_mesh(shuffled(mesh, random));
        EXPECT_TRUE(same(checked.mesh, expected.mesh));
        EXPECT_EQ(checked.report.repairs, expected.report.repairs);
    }
}

TEST(CheckMesh, MergesEqualPositions) {
    TriangleMesh soup;
    const TriangleMesh cube = unit_cube();
    for (int t = 0; t < 12; ++t)
        for (const Vec3d& corner : cube.corners(t)) {
            if (soup.vertices.size() % 3 == 0) {
                const int first = static_cast<int>(soup.vertices.size());
                soup.triangles.push_back({first, first + 1, first + 2});
            }
            soup.vertices.push_back(corner);
        }
    EXPECT_TRUE(check_mesh(soup).report.closed);
    EXPECT_EQ(check_mesh(soup).report.vertices, 8);
}

TEST(CheckMesh, RemovesDuplicates) {
    TriangleMesh mesh = unit_cube();
    mesh.triangles.push_back(mesh.triangles[3]);
    mesh.triangles.push_back(mesh.triangles[3]);
    const CheckedMesh checked = check_mesh(mesh);
    EXPECT_TRUE(mentions(checked.report, "duplicates: 2 repeated triangles removed")) << all_repairs(checked.report);
    EXPECT_TRUE(same(checked.mesh, canonical(unit_cube())));
}

TEST(CheckMesh, RemovesSheetsWithoutThickness) {
    TriangleMesh mesh = unit_cube();
    mesh.vertices.emplace_back(2, 0.5, 0.5);
    mesh.triangles.push_back({1, 3, 8});
    mesh.triangles.push_back({1, 8, 3});
    const CheckedMesh checked = check_mesh(mesh);
    EXPECT_TRUE(mentions(checked.report, "sheets without thickness: 1 pair")) << all_repairs(checked.report);
    EXPECT_TRUE(same(checked.mesh, canonical(unit_cube())));
}

TEST(CheckMesh, KeepsOneSideOfATwoSidedModel) {
    const TriangleMesh cube = unit_cube();
    TriangleMesh both = cube;
    for (const auto& t : flipped(cube).triangles) both.triangles.push_back(t);
    const CheckedMesh checked = check_mesh(both);
    EXPECT_TRUE(mentions(checked.report, "two-sided")) << all_repairs(checked.report);
    EXPECT_TRUE(same(checked.mesh, canonical(cube)));
}

TEST(CheckMesh, RemovesDegenerateTriangles) {
    TriangleMesh mesh = unit_cube();
    mesh.triangles.push_back({0, 0, 1});
    mesh.vertices.emplace_back(0.5, 0, 0);
    mesh.triangles.push_back({0, 8, 1});
    const CheckedMesh checked = check_mesh(mesh);
    EXPECT_TRUE(mentions(checked.report, "1 triangle with a repeated corner removed")) << all_repairs(checked.report);
    EXPECT_TRUE(mentions(checked.report, "1 triangle without area removed"));
    EXPECT_TRUE(same(checked.mesh, canonical(unit_cube())));
}

TEST(CheckMesh, KeepsANeedleThatClosesASeam) {
    // The edge 0-1 is halved on one side only, and a needle fills the seam.
    TriangleMesh mesh = unit_cube();
    mesh.vertices.emplace_back(0.5, 0, 0);
    auto& [a, b, c] = mesh.triangles[4];  // 0, 1, 5
    ASSERT_EQ(std::tie(a, b, c), std::make_tuple(0, 1, 5));
    mesh.triangles[4] = {0, 8, 5};
    mesh.triangles.push_back({8, 1, 5});
    mesh.triangles.push_back({0, 1, 8});
    const CheckedMesh checked = check_mesh(mesh);
    EXPECT_TRUE(checked.report.closed);
    EXPECT_TRUE(mentions(checked.report, "kept, as a seam would open")) << all_repairs(checked.report);
}

TEST(CheckMesh, TurnsAnInsideOutSurface) {
    const CheckedMesh checked = check_mesh(flipped(unit_cube()));
    EXPECT_TRUE(mentions(checked.report, "inside out: all triangles turned")) << all_repairs(checked.report);
    EXPECT_TRUE(same(checked.mesh, canonical(unit_cube())));
}

TEST(CheckMesh, TurnsTrianglesThatDisagreeWithTheirNeighbours) {
    TriangleMesh mesh = sphere(Vec3d::Zero(), 1, 10);
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 7) std::swap(mesh.triangles[t][0], mesh.triangles[t][1]);
    const CheckedMesh checked = check_mesh(mesh);
    EXPECT_TRUE(mentions(checked.report, "inconsistent orientation")) << all_repairs(checked.report);
    EXPECT_TRUE(checked.report.closed);
    EXPECT_TRUE(same(checked.mesh, canonical(sphere(Vec3d::Zero(), 1, 10))));
}

TEST(CheckMesh, TurnsOnlyTheShellThatIsInsideOut) {
    const TriangleMesh a = unit_cube(), b = box(Vec3d(3, 0, 0), Vec3d(4, 1, 1));
    const CheckedMesh checked = check_mesh(joined(a, flipped(b)));
    EXPECT_TRUE(mentions(checked.report, "inside out: 1 shell turned")) << all_repairs(checked.report);
    EXPECT_EQ(checked.report.components, 2);
    EXPECT_NEAR(signed_volume(checked.mesh), 2, 1e-12);
}

TEST(CheckMesh, TellsCavitiesFromSolidsInsideSolids) {
    const TriangleMesh outer = unit_cube(), inner = box(Vec3d::Constant(0.25), Vec3d::Constant(0.75));
    const CheckedMesh hollow = check_mesh(joined(outer, flipped(inner)));
    EXPECT_TRUE(mentions(hollow.report, "shells: 2, of which 1 cavities")) << all_repairs(hollow.report);
    EXPECT_NEAR(signed_volume(hollow.mesh), 1 - 0.125, 1e-12);
    const CheckedMesh turned = check_mesh(joined(flipped(outer), inner));
    EXPECT_TRUE(same(turned.mesh, hollow.mesh));
    EXPECT_TRUE(mentions(check_mesh(joined(outer, inner)).report, "1 inside another and counted as solid"));
}

TEST(CheckMesh, AcceptsACubeWithoutAFaceAndCountsItsBoundary) {
    TriangleMesh mesh = unit_cube();
    mesh.triangles.resize(10);
    const CheckedMesh checked = check_mesh(mesh);
    EXPECT_FALSE(checked.report.closed);
    EXPECT_TRUE(mentions(checked.report, "open boundary: 1 loop, 4 edges; inside decided by winding number"))
        << all_repairs(checked.report);
    EXPECT_TRUE(same(check_mesh(flipped(mesh)).mesh, checked.mesh)) << "an open surface inside out is turned";
}

TEST(CheckMesh, ReportsSelfIntersectionsAndNonManifoldEdges) {
    const CheckedMesh crossing = check_mesh(joined(unit_cube(), box(Vec3d::Constant(0.4), Vec3d::Constant(1.3))));
    EXPECT_TRUE(mentions(crossing.report, "self-intersections: ")) << all_repairs(crossing.report);
    // Two cubes that share one edge.
    const CheckedMesh sharing = check_mesh(joined(unit_cube(), box(Vec3d(1, 1, 0), Vec3d(2, 2, 1))));
    EXPECT_TRUE(mentions(sharing.report, "non-manifold: 1 edge of more than two")) << all_repairs(sharing.report);
    EXPECT_TRUE(sharing.report.closed);
    const CheckedMesh spheres = check_mesh(joined(sphere(Vec3d::Zero(), 1, 60), sphere(Vec3d(0.01, 0.02, 0), 1, 60)));
    EXPECT_TRUE(mentions(spheres.report, "at least 1000 pairs")) << all_repairs(spheres.report);
}

TEST(CheckMesh, RefusesWhatCanNotBeASolid) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(refusal({}), "the mesh has no triangles");
    EXPECT_EQ(refusal({{Vec3d::Zero()}, {{0, 0, 7}}}), "a triangle uses vertex 7 of 1");
    EXPECT_EQ(refusal({{Vec3d(nan, 0, 0)}, {{0, 0, 0}}}), "the mesh has coordinates that are not finite");
    EXPECT_EQ(refusal({{Vec3d::Ones(), Vec3d::Ones(), Vec3d::Ones()}, {{0, 1, 2}}}), "all points of the mesh are equal");
    EXPECT_EQ(refusal({{Vec3d::Zero(), Vec3d::UnitX(), Vec3d(2, 0, 0)}, {{0, 1, 2}}}), "the mesh is a straight line");
    const std::vector<Vec3d> corners{Vec3d::Zero(), Vec3d::UnitX(), Vec3d::UnitY()};
    EXPECT_EQ(refusal({corners, {{0, 1, 2}}}), "the mesh is a single triangle");
    EXPECT_EQ(refusal({corners, {{0, 1, 2}, {0, 1, 2}, {1, 2, 0}}}), "the mesh is flat: all points lie in one plane");
    EXPECT_EQ(refusal(bent_sheet(8, 0)), "the mesh is flat: all points lie in one plane");
    EXPECT_EQ(refusal(bent_sheet(8, 0.1)), "the mesh encloses no volume");
    EXPECT_EQ(refusal(bent_sheet(8, 1e-7)), "the mesh encloses no volume");
}

TEST(CheckMesh, RefusesTwoSheetsOnOneAnother) {
    TriangleMesh two = bent_sheet(8, 0.1);
    TriangleMesh other = flipped(two);
    for (std::size_t t = 0; t + 1 < other.triangles.size(); t += 2) {  // the other diagonals
        const int a = static_cast<int>(t / 2 / 8 * 9 + t / 2 % 8), b = a + 1, c = a + 9, d = c + 1;
        other.triangles[t] = {a, c, b};
        other.triangles[t + 1] = {b, c, d};
    }
    EXPECT_EQ(refusal(joined(two, other)), "the mesh encloses no volume");
}

TEST(Canonical, DoesNotDependOnTheOrderOfVerticesAndTriangles) {
    std::mt19937 random(2);
    for (const TriangleMesh& mesh : {unit_cube(), sphere(Vec3d::Zero(), 1, 9), random_soup(random, 50, 0.3)})
        for (int i = 0; i < 5; ++i) EXPECT_TRUE(same(canonical(shuffled(mesh, random)), canonical(mesh)));
}

TEST(Canonical, DropsUnusedVerticesAndKeepsTheSurface) {
    TriangleMesh mesh = sphere(Vec3d::Zero(), 1, 9);
    mesh.vertices.emplace_back(9, 9, 9);
    const TriangleMesh result = canonical(mesh);
    EXPECT_EQ(result.vertices.size() + 1, mesh.vertices.size());
    EXPECT_NEAR(signed_volume(result), signed_volume(mesh), 1e-12);
    EXPECT_TRUE(same(canonical(result), result));
}

class RealMesh : public testing::TestWithParam<const char*> {
protected:
    CheckedMesh check() {
        const std::filesystem::path file = std::filesystem::path(OCTOMATCH_SHARED_MESHES) / GetParam();
        return std::filesystem::exists(file) ? check_mesh(read_mesh(file)) : CheckedMesh{};
    }
};

class ClosedRealMesh : public RealMesh {};
class OpenRealMesh : public RealMesh {};

TEST_P(ClosedRealMesh, IsAccepted) {
    const CheckedMesh checked = check();
    if (checked.mesh.triangles.empty()) GTEST_SKIP() << "the folder of real meshes is not beside the project";
    RecordProperty("repairs", all_repairs(checked.report));
    EXPECT_TRUE(checked.report.closed) << all_repairs(checked.report);
    EXPECT_GT(signed_volume(checked.mesh), 0);
}
INSTANTIATE_TEST_SUITE_P(Shared, ClosedRealMesh,
                         testing::Values("hand_closed.obj", "scorpion_low_resolution.obj", "penguin.obj", "fish.obj",
                                         "spot_low_resolution.obj"));

TEST_P(OpenRealMesh, IsAcceptedWithAReport) {
    const CheckedMesh checked = check();
    if (checked.mesh.triangles.empty()) GTEST_SKIP() << "the folder of real meshes is not beside the project";
    EXPECT_FALSE(checked.report.closed);
    EXPECT_TRUE(mentions(checked.report, "open boundary: 1 loop")) << all_repairs(checked.report);
}
INSTANTIATE_TEST_SUITE_P(Shared, OpenRealMesh, testing::Values("cube_no_bottom.obj", "hand_lowres.obj"));

}  // namespace
}  // namespace octomatch

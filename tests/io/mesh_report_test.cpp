#include "io/mesh_report.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "io/mesh_file.h"
#include "octree/triangle_bvh.h"
#include "tests/io/test_meshes.h"

namespace octomatch {
namespace {

using namespace test;

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
    TriangleMesh spheres = sphere(Vec3d::Zero(), 1, 20);
    for (int i = 1; i < 6; ++i) spheres = joined(spheres, sphere(Vec3d(0.1 * i, 0.02, 0), 1, 20));
    const CheckedMesh many = check_mesh(spheres);
    EXPECT_TRUE(mentions(many.report, "self-intersections: at least 1000 pairs")) << all_repairs(many.report);
}

TEST(CheckMesh, RefusesWhatCanNotBeASolid) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(refusal({}), "the mesh has no triangles");
    EXPECT_EQ(refusal({{Vec3d::Zero()}, {{0, 0, 7}}}), "a triangle uses vertex 7 of 1");
    EXPECT_EQ(refusal({{Vec3d(nan, 0, 0)}, {{0, 0, 0}}}), "the mesh has coordinates that are not finite");
    EXPECT_EQ(refusal({{Vec3d::Ones(), Vec3d::Ones(), Vec3d::Ones()}, {{0, 1, 2}}}),
              "all points of the mesh are equal");
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

TEST(CheckMesh, LeavesWhatItCheckedAsItIs) {
    TriangleMesh mixed = sphere(Vec3d::Zero(), 1, 8), open = unit_cube();
    for (std::size_t t = 0; t < mixed.triangles.size(); t += 5) std::swap(mixed.triangles[t][0], mixed.triangles[t][1]);
    open.triangles.resize(10);
    const TriangleMesh inner = box(Vec3d::Constant(0.25), Vec3d::Constant(0.5));
    for (const TriangleMesh& mesh : {mixed, flipped(open), joined(flipped(unit_cube()), inner),
                                     joined(unit_cube(), box(Vec3d::Constant(0.4), Vec3d::Constant(1.3)))}) {
        const TriangleMesh once = check_mesh(mesh).mesh;
        EXPECT_TRUE(same(check_mesh(once).mesh, once));
    }
}

TEST(CheckMesh, IsNotConfusedByFinsOfTwoSheets) {
    // Outside the cube, fastened to its corner; each sheet of a fin has the other diagonal, so none is a duplicate.
    TriangleMesh mesh = unit_cube();
    for (int fin = 0; fin < 8; ++fin) {
        const int first = static_cast<int>(mesh.vertices.size());
        const Vec3d corner = Vec3d::Ones(), along(1, 0.1 * fin, 0), up(0, 0.1 * fin, 1);
        for (const Vec3d& p : {corner, Vec3d(corner + along), Vec3d(corner + along + up), Vec3d(corner + up)})
            mesh.vertices.push_back(p);
        for (const auto& [a, b, c] : {std::tuple(0, 1, 2), {0, 2, 3}, {0, 3, 1}, {1, 3, 2}})
            mesh.triangles.push_back({first + a, first + b, first + c});
    }
    for (const TriangleMesh& either : {mesh, flipped(mesh)}) {
        const CheckedMesh checked = check_mesh(either);
        EXPECT_EQ(checked.report.components, 1);
        EXPECT_NEAR(signed_volume(checked.mesh), 1, 1e-12);
    }
}

TEST(CheckMesh, RefusesACubeThatIsSquashedToWallsAndNeedles) {
    // Found by a fuzzer: the middle of a needle lies on the surface, where the winding number is noise.
    for (const unsigned squashed : {0x672f8cu, 0xccc389u, 0x91cb4fu}) {
        TriangleMesh mesh = unit_cube();
        for (int i = 0; i < 24; ++i)
            if (double& coordinate = mesh.vertices[i / 3][i % 3]; squashed >> i & 1 && coordinate != 0)
                coordinate = 1e-310 * (1 + i);
        ASSERT_NEAR(signed_volume(mesh), 0, 1e-300);
        EXPECT_EQ(refusal(mesh), "the mesh encloses no volume");
    }
}

TEST(CheckMesh, RefusesSizesThatCanNotBeComputedWith) {
    const auto scaled = [](double scale) {
        TriangleMesh mesh = unit_cube();
        for (Vec3d& v : mesh.vertices) v *= scale;
        return mesh;
    };
    EXPECT_EQ(refusal(scaled(1e16)), "the mesh has coordinates beyond 1e+15");
    EXPECT_EQ(refusal(scaled(1e300)), "the mesh has coordinates beyond 1e+15");
    EXPECT_EQ(refusal(scaled(1e-16)), "the mesh is smaller than 1e-15");
    EXPECT_EQ(refusal(scaled(1e-200)), "the mesh is smaller than 1e-15");
    EXPECT_EQ(refusal(scaled(1e15)), "accepted");
    EXPECT_EQ(refusal(scaled(1e-15)), "accepted");
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
    void SetUp() override {
        const std::filesystem::path file = std::filesystem::path(OCTOMATCH_SHARED_MESHES) / GetParam();
        if (!std::filesystem::exists(file)) GTEST_SKIP() << "the folder of real meshes is not beside the project";
        checked = check_mesh(read_mesh(file));
    }

    /// Compares winding_number() with the exact sum of solid angles, at points in and around the mesh. Returns the
    /// largest distance of the latter from an integer.
    double compare_winding_numbers() const {
        constexpr int kPoints = 100;
        const TriangleBvh bvh(checked.mesh);
        const Box3 box = bounding_box(checked.mesh);
        std::mt19937 random(1);
        double mean = 0, worst = 0, worst_at_4 = 0, worst_at_infinity = 0, fraction = 0;
        for (int i = 0; i < kPoints; ++i) {
            const Vec3d p = box.centre() + random_point(random, 0.55).cwiseProduct(box.extent());
            const double exact = exact_winding_number(checked.mesh, p);
            const auto error = [&](double accuracy) { return std::abs(bvh.winding_number(p, accuracy) - exact); };
            mean += error(2) / kPoints;
            worst = std::max(worst, error(2));
            worst_at_4 = std::max(worst_at_4, error(4));
            worst_at_infinity = std::max(worst_at_infinity, error(1e9));
            fraction = std::max(fraction, std::abs(exact - std::round(exact)));
        }
        EXPECT_LT(mean, 2e-3);
        EXPECT_LT(worst, 1e-2);
        EXPECT_LT(worst_at_4, worst / 8) << "the first term left out falls with the fourth power";
        EXPECT_LT(worst_at_infinity, 1e-9);
        return fraction;
    }

    CheckedMesh checked;
};

class ClosedRealMesh : public RealMesh {};
class OpenRealMesh : public RealMesh {};

TEST_P(ClosedRealMesh, IsAccepted) {
    RecordProperty("repairs", all_repairs(checked.report));
    EXPECT_TRUE(checked.report.closed) << all_repairs(checked.report);
    EXPECT_GT(signed_volume(checked.mesh), 0);
}

TEST_P(ClosedRealMesh, HasTheWindingNumbersOfTheExactSumWhichAreIntegers) {
    EXPECT_LT(compare_winding_numbers(), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Shared, ClosedRealMesh,
                         testing::Values("hand_closed.obj", "scorpion_low_resolution.obj", "penguin.obj", "fish.obj",
                                         "spot_low_resolution.obj"));

TEST_P(OpenRealMesh, IsAcceptedWithAReport) {
    EXPECT_FALSE(checked.report.closed);
    EXPECT_TRUE(mentions(checked.report, "open boundary: 1 loop")) << all_repairs(checked.report);
}

TEST_P(OpenRealMesh, HasTheWindingNumbersOfTheExactSumWhichAreNoIntegers) {
    EXPECT_GT(compare_winding_numbers(), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Shared, OpenRealMesh, testing::Values("cube_no_bottom.obj", "hand_lowres.obj"));

}  // namespace
}  // namespace octomatch

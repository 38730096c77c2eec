#include "viewer/creases.h"

#include <gtest/gtest.h>

#include "tests/io/test_meshes.h"

namespace octomatch {
namespace {

CreasedSurface creased(const TriangleMesh& mesh) {
    std::vector<Vec3> vertices;
    for (const Vec3d& v : mesh.vertices) vertices.push_back(v.cast<float>());
    return crease(vertices, mesh.triangles);
}

TEST(Creases, ACubeHasThreeVerticesAtEveryCorner) {
    const CreasedSurface surface = creased(test::unit_cube());
    EXPECT_EQ(surface.vertex_of.size(), 24u);
    for (int corner = 0; corner < 8; ++corner)
        EXPECT_EQ(std::count(surface.vertex_of.begin(), surface.vertex_of.end(), corner), 3);
}

TEST(Creases, ASphereKeepsItsVertices) {
    const TriangleMesh ball = test::sphere({0, 0, 0}, 1, 16);
    EXPECT_EQ(creased(ball).vertex_of.size(), ball.vertices.size());
}

TEST(Creases, TheSurfaceStaysAsItIs) {
    for (const TriangleMesh& mesh :
         {test::unit_cube(), test::sphere({1, 2, 3}, 2, 9), test::joined(test::unit_cube(), test::bent_sheet(4, 1))}) {
        const CreasedSurface surface = creased(mesh);
        ASSERT_EQ(surface.triangles.size(), mesh.triangles.size());
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
            for (int k = 0; k < 3; ++k) EXPECT_EQ(surface.vertex_of[surface.triangles[t][k]], mesh.triangles[t][k]);
    }
}

TEST(Creases, TrianglesOfOneDrawnVertexAreNotAcrossASharpEdge) {
    const TriangleMesh cube = test::unit_cube();
    const CreasedSurface surface = creased(cube);
    const auto normal = [&](std::size_t t) {
        const auto [a, b, c] = cube.corners(static_cast<int>(t));
        return Vec3d((b - a).cross(c - a).normalized());
    };
    for (std::size_t t = 0; t < cube.triangles.size(); ++t)
        for (std::size_t s = 0; s < cube.triangles.size(); ++s)
            for (int i : surface.triangles[t])
                for (int j : surface.triangles[s]) EXPECT_TRUE(i != j || normal(s) == normal(t));
}

}  // namespace
}  // namespace octomatch

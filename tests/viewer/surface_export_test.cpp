#include "viewer/surface_export.h"

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <assimp/Importer.hpp>
#include <fstream>

#include "tests/io/temporary_folder.h"
#include "tests/viewer/small_world.h"

namespace octomatch {
namespace {

TEST(SurfaceExport, AnotherProgramsReaderFindsTheCutBodiesAsTheyStand) {
    Simulation simulation = test::held_pillar();
    simulation.advance(std::vector<Request>{MoveBlade{{0}, {}, {{-1, 1.2, -1}, {-1, 1.2, 1}}},
                                            MoveBlade{{0}, {}, {{1, 1.2, -1}, {1, 1.2, 1}}}, EndCut{{0}}});
    const WorldFrame frame = frame_of(simulation);
    ASSERT_EQ(frame.bodies.size(), 2u);
    const test::TemporaryFolder folder;
    for (const char* format : {"obj", "ply"}) {
        const auto files = write_surfaces(frame, folder.path(), "cut", format);
        ASSERT_EQ(files.size(), 2u);
        for (std::size_t b = 0; b < files.size(); ++b) {
            Assimp::Importer importer;
            const aiScene* scene = importer.ReadFile(files[b].string(), aiProcess_JoinIdenticalVertices);
            ASSERT_TRUE(scene && scene->mNumMeshes == 1) << files[b] << " " << importer.GetErrorString();
            const aiMesh& mesh = *scene->mMeshes[0];
            EXPECT_EQ(mesh.mNumFaces, frame.bodies[b].skin_rest().triangles.size());
            Box3 read, here;
            for (unsigned v = 0; v < mesh.mNumVertices; ++v)
                read.include(Vec3d(mesh.mVertices[v].x, mesh.mVertices[v].y, mesh.mVertices[v].z));
            for (const Vec3& p : frame.bodies[b].skin.positions) here.include(frame.bodies[b].place(p));
            EXPECT_LT((read.low - here.low).norm() + (read.high - here.high).norm(), 1e-5) << files[b];
        }
    }
}

TEST(SurfaceExport, NamesAreNumberedAndNothingIsWrittenOver) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(free_name(folder.path(), ".png").filename(), "octomatch_0001.png");
    std::ofstream(folder.path() / "octomatch_0001.png") << "x";
    EXPECT_EQ(free_name(folder.path(), ".png").filename(), "octomatch_0002.png");
    EXPECT_EQ(free_name(folder.path(), ".mp4").filename(), "octomatch_0001.mp4");
}

}  // namespace
}  // namespace octomatch

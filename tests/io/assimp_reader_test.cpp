// STL and glTF.
#include <gtest/gtest.h>

#include "tests/io/format_test.h"

namespace octomatch {
namespace {

using namespace test;

const TriangleMesh kBox = small_box();

std::string reason(const std::string& extension, std::string_view bytes) {
    return reason_to_refuse(extension, bytes);
}

TEST(Stl, SolidsMayHaveAnyNameOrNone) {
    const std::string text = text_stl_file(kBox);
    for (const char* name : {"", " ", " vertex 1 2 3", " endsolid facet", " endfacet"}) {
        const auto renamed = [&](std::string all, const std::string& word) {
            return replaced(all, "\n" + word + " of a facet\n", "\n" + word + name + "\n");
        };
        expect_same_surface(read_bytes_as("stl", renamed("\n" + text, "solid").substr(1)), kBox);
        expect_same_surface(read_bytes_as("stl", renamed(text, "endsolid")), kBox);
    }
}

TEST(Stl, SeveralSolidsAreOneMesh) {
    const TriangleMesh other = box(Vec3d(4, 4, 4), Vec3d(5, 6, 7));
    expect_same_surface(read_bytes_as("stl", text_stl_file(kBox) + text_stl_file(other)), joined(kBox, other));
}

TEST(Stl, ABinaryFileMayBeginWithTheWordSolid) {
    expect_same_surface(read_bytes_as("stl", binary_stl_file(kBox, "solid but binary")), kBox);
    expect_same_surface(read_bytes_as("stl", binary_stl_file(kBox, "COLOR=rgba, MATERIAL=")), kBox);
}

TEST(Stl, AnIncompleteFileIsRefused) {
    const std::string binary = binary_stl_file(kBox), text = text_stl_file(kBox);
    EXPECT_EQ(reason("stl", binary.substr(0, binary.size() - 1)),
              "is neither text STL nor binary STL, which would have 12 triangles in 684 bytes, not 683");
    EXPECT_EQ(reason("stl", text.substr(0, text.rfind("endsolid"))), "facet 12 has '' where 'endsolid' is due");
    EXPECT_EQ(reason("stl", replaced(text, "   vertex -1 0 2\n", "")), "facet 1 has 'endloop' where 'vertex' is due");
    EXPECT_EQ(reason("stl", replaced(text, "vertex -1 0 2\n", "vertex -1 0\n")),
              "facet 1 has 'vertex' where a number is due");
    EXPECT_EQ(reason("stl", replaced(text, "facet normal", "facet n\xffrmal")),
              "facet 1 has 'n?rmal' where 'normal' is due");
    EXPECT_EQ(reason("stl", text + "and more"), "facet 12 has 'and' where 'solid' is due");
}

/// The box in a GLB, with one thing changed in its document.
std::string glb_with(std::string_view from, std::string_view to) {
    return glb_file(replaced(gltf_json(kBox, ""), from, to), gltf_buffer(kBox));
}

TriangleMesh transformed(TriangleMesh mesh, const Eigen::Affine3d& transform) {
    for (Vec3d& v : mesh.vertices) v = transform * v;
    return transform.linear().determinant() < 0 ? flipped(mesh) : mesh;
}

TEST(Gltf, PartsArePlacedByTheirNodes) {
    const Eigen::Affine3d move(Eigen::Translation3d(1, 2, 3)), mirror(Eigen::Scaling(-1.0, 1.0, 2.0));
    expect_same_surface(read_bytes_as("glb", glb_with(R"({"mesh":0})", R"({"mesh":0,"translation":[1,2,3]})")),
                        transformed(kBox, move));
    expect_same_surface(read_bytes_as("glb", glb_with(R"({"mesh":0})", R"({"mesh":0,"scale":[-1,1,2]})")),
                        transformed(kBox, mirror));
    expect_same_surface(read_bytes_as("glb", glb_with(R"("nodes":[{"mesh":0}])",
                                                      R"("nodes":[{"children":[1,2],"translation":[1,2,3]},{"mesh":0},)"
                                                      R"({"mesh":0,"matrix":[-1,0,0,0,0,1,0,0,0,0,2,0,0,0,0,1]}])")),
                        joined(transformed(kBox, move), transformed(kBox, move * mirror)));
}

TEST(Gltf, WithoutScenesAllRootsAreShown) {
    expect_same_surface(read_bytes_as("glb", glb_with(R"("scene":0,"scenes":[{"nodes":[0]}],)", "")), kBox);
}

TEST(Gltf, BuffersMayBeFilesBesideIt) {
    const TemporaryFolder folder;
    folder.file("all the data.bin", gltf_buffer(kBox));
    expect_same_surface(read_mesh(folder.file("a.gltf", gltf_json(kBox, "all%20the%20data.bin"))), kBox);
    expect_same_surface(read_mesh(folder.file("b.gltf", gltf_json(kBox, "all the data.bin"))), kBox);
    EXPECT_NE(refusal([&] {
                  read_mesh(folder.file("c.gltf", gltf_json(kBox, "other.bin")));
              }).find("there is no file 'other.bin' for a buffer"),
              std::string::npos);
}

TEST(Gltf, IndicesMayBeBytesOrShorts) {
    for (std::size_t size : {1, 2}) {
        std::string bytes = gltf_buffer(kBox).substr(0, 12 * 8);
        for (const auto& t : kBox.triangles)
            for (int v : t) bytes += raw(v).substr(0, size);
        std::string json = replaced(gltf_json(kBox, ""), "5125", size == 1 ? "5121" : "5123");
        json = replaced(json, R"("byteLength":144)", R"("byteLength":)" + std::to_string(36 * size));
        json = replaced(json, R"("byteLength":240)", R"("byteLength":)" + std::to_string(bytes.size()));
        expect_same_surface(read_bytes_as("glb", glb_file(json, bytes)), kBox);
    }
}

TEST(Gltf, PositionsMayBeInterleavedWithOtherThings) {
    std::string bytes;
    for (const Vec3d& v : kBox.vertices) {
        bytes += raw(7.0f);  // something else
        for (double coordinate : v) bytes += raw(static_cast<float>(coordinate));
    }
    bytes += gltf_buffer(kBox).substr(12 * 8);
    std::string json = replaced(gltf_json(kBox, ""), R"("byteOffset":0,"byteLength":96)",
                                R"("byteOffset":0,"byteLength":128,"byteStride":16)");
    json = replaced(json, R"("bufferView":0,)", R"("bufferView":0,"byteOffset":4,)");
    json = replaced(json, R"("byteOffset":96)", R"("byteOffset":128)");
    json = replaced(json, R"("byteLength":240)", R"("byteLength":272)");
    expect_same_surface(read_bytes_as("glb", glb_file(json, bytes)), kBox);
}

TEST(Gltf, StripsFansAndTrianglesWithoutIndicesAreRead) {
    TriangleMesh corners;  // of triangles that share nothing
    for (int t = 0; t < 12; ++t)
        for (const Vec3d& corner : kBox.corners(t)) corners.vertices.push_back(corner);
    for (int t = 0; t < 12; ++t) corners.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    expect_same_surface(
        read_bytes_as("glb", glb_file(replaced(gltf_json(corners, ""), R"(,"indices":1)", ""), gltf_buffer(corners))),
        kBox);

    // Four corners: 0 1 2 3.
    TriangleMesh square{{Vec3d(0, 0, 0), Vec3d(1, 0, 0), Vec3d(0, 1, 0), Vec3d(1, 1, 0)}, {{0, 1, 2}}};
    const std::string json = replaced(gltf_json(square, ""), R"(,"indices":1)", "");
    const TriangleMesh strip =
        read_bytes_as("glb", glb_file(replaced(json, "\"mode\":4", "\"mode\":5"), gltf_buffer(square)));
    expect_same_surface(strip, {square.vertices, {{0, 1, 2}, {2, 1, 3}}});
    const TriangleMesh fan =
        read_bytes_as("glb", glb_file(replaced(json, "\"mode\":4", "\"mode\":6"), gltf_buffer(square)));
    expect_same_surface(fan, {square.vertices, {{0, 1, 2}, {0, 2, 3}}});
}

TEST(Gltf, WhatIsNotGeometryIsSkipped) {
    expect_same_surface(
        read_bytes_as("glb",
                      glb_with(R"("scene":0)", R"("materials":[{"pbrMetallicRoughness":7}],"images":[{"uri":"x"}],)"
                                               R"("animations":"none","extensionsUsed":["A"],"scene":0)")),
        kBox);
    expect_same_surface(
        read_bytes_as("glb", glb_with(R"("primitives":[)", R"("primitives":[{"attributes":{"POSITION":0},"mode":1},)")),
        kBox);
}

TEST(Gltf, ReferencesToNothingAreRefused) {
    EXPECT_EQ(reason("glb", glb_with(R"("mesh":0)", R"("mesh":1)")), "glTF: there is no mesh 1");
    EXPECT_EQ(reason("glb", glb_with(R"("nodes":[0])", R"("nodes":[4])")), "glTF: there is no node 4");
    EXPECT_EQ(reason("glb", glb_with(R"("scene":0)", R"("scene":2)")), "glTF: there is no scene 2");
    EXPECT_EQ(reason("glb", glb_with(R"("POSITION":0)", R"("POSITION":9)")), "glTF: there is no accessor 9");
    EXPECT_EQ(reason("glb", glb_with(R"("bufferView":1)", R"("bufferView":2)")), "glTF: there is no buffer view 2");
    EXPECT_EQ(reason("glb", glb_with(R"("buffer":0)", R"("buffer":1)")), "glTF: there is no buffer 1");
    EXPECT_EQ(reason("glb", glb_with(R"({"mesh":0})", R"({"children":[0]})")), "glTF: a node has two parents");
    EXPECT_EQ(reason("glb", glb_with(R"("count":36)", R"("count":35)")), "glTF: 35 corners do not make triangles");
    EXPECT_EQ(reason("glb", glb_with(R"("count":36)", R"("count":37)")), "glTF: accessor 1 reaches beyond its buffer");
    EXPECT_EQ(reason("glb", glb_with(R"("count":8)", R"("count":7)")), "glTF: a face uses vertex 7 of 7");
    EXPECT_EQ(reason("glb", glb_with(R"("mode":4)", R"("mode":7)")), "glTF: unknown primitive mode 7");
    EXPECT_EQ(reason("glb", glb_with(R"("version":"2.0")", R"("version":2)")), "glTF: 'version' is not a text");
    EXPECT_EQ(reason("glb", glb_with(R"("version":"2.0")", R"("version":"1.0")")), "glTF: version 2 is read, no other");
}

TEST(Gltf, ASmallFileCanNotAskForALotOfMemory) {
    // Many nodes place a mesh, many primitives use an accessor, many buffers are the binary chunk.
    const TriangleMesh ball = sphere(Vec3d::Zero(), 1, 60);
    const auto repeated = [](int times, const std::string& text) {
        std::string all = text;
        for (int i = 1; i < times; ++i) all += "," + text;
        return all;
    };
    const auto with = [&](std::string_view from, const std::string& to) {
        return glb_file(replaced(gltf_json(ball, ""), from, to), gltf_buffer(ball));
    };
    std::string roots = "0";
    for (int i = 1; i < 1000; ++i) roots.append(",").append(std::to_string(i));
    const std::string nodes = with(R"("nodes":[0]}],"nodes":[{"mesh":0}])",
                                   R"("nodes":[)" + roots + R"(]}],"nodes":[)" + repeated(1000, R"({"mesh":0})") + "]");
    EXPECT_EQ(reason("glb", nodes), "glTF: places more than 30000000 coordinates and indices");
    const std::string part = R"({"attributes":{"POSITION":0},"indices":1,"mode":4})";
    EXPECT_EQ(reason("glb", with(part, repeated(1000, part))),
              "glTF: places more than 30000000 coordinates and indices");
    const std::string buffer = R"({"byteLength":)" + std::to_string(gltf_buffer(ball).size()) + "}";
    expect_same_surface(read_bytes_as("glb", with(buffer, repeated(20000, buffer))),
                        read_bytes_as("glb", glb_file(ball)));
}

}  // namespace
}  // namespace octomatch

#include <gtest/gtest.h>

#include "tests/io/format_test.h"

namespace octomatch {
namespace {

using namespace test;

const TriangleMesh kBox = small_box();
const std::string kText = text_ply_file(kBox);
constexpr const char* kFirstFace = "3 0 4 6\n";

TriangleMesh read(std::string_view bytes) {
    return read_bytes_as("ply", bytes);
}
std::string reason(std::string_view bytes) {
    return reason_to_refuse("ply", bytes);
}

/// The header with other lines, the same data.
std::string with_header(std::string_view from, std::string_view to) {
    return replaced(kText, from, to);
}

TEST(Ply, CommentsMayBeAnywhereInTheHeader) {
    for (const char* line : {"ply\n", "property float x\n", "property float z\n", "element face", "end_header"}) {
        const std::string text = line[std::string_view(line).size() - 1] == '\n'
                                     ? std::string(line) + "comment here\nobj_info there\n"
                                     : "comment here\nobj_info there\n" + std::string(line);
        expect_same_surface(read(with_header(line, text)), kBox);
    }
}

TEST(Ply, ElementsThatAreNotGeometryAreSkipped) {
    expect_same_surface(
        read(replaced(with_header("element face", "element foo 2\nproperty list uchar int a\nelement face"), kFirstFace,
                      "2 7 8\n0\n" + std::string(kFirstFace))),
        kBox);
    expect_same_surface(
        read(replaced(with_header("element vertex", "element material 1\nproperty int a\nelement vertex"),
                      "end_header\n", "end_header\n5\n")),
        kBox);
    expect_same_surface(read(with_header("end_header", "element edge 1\nproperty int vertex1\nend_header") + "0\n"),
                        kBox);
    expect_same_surface(read(with_header("element face", "element none 4000000000\nelement face")), kBox);
}

TEST(Ply, PropertiesMayBeInAnyOrderAndOfAnyType) {
    std::string bytes =
        "ply\nformat binary_little_endian 1.0\nelement vertex 8\nproperty uchar red\nproperty double z\n"
        "property float x\nproperty list char short neighbours\nproperty int16 y\nelement face 12\n"
        "property uint8 flags\nproperty list ushort uint32 vertex_index\nproperty double area\nend_header\n";
    for (const Vec3d& v : kBox.vertices)
        bytes += '\r' + raw(v.z()) + raw(static_cast<float>(v.x())) + '\1' + raw(std::int16_t{-7}) +
                 raw(static_cast<std::int16_t>(v.y()));
    for (const auto& t : kBox.triangles) {
        bytes += '\n' + raw(std::uint16_t{3});
        for (int v : t) bytes += raw(static_cast<std::uint32_t>(v));
        bytes += raw(0.5);
    }
    expect_same_surface(read(bytes), kBox);
}

TEST(Ply, FacesMayComeBeforeVertices) {
    const std::size_t data = kText.find("end_header\n") + 11, faces = kText.find(kFirstFace);
    const std::size_t vertex = kText.find("element vertex"), face = kText.find("element face");
    expect_same_surface(
        read(kText.substr(0, vertex) + kText.substr(face, data - 11 - face) + kText.substr(vertex, face - vertex) +
             "end_header\n" + kText.substr(faces) + kText.substr(data, faces - data)),
        kBox);
}

TEST(Ply, EveryLineEndAndBlankLinesAreRead) {
    for (const char* end : {"\r\n", "\r", "\n\n", "\n  \t\n"}) {
        std::string text = kText;
        for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += std::string_view(end).size())
            text.replace(at, 1, end);
        expect_same_surface(read(text), kBox);
    }
    const std::string binary = binary_ply_file(kBox);
    const std::size_t data = binary.find("end_header\n") + 11;
    std::string header = binary.substr(0, data);
    for (std::size_t at = 0; (at = header.find('\n', at)) != header.npos; at += 2) header.replace(at, 1, "\r\n");
    expect_same_surface(read(header + binary.substr(data)), kBox);
}

TEST(Ply, PolygonsAreCut) {
    const TriangleMesh mesh = read(replaced(with_header("face 12", "face 11"), "3 0 4 6\n3 0 6 2\n", "4 0 4 6 2\n"));
    EXPECT_EQ(mesh.triangles.size(), 12u);
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_EQ(signed_volume(mesh), signed_volume(kBox));
}

TEST(Ply, StripsAlternateAndEndAtMinusOne) {
    // Two strips around a tetrahedron.
    const TriangleMesh tetrahedron = read(
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
        "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
        "0 0 0\n1 0 0\n0 1 0\n0 0 1\n9 0 2 1 3 -1 3 0 1 -1\n");
    EXPECT_EQ(tetrahedron.triangles, (std::vector<std::array<int, 3>>{{0, 2, 1}, {1, 2, 3}, {3, 0, 1}}));
}

TEST(Ply, DoublesAreReadToTheLastBit) {
    TriangleMesh mesh = kBox;
    for (Vec3d& v : mesh.vertices) v *= 1.0 / 3;
    std::string text = text_ply_file(mesh);
    expect_same_surface(read(text), mesh);
}

TEST(Ply, ErrorsNameTheElement) {
    EXPECT_EQ(reason(replaced(kText, "\n0.5 0 2\n", "\n0.5 zero 2\n")), "'vertex' 2 of 8 is not complete");
    EXPECT_EQ(reason(replaced(kText, "\n0.5 0 2\n", "\n0.5 0\n")), "'vertex' 2 of 8 is not complete");
    EXPECT_EQ(reason(replaced(kText, "\n0.5 0 2\n", "\n0.5 0 2 7\n")),
              "'vertex' 2 of 8 has too many numbers in its line");
    EXPECT_EQ(reason(replaced(kText, kFirstFace, "3 0 4 6.5\n")),
              "'face' 1 of 12 has 6.5 where an index or a length is due");
    EXPECT_EQ(reason(replaced(kText, kFirstFace, "-1 0 4 6\n")), "'face' 1 of 12 has a list of negative length");
    EXPECT_EQ(reason(replaced(kText, kFirstFace, "3 0 4 8\n")), "face 1 uses vertex 8, counted from 0, of 8");
    EXPECT_EQ(reason(with_header("element vertex 8", "element vertex 4000000000")),
              "'vertex' 9 of 4000000000 has too many numbers in its line");
    const std::string binary = binary_ply_file(kBox);
    const std::size_t data = binary.find("end_header\n") + 11, vertex = 12, face = 13;
    EXPECT_EQ(reason(binary.substr(0, data + 5 * vertex - 1)), "'vertex' 5 of 8 is not complete");
    EXPECT_EQ(reason(binary.substr(0, data + 8 * vertex + 11 * face)), "'face' 12 of 12 is not complete");
}

TEST(Ply, HeadersWithoutSenseAreRefused) {
    EXPECT_EQ(reason(with_header("ascii", "asci")), "PLY header: unknown format 'asci'");
    EXPECT_EQ(reason(with_header("format ascii 1.0\n", "")), "PLY header: no format");
    EXPECT_EQ(reason(with_header("float x", "real x")), "PLY header: unknown type 'real'");
    EXPECT_EQ(reason(with_header("float x", "float a")), "PLY header: no vertices with x, y and z");
    EXPECT_EQ(reason(with_header("element vertex 8", "element vertex many")), "PLY header: 'vertex' has no count");
    EXPECT_EQ(reason(with_header("element vertex 8\n", "")), "PLY header: a property before the first element");
    EXPECT_EQ(reason(with_header("vertex_indices", "corners")), "has no faces");
    EXPECT_EQ(reason(with_header("comment", "remark")), "PLY header: unknown word 'remark'");
    EXPECT_EQ(reason(with_header("end_header", "")), "PLY header: unknown word '-1'");
}

}  // namespace
}  // namespace octomatch

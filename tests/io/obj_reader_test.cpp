#include <gtest/gtest.h>

#include "tests/io/format_test.h"

namespace octomatch {
namespace {

using namespace test;

const TriangleMesh kBox = small_box();
const std::string kText = obj_file(kBox);

TriangleMesh read(std::string_view text) {
    return read_bytes_as("obj", text);
}
std::string reason(std::string_view text) {
    return reason_to_refuse("obj", text);
}

std::string with_line_ends(std::string_view text, std::string_view end) {
    std::string result;
    for (char c : text) c == '\n' ? void(result += end) : result.push_back(c);
    return result;
}

constexpr std::string_view kCorners =  // of the unit square at the heights 0 and 1
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n";

TEST(Obj, QuadrilateralsMakeAClosedCube) {
    const TriangleMesh cube =
        read(std::string(kCorners) + "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    EXPECT_EQ(cube.triangles.size(), 12u);
    EXPECT_TRUE(is_closed(cube));
    EXPECT_NEAR(signed_volume(cube), 1, 1e-15);
}

TEST(Obj, ConcavePolygonsKeepTheVolume) {
    // A prism over an arrowhead: four corners, the third of which points inward; area 1.5 - 0.75.
    const TriangleMesh prism = read(
        "v 0 0 0\nv 3 0.5 0\nv 1.5 0.5 0\nv 0 1 0\nv 0 0 2\nv 3 0.5 2\nv 1.5 0.5 2\nv 0 1 2\n"
        "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    EXPECT_TRUE(is_closed(prism));
    EXPECT_TRUE(is_closed(canonical(prism)));
    // Shoelace: (0,0) (3,0.5) (1.5,0.5) (0,1) encloses 0.5 * (0 + 0.75 + 1.5 + 0) = 1.125.
    EXPECT_NEAR(signed_volume(prism), 2 * 1.125, 1e-14);
}

TEST(Obj, NegativeIndicesCountBackFromTheLastVertexSoFar) {
    std::string text;
    for (int t = 0; t < 12; ++t) {
        for (const Vec3d& corner : kBox.corners(t)) text += "v " + text_of(corner) + "\n";
        text += "f -3 -2 -1\n";
    }
    expect_same_surface(read(text), kBox);
}

TEST(Obj, FacesMayComeBeforeTheirVertices) {
    const std::size_t faces = kText.find("f ");
    expect_same_surface(read(kText.substr(faces) + kText.substr(0, faces)), kBox);
}

TEST(Obj, EveryLineEndIsRead) {
    for (const char* end : {"\n", "\r\n", "\r"}) expect_same_surface(read(with_line_ends(kText, end)), kBox);
    expect_same_surface(read(kText.substr(0, kText.size() - 1)), kBox);
}

TEST(Obj, TexturesAndNormalsOfCornersAreSkipped) {
    const auto with_corners = [](const char* behind) {
        std::string text = "vt 0 0\nvn 0 0 1\n";
        for (const Vec3d& v : kBox.vertices) text += "v " + text_of(v) + "\n";
        for (const auto& t : kBox.triangles) {
            text += "f";
            for (int v : t) text.append(" ").append(std::to_string(v + 1)).append(behind);
            text += "\n";
        }
        return text;
    };
    for (const char* behind : {"/1/1", "//1", "/1", "/", "//", "/-1/-1"})
        expect_same_surface(read(with_corners(behind)), kBox);
}

TEST(Obj, WhatIsNotGeometryIsSkipped) {
    std::string text =
        "# comment\n\n   \nmtllib missing.mtl\no name with blanks\ng a b\ng\ns off\nusemtl wood\nvp 1 2\n" + kText +
        "l 1 2 3\np 1\nunknown thing\ncurv 0 1 1 2 3\n";
    expect_same_surface(read(text), kBox);
}

TEST(Obj, WeightsAndColoursOfVerticesAreSkipped) {
    expect_same_surface(read(with_line_ends(kText, " \n")), kBox);
    expect_same_surface(read(replaced(kText, "v -1 0 2\n", "v -1 0 2 1.0\n")), kBox);
    expect_same_surface(read(replaced(kText, "v -1 0 2\n", "v -1 0 2 0.1 0.2 0.3\n")), kBox);
}

TEST(Obj, NumbersMayBeWrittenInEveryUsualWay) {
    expect_same_surface(read(replaced(kText, "v -1 0 2\n", "\t v\t-1.0e0  +0.  +.2E+1 \n")), kBox);
}

TEST(Obj, AByteOrderMarkIsSkipped) {
    expect_same_surface(read("\xEF\xBB\xBF" + kText.substr(kText.find("v "))), kBox);
}

TEST(Obj, EqualVerticesAreKeptApart) {
    EXPECT_EQ(read("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 0\nf 1 2 3\nf 4 3 2\n").vertices.size(), 4u);
}

TEST(Obj, ErrorsNameTheLine) {
    EXPECT_EQ(reason("v 0 0 0\nv 0 0 x\n"), "line 2: a vertex needs three finite numbers");
    EXPECT_EQ(reason("v 0 0 0\r\nv 0 0\r\n"), "line 2: a vertex needs three finite numbers");
    EXPECT_EQ(reason("v 0 0 nan\n"), "line 1: a vertex needs three finite numbers");
    EXPECT_EQ(reason("\n\nf 1 2\n"), "line 3: a face of 2 corners");
    EXPECT_EQ(reason("v 0 0 0\nf 1 1 0\n"), "line 2: a face uses vertex '0'");
    EXPECT_EQ(reason("v 0 0 0\nf 1 1 1e3\n"), "line 2: a face uses vertex '1e3'");
    EXPECT_EQ(reason("v 0 0 0\nf 1 1 4294967297\n"), "line 2: a face uses vertex '4294967297'");
    EXPECT_EQ(reason("v 0 0 0\nf 1 1 2\n"), "face 1 uses vertex 1, counted from 0, of 1");
    EXPECT_EQ(reason("v 0 0 0\nf 1 1 -2\n"), "face 1 uses vertex -1, counted from 0, of 1");
}

TEST(Obj, WhiteSpaceThatOnlySomeReadersKnowIsRefused) {
    EXPECT_EQ(reason(replaced(kText, "v -1 0 2", "v\f-1 0 2")), "not plain text, so not OBJ");
    EXPECT_EQ(reason(replaced(kText, "f 1 5 7", "f 1\v5\v7")), "not plain text, so not OBJ");
    EXPECT_EQ(reason(replaced(kText, "f 1 5 7", "\ff 1 5 7")), "not plain text, so not OBJ");
}

}  // namespace
}  // namespace octomatch

#include <gtest/gtest.h>

#include "tests/io/format_test.h"

namespace octomatch {
namespace {

using namespace test;

const TriangleMesh kBox = small_box();
const std::string kText = off_file(kBox);

TriangleMesh read(std::string_view text) {
    return read_bytes_as("off", text);
}
std::string reason(std::string_view text) {
    return reason_to_refuse("off", text);
}

TEST(Off, CommentsAndBlankLinesMayBeAnywhere) {
    expect_same_surface(read("# first\n\n" + kText), kBox);
    expect_same_surface(read(replaced(kText, "OFF\n", "OFF # keyword\n # 1 2 3\n\n")), kBox);
    expect_same_surface(read(replaced(kText, "\n0.5 0 2\n", "\n# 9 9 9\n  \n 0.5 0 2 # second\n\n")), kBox);
    expect_same_surface(read(replaced(kText, "3 0 4 6\n", "# 3 9 9 9\n3 0 4 6 # first\n")), kBox);
}

TEST(Off, CountsMayFollowTheKeywordAndEdgesMayBeLeftOut) {
    expect_same_surface(read(replaced(kText, "OFF\n", "OFF ")), kBox);
    expect_same_surface(read(replaced(kText, "8 12 0\n", "8 12\n")), kBox);
}

TEST(Off, NormalsAndColoursAreSkipped) {
    for (const char* keyword : {"COFF", "NOFF", "CNOFF"}) {
        std::string text = replaced(kText, "OFF", keyword);
        expect_same_surface(read(replaced(text, "\n0.5 0 2\n", "\n0.5 0 2 0 0 1 255 255 255 255\n")), kBox);
    }
    expect_same_surface(read(replaced(kText, "3 0 4 6\n", "3 0 4 6 0.1 0.2 0.3\n")), kBox);
}

TEST(Off, EveryLineEndIsRead) {
    for (const char* end : {"\r\n", "\r"}) {
        std::string text = kText;
        for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += std::string_view(end).size())
            text.replace(at, 1, end);
        expect_same_surface(read(text), kBox);
    }
}

TEST(Off, PolygonsOfManyCornersAreCut) {
    constexpr int kCorners = 30;
    std::string text = "OFF\n60 32 0\n", top = "30", bottom = "30", sides;
    for (double z : {0.0, 1.0})
        for (int i = 0; i < kCorners; ++i)
            text += text_of(Vec3d(std::cos(2 * M_PI * i / kCorners), std::sin(2 * M_PI * i / kCorners), z)) + "\n";
    for (int i = 0; i < kCorners; ++i) {
        const int j = (i + 1) % kCorners;
        bottom.append(" ").append(std::to_string(kCorners - 1 - i));
        top.append(" ").append(std::to_string(kCorners + i));
        sides += "4";
        for (int corner : {i, j, kCorners + j, kCorners + i}) sides.append(" ").append(std::to_string(corner));
        sides += "\n";
    }
    text += bottom + "\n";
    text += top + "\n";
    text += sides;
    const TriangleMesh prism = read(text);
    EXPECT_TRUE(is_closed(prism));
    EXPECT_NEAR(signed_volume(prism), kCorners / 2.0 * std::sin(2 * M_PI / kCorners), 1e-12);
}

TEST(Off, PointsAndEdgesAmongTheFacesAreSkipped) {
    expect_same_surface(read(replaced(kText, "8 12 0", "8 14 0") + "2 0 1\n1 5\n"), kBox);
}

TEST(Off, ErrorsNameTheVertexOrFace) {
    EXPECT_EQ(reason(replaced(kText, "\n0.5 0 2\n", "\n0.5 zero 2\n")),
              "vertex 2 of 8 is missing or has no three numbers");
    EXPECT_EQ(reason(replaced(kText, "8 12 0", "8 13 0")),
              "face 13 of 13 is missing or does not begin with its number of corners");
    EXPECT_EQ(reason(replaced(kText, "3 0 4 6\n", "4 0 4 6\n")), "face 1 of 12 has '' for a corner");
    EXPECT_EQ(reason(replaced(kText, "3 0 4 6\n", "3 0 4 8\n")), "face 1 uses vertex 8, counted from 0, of 8");
    EXPECT_EQ(reason(replaced(kText, "8 12 0", "-8 12 0")), "OFF header: no numbers of vertices and faces");
    EXPECT_EQ(reason(replaced(kText, "OFF", "4OFF")), "does not begin with OFF, COFF, NOFF or CNOFF");
    EXPECT_EQ(reason(replaced(kText, "OFF\n", "OFF BINARY\n")), "OFF header: no numbers of vertices and faces");
}

}  // namespace
}  // namespace octomatch

#include "io/field_file.h"

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "tests/io/temporary_folder.h"

namespace octomatch {
namespace {

using test::TemporaryFolder;

std::string error_of(const std::string& content) {
    const TemporaryFolder folder;
    try {
        read_field(folder.file("field.json", content));
    } catch (const InputError& error) {
        const std::string message = error.what();
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
        EXPECT_NE(message.find("field.json"), std::string::npos) << message;
        return message;
    }
    return "";
}

TEST(FieldFile, ReadsBoxesSpheresAndPaintedStrokes) {
    const TemporaryFolder folder;
    const auto field = read_field(folder.file("field.json", R"([
        {"box": [[0, 1, 2], [3, -4, 5]], "cell": 0.5},
        {"sphere": {"centre": [1, 2, 3], "radius": 4}, "cell": 0.25},
        {"painted": {"points": [[0, 0, 0], [1, 0, 0]], "radius": 0.1}, "cell": 1}])"));
    ASSERT_EQ(field.size(), 3u);
    EXPECT_EQ(field[0].where.box.low, Vec3d(0, -4, 2));
    EXPECT_EQ(field[0].where.box.high, Vec3d(3, 1, 5));
    EXPECT_EQ(field[0].cell, 0.5);
    EXPECT_TRUE(field[1].where.contains({1, 2, 6.9}));
    EXPECT_FALSE(field[1].where.contains({1, 2, 7.1}));
    EXPECT_TRUE(field[2].where.contains({1, 0.09, 0}));
    EXPECT_FALSE(field[2].where.contains({0.5, 0, 0}));
    EXPECT_TRUE(read_field(folder.file("empty.json", "[]")).empty());
}

TEST(FieldFile, MisspeltKeysGetASuggestion) {
    EXPECT_NE(error_of(R"([{"bxo": [[0,0,0],[1,1,1]], "cell": 1}])").find("entry 1: unknown key 'bxo'"),
              std::string::npos);
    EXPECT_NE(error_of(R"([{"bxo": [[0,0,0],[1,1,1]], "cell": 1}])").find("did you mean 'box'?"), std::string::npos);
    const std::string radius = error_of(R"([{"box": [[0,0,0],[1,1,1]], "cell": 1},
                                            {"sphere": {"centre": [0,0,0], "raduis": 1}, "cell": 1}])");
    EXPECT_NE(radius.find("entry 2: unknown key 'raduis' in sphere, did you mean 'radius'?"), std::string::npos)
        << radius;
}

TEST(FieldFile, SyntaxErrorsNameTheLine) {
    EXPECT_NE(error_of("[\n{\"cell\": 1,\n!").find("line 3 is not valid JSON"), std::string::npos);
}

TEST(FieldFile, EveryWrongTypeIsOneClearLine) {
    for (const char* content :
         {"",
          "{}",
          "3",
          "[3]",
          "[[]]",
          "[{}]",
          R"([{"cell": 1}])",
          R"([{"box": [[0,0,0],[1,1,1]]}])",
          R"([{"box": [[0,0,0],[1,1,1]], "sphere": {"centre": [0,0,0], "radius": 1}, "cell": 1}])",
          R"([{"box": [[0,0,0]], "cell": 1}])",
          R"([{"box": [[0,0],[1,1]], "cell": 1}])",
          R"([{"box": [[0,0,"a"],[1,1,1]], "cell": 1}])",
          R"([{"box": {}, "cell": 1}])",
          R"([{"box": [[0,0,0],[1,1,1]], "cell": 0}])",
          R"([{"box": [[0,0,0],[1,1,1]], "cell": -1}])",
          R"([{"box": [[0,0,0],[1,1,1]], "cell": "small"}])",
          R"([{"box": [[0,0,0],[1,1,1]], "cell": null}])",
          R"([{"box": [[0,0,0],[1,1,1]], "cell": 1e999}])",
          R"([{"sphere": [0,0,0], "cell": 1}])",
          R"([{"sphere": {"centre": [0,0,0]}, "cell": 1}])",
          R"([{"sphere": {"radius": 1}, "cell": 1}])",
          R"([{"sphere": {"centre": [0,0,0], "radius": 0}, "cell": 1}])",
          R"([{"painted": {"points": [], "radius": 1}, "cell": 1}])",
          R"([{"painted": {"points": [1,2,3], "radius": 1}, "cell": 1}])",
          "[{\"box\": \"\xff\xfe\", \"cell\": 1}]"})
        EXPECT_NE(error_of(content), "") << content;
}

TEST(FieldFile, WhatIsNoFileIsAnError) {
    const TemporaryFolder folder;
    EXPECT_THROW(read_field(folder.path() / "missing.json"), InputError);
    EXPECT_THROW(read_field(folder.path()), InputError);
    EXPECT_THROW(read_field("/dev/null"), InputError);
}

}  // namespace
}  // namespace octomatch

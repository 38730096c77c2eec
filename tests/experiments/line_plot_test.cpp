#include "experiments/line_plot.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "tests/io/temporary_folder.h"

namespace octomatch {
namespace {

std::string svg_of(const LinePlot& plot) {
    const test::TemporaryFolder folder;
    write_plot(folder.path() / "plot.svg", plot);
    std::ostringstream text;
    text << std::ifstream(folder.path() / "plot.svg").rdbuf();
    return text.str();
}

int count(const std::string& text, const std::string& what) {
    int found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
}

/// Pixels of all circles.
std::vector<std::pair<double, double>> dots_of(const std::string& svg) {
    std::vector<std::pair<double, double>> dots;
    const std::regex circle("cx=\"([0-9.]+)\" cy=\"([0-9.]+)\"");
    for (std::sregex_iterator at(svg.begin(), svg.end(), circle), end; at != end; ++at)
        dots.push_back({std::stod((*at)[1]), std::stod((*at)[2])});
    return dots;
}

TEST(LinePlot, PlacesPointsInProportion) {
    const auto dots = dots_of(svg_of({.across = "x", .up = "y", .curves = {{"a", {{0, 0}, {1, 2}, {4, 8}}}}}));
    ASSERT_EQ(dots.size(), 3u);
    EXPECT_NEAR((dots[1].first - dots[0].first) / (dots[2].first - dots[0].first), 0.25, 1e-2);
    EXPECT_NEAR((dots[1].second - dots[0].second) / (dots[2].second - dots[0].second), 0.25, 1e-2);
    EXPECT_LT(dots[2].second, dots[0].second) << "more is higher up";
}

TEST(LinePlot, PlacesPowersEvenlyOnLogarithmicAxesAndLeavesOutWhatIsNotPositive) {
    const LinePlot plot{.across = "x",
                        .up = "y",
                        .logarithmic = true,
                        .curves = {{"a", {{1, 1}, {10, 1000}, {100, 1e6}, {0, 5}, {5, -1}}}}};
    const auto dots = dots_of(svg_of(plot));
    ASSERT_EQ(dots.size(), 3u);
    EXPECT_NEAR(dots[1].first - dots[0].first, dots[2].first - dots[1].first, 0.2);
    EXPECT_NEAR(dots[1].second - dots[0].second, dots[2].second - dots[1].second, 0.2);
}

TEST(LinePlot, DrawsLinesDotsAndGuides) {
    const std::string svg = svg_of({.across = "x",
                                    .up = "y",
                                    .curves = {{"line", {{0, 0}, {1, 1}}},
                                               {"dots", {{0, 1}, {1, 0}}, CurveStyle::dots},
                                               {"guide", {{0, 0}, {1, 0}}, CurveStyle::guide}}});
    EXPECT_EQ(count(svg, "<polyline"), 2);
    EXPECT_EQ(count(svg, "stroke-dasharray"), 2) << "the guide and its sample in the legend";
    EXPECT_EQ(count(svg, "<circle"), 2 + 2 + 1) << "line, dots, and the sample of dots in the legend";
    for (const char* name : {">line<", ">dots<", ">guide<"}) EXPECT_EQ(count(svg, name), 1) << name;
}

TEST(LinePlot, WritesLargeNumbersInFullAndSurvivesOnePointAndNone) {
    EXPECT_EQ(count(svg_of({.across = "x", .up = "y", .curves = {{"a", {{10000, 1}, {30000, 2}}}}}), ">20,000<"), 1);
    EXPECT_EQ(dots_of(svg_of({.across = "x", .up = "y", .curves = {{"a", {{2, 3}}}}})).size(), 1u);
    EXPECT_EQ(dots_of(svg_of({.across = "x", .up = "y"})).size(), 0u);
}

}  // namespace
}  // namespace octomatch

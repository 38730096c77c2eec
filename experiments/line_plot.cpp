#include "experiments/line_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/whole_file.h"

namespace octomatch {

namespace {

constexpr double kWidth = 760, kHeight = 420, kLeft = 80, kRight = 190, kTop = 20, kBottom = 60;
constexpr const char* kColours[] = {"#c8321e", "#2a6fb0", "#2f8a4c", "#8a5aa8", "#a0781e"};

}  // namespace

void write_plot(const std::filesystem::path& file, const LinePlot& plot) {
    double least = 1e300, most = 0;
    for (const PlotLine& line : plot.lines)
        for (double value : line.values) least = std::min(least, value), most = std::max(most, value);
    const double bottom = std::floor(std::log10(least)), top = std::ceil(std::log10(most) + 1e-9);
    const double first = plot.positions.front(), last = plot.positions.back();
    const auto x = [&](double at) { return kLeft + (kWidth - kLeft - kRight) * (at - first) / (last - first); };
    const auto y = [&](double value) {
        return kHeight - kBottom - (kHeight - kTop - kBottom) * (std::log10(value) - bottom) / (top - bottom);
    };

    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" font-family=\"sans-serif\" "
        "font-size=\"13\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fbfbf9\"/>\n",
        kWidth, kHeight);
    for (double decade = bottom; decade <= top; ++decade)
        svg += fmt::format(
            "<path d=\"M{0} {2}H{1}\" stroke=\"#d8d8d4\"/><text x=\"{3}\" y=\"{4}\" text-anchor=\"end\">{5:g}</text>\n",
            kLeft, kWidth - kRight, y(std::pow(10, decade)), kLeft - 8, y(std::pow(10, decade)) + 4,
            std::pow(10, decade));
    for (double at : plot.positions)
        svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{:g}</text>\n", x(at),
                           kHeight - kBottom + 20, at);
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", (kLeft + kWidth - kRight) / 2,
                       kHeight - 14, plot.across);
    svg += fmt::format("<text transform=\"translate(18 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                       (kTop + kHeight - kBottom) / 2, plot.up);
    for (std::size_t l = 0; l < plot.lines.size(); ++l) {
        const PlotLine& line = plot.lines[l];
        const char* colour = kColours[l % std::size(kColours)];
        std::string path;
        for (std::size_t k = 0; k < line.values.size(); ++k)
            path += fmt::format("{}{:.2f} {:.2f}", k ? " L" : "M", x(plot.positions[k]), y(line.values[k]));
        svg += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\"/>\n", path, colour);
        svg += fmt::format("<text x=\"{}\" y=\"{:.2f}\" fill=\"{}\">{}</text>\n", kWidth - kRight + 8,
                           y(line.values.back()) + 4, colour, line.name);
    }
    write_whole_file(file, svg + "</svg>\n");
}

}  // namespace octomatch

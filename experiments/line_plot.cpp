#include "experiments/line_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/whole_file.h"

namespace octomatch {

namespace {

constexpr int kWidth = 720, kHeight = 420, kLeft = 80, kRight = 190, kTop = 20, kBottom = 60;
constexpr const char* kColours[] = {"#2f6db5", "#c8321e", "#1a7f37", "#b35900", "#7a4fb0", "#3f4a52"};

constexpr std::size_t kMostDots = 40;  // beyond, they would hide the line
constexpr const char* kGrid = "stroke=\"#e2e2de\"";

/// From numbers to pixels along one axis.
struct Axis {
    bool logarithmic;
    double low = std::numeric_limits<double>::infinity(), high = -low;

    double share(double x) const { return logarithmic ? std::log10(x) : x; }
    bool shows(double x) const { return std::isfinite(x) && (!logarithmic || x > 0); }
    void include(double x) {
        low = std::min(low, share(x));
        high = std::max(high, share(x));
    }
    /// Room between the curves and the frame.
    void widen() {
        if (!(low <= high)) low = 0, high = 1;  // there are no points
        if (low == high) low -= 0.5, high += 0.5;
        const double room = 0.04 * (high - low);
        low -= room, high += room;
    }
    double place(double x, double from, double to) const {
        return from + (share(x) - low) / (high - low) * (to - from);
    }
    /// Round numbers, about five or somewhat more.
    std::vector<double> ticks() const {
        std::vector<double> all;
        if (logarithmic) {
            const double decades = high - low;
            const std::vector<double> digits = decades < 0.8   ? std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}
                                               : decades < 1.3 ? std::vector<double>{1, 2, 3, 5, 7}
                                               : decades < 2.5 ? std::vector<double>{1, 2, 5}
                                                               : std::vector<double>{1};
            for (int decade = static_cast<int>(std::floor(low)); decade <= high; ++decade)
                for (double digit : digits)
                    if (const double x = digit * std::pow(10.0, decade); share(x) >= low && share(x) <= high)
                        all.push_back(x);
            return all;
        }
        const double rough = (high - low) / 5, decade = std::pow(10.0, std::floor(std::log10(rough)));
        const double step = decade * (rough > 5 * decade ? 10 : rough > 2 * decade ? 5 : rough > decade ? 2 : 1);
        for (double k = std::ceil(low / step); k * step <= high; ++k) all.push_back(k * step);
        return all;
    }
};

/// 0.002, 50, 20,000, 3e+09
std::string label(double number) {
    std::string text = fmt::format("{:.3g}", number);
    if (std::abs(number) >= 1e9 || std::abs(number) < 1000) return text;
    text = fmt::format("{:.0f}", number);
    for (std::size_t at = text.size() - 3; at > (number < 0) && at < text.size(); at -= 3) text.insert(at, ",");
    return text;
}

}  // namespace

void write_plot(const std::filesystem::path& file, const LinePlot& plot) {
    Axis x{plot.logarithmic}, y{plot.logarithmic};
    for (const Curve& curve : plot.curves)
        for (const auto& [a, b] : curve.points)
            if (x.shows(a) && y.shows(b)) x.include(a), y.include(b);
    x.widen(), y.widen();
    const auto across = [&](double a) { return x.place(a, kLeft, kWidth - kRight); };
    const auto down = [&](double b) { return y.place(b, kHeight - kBottom, kTop); };

    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" font-family=\"sans-serif\" "
        "font-size=\"13\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fbfbf9\"/>\n",
        kWidth, kHeight);
    const auto line = [&](double x1, double y1, double x2, double y2, const char* look) {
        svg +=
            fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2, look);
    };
    const auto dot = [&](double at_x, double at_y, const std::string& colour) {
        svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>\n", at_x, at_y, colour);
    };
    const auto text = [&](double at_x, double at_y, const char* anchor, const std::string& words) {
        svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"#22282c\">{}</text>\n", at_x,
                           at_y, anchor, words);
    };
    for (double tick : x.ticks()) {
        line(across(tick), kTop, across(tick), kHeight - kBottom, kGrid);
        text(across(tick), kHeight - kBottom + 18, "middle", label(tick));
    }
    for (double tick : y.ticks()) {
        line(kLeft, down(tick), kWidth - kRight, down(tick), kGrid);
        text(kLeft - 8, down(tick) + 4, "end", label(tick));
    }
    text((kLeft + kWidth - kRight) / 2, kHeight - 16, "middle", plot.across);
    svg += fmt::format(
        "<text transform=\"translate(18 {}) rotate(-90)\" text-anchor=\"middle\" fill=\"#22282c\">{}</text>\n",
        (kTop + kHeight - kBottom) / 2, plot.up);
    int coloured = 0;
    for (std::size_t c = 0; c < plot.curves.size(); ++c) {
        const Curve& curve = plot.curves[c];
        const bool guide = curve.style == CurveStyle::guide, dots = curve.style == CurveStyle::dots;
        const std::string colour = guide ? "#9aa0a4" : kColours[coloured++ % std::size(kColours)];
        const std::string look = fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}", colour,
                                             guide ? " stroke-dasharray=\"6 5\"" : "");
        const double at = kTop + 14 + 20.0 * static_cast<double>(c);
        if (dots)
            dot(kWidth - kRight + 24, at - 4, colour);
        else
            line(kWidth - kRight + 14, at - 4, kWidth - kRight + 34, at - 4, look.c_str());
        text(kWidth - kRight + 40, at, "start", curve.name);
        std::string points;
        for (const auto& [a, b] : curve.points) {
            if (!x.shows(a) || !y.shows(b)) continue;
            points += fmt::format("{:.1f},{:.1f} ", across(a), down(b));
            if (!guide && curve.points.size() <= kMostDots) dot(across(a), down(b), colour);
        }
        if (!dots) svg += fmt::format("<polyline points=\"{}\" {}/>\n", points, look);
    }
    write_whole_file(file, svg + "</svg>\n");
}

}  // namespace octomatch

// Curves as an SVG picture, for the report.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace octomatch {

/// guide: dashed and grey, for what curves are compared with.
enum class CurveStyle { line, dots, guide };

struct Curve {
    std::string name;
    std::vector<std::pair<double, double>> points;
    CurveStyle style = CurveStyle::line;
};

struct LinePlot {
    std::string across, up;    // what the axes are, with units
    bool logarithmic = false;  // both axes; points that are not positive are left out
    std::vector<Curve> curves;
};

void write_plot(const std::filesystem::path& file, const LinePlot& plot);

}  // namespace octomatch

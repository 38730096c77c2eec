// Lines over a common axis as an SVG, for the pages of experiments.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace octomatch {

struct PlotLine {
    std::string name;
    std::vector<double> values;  // one per position; positive
};

struct LinePlot {
    std::string across, up;  // what the axes are, with units
    std::vector<double> positions;
    std::vector<PlotLine> lines;
};

/// The vertical axis is logarithmic.
void write_plot(const std::filesystem::path& file, const LinePlot& plot);

}  // namespace octomatch

#include "viewer/plots.h"

#include <imgui.h>
#include <implot.h>

#include <vector>

namespace octomatch {

namespace {

constexpr ImVec2 kSize{330, 148};
constexpr ImPlotFlags kQuiet = ImPlotFlags_NoMenus | ImPlotFlags_NoBoxSelect | ImPlotFlags_NoMouseText;

template <class Value>
void line(const char* name, const History& history, Value value) {
    std::vector<double> frames, values;
    for (const Moment& moment : history.moments()) {
        frames.push_back(moment.frame);
        values.push_back(value(moment));
    }
    ImPlot::PlotLine(name, frames.data(), values.data(), static_cast<int>(values.size()));
}

template <class Lines>
void plot(const char* title, const char* unit, Lines lines) {
    ImPlot::PushStyleVar(ImPlotStyleVar_FitPadding, {0, 0.1f});
    const bool is_seen = ImPlot::BeginPlot(title, kSize, kQuiet);
    ImPlot::PopStyleVar();
    if (!is_seen) return;
    ImPlot::SetupAxes(nullptr, unit, ImPlotAxisFlags_AutoFit | ImPlotAxisFlags_NoTickLabels, ImPlotAxisFlags_AutoFit);
    ImPlot::SetupLegend(ImPlotLocation_South, ImPlotLegendFlags_Horizontal | ImPlotLegendFlags_Outside);
    lines();
    ImPlot::EndPlot();
}

}  // namespace

void show_plots(const History& history, bool& open) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({screen.x - 10, 10}, ImGuiCond_Appearing, {1, 0});
    if (ImGui::Begin("Plots", &open, ImGuiWindowFlags_AlwaysAutoResize)) {
        plot("step", "ms", [&] {
            line("sum", history, [](const Moment& m) { return 1e3 * m.seconds.sum; });
            line("match", history, [](const Moment& m) { return 1e3 * m.seconds.match; });
            line("average", history, [](const Moment& m) { return 1e3 * m.seconds.average; });
            line("integrate", history, [](const Moment& m) { return 1e3 * m.seconds.integrate; });
        });
        plot("frames per second", "1/s", [&] {
            const auto rate = [](double seconds) { return seconds > 0 ? 1 / seconds : 0; };
            line("simulation alone", history, [&](const Moment& m) { return rate(m.seconds.total); });
            line("pictures", history, [&](const Moment& m) { return rate(m.draw); });
        });
        plot("energy", "J", [&] {
            line("motion", history, [](const Moment& m) { return m.kinetic; });
            line("weight", history, [&](const Moment& m) { return m.height - history.moments().front().height; });
        });
        plot("nodes, contacts", "", [&] {
            line("nodes", history, [](const Moment& m) { return static_cast<double>(m.nodes); });
            line("contacts", history, [](const Moment& m) { return static_cast<double>(m.contacts); });
        });
    }
    ImGui::End();
}

}  // namespace octomatch

#include "experiments/frame_statistics.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/measure.h"

namespace octomatch {

Quantiles quantiles_of(std::vector<double> numbers) {
    if (numbers.empty()) return {};
    std::sort(numbers.begin(), numbers.end());
    const auto at = [&](double share) { return numbers[static_cast<std::size_t>(share * (numbers.size() - 1))]; };
    return {at(0.5), at(0.1), at(0.9)};
}

void FrameStatistics::add(const World& world, const AdaptReport& adapted, const StepReport& report) {
    Row row{.time = world.time(), .report = report, .adapt_seconds = adapted.seconds};
    for (const Body& body : world.bodies()) {
        const Motion motion = motion_of(*world.shape_of(body).rest, body.state);
        row.momentum += motion.momentum;
        row.angular += motion.angular;
        row.kinetic += motion.kinetic;
    }
    rows_.push_back(row);
}

Quantiles FrameStatistics::milliseconds() const {
    std::vector<double> ms;
    for (const Row& row : rows_) ms.push_back(1e3 * row.report.seconds.total);
    return quantiles_of(std::move(ms));
}

WorstFrame FrameStatistics::worst_milliseconds() const {
    WorstFrame worst;
    for (const Row& row : rows_) {
        const double adapt = 1e3 * row.adapt_seconds, step = 1e3 * row.report.seconds.total;
        worst.adapt = std::max(worst.adapt, adapt);
        worst.step = std::max(worst.step, step);
        worst.frame = std::max(worst.frame, adapt + step);
    }
    return worst;
}

StepSeconds FrameStatistics::mean_seconds() const {
    StepSeconds mean;
    for (const Row& row : rows_) {
        const double share = 1.0 / rows_.size();
        mean.sum += share * row.report.seconds.sum;
        mean.match += share * row.report.seconds.match;
        mean.average += share * row.report.seconds.average;
        mean.integrate += share * row.report.seconds.integrate;
        mean.total += share * row.report.seconds.total;
    }
    return mean;
}

std::string FrameStatistics::csv() const {
    std::string csv =
        "time_s,ms,adapt_ms,sum_ms,match_ms,average_ms,integrate_ms,substeps,bodies,nodes,fits,contacts,unconverged,"
        "momentum_x,momentum_y,momentum_z,angular_x,angular_y,angular_z,kinetic_J\n";
    for (const auto& [time, report, adapt, p, l, kinetic] : rows_) {
        const StepSeconds& s = report.seconds;
        csv += fmt::format("{:.6f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},", time, 1e3 * s.total, 1e3 * adapt,
                           1e3 * s.sum, 1e3 * s.match, 1e3 * s.average, 1e3 * s.integrate);
        csv += fmt::format("{},{},{},{},{},{},", report.substeps, report.bodies, report.nodes, report.fits,
                           report.contacts, report.unconverged);
        csv += fmt::format("{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}\n", p.x(), p.y(), p.z(), l.x(), l.y(),
                           l.z(), kinetic);
    }
    return csv;
}

}  // namespace octomatch

#include "viewer/line_view.h"

#include <polyscope/curve_network.h>

#include <array>

#include "viewer/structures.h"

namespace octomatch {

struct LineView::Structures {
    StageStructure<polyscope::CurveNetwork> lines;
};

LineView::LineView(std::string name, const Colour& colour)
    : name_(std::move(name)), colour_(colour), stage_(std::make_unique<Structures>()) {}

LineView::~LineView() = default;

void LineView::forget() {
    stage_->lines.forget();
}

void LineView::update(const std::vector<std::pair<Vec3d, Vec3d>>& lines, const StagePlace& place) {
    Points points;
    std::vector<std::array<int, 2>> ends;
    for (const auto& [from, to] : lines) {
        const int i = static_cast<int>(points.size());
        ends.push_back({i, i + 1});
        points.push_back(to_glm(place.to_stage(from)));
        points.push_back(to_glm(place.to_stage(to)));
    }
    if (lines.size() != lines_) stage_->lines.remove();
    lines_ = lines.size();
    const auto make = [&] {
        auto* network = polyscope::registerCurveNetwork(name_, points, ends);
        network->setRadius(0.006f, false);
        network->setColor(to_glm(colour_));
        network->setMaterial("clay");
        return network;
    };
    stage_->lines.show(!lines.empty(), make,
                       [&](polyscope::CurveNetwork& network) { network.updateNodePositions(points); });
}

}  // namespace octomatch

#include "viewer/time_line.h"

#include <imgui.h>

#include <algorithm>

namespace octomatch {

std::optional<int> show_time_line(int frame, const Runner::Span& span, Widgets& widgets) {
    std::optional<int> asked;
    if (span.last <= span.first) return asked;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({430, screen.y - 34}, ImGuiCond_Always, {0, 1});
    ImGui::SetNextWindowSize({std::max(screen.x - 800, 200.0f), 0});
    ImGui::SetNextWindowBgAlpha(0.6f);
    ImGui::Begin("time line", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::SetNextItemWidth(-1);
    if (ImGui::SliderInt("###time", &frame, span.first, span.last, "frame %d", ImGuiSliderFlags_AlwaysClamp))
        asked = frame;
    widgets.remember("time line");
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal))
        ImGui::SetTooltip("back and forth; what is done at an earlier frame replaces what came after it");
    ImGui::End();
    return asked;
}

}  // namespace octomatch

#include "viewer/chooser.h"

#include <imgui.h>

#include <algorithm>

namespace octomatch {

std::vector<std::string> Chooser::widget_names() const {
    std::vector<std::string> names;
    for (const auto& items : {catalogue_.scenes, catalogue_.models})
        for (const Catalogue::Item& item : items) names.push_back("open " + item.name);
    return names;
}

std::optional<std::string> Chooser::show(bool can_close, bool& open) {
    std::optional<std::string> chosen;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    constexpr float kPanel = 430;  // stays free on the left
    ImGui::SetNextWindowPos({kPanel, 10}, ImGuiCond_Appearing);
    ImGui::SetNextWindowSize({std::max(screen.x - kPanel - 10, 200.0f), 0.92f * screen.y}, ImGuiCond_Appearing);
    if (ImGui::Begin("Open", can_close ? &open : nullptr, ImGuiWindowFlags_NoCollapse)) {
        ImGui::TextDisabled("or drop a mesh, a scene or a recording on the window");
        list("Scenes", catalogue_.scenes, chosen);
        list("Models", catalogue_.models, chosen);
    }
    ImGui::End();
    return chosen;
}

void Chooser::list(const char* title, const std::vector<Catalogue::Item>& items, std::optional<std::string>& chosen) {
    ImGui::SeparatorText(title);
    if (!ImGui::BeginTable(title, 2, ImGuiTableFlags_SizingFixedFit)) return;
    for (const auto& [name, about] : items) {
        ImGui::TableNextColumn();
        if (widgets_.button("open " + name, name, about)) chosen = name;
        ImGui::TableNextColumn();
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(about.c_str());
    }
    ImGui::EndTable();
}

}  // namespace octomatch

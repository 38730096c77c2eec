#include "viewer/widgets.h"

#include <imgui.h>

namespace octomatch {

namespace {

void explain(const std::string& help) {
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) ImGui::SetTooltip("%s", help.c_str());
}

// What stands behind ### names the widget for the engine, whatever it says.
std::string labelled(const std::string& label, const std::string& name) {
    return label + "###" + name;
}

}  // namespace

bool Widgets::button(const std::string& name, const std::string& label, const std::string& help, bool is_on) {
    if (is_on) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    const bool clicked = ImGui::Button(labelled(label, name).c_str());
    if (is_on) ImGui::PopStyleColor();
    remember(name);
    explain(help);
    return clicked;
}

bool Widgets::toggle(const std::string& name, const std::string& label, bool& value, const std::string& help) {
    const bool clicked = ImGui::Checkbox(labelled(label, name).c_str(), &value);
    remember(name);
    explain(help);
    return clicked;
}

bool Widgets::slider(const std::string& name, const std::string& label, double& value, double low, double high,
                     const char* format, const std::string& help) {
    ImGui::SetNextItemWidth(150);
    const bool changed = ImGui::SliderScalar(labelled(label, name).c_str(), ImGuiDataType_Double, &value, &low, &high,
                                             format, ImGuiSliderFlags_AlwaysClamp);
    remember(name);
    explain(help);
    return changed;
}

void Widgets::remember(const std::string& name) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    places_[name] = {0.5 * (low.x + high.x), 0.5 * (low.y + high.y)};
}

const MouseMove* Widgets::find(const std::string& name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? nullptr : &found->second;
}

}  // namespace octomatch

#include "viewer/settings_panel.h"

#include <imgui.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace octomatch {

namespace {

using Setting = SceneEdit::Setting;

/// "bodies.0.material.damping" stands below "bodies.0.material" as "damping".
std::string group_of(const std::string& path) {
    return path.substr(0, path.rfind('.'));
}

std::string explanation(const Setting& setting) {
    std::string text = setting.key.text;
    const std::string range = setting.key.range.text();
    if (!range.empty()) text += "; " + range;
    if (!setting.key.unit.empty()) text += " [" + setting.key.unit + "]";
    if (!setting.key.default_value.empty()) text += "; by default " + setting.key.default_value;
    if (!setting.at_once) text += "; needs sampling again";
    return text;
}

std::string json_of(double number) {
    std::array<char, 32> buffer;
    std::snprintf(buffer.data(), buffer.size(), "%.9g", number);
    return buffer.data();
}

/// The new value, once the user has let go of the widget.
std::optional<std::string> show_number(const Setting& setting, const char* label) {
    double value = std::strtod(setting.value.c_str(), nullptr);
    const double low = setting.key.range.low, high = setting.key.range.high;
    const bool is_whole = setting.key.type == "whole number";
    ImGui::SetNextItemWidth(130);
    // What is typed or dragged stays in the widget until it is let go.
    if (is_whole) {
        int number = static_cast<int>(value);
        ImGui::InputInt(label, &number, 1, 10, ImGuiInputTextFlags_EnterReturnsTrue);
        if (ImGui::IsItemDeactivatedAfterEdit()) return std::to_string(number);
    } else if (std::isfinite(low) && std::isfinite(high)) {
        ImGui::SliderScalar(label, ImGuiDataType_Double, &value, &low, &high, "%.4g",
                            high > 100 ? ImGuiSliderFlags_Logarithmic : 0);
        if (ImGui::IsItemEdited() || ImGui::IsItemDeactivatedAfterEdit()) return json_of(value);
    } else {
        ImGui::InputDouble(label, &value, 0, 0, "%.6g", ImGuiInputTextFlags_EnterReturnsTrue);
        if (ImGui::IsItemDeactivatedAfterEdit()) return json_of(value);
    }
    return {};
}

std::optional<std::string> show_setting(const Setting& setting) {
    const std::string label = setting.path.substr(setting.path.rfind('.') + 1) + "###" + setting.path;
    if (setting.key.type == "true or false") {
        bool value = setting.value == "true";
        if (ImGui::Checkbox(label.c_str(), &value)) return value ? "true" : "false";
        return {};
    }
    if (setting.key.words.empty()) return show_number(setting, label.c_str());
    std::optional<std::string> chosen;
    ImGui::SetNextItemWidth(130);
    const std::string now = setting.value.substr(1, setting.value.size() - 2);  // without the quotes
    if (ImGui::BeginCombo(label.c_str(), now.c_str())) {
        for (const std::string& word : setting.key.words)
            if (ImGui::Selectable(word.c_str(), word == now)) chosen = "\"" + word + "\"";
        ImGui::EndCombo();
    }
    return chosen;
}

}  // namespace

std::optional<SettingsPanel::Change> SettingsPanel::show(const SceneEdit& edit, bool& open_again, bool& open) {
    std::optional<Change> change;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({screen.x - 10, 10}, ImGuiCond_Appearing, {1, 0});
    ImGui::SetNextWindowSize({330, 0.8f * screen.y}, ImGuiCond_Appearing);
    if (ImGui::Begin("Settings", &open)) {
        if (waits_ && ImGui::Button("Sample again")) {
            open_again = true;
            waits_ = false;
        }
        std::string group;
        bool unfolded = false;
        for (const Setting& setting : edit.settings()) {
            if (group_of(setting.path) != group) {
                group = group_of(setting.path);
                const bool is_first = group == "world" || group == "bodies.0.material";
                unfolded = ImGui::CollapsingHeader(group.c_str(), is_first ? ImGuiTreeNodeFlags_DefaultOpen : 0);
            }
            if (!unfolded) continue;
            if (const auto json = show_setting(setting)) {
                change = Change{setting.path, *json};
                waits_ |= !setting.at_once;
            }
            if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal))
                ImGui::SetTooltip("%s", explanation(setting).c_str());
        }
        if (edit.settings().empty()) ImGui::TextDisabled("a recording has no settings");
    }
    ImGui::End();
    return change;
}

}  // namespace octomatch

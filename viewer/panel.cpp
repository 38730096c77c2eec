#include "viewer/panel.h"

#include <imgui.h>

#include <array>

namespace octomatch {

namespace {

struct CommandWidget {
    const char* name;
    PanelCommand command;
    ImGuiKey key;
    const char* help;
};
constexpr std::array<CommandWidget, 5> kCommands{
    {{"Pause", PanelCommand::pause, ImGuiKey_Space, "stops and goes on (space)"},
     {"Step", PanelCommand::step, ImGuiKey_S, "one frame, then stops (s)"},
     {"Reset", PanelCommand::reset, ImGuiKey_R, "back to the start (r)"},
     {"Frame", PanelCommand::frame_view, ImGuiKey_F, "moves the camera so that all is seen (f)"},
     {"Quit", PanelCommand::quit, ImGuiKey_Escape, "closes the window (escape)"}}};

struct ToggleWidget {
    const char* name;
    bool Shown::*member;
    ImGuiKey key;
    const char* help;
};
constexpr std::array<ToggleWidget, 5> kToggles{
    {{"Skin", &Shown::skin, ImGuiKey_1, "the surface (1)"},
     {"Nodes", &Shown::nodes, ImGuiKey_2, "coloured by level, pinned ones black (2)"},
     {"Links", &Shown::links, ImGuiKey_3, "nodes that see each other through material (3)"},
     {"Cells", &Shown::cells, ImGuiKey_4, "the octree's leaves, carried by their nodes (4)"},
     {"Grabs", &Shown::grabs, ImGuiKey_5, "what is held, and where it is pulled (5)"}}};

bool pressed(ImGuiKey key) {
    const ImGuiIO& io = ImGui::GetIO();
    return !io.WantTextInput && !io.KeyCtrl && !io.KeyAlt && ImGui::IsKeyPressed(key, false);
}

void help(const char* text) {
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) ImGui::SetTooltip("%s", text);
}

void figure(const char* name, const char* format, double value) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
    ImGui::TableNextColumn();
    ImGui::Text(format, value);
}

}  // namespace

std::vector<std::string> Panel::widget_names() {
    std::vector<std::string> names;
    for (const auto& widget : kCommands) names.emplace_back(widget.name);
    for (const auto& widget : kToggles) names.emplace_back(widget.name);
    return names;
}

std::vector<PanelCommand> Panel::show(const PanelFigures& figures, bool paused, Shown& shown) {
    std::vector<PanelCommand> commands;
    places_.clear();
    ImGui::SetNextWindowPos({10, 10}, ImGuiCond_FirstUseEver);
    const bool open = ImGui::Begin("octomatch", nullptr, ImGuiWindowFlags_AlwaysAutoResize);
    for (const auto& [name, command, key, text] : kCommands) {
        bool asked = pressed(key);
        if (open) {
            if (command != PanelCommand::pause) ImGui::SameLine();
            // What stands behind ### names the widget, whatever it says.
            const bool stands = paused && command == PanelCommand::pause;
            asked |= ImGui::Button(((stands ? "Run" : name) + std::string("###") + name).c_str());
            remember_place(name);
            help(text);
        }
        if (asked) commands.push_back(command);
    }
    for (const auto& [name, member, key, text] : kToggles) {
        if (pressed(key)) shown.*member = !(shown.*member);
        if (!open) continue;
        if (member != kToggles.front().member) ImGui::SameLine();
        ImGui::Checkbox(name, &(shown.*member));
        remember_place(name);
        help(text);
    }
    if (open && !figures.loading.empty())
        ImGui::ProgressBar(static_cast<float>(figures.loaded), {-1, 0}, figures.loading.c_str());
    if (open) show_figures(figures);
    ImGui::End();
    return commands;
}

void Panel::show_figures(const PanelFigures& figures) const {
    ImGui::Separator();
    const auto& [sum, match, average, integrate, total] = figures.step.seconds;
    if (ImGui::BeginTable("figures", 4, ImGuiTableFlags_SizingFixedFit)) {
        figure("frame", "%.0f", figures.frame);
        figure("sum", "%7.2f ms", 1e3 * sum);
        figure("time", "%.2f s", figures.time);
        figure("match", "%7.2f ms", 1e3 * match);
        figure("bodies", "%.0f", figures.bodies);
        figure("average", "%7.2f ms", 1e3 * average);
        figure("nodes", "%.0f", figures.nodes);
        figure("integrate", "%7.2f ms", 1e3 * integrate);
        figure("contacts", "%.0f", figures.step.contacts);
        figure("step", "%7.2f ms", 1e3 * total);
        figure("substeps", "%.0f", figures.step.substeps);
        figure("draw", "%7.2f ms", 1e3 * figures.draw);
        ImGui::EndTable();
    }
    for (const std::string& note : figures.notes) ImGui::TextColored({0.75f, 0.2f, 0.1f, 1}, "%s", note.c_str());
}

void Panel::remember_place(const std::string& widget) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    places_[widget] = {0.5 * (low.x + high.x), 0.5 * (low.y + high.y)};
}

const MouseMove* Panel::find(const std::string& widget) const {
    const auto found = places_.find(widget);
    return found == places_.end() ? nullptr : &found->second;
}

}  // namespace octomatch

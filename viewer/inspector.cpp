#include "viewer/inspector.h"

#include <imgui.h>

namespace octomatch {

namespace {

void table(const char* name, const std::vector<Fact>& facts) {
    if (!ImGui::BeginTable(name, 2, ImGuiTableFlags_SizingFixedFit)) return;
    for (const auto& [what, value] : facts) {
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", what.c_str());
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(value.c_str());
    }
    ImGui::EndTable();
}

}  // namespace

void show_inspector(const WorldFrame& frame, std::optional<Pick>& pick, float from_right) {
    if (!pick) return;
    const BodyFrame* body = frame.find(pick->body);
    // Nodes are numbered anew where the octree changes.
    if (!body || pick->node.value >= body->rest().nodes()) return pick.reset();
    if (pick->vertex >= static_cast<int>(body->skin_rest().vertices.size())) pick->vertex = -1;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({screen.x - from_right, 10}, ImGuiCond_Appearing, {1, 0});
    bool open = true;
    if (ImGui::Begin("Inspector", &open, ImGuiWindowFlags_AlwaysAutoResize)) {
        table("node", node_facts(*body, pick->node));
        if (pick->vertex >= 0) {
            ImGui::SeparatorText("the skin follows");
            table("skin", skin_facts(*body, pick->vertex));
        }
    }
    ImGui::End();
    if (!open) pick.reset();
}

}  // namespace octomatch

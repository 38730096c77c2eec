#include "viewer/panel.h"

#include <imgui.h>

#include <array>

namespace octomatch {

namespace {

struct ToolWidget {
    const char* name;
    ToolKind tool;
    ImGuiKey key;
    const char* help;
};
constexpr std::array<ToolWidget, kToolKinds> kTools{
    {{"Grab", ToolKind::grab, ImGuiKey_G, "pulls at a point of a body (g)"},
     {"Cut", ToolKind::cut, ImGuiKey_C, "cuts along a stroke (c)"},
     {"Push", ToolKind::push, ImGuiKey_B, "presses a point of a body in (b)"},
     {"Pin", ToolKind::pin, ImGuiKey_P, "holds what is painted where it is, or frees it (p)"},
     {"Refine", ToolKind::refine, ImGuiKey_E, "splits the cells that are painted (e)"},
     {"Coarsen", ToolKind::coarsen, ImGuiKey_Q, "joins the cells that are painted (q)"},
     {"Stiffness", ToolKind::stiffness, ImGuiKey_T, "makes what is painted softer (t)"},
     {"Inspect", ToolKind::inspect, ImGuiKey_I, "tells all about a node (i)"}}};

constexpr std::size_t kToolsPerRow = 4;

struct CommandWidget {
    const char* name;
    PanelCommand command;
    ImGuiKey key;
    const char* help;
};
constexpr std::array<CommandWidget, 15> kCommands{
    {{"Open", PanelCommand::open, ImGuiKey_N, "models and scenes to choose from (n)"},
     {"Pause", PanelCommand::pause, ImGuiKey_Space, "stops and goes on (space)"},
     {"Step", PanelCommand::step, ImGuiKey_S, "one frame, then stops (s)"},
     {"Slow", PanelCommand::slow, ImGuiKey_M, "an eighth of the speed (m)"},
     {"Reset", PanelCommand::reset, ImGuiKey_R, "back to the start (r)"},
     {"Undo", PanelCommand::undo, ImGuiKey_Z, "takes the last cut back (z)"},
     {"Redo", PanelCommand::redo, ImGuiKey_Y, "makes the cut again that was taken back (y)"},
     {"Record", PanelCommand::record, ImGuiKey_O, "keeps what is done from now on in octomatch.recording (o)"},
     {"Picture", PanelCommand::picture, ImGuiKey_F2, "this picture, panels and all, as a numbered PNG file (F2)"},
     {"Video", PanelCommand::video, ImGuiKey_V, "all pictures from now on, as a numbered MP4 file (v)"},
     {"Export", PanelCommand::surfaces, ImGuiKey_X, "the surfaces as they are, as numbered OBJ and PLY files (x)"},
     {"Frame", PanelCommand::frame_view, ImGuiKey_F, "moves the camera so that all is seen (f)"},
     {"Plots", PanelCommand::plots, ImGuiKey_L, "times, energies and counts of the last frames (l)"},
     {"Settings", PanelCommand::settings, ImGuiKey_K, "what the scene says, to be changed while it runs (k)"},
     {"Quit", PanelCommand::quit, ImGuiKey_Escape, "closes the window (escape)"}}};
constexpr std::size_t kCommandsPerRow = 5;

struct ToggleWidget {
    const char* name;
    bool Shown::*member;
    ImGuiKey key;
    const char* help;
};
constexpr std::array<ToggleWidget, 8> kToggles{
    {{"Skin", &Shown::skin, ImGuiKey_1, "the surface (1)"},
     {"Nodes", &Shown::nodes, ImGuiKey_2, "as balls in the size of their cells, pinned ones black (2)"},
     {"Links", &Shown::links, ImGuiKey_3, "nodes that see each other through material (3)"},
     {"Cells", &Shown::cells, ImGuiKey_4, "the octree's leaves, carried by their nodes (4)"},
     {"Grabs", &Shown::grabs, ImGuiKey_5, "what is held, and where it is pulled (5)"},
     {"Contacts", &Shown::contacts, ImGuiKey_6, "where nodes touch the ground (6)"},
     {"Cuts", &Shown::cuts, ImGuiKey_7, "the sheets of all cuts (7)"},
     {"Momentum", &Shown::momentum, ImGuiKey_8, "the way of each body's middle in a fifth of a second (8)"}}};
constexpr std::size_t kTogglesPerRow = 4;

template <class Colours>
struct ColourWidget {
    const char *name, *label;
    Colours colours;
    const char* help;
};
constexpr std::array<ColourWidget<SkinColour>, 4> kSkinColours{
    {{"skin plain", "plain", SkinColour::body, "one colour for a body"},
     {"skin strain", "strain", SkinColour::strain, "from pale to dark red at a strain of 0.3"},
     {"skin fragment", "fragment", SkinColour::fragment, "what was cut off has colours of its own"},
     {"skin level", "level", SkinColour::level, "of the cells below: blue is coarse, then teal, amber, red"}}};
constexpr std::array<ColourWidget<NodeColour>, 7> kNodeColours{
    {{"nodes level", "level", NodeColour::level, "of nodes and cells: blue is coarse, then teal, amber, red"},
     {"nodes mass", "mass", NodeColour::mass, "from light, dark blue, to heavy, yellow"},
     {"nodes strain", "strain", NodeColour::strain, "from pale to dark red at a strain of 0.3"},
     {"nodes speed", "speed", NodeColour::speed, "yellow at two sizes of the body per second"},
     {"nodes region size", "size", NodeColour::region_size, "how many nodes the region has: few, dark blue, to many"},
     {"nodes region", "region", NodeColour::region, "of the inspected node: a colour for each of its summation nodes"},
     {"nodes distance", "distance", NodeColour::distance,
      "along links from the inspected node: near, yellow, to far"}}};

bool pressed(ImGuiKey key) {
    const ImGuiIO& io = ImGui::GetIO();
    return !io.WantTextInput && !io.KeyCtrl && !io.KeyAlt && ImGui::IsKeyPressed(key, false);
}

void figure(const char* name, const char* format, double value) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
    ImGui::TableNextColumn();
    ImGui::Text(format, value);
}

void show_figures(const PanelFigures& figures) {
    const auto& [sum, match, average, integrate, total] = figures.step.seconds;
    if (ImGui::BeginTable("figures", 4, ImGuiTableFlags_SizingFixedFit)) {
        figure("frame", "%-7.0f", figures.frame);
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
    for (const std::string& note : figures.notes) ImGui::TextColored({0.95f, 0.55f, 0.35f, 1}, "%s", note.c_str());
}

/// One line at the bottom: what the mouse does now.
void show_hint(const char* hint) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, screen.y}, ImGuiCond_Always, {0, 1});
    ImGui::SetNextWindowSize({screen.x, 0});
    ImGui::SetNextWindowBgAlpha(0.7f);
    ImGui::Begin("hint", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoMove);
    ImGui::TextUnformatted(hint);
    ImGui::End();
}

bool is_on(PanelCommand command, const PanelFigures& figures) {
    return (command == PanelCommand::pause && figures.paused) || (command == PanelCommand::slow && figures.slow) ||
           (command == PanelCommand::record && figures.recording) ||
           (command == PanelCommand::video && figures.filming) || (command == PanelCommand::plots && figures.plots) ||
           (command == PanelCommand::settings && figures.settings);
}

bool can_be_used(PanelCommand command, const PanelFigures& figures) {
    return (command != PanelCommand::undo || figures.cuts_to_undo > 0) &&
           (command != PanelCommand::redo || figures.cuts_to_redo > 0);
}

}  // namespace

std::vector<std::string> Panel::widget_names() {
    std::vector<std::string> names;
    for (const auto& widget : kTools) names.emplace_back(widget.name);
    for (const auto& widget : kCommands) names.emplace_back(widget.name);
    for (const auto& widget : kToggles) names.emplace_back(widget.name);
    for (const auto& widget : kSkinColours) names.emplace_back(widget.name);
    for (const auto& widget : kNodeColours) names.emplace_back(widget.name);
    for (const char* name : {"hard grab", "cut depth", "push depth", "brush", "softness", "slice"})
        names.emplace_back(name);
    return names;
}

Panel::Choice Panel::show(const PanelFigures& figures, const ToolBox& tools, ToolSettings& settings, Shown& shown) {
    Choice choice{.tool = tools.in_hand()};
    for (const auto& widget : kTools)
        if (pressed(widget.key)) choice.tool = widget.tool;
    for (const auto& widget : kCommands)
        if (pressed(widget.key)) choice.commands.push_back(widget.command);
    for (const auto& [name, member, key, help] : kToggles)
        if (pressed(key)) shown.*member = !(shown.*member);

    ImGui::SetNextWindowPos({10, 10}, ImGuiCond_FirstUseEver);
    if (ImGui::Begin("octomatch", nullptr, ImGuiWindowFlags_AlwaysAutoResize)) {
        if (!figures.loading.empty())
            ImGui::ProgressBar(static_cast<float>(figures.loaded), {380, 0}, figures.loading.c_str());
        show_tools(tools, settings, choice.tool);
        ImGui::Separator();
        show_commands(figures, choice.commands);
        ImGui::Separator();
        show_toggles(shown);
        show_colours(shown);
        ImGui::Separator();
        show_figures(figures);
    }
    ImGui::End();
    show_hint(tools.hint());
    return choice;
}

void Panel::show_tools(const ToolBox& tools, ToolSettings& settings, ToolKind& chosen) {
    for (std::size_t i = 0; i < kTools.size(); ++i) {
        const auto& [name, tool, key, help] = kTools[i];
        if (i % kToolsPerRow != 0) ImGui::SameLine(0, 4);
        if (widgets_.button(name, name, help, tools.in_hand() == tool)) chosen = tool;
    }
    switch (tools.in_hand()) {
        case ToolKind::grab:
            widgets_.toggle("hard grab", "hard", settings.hard_grab,
                            "the point stays under the mouse, whatever it takes");
            break;
        case ToolKind::cut:
            widgets_.slider("cut depth", "depth", settings.cut_depth, 0.02, 1, "%.2f",
                            "below the surface, in sizes of what is shown; 1: through all of it");
            break;
        case ToolKind::push:
            widgets_.slider("push depth", "depth", settings.push_depth, 0.01, 0.5, "%.2f", "in sizes of the body");
            break;
        case ToolKind::inspect:
            ImGui::TextDisabled("shown in the inspector; its region colours the nodes");
            break;
        case ToolKind::stiffness:
            widgets_.slider("softness", "stiffness", settings.stiffness, 0.01, 1, "%.2f", "times the material's");
            [[fallthrough]];
        default:
            if (tools.in_hand() == ToolKind::stiffness) ImGui::SameLine();
            widgets_.slider("brush", "brush", settings.brush, 0.01, 0.5, "%.2f", "its radius, in sizes of the body");
    }
}

void Panel::show_commands(const PanelFigures& figures, std::vector<PanelCommand>& commands) {
    for (std::size_t i = 0; i < kCommands.size(); ++i) {
        const auto& [name, command, key, help] = kCommands[i];
        if (i % kCommandsPerRow != 0) ImGui::SameLine(0, 4);
        ImGui::BeginDisabled(!can_be_used(command, figures));
        const std::string label = command == PanelCommand::pause && figures.paused ? "Run" : name;
        if (widgets_.button(name, label, help, is_on(command, figures))) commands.push_back(command);
        ImGui::EndDisabled();
    }
}

void Panel::show_toggles(Shown& shown) {
    for (std::size_t i = 0; i < kToggles.size(); ++i) {
        const auto& [name, member, key, help] = kToggles[i];
        constexpr float kColumn = 95;
        if (i % kTogglesPerRow != 0) ImGui::SameLine(8 + kColumn * static_cast<float>(i % kTogglesPerRow));
        widgets_.toggle(name, name, shown.*member, help);
    }
}

void Panel::show_colours(Shown& shown) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("skin");
    for (const auto& [name, label, colours, help] : kSkinColours) {
        ImGui::SameLine(0, 4);
        if (widgets_.button(name, label, help, shown.skin_colour == colours)) shown.skin_colour = colours;
    }
    if (!shown.nodes && !shown.cells) return;
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("nodes");
    for (std::size_t i = 0; i < kNodeColours.size(); ++i) {
        const auto& [name, label, colours, help] = kNodeColours[i];
        if (i != kNodeColours.size() / 2 + 1) ImGui::SameLine(0, 4);
        if (widgets_.button(name, label, help, shown.node_colour == colours)) shown.node_colour = colours;
    }
    if (shown.cells) widgets_.slider("slice", "slice of the cells", shown.slice, 0, 1, "%.2f", "along x, at rest");
}

}  // namespace octomatch

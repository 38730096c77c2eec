#include "experiments/comparison_report.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <nlohmann/json.hpp>

#include "core/input_error.h"
#include "experiments/line_plot.h"
#include "experiments/pictures.h"
#include "io/whole_file.h"

namespace octomatch {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const ComparedMethod& m) {
    const auto ms = [](double seconds) { return 1e3 * seconds; };
    return {{"name", m.name},
            {"finest_cell", m.finest_cell},
            {"nodes", m.nodes},
            {"regions", m.regions},
            {"mean_summation_entries", m.mean_summation_entries},
            {"bytes", m.bytes},
            {"bridges", m.bridges},
            {"tip", m.tip},
            {"ms_per_step", {{"median", m.ms_per_step.median}, {"p10", m.ms_per_step.p10}, {"p90", m.ms_per_step.p90}}},
            {"stages_ms",
             {{"sum", ms(m.stages.sum)},
              {"match", ms(m.stages.match)},
              {"average", ms(m.stages.average)},
              {"integrate", ms(m.stages.integrate)}}}};
}

double speedup_over(const ComparedMethod& other, const ComparedMethod& adaptive) {
    return other.ms_per_step.median / adaptive.ms_per_step.median;
}

/// Against the coarsest plain lattice without bridges: null where none was found, its speed-up where it was not run.
Json separation_json(const Comparison& c) {
    const auto& found = c.lattices.separating;
    if (!found) return {};
    return {{"finest_cell", found->cell},
            {"nodes", found->lattice.nodes},
            {"node_ratio", double(found->lattice.nodes) / c.adaptive().nodes},
            {"speedup", c.separating ? Json(speedup_over(*c.separating, c.adaptive())) : Json()}};
}

std::string row(const std::string& name, const std::vector<std::string>& cells) {
    std::string line = fmt::format("{:<17}", name);
    for (const std::string& cell : cells) line += fmt::format("{:>12}", cell);
    return line + "\n";
}

/// What the adaptive body has less of, or more.
std::string times(double ratio, const char* less, const char* more) {
    return ratio >= 1 ? fmt::format("{:.1f} x {}", ratio, less) : fmt::format("{:.1f} x {}", 1 / ratio, more);
}

std::string method_row(const ComparedMethod& m) {
    const auto number = [](double x) { return fmt::format("{:.3g}", x); };
    return row(m.name, {std::to_string(m.nodes), number(m.mean_summation_entries), number(1e-6 * double(m.bytes)),
                        std::to_string(m.bridges), fmt::format("{:.3f}", m.ms_per_step.median),
                        fmt::format("{:.3f}", 1e3 * m.stages.sum), fmt::format("{:.3f}", 1e3 * m.stages.match),
                        fmt::format("{:.3f}", 1e3 * m.stages.average), fmt::format("{:.1f} %", 100 * m.tip)});
}

}  // namespace

std::string comparison_json(const Comparison& c) {
    Json json{{"model", c.model},     {"finest_cell", c.finest_cell}, {"width", c.width},
              {"epsilon", c.epsilon}, {"frames", c.frames},           {"substeps", c.substeps}};
    json["methods"] = Json::array();
    for (const ComparedMethod& method : c.methods) json["methods"].push_back(json_of(method));
    json["node_ratio"] = c.node_ratio();
    json["speedup"] = c.speedup();
    json["separation"] = separation_json(c);
    json["surface_difference"] = {{"mean", c.surface_mean}, {"max", c.surface_max}};
    json["compliance_ratio"] = c.compliance_ratio;
    json["frequency_ratio"] = c.frequency_ratio;
    json["growth"] = Json::array();
    for (const NodeGrowth& g : c.growth)
        json["growth"].push_back(
            {{"finest_cell", g.finest_cell}, {"flsm_nodes", g.flsm_nodes}, {"adaptive_nodes", g.adaptive_nodes}});
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string comparison_table(const Comparison& c) {
    std::string text = fmt::format("{}: cells of {:.3g}, regions of {:.3g}, {} frames of {} steps\n\n", c.model,
                                   c.finest_cell, c.width, c.frames, c.substeps);
    text += row("", {"nodes", "entries", "MB", "bridges", "ms/step", "sum", "match", "average", "tip"});
    for (const ComparedMethod& method : c.methods) text += method_row(method);
    if (c.separating && c.separating->name == "flsm_separating") text += method_row(*c.separating);
    text += fmt::format("\nat equal finest cell     {}, {}\n", times(c.node_ratio(), "fewer nodes", "more nodes"),
                        times(c.speedup(), "faster", "slower"));
    if (const auto& apart = c.lattices.separating; !apart) {
        text += fmt::format("at equal separation      no plain lattice down to cells of {:.3g} is without bridges\n",
                            c.lattices.searched_to);
    } else {
        const double nodes = double(apart->lattice.nodes) / c.adaptive().nodes;
        text += fmt::format("at equal separation      {}", times(nodes, "fewer nodes", "more nodes"));
        if (c.separating) text += ", " + times(speedup_over(*c.separating, c.adaptive()), "faster", "slower");
        text += fmt::format(", cells of {:.3g}\n", apart->cell);
    }
    text += fmt::format("the same material?       compliance {:.2f}, first frequency {:.2f} (1: the same)\n",
                        c.compliance_ratio, c.frequency_ratio);
    text += fmt::format("surfaces apart           {:.2g} % of the diagonal in the mean, {:.2g} % at most\n",
                        100 * c.surface_mean, 100 * c.surface_max);
    text += "\n" + row("finest cell", {"FLSM", "adaptive", "ratio"});
    for (const NodeGrowth& g : c.growth)
        text +=
            row(fmt::format("{:.3g}", g.finest_cell), {std::to_string(g.flsm_nodes), std::to_string(g.adaptive_nodes),
                                                       fmt::format("{:.1f}", double(g.flsm_nodes) / g.adaptive_nodes)});
    return text;
}

std::vector<std::filesystem::path> write_comparison(const std::filesystem::path& folder, const Comparison& c) {
    std::filesystem::create_directories(folder);
    std::vector<std::filesystem::path> files{folder / "compare.json", folder / "growth.svg"};
    write_whole_file(files[0], comparison_json(c) + "\n");
    const double diagonal = bounding_box(c.shapes->mesh(c.flsm_shape)).diagonal();
    write_plot(files[1], growth_plot(c.growth, diagonal));
    try {
        for (const auto& [name, shape] : {std::pair("flsm.png", c.flsm_shape), {"adaptive.png", c.adaptive_shape}}) {
            draw(folder / name, c.shapes->mesh(shape), c.shapes->body(shape));
            files.push_back(folder / name);
        }
    } catch (const InputError& error) {
        spdlog::warn("no pictures: {}", error.what());
    }
    return files;
}

}  // namespace octomatch

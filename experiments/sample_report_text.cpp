#include <fmt/format.h>

#include "experiments/sample_report.h"

namespace octomatch {

namespace {

std::string with_commas(std::int64_t number) {
    const std::string digits = std::to_string(number);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
        text += digits[i];
    }
    return text;
}

std::string count_of(std::int64_t number, const std::string& what) {
    return with_commas(number) + " " + what + (number == 1 ? "" : "s");
}

/// Three significant digits in the unit that suits.
std::string length_text(double metres) {
    if (metres < 1e-3) return fmt::format("{:.3g} um", 1e6 * metres);
    if (metres < 0.1) return fmt::format("{:.3g} mm", 1e3 * metres);
    if (metres < 1e3) return fmt::format("{:.3g} m", metres);
    return fmt::format("{:.3g} km", 1e-3 * metres);
}

std::string bytes_text(double bytes) {
    if (bytes < 1e6) return fmt::format("{:.3g} kB", 1e-3 * bytes);
    return fmt::format("{:.3g} MB", 1e-6 * bytes);
}

std::string line(const std::string& what, const std::string& value) {
    return fmt::format("{:<16}{}\n", what, value);
}

std::string mesh_lines(const SampleReport& r) {
    const Vec3d size = r.metres * r.box.extent();
    return line("mesh", fmt::format("{}, {}, {}", count_of(r.mesh.triangles, "triangle"),
                                    r.mesh.closed ? "closed" : "open", count_of(r.mesh.components, "shell"))) +
           line("size", fmt::format("{:.4g} x {:.4g} x {:.4g} m", size.x(), size.y(), size.z())) +
           line("mass", fmt::format("{:.4g} kg", r.mass));
}

std::string column(const std::string& text) {
    return fmt::format("{:>14}", text);
}

/// The body beside the two plain lattices that FLSM could use instead.
std::string comparison(const SampleReport& r) {
    const PlainLattice& same = r.lattices.same_cell;
    const auto& separating = r.lattices.separating;
    const auto row = [&](const std::string& what, const std::string& adaptive, const std::string& flsm,
                         const std::string& separate) {
        return line(what, column(adaptive) + column(flsm) + column(separating ? separate : "-"));
    };
    const auto text = [](std::int64_t number) { return with_commas(number); };
    const PlainLattice apart = separating ? separating->lattice : PlainLattice{};
    std::string table = row("", "adaptive", "FLSM at the", "").substr(0, 16 + 2 * 14) + column("FLSM without") + "\n";
    table += line("", column("") + column("same cell") + column("bridges"));
    table += row("finest cell", length_text(r.metres * r.finest_cell), length_text(r.metres * r.finest_cell),
                 length_text(separating ? r.metres * separating->cell : 0));
    table += row("nodes", text(r.nodes), text(same.nodes), text(apart.nodes));
    table +=
        row("", "", fmt::format("{:.3g} x", r.node_ratio()), fmt::format("{:.3g} x", double(apart.nodes) / r.nodes));
    table += row("links", text(r.links), text(same.links), text(apart.links));
    table += row("bridges", text(r.bridges), text(same.bridges), text(apart.bridges));
    if (!separating)
        table += line("", fmt::format("no plain lattice down to cells of {} is without bridges{}",
                                      length_text(r.metres * r.lattices.searched_to),
                                      r.lattices.stopped_by_memory ? "; finer ones exceed the memory limit" : ""));
    return table;
}

std::string level_lines(const SampleReport& r) {
    std::string lines = line("", column("cell") + column("leaves") + column("nodes"));
    for (int level = 0; level <= r.settings.depth; ++level)
        lines +=
            line(fmt::format("level {}", level),
                 column(length_text(r.metres * std::ldexp(r.settings.base_cell, -level))) +
                     column(with_commas(r.leaves_per_level[level])) + column(with_commas(r.nodes_per_level[level])));
    return lines;
}

std::string body_lines(const SampleReport& r) {
    const RegionStatistics& regions = r.regions;
    const SampleSeconds& s = r.seconds;
    return line("base cells", with_commas(r.base_cells)) + line("virtual nodes", with_commas(r.virtual_nodes)) +
           line("components", fmt::format("{}, {}", r.connectivity.components,
                                          r.connectivity.isolated ? count_of(r.connectivity.isolated, "isolated node")
                                                                  : "no isolated node")) +
           line("regions", fmt::format("{} of width {}, {} distinct", with_commas(regions.count),
                                       length_text(r.metres * r.settings.width), with_commas(regions.distinct))) +
           line("  in the mean", fmt::format("{:.1f} summation entries for {:.1f} members",
                                             regions.mean_summation_entries, regions.mean_members)) +
           line("memory", bytes_text(static_cast<double>(r.memory_bytes))) +
           line("time",
                fmt::format("{:.2f} s: level set {:.2f}, material {:.2f}, octree {:.2f}, graph {:.2f}, regions {:.2f}",
                            s.total, s.level_set, s.material, s.octree, s.graph + s.compile, s.regions)) +
           line("", fmt::format("{:.2f} s for the study of plain lattices", r.lattices.seconds));
}

}  // namespace

std::string report_text(const SampleReport& r) {
    return line("model", r.model) + mesh_lines(r) + "\n" + comparison(r) + "\n" + level_lines(r) + "\n" + body_lines(r);
}

}  // namespace octomatch

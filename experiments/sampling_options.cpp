#include "experiments/sampling_options.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>

#include "core/input_error.h"
#include "experiments/common_options.h"
#include "experiments/settings_by_path.h"
#include "io/field_file.h"

namespace octomatch {

namespace {

constexpr double kAnyLength = 1e15;     // octree/adaptive_body.h knows what fits the mesh
constexpr double kWaterDensity = 1000;  // kg per cubic metre

void read_width(const std::string& text, SamplingOptions& options) {
    const bool is_percent = text.ends_with('%');
    const double number = finite_number("--width", is_percent ? text.substr(0, text.size() - 1) : text);
    if (number <= 0) throw InputError("--width must be positive, not " + text);
    (is_percent ? options.width_percent : options.settings.width) = number;
}

Vec3d shift_of(const std::string& text) {
    const std::vector<std::string> parts = CLI::detail::split(text, ',');
    if (parts.size() != 3)
        throw InputError("--shift must be three numbers X,Y,Z in base cells, each in [0, 1), not '" + text + "'");
    Vec3d shift;
    for (int axis = 0; axis < 3; ++axis) shift[axis] = finite_number("--shift", parts[axis]);
    return shift;
}

int budget_of(const std::string& text) {
    int nodes = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), nodes);
    if (error != std::errc() || stop != text.data() + text.size() || nodes <= 0)
        throw InputError("a budget must be a positive number of nodes, as in budget:500, not '" + text + "'");
    return nodes;
}

// A budget alone bounds the default criterion.
void read_criteria(const std::vector<std::string>& words, SampleSettings& settings) {
    constexpr std::string_view kBudget = "budget:";
    std::vector<Criterion> criteria;
    for (const std::string& word : words) {
        if (word.starts_with(kBudget)) {
            settings.budget = budget_of(word.substr(kBudget.size()));
            continue;
        }
        SampleSettings one;
        set_by_path("criteria=" + word, one);
        criteria.insert(criteria.end(), one.criteria.begin(), one.criteria.end());
    }
    if (!criteria.empty()) settings.criteria = criteria;
}

constexpr const char* kGroup = "Sampling, lengths in the unit of the mesh";

}  // namespace

void add_sampling_options(CLI::App& parser, SamplingOptions& options) {
    parser.option_defaults()->group(kGroup);
    add_positive(parser, "--scale", 1e9, options.reading.scale, "coordinates are multiplied by this; default 1")
        ->type_name("S");
    SampleSettings& s = options.settings;
    const auto word = [&](const char* flag, const char* path, const char* type, const char* text) {
        parser
            .add_option_function<std::string>(
                flag, [&s, path](const std::string& value) { set_by_path(std::string(path) + "=" + value, s); }, text)
            ->type_name(type);
    };
    auto* base_cell = add_positive(parser, "--base-cell", kAnyLength, s.base_cell,
                                   "edge of a base cell; default: longest extent / 4.5");
    base_cell->type_name("H");
    add_whole(parser, "--base-cells", 1, 1'000'000, s.base_cells, "instead: about N base cells over the object")
        ->type_name("N")
        ->excludes(base_cell);
    add_whole(parser, "--depth", 0, 12, s.depth, "levels below the base cells; default 4")->type_name("L");
    add_number(parser, "--kappa", s.kappa, "of features: 1 light, 0.5 detailed; default 0.7")->type_name("K");
    parser
        .add_option_function<std::vector<std::string>>(
            "--criterion", [&s](const std::vector<std::string>& words) { read_criteria(words, s); },
            "uniform, features, curvature, budget:N; repeatable; default features")
        ->type_name("C")
        ->allow_extra_args(false);
    add_path(parser, "--field", options.field, "JSON: boxes and spheres with a wanted cell size")->type_name("FILE");
    parser
        .add_option_function<std::string>(
            "--width", [&options](const std::string& text) { read_width(text, options); },
            "of regions, a length or W% of the diagonal; default H / 2")
        ->type_name("W");
    add_number(parser, "--epsilon", s.regions.epsilon, "regions reach from W to (1 + E) W; default 0.5")
        ->type_name("E");
    word("--relation", "regions.relation", "R", "intervals, blocks, fractional or links; default intervals");
    word("--symmetry", "regions.symmetry", "S", "adjoint, union or intersection; default adjoint");
    word("--links", "links", "L", "of cells: contact or touching; default contact");
    word("--positions", "positions", "P", "of nodes: mass or cell_centre; default mass");
    parser
        .add_option_function<std::string>(
            "--shift", [&s](const std::string& text) { s.shift = shift_of(text); },
            "of the lattice, in base cells, each in [0, 1); default 0,0,0")
        ->type_name("X,Y,Z");
    add_positive(parser, "--memory-limit", 1e6, s.memory_limit, "refuses what needs more memory; default 4")
        ->type_name("GB");
    parser.option_defaults()->group("Options");
}

std::string given_sampling_option(const CLI::App& parser) {
    for (const CLI::Option* option : parser.get_options())
        if (option->get_group() == kGroup && option->count() > 0) return option->get_name();
    return "";
}

SampleSettings settings_for(const SamplingOptions& options, const TriangleMesh& mesh) {
    SampleSettings settings = options.settings;
    if (!options.field.empty()) settings.field = read_field(options.field);
    if (options.width_percent > 0) settings.width = options.width_percent / 100 * bounding_box(mesh).diagonal();
    settings.density =
        kWaterDensity * std::pow(metres_per(options.reading.unit), 3);  // the setting counts per cubic unit
    for (const std::string& change : options.changes) set_by_path(change, settings);
    return settings;
}

}  // namespace octomatch

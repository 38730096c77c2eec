#include "octree/adaptive_body.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "core/input_error.h"
#include "core/timer.h"
#include "octree/blocks.h"
#include "octree/body_change.h"
#include "octree/compile.h"
#include "octree/fractional.h"
#include "octree/link_regions.h"
#include "octree/node_budget.h"
#include "octree/region_update.h"
#include "octree/regions.h"

namespace octomatch {

namespace {

std::string text(double number) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.4g", number);
    return buffer;
}

void require(bool holds, const std::string& what) {
    if (!holds) throw InputError(what);
}

void check_numbers(const SampleSettings& s) {
    const auto in_range = [](double x, double low, double high) { return x >= low && x <= high; };  // false for NaN
    require(in_range(s.depth, 0, 12), "depth must be between 0 and 12, not " + std::to_string(s.depth));
    require(in_range(s.kappa, 0.1, 10), "kappa must be between 0.1 and 10, not " + text(s.kappa));
    require(in_range(s.regions.epsilon, 0, 10), "epsilon must be between 0 and 10, not " + text(s.regions.epsilon));
    require(in_range(s.spread, 0, 1), "spread must be between 0 and 1, not " + text(s.spread));
    require(in_range(s.base_cells, 0, 1e6),
            "base cells must be between 1 and 1000000, not " + std::to_string(s.base_cells));
    require(s.base_cell >= 0 && std::isfinite(s.base_cell),
            "the base cell must be a positive length, not " + text(s.base_cell));
    require(s.width >= 0 && std::isfinite(s.width), "the width must be a positive length, not " + text(s.width));
    require(s.budget >= 0, "the node budget must be positive, not " + std::to_string(s.budget));
    require(s.density > 0 && std::isfinite(s.density), "the density must be positive, not " + text(s.density));
    require(s.memory_limit > 0, "the memory limit must be positive, not " + text(s.memory_limit));
    for (double x : s.shift) require(x >= 0 && x < 1, "a shift is given in base cells, each in [0, 1), not " + text(x));
    for (const auto& [where, cell] : s.field) require(cell > 0, "a wanted cell must be positive, not " + text(cell));
    for (const auto& [where, width] : s.widths)
        require(width > 0, "a wanted width must be positive, not " + text(width));
}

void check_memory(const TriangleMesh& mesh, const Lattice& lattice, double memory_limit) {
    const double gigabytes = level_set_bytes(mesh, lattice) * 1e-9;
    require(gigabytes <= memory_limit, "depth " + std::to_string(lattice.depth) + " below a base cell of " +
                                           text(lattice.base_cell) + " needs about " + text(gigabytes) +
                                           " GB, more than the limit of " + text(memory_limit) + " GB");
}

int count_base_cells(const TriangleMesh& mesh, const TriangleBvh& bvh, bool closed, double base_cell) {
    const Lattice lattice = lattice_over(bounding_box(mesh), base_cell, 0, Vec3d::Zero());
    return static_cast<int>(make_level_set(mesh, bvh, closed, lattice).cells.size());
}

// The edge whose lattice has the number of cells nearest to the wanted one, to 1 %: the count falls with the edge,
// nearly.
double base_cell_for(const TriangleMesh& mesh, int wanted, double memory_limit) {
    const TriangleBvh bvh(mesh);
    const bool closed = is_closed(mesh);
    const double longest = bounding_box(mesh).extent().maxCoeff();
    // So many cells have room for the volume, and reach from end to end.
    double low = std::max(longest / (wanted + 2), std::cbrt(std::abs(signed_volume(mesh)) / wanted));
    double high = 1.1 * longest, best = high;
    check_memory(mesh, lattice_over(bounding_box(mesh), std::sqrt(low * high), 0, Vec3d::Zero()), memory_limit);
    int best_miss = std::abs(count_base_cells(mesh, bvh, closed, high) - wanted);
    for (int step = 0; step < 14 && best_miss > wanted / 100; ++step) {
        const double middle = std::sqrt(low * high);
        const int count = count_base_cells(mesh, bvh, closed, middle);
        if (std::abs(count - wanted) < best_miss) {
            best = middle;
            best_miss = std::abs(count - wanted);
        }
        (count > wanted ? low : high) = middle;
    }
    return best;
}

MaterialGraph make_material(const TriangleMesh& mesh, const Lattice& lattice, double memory_limit,
                            SampleSeconds& seconds) {
    check_memory(mesh, lattice, memory_limit);
    const Stopwatch watch;
    const TriangleBvh bvh(mesh);
    const LevelSet level_set = make_level_set(mesh, bvh, is_closed(mesh), lattice);
    seconds.level_set = watch.seconds();
    Timed timed(seconds.material);
    return octomatch::make_material(level_set, bvh);
}

Octree split_cells(const TriangleMesh& mesh, const MaterialGraph& material, const SampleSettings& s) {
    const auto wants = [&](Criterion c) {
        return std::find(s.criteria.begin(), s.criteria.end(), c) != s.criteria.end();
    };
    std::vector<SplitCriterion> criteria;
    if (wants(Criterion::uniform)) criteria.push_back(split_everywhere());
    if (wants(Criterion::curvature)) criteria.push_back(split_curved(material, mesh, s.spread));
    if (!s.field.empty()) criteria.push_back(split_field(material, s.field));
    if (!material.removed.empty()) criteria.push_back(split_cut(material));
    if (s.budget == 0) {
        if (wants(Criterion::features)) criteria.push_back(split_features(material, s.kappa));
        return make_octree(material, any_of(std::move(criteria)));
    }
    const SplitCriterion wanted = any_of(std::move(criteria));
    const auto features =
        wants(Criterion::features) ? feature_need(material, s.kappa) : [](const Cell&) { return 0.0; };
    return make_octree_within(
        material, [&](const Cell& cell) { return std::max(features(cell), wanted(cell) ? 1.0 : 0.0); }, s.budget);
}

// w_i = max(w, s_i), in units of h/2: a region narrower than its node's own cell would be the node alone. With
// fractional members a coarse cell does not widen its region.
void set_widths(const SampleSettings& settings, const Lattice& lattice, const Sampling& sampling, BodyRest& rest) {
    rest.asked_width = settings.width;
    for (int i = 0; i < rest.nodes(); ++i) {
        double width = settings.width;
        for (const auto& [where, wanted] : settings.widths)
            if (where.contains(lattice.world(sampling.position[i]))) width = wanted;
        if (settings.regions.relation == RelationKind::links)
            rest.link_reach.push_back(std::max(1, static_cast<int>(std::lround(width / rest.finest_cell))));
        const bool fractional = settings.regions.relation == RelationKind::fractional;
        width = std::max(width, fractional ? rest.finest_cell : static_cast<double>(rest.cell[i]));
        rest.width.push_back(static_cast<std::int32_t>(std::lround(2 * width / rest.finest_cell)));
    }
}

// Lattices count links, which are as long as their cells.
void require_uniform(const SampleSettings& settings, const Octree& tree) {
    const bool by_links = settings.regions.relation == RelationKind::links;
    if (!by_links && settings.links == LinkRule::contact) return;
    for (int c = 0; c < tree.size(); ++c)
        require(!tree.is_leaf[c] || tree.cells[c].level == settings.depth,
                std::string(by_links ? "regions by links need" : "links between touching cells need") +
                    " cells of one size; choose the criterion uniform");
}

/// Nodes and links, and all of the rest but the relation.
BodyRest make_nodes(AdaptiveBody& body) {
    const SampleSettings& settings = body.settings;
    require_uniform(settings, body.tree);
    {
        Timed timed(body.seconds.graph);
        body.sampling = make_sampling(body.material, body.tree, settings.positions, settings.links);
    }
    Timed timed(body.seconds.compile);
    BodyRest rest = compile_nodes(body.material, body.tree, body.sampling, settings.density);
    set_widths(settings, body.material.lattice, body.sampling, rest);
    return rest;
}

void add_relation(const AdaptiveBody& body, BodyRest& rest) {
    const RegionSettings& settings = body.settings.regions;
    switch (settings.relation) {
        case RelationKind::intervals:
            return add_interval_regions(settings, rest);
        case RelationKind::blocks:
            return add_blocks(settings, rest);
        case RelationKind::fractional:
            add_own_moments(body.material, body.sampling, rest);
            return add_fractional_regions(body.sampling.cell_centre, rest);
        case RelationKind::links:
            return add_link_regions(body.sampling.cell_centre, rest);
    }
}

// No cells, hence no material, tree or sampling.
AdaptiveBody make_clusters(const TriangleMesh& mesh, const SampleSettings& settings, const Progress& progress) {
    const Stopwatch total;
    AdaptiveBody body{.settings = settings};
    body.rest = std::make_shared<const BodyRest>(cluster_body(mesh, settings.density, *settings.clusters));
    body.seconds.compile = body.seconds.total = total.seconds();
    if (progress) progress("done", 1);
    return body;
}

}  // namespace

SampleSettings resolved(const SampleSettings& settings, const TriangleMesh& mesh) {
    check_numbers(settings);
    SampleSettings s = settings;
    if (s.clusters) return s;
    const double longest = bounding_box(mesh).extent().maxCoeff();
    if (s.base_cells > 0) s.base_cell = base_cell_for(mesh, s.base_cells, s.memory_limit);
    if (s.base_cell == 0) s.base_cell = longest / 4.5;
    require(s.base_cell > longest * 1e-4,
            "a base cell of " + text(s.base_cell) + " is too small for an object of " + text(longest));
    require(s.base_cell <= longest * 1e3,
            "a base cell of " + text(s.base_cell) + " is too large for an object of " + text(longest));
    require(std::ldexp(longest / s.base_cell + 3, s.depth) < (1 << kMortonBits),
            "depth " + std::to_string(s.depth) + " below a base cell of " + text(s.base_cell) +
                " is finer than 2^20 cells");
    if (s.width == 0) s.width = s.base_cell / 2;
    require(s.width < 1e4 * s.base_cell,
            "a width of " + text(s.width) + " is absurd for base cells of " + text(s.base_cell));
    return s;
}

MaterialGraph make_material(const TriangleMesh& mesh, const Lattice& lattice, double memory_limit) {
    SampleSeconds unused;
    return make_material(mesh, lattice, memory_limit, unused);
}

AdaptiveBody make_body(const TriangleMesh& mesh, MaterialGraph material, const SampleSettings& settings,
                       const Progress& progress) {
    const Stopwatch total;
    require(material.pieces() > 0,
            "the object has no material at this resolution; choose a smaller base cell or more depth");
    if (progress) progress("octree", 0.65);
    double split_seconds = 0;
    Octree tree;
    {
        Timed timed(split_seconds);
        tree = split_cells(mesh, material, settings);
    }
    AdaptiveBody body = make_body(std::move(material), std::move(tree), settings, progress);
    body.seconds.octree = split_seconds;
    body.seconds.total = total.seconds();
    return body;
}

AdaptiveBody make_body(MaterialGraph material, Octree tree, const SampleSettings& settings, const Progress& progress) {
    const Stopwatch total;
    const auto at = [&](const char* stage, double fraction) {
        if (progress) progress(stage, fraction);
    };
    AdaptiveBody body{.settings = settings, .material = std::move(material), .tree = std::move(tree)};
    at("nodes and links", 0.75);
    BodyRest rest = make_nodes(body);
    at("regions", 0.8);
    {
        Timed timed(body.seconds.regions);
        add_relation(body, rest);
    }
    body.rest = std::make_shared<const BodyRest>(std::move(rest));
    body.seconds.total = total.seconds();
    at("done", 1);
    return body;
}

AdaptiveBody update_body(const AdaptiveBody& before, MaterialGraph material, Octree tree,
                         std::span<const PieceId> came_from, BodyChange& change) {
    const Stopwatch total;
    AdaptiveBody body{.settings = before.settings, .material = std::move(material), .tree = std::move(tree)};
    BodyRest rest = make_nodes(body);
    change = change_between(before, body, came_from);
    const RegionSettings& regions = body.settings.regions;
    {
        Timed timed(body.seconds.regions);
        if (regions.relation == RelationKind::intervals && regions.symmetry == Symmetry::adjoint)
            update_interval_regions(regions, *before.rest, change.node_before, rest);
        else
            add_relation(body, rest);
    }
    body.rest = std::make_shared<const BodyRest>(std::move(rest));
    body.seconds.total = total.seconds();
    return body;
}

AdaptiveBody make_body(const TriangleMesh& mesh, const SampleSettings& settings, const Progress& progress) {
    const Stopwatch total;
    if (progress) progress("level set", 0);
    const SampleSettings s = resolved(settings, mesh);
    if (s.clusters) return make_clusters(mesh, s, progress);
    SampleSeconds seconds;
    const Lattice lattice = lattice_over(bounding_box(mesh), s.base_cell, s.depth, s.shift);
    AdaptiveBody body = make_body(mesh, make_material(mesh, lattice, s.memory_limit, seconds), s, progress);
    body.seconds.level_set = seconds.level_set;
    body.seconds.material = seconds.material;
    body.seconds.total = total.seconds();
    return body;
}

}  // namespace octomatch

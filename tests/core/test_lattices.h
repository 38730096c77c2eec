// Lattices with regions by links: cells put where a test wants them, and built-in models.
#pragma once
#include <algorithm>
#include <functional>

#include "octree/link_regions.h"
#include "tests/core/test_bodies.h"

namespace octomatch::test {

/// One node in every cell of the box for which `is_there` holds, touching cells linked.
inline BodyRest lattice_where(const Vec3i& size, int reach, const std::function<bool(const Vec3i&)>& is_there) {
    BodyRest rest;
    rest.finest_cell = 0.1;
    rest.asked_width = reach * rest.finest_cell;
    std::vector<Vec3i> cells;
    for (int e = 0; e < size.prod(); ++e) {
        const Vec3i at{e % size.x(), e / size.x() % size.y(), e / (size.x() * size.y())};
        if (is_there(at)) cells.push_back(at);
    }
    std::vector<Vec3i> place;
    for (const Vec3i& at : cells) {
        place.push_back(2 * at + Vec3i::Ones());
        rest.x0.push_back((0.1 * (at.cast<double>() - 0.5 * size.cast<double>())).cast<float>());
        rest.mass.push_back(1);
        rest.cell.push_back(0.1f);
        rest.width.push_back(2 * reach);
        rest.link_reach.push_back(reach);
        rest.parent.push_back(-1);
        std::vector<NodeId> links;
        for (std::size_t j = 0; j < cells.size(); ++j)
            if ((cells[j] - at).cwiseAbs().maxCoeff() == 1) links.push_back({static_cast<int>(j)});
        rest.links.push_row(links);
        rest.link_length.insert(rest.link_length.end(), links.size(), 2);
    }
    add_link_regions(std::move(place), rest);
    return rest;
}

inline BodyRest full_lattice(const Vec3i& size, int reach) {
    return lattice_where(size, reach, [](const Vec3i&) { return true; });
}

/// The same nodes with another reach, and without a share of the links.
inline BodyRest relinked(BodyRest rest, int reach, double without = 0, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(0, 1);
    std::vector<std::vector<NodeId>> links(rest.nodes());
    for (int i = 0; i < rest.nodes(); ++i)
        for (NodeId j : rest.links.row(i)) {
            if (j.value < i || number(random) < without) continue;
            links[i].push_back(j);
            links[j.value].push_back({i});
        }
    rest.links = {};
    for (auto& row : links) {
        std::ranges::sort(row);
        rest.links.push_row(row);
    }
    rest.link_length.assign(rest.links.items.size(), 2);
    rest.link_reach.assign(rest.nodes(), reach);
    add_link_regions(std::vector(rest.place), rest);
    return rest;
}

inline SampleSettings lattice_settings(LinkRule rule, int depth = 2) {
    SampleSettings settings{.depth = depth, .criteria = {Criterion::uniform}, .links = rule};
    settings.regions.relation = RelationKind::links;
    return settings;
}

/// A built-in model as a uniform lattice with regions by links.
inline std::shared_ptr<const BodyRest> model_lattice(const char* name, LinkRule rule, int depth = 2) {
    return model_rest(name, lattice_settings(rule, depth));
}

}  // namespace octomatch::test

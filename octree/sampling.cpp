#include "octree/sampling.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "octree/cell_components.h"
#include "octree/touching_cells.h"

namespace octomatch {

namespace {

// Components below this are slivers, unless they are the largest of their leaf ...
constexpr double kSliverVolume = 0.25;  // h^3
// ... or below this share of their cell. More would starve coarse samplings, less gives mass ratios without bound.
constexpr double kSliverShare = 0.02;

// Voxels that lie half a voxel outside have no volume, and a cut may part them from all others, but there is no node
// without mass.
constexpr double kLeastVolume = 1e-6;  // h^3

// Connected material of one leaf: a node, unless it is a sliver.
struct Component {
    CellId leaf;
    double volume = 0;
    bool sliver = false;
    int adopted_by = -1;  // the component whose node it belongs to; itself for a node
};

struct Components {
    std::vector<Component> all;  // in Morton order of leaves, then by first piece
    std::vector<std::int32_t> of_piece;
};

Components find_components(const MaterialGraph& material, const Octree& tree) {
    Components result;
    result.of_piece.assign(material.pieces(), -1);
    for (int c = 0; c < tree.size(); ++c) {
        if (!tree.is_leaf[c]) continue;
        const Cell& cell = tree.cells[c];
        const auto component = component_of_pieces(material, cell);
        const auto volumes = component_volumes(material, cell);
        const double largest = *std::max_element(volumes.begin(), volumes.end());
        const double cell_volume = std::pow(material.lattice.finest_per_cell(cell.level), 3);
        const int first = static_cast<int>(result.all.size());
        for (double v : volumes)
            result.all.push_back({.leaf = {c},
                                  .volume = v,
                                  .sliver = (v < kSliverVolume && v < largest) || v < kSliverShare * cell_volume});
        for (std::size_t k = 0; k < component.size(); ++k) result.of_piece[cell.first_piece + k] = first + component[k];
    }
    return result;
}

// How many contacts join each sliver to other components.
std::vector<std::map<int, int>> touching(const MaterialGraph& material, const Components& components) {
    std::vector<std::map<int, int>> counts(components.all.size());
    for (int p = 0; p < material.pieces(); ++p) {
        const int sliver = components.of_piece[p];
        if (!components.all[sliver].sliver) continue;
        for (PieceId q : material.contacts.row(p))
            if (const int other = components.of_piece[q.value]; other != sliver) ++counts[sliver][other];
    }
    return counts;
}

// Slivers go to the node they touch most, in rounds, so that chains of slivers follow their first; the first wins a
// tie. A group of slivers that touches no node makes its largest one a node.
void adopt_slivers(const MaterialGraph& material, Components& components) {
    auto& all = components.all;
    const auto neighbours = touching(material, components);
    std::vector<int> waiting;
    for (int c = 0; c < static_cast<int>(all.size()); ++c) {
        if (all[c].sliver)
            waiting.push_back(c);
        else
            all[c].adopted_by = c;
    }
    while (!waiting.empty()) {
        std::vector<std::pair<int, int>> adoptions;
        for (int c : waiting) {
            std::map<int, int> contacts_with;  // node -> contacts
            for (const auto& [other, count] : neighbours[c])
                if (all[other].adopted_by >= 0) contacts_with[all[other].adopted_by] += count;
            const auto most = std::max_element(contacts_with.begin(), contacts_with.end(),
                                               [](const auto& a, const auto& b) { return a.second < b.second; });
            if (most != contacts_with.end()) adoptions.push_back({c, most->first});
        }
        if (adoptions.empty()) {
            const int largest = *std::max_element(waiting.begin(), waiting.end(),
                                                  [&](int a, int b) { return all[a].volume < all[b].volume; });
            adoptions.push_back({largest, largest});
        }
        for (const auto& [sliver, node] : adoptions) all[sliver].adopted_by = node;
        std::erase_if(waiting, [&](int c) { return all[c].adopted_by >= 0; });
    }
}

void place_nodes(const MaterialGraph& material, const Octree& tree, Positions positions, Sampling& sampling) {
    std::vector<Vec3d> moment(sampling.nodes(), Vec3d::Zero());
    sampling.volume.assign(sampling.nodes(), 0);
    for (int p = 0; p < material.pieces(); ++p) {
        const int i = sampling.node_of_piece[p].value;
        const Vec3d at = coordinates(material.cell_of[p]).cast<double>() + material.centre[p].cast<double>();
        sampling.volume[i] += material.volume[p];
        moment[i] += material.volume[p] * at;
    }
    for (int i = 0; i < sampling.nodes(); ++i) {
        const Cell& cell = tree.cells[sampling.leaf_of[i].value];
        sampling.cell_centre.push_back(2 * coordinates(cell.corner) +
                                       Vec3i::Constant(material.lattice.finest_per_cell(cell.level)));
        const Vec3d centre = 0.5 * sampling.cell_centre[i].cast<double>();
        const bool by_mass = positions == Positions::mass && sampling.volume[i] > 0;
        sampling.position.push_back(by_mass ? Vec3d(moment[i] / sampling.volume[i]) : centre);
        sampling.volume[i] = std::max(sampling.volume[i], kLeastVolume);
    }
}

// Two nodes of one leaf can touch through an adopted sliver; their centres coincide, so the leaf's edge counts.
int length_between(const MaterialGraph& material, const Octree& tree, const Sampling& sampling, int i, int j) {
    const int length = (sampling.cell_centre[i] - sampling.cell_centre[j]).cwiseAbs().maxCoeff();
    return length > 0 ? length : 2 * material.lattice.finest_per_cell(tree.cells[sampling.leaf_of[i].value].level);
}

void link_nodes(const MaterialGraph& material, const Octree& tree, Sampling& sampling) {
    std::vector<std::pair<int, int>> pairs;
    for (int p = 0; p < material.pieces(); ++p)
        for (PieceId q : material.contacts.row(p)) {
            const int i = sampling.node_of_piece[p].value, j = sampling.node_of_piece[q.value].value;
            if (i != j) pairs.push_back({i, j});
        }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    sampling.links = group_by<NodeId>(
        sampling.nodes(), static_cast<int>(pairs.size()), [&](int e) { return pairs[e].first; },
        [&](int e) { return NodeId{pairs[e].second}; });
    for (const auto& [i, j] : pairs) sampling.link_length.push_back(length_between(material, tree, sampling, i, j));
}

// One node per leaf, slivers too.
Sampling touching_lattice(const MaterialGraph& material, const Octree& tree, Positions positions) {
    Sampling sampling;
    std::vector<Cell> leaves;
    for (int c = 0; c < tree.size(); ++c) {
        if (!tree.is_leaf[c]) continue;
        const Cell& cell = tree.cells[c];
        sampling.node_of_piece.insert(sampling.node_of_piece.end(), cell.end_piece - cell.first_piece,
                                      {sampling.nodes()});
        sampling.leaf_of.push_back({c});
        leaves.push_back(cell);
    }
    place_nodes(material, tree, positions, sampling);

    const TouchingCells touching(material.lattice, leaves);
    for (int i = 0; i < sampling.nodes(); ++i) {
        std::vector<NodeId> linked;
        for (int j : touching.around(i)) linked.push_back({j});
        sampling.links.push_row(linked);
        const int length = 2 * material.lattice.finest_per_cell(leaves[i].level);
        sampling.link_length.insert(sampling.link_length.end(), linked.size(), length);
    }
    return sampling;
}

}  // namespace

Sampling make_sampling(const MaterialGraph& material, const Octree& tree, Positions positions, LinkRule rule) {
    if (rule == LinkRule::touching) return touching_lattice(material, tree, positions);
    Components components = find_components(material, tree);
    adopt_slivers(material, components);

    Sampling sampling;
    std::vector<NodeId> node_of(components.all.size());
    for (std::size_t c = 0; c < components.all.size(); ++c) {
        if (components.all[c].adopted_by != static_cast<int>(c)) continue;
        node_of[c] = {sampling.nodes()};
        sampling.leaf_of.push_back(components.all[c].leaf);
    }
    for (int c : components.of_piece) sampling.node_of_piece.push_back(node_of[components.all[c].adopted_by]);
    place_nodes(material, tree, positions, sampling);
    link_nodes(material, tree, sampling);
    return sampling;
}

Connectivity connectivity(const Ragged<NodeId>& links) {
    Connectivity result;
    std::vector<char> seen(links.rows(), 0);
    std::vector<int> stack;
    for (int seed = 0; seed < links.rows(); ++seed) {
        if (links.size_of(seed) == 0) ++result.isolated;
        if (seen[seed]) continue;
        ++result.components;
        seen[seed] = 1;
        stack.push_back(seed);
        while (!stack.empty()) {
            const int i = stack.back();
            stack.pop_back();
            for (NodeId j : links.row(i))
                if (!seen[j.value]) {
                    seen[j.value] = 1;
                    stack.push_back(j.value);
                }
        }
    }
    return result;
}

}  // namespace octomatch

#include "octree/body_differences.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace octomatch {

namespace {

/// Numbers are compared by their bits: -0 is not 0, and what is no number equals itself.
template <class T>
constexpr bool is_numbers = std::is_arithmetic_v<T>;
template <class Scalar, int rows, int columns>
constexpr bool is_numbers<Eigen::Matrix<Scalar, rows, columns>> = true;
template <class T, std::size_t size>
constexpr bool is_numbers<std::array<T, size>> = is_numbers<T>;

template <class T>
bool equal(const std::vector<T>& a, const std::vector<T>& b) {
    if constexpr (is_numbers<T>)
        return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
    else
        return a == b;
}

template <class T>
bool equal(const Ragged<T>& a, const Ragged<T>& b) {
    return equal(a.offsets, b.offsets) && equal(a.items, b.items);
}

template <class T>
bool equal(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

bool equal(const std::vector<GradientFit::Open>& a, const std::vector<GradientFit::Open>& b) {
    return std::ranges::equal(a, b, [](const GradientFit::Open& one, const GradientFit::Open& other) {
        return one.node == other.node && one.like == other.like && equal(one.directions, other.directions);
    });
}

class Differences {
public:
    template <class T>
    void compare(const char* name, const T& a, const T& b) {
        if (!equal(a, b)) names.push_back(name);
    }
    std::vector<std::string> names;
};

void compare(const MaterialGraph& a, const MaterialGraph& b, Differences& found) {
    found.compare("material.cells", a.cells, b.cells);
    found.compare("material.first_piece", a.first_piece, b.first_piece);
    found.compare("material.cell_of", a.cell_of, b.cell_of);
    found.compare("material.voxels", a.voxels, b.voxels);
    found.compare("material.volume", a.volume, b.volume);
    found.compare("material.centre", a.centre, b.centre);
    found.compare("material.depth", a.depth, b.depth);
    found.compare("material.contacts", a.contacts, b.contacts);
    found.compare("material.filled_row", a.filled_row, b.filled_row);
    found.compare("material.filled", a.filled, b.filled);
    found.compare("material.removed.cells", a.removed.cells, b.removed.cells);
    found.compare("material.removed.masks", a.removed.masks, b.removed.masks);
}

void compare(const Octree& a, const Octree& b, Differences& found) {
    found.compare("tree.cells", a.cells, b.cells);
    found.compare("tree.parent", a.parent, b.parent);
    found.compare("tree.is_leaf", a.is_leaf, b.is_leaf);
}

void compare(const Sampling& a, const Sampling& b, Differences& found) {
    found.compare("sampling.leaf_of", a.leaf_of, b.leaf_of);
    found.compare("sampling.volume", a.volume, b.volume);
    found.compare("sampling.position", a.position, b.position);
    found.compare("sampling.cell_centre", a.cell_centre, b.cell_centre);
    found.compare("sampling.node_of_piece", a.node_of_piece, b.node_of_piece);
    found.compare("sampling.links", a.links, b.links);
    found.compare("sampling.link_length", a.link_length, b.link_length);
}

void compare(const BodyRest& a, const BodyRest& b, Differences& found) {
    found.compare("rest.origin", a.origin, b.origin);
    found.compare("rest.finest_cell", a.finest_cell, b.finest_cell);
    found.compare("rest.density", a.density, b.density);
    found.compare("rest.asked_width", a.asked_width, b.asked_width);
    found.compare("rest.x0", a.x0, b.x0);
    found.compare("rest.mass", a.mass, b.mass);
    found.compare("rest.cell", a.cell, b.cell);
    found.compare("rest.width", a.width, b.width);
    found.compare("rest.low", a.low, b.low);
    found.compare("rest.high", a.high, b.high);
    found.compare("rest.links", a.links, b.links);
    found.compare("rest.link_length", a.link_length, b.link_length);
    found.compare("rest.parent", a.parent, b.parent);
    found.compare("rest.lists", a.lists, b.lists);
    found.compare("rest.list_of", a.list_of, b.list_of);
    found.compare("rest.blocks", a.blocks, b.blocks);
    found.compare("rest.link_reach", a.link_reach, b.link_reach);
    found.compare("rest.place", a.place, b.place);
    found.compare("rest.entry_weight", a.entry_weight, b.entry_weight);
    found.compare("rest.own_moment", a.own_moment, b.own_moment);
    found.compare("rest.stiffness", a.stiffness, b.stiffness);
    found.compare("rest.region_weight", a.region_weight, b.region_weight);
}

}  // namespace

std::vector<std::string> differences(const AdaptiveBody& a, const AdaptiveBody& b) {
    Differences found;
    compare(a.material, b.material, found);
    compare(a.tree, b.tree, found);
    compare(a.sampling, b.sampling, found);
    compare(*a.rest, *b.rest, found);
    return found.names;
}

std::vector<std::string> differences(const SkinRest& a, const SkinRest& b) {
    Differences found;
    found.compare("skin.vertices", a.vertices, b.vertices);
    found.compare("skin.triangles", a.triangles, b.triangles);
    found.compare("skin.nodes", a.nodes, b.nodes);
    found.compare("skin.weights", a.weights, b.weights);
    found.compare("skin.arms", a.arms, b.arms);
    found.compare("skin.triangles_at", a.triangles_at, b.triangles_at);
    found.compare("skin.fit.around", a.fit.around, b.fit.around);
    found.compare("skin.fit.slopes", a.fit.slopes, b.fit.slopes);
    found.compare("skin.fit.open", a.fit.open, b.fit.open);
    return found.names;
}

}  // namespace octomatch

#include "core/body_rest.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/hash.h"
#include "core/link_search.h"

namespace octomatch {

namespace {

template <class T>
bool well_formed(const Ragged<T>& lists) {
    return !lists.offsets.empty() && lists.offsets.front() == 0 &&
           std::is_sorted(lists.offsets.begin(), lists.offsets.end()) &&
           lists.offsets.back() == static_cast<std::int32_t>(lists.items.size());
}

std::vector<NodeId> linked_to(LinkSearch& search, const BodyRest& rest, int region) {
    const auto found = search.within({region}, rest.link_reach[region]);
    std::vector<NodeId> nodes(found.begin(), found.end());
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

void add_nodes_below(const Ragged<NodeId>& below, RowId row, std::vector<NodeId>& out) {
    const auto nodes = below.row(row.value);
    out.insert(out.end(), nodes.begin(), nodes.end());
}

// What lies on a line could not turn about it.
bool has_thickness(const Mat3& moment) {
    const Eigen::SelfAdjointEigenSolver<Mat3> axes(moment, Eigen::EigenvaluesOnly);
    const Vec3 spread = axes.eigenvalues();
    return spread[0] >= 0 && spread[0] + spread[1] > 1e-4f * spread[2];
}

}  // namespace

std::size_t BodyRest::bytes() const {
    return bytes_of(x0) + bytes_of(mass) + bytes_of(cell) + bytes_of(width) + bytes_of(low) + bytes_of(high) +
           bytes_of(links.offsets) + bytes_of(links.items) + bytes_of(link_length) + bytes_of(parent) +
           bytes_of(lists.offsets) + bytes_of(lists.items) + bytes_of(list_of) + bytes_of(blocks) +
           bytes_of(link_reach) + bytes_of(place) + bytes_of(entry_weight) + bytes_of(own_moment) +
           bytes_of(stiffness) + bytes_of(region_weight);
}

Ragged<NodeId> nodes_below(const BodyRest& rest) {
    std::vector<std::pair<std::int32_t, NodeId>> pairs;  // (row, node), node ascending
    for (int i = 0; i < rest.nodes(); ++i)
        for (int row = i; row >= 0; row = rest.parent[row]) pairs.push_back({row, NodeId{i}});
    return group_by<NodeId>(
        rest.rows(), static_cast<int>(pairs.size()), [&](int e) { return pairs[e].first; },
        [&](int e) { return pairs[e].second; });
}

Ragged<NodeId> members(const BodyRest& rest) {
    if (!rest.link_reach.empty()) {
        LinkSearch search(rest.links);
        Ragged<NodeId> result;
        for (int r = 0; r < rest.nodes(); ++r) result.push_row(linked_to(search, rest, r));
        return result;
    }
    const Ragged<NodeId> below = nodes_below(rest);
    std::vector<std::vector<NodeId>> partners(rest.nodes());
    for (const auto& [a, b] : rest.blocks) {
        for (NodeId i : below.row(a.value)) add_nodes_below(below, b, partners[i.value]);
        if (a == b) continue;
        for (NodeId i : below.row(b.value)) add_nodes_below(below, a, partners[i.value]);
    }
    Ragged<NodeId> result;
    partners.resize(rest.regions());
    for (int r = 0; r < rest.regions(); ++r) {
        std::vector<NodeId>& nodes = partners[r];
        if (!rest.list_of.empty())
            for (RowId row : rest.lists.row(rest.list_of[r])) add_nodes_below(below, row, nodes);
        std::sort(nodes.begin(), nodes.end());
        result.push_row(nodes);
    }
    return result;
}

WeightedMembers weighted_members(const BodyRest& rest) {
    if (!rest.link_reach.empty()) {
        std::vector<std::vector<NodeId>> distinct;
        LinkSearch search(rest.links);
        for (int r = 0; r < rest.nodes(); ++r) {
            distinct.resize(std::max<std::size_t>(distinct.size(), rest.list_of[r] + 1));
            if (distinct[rest.list_of[r]].empty()) distinct[rest.list_of[r]] = linked_to(search, rest, r);
        }
        WeightedMembers result;
        for (const auto& nodes : distinct) result.nodes.push_row(nodes);
        return result;
    }
    const Ragged<NodeId> below = nodes_below(rest);
    const bool by_blocks = rest.list_of.empty();
    std::vector<std::vector<std::pair<NodeId, float>>> regions(by_blocks ? rest.nodes() : rest.lists.rows());
    const auto weight_of = [&](std::size_t entry) {
        return rest.entry_weight.empty() ? 1.0f : rest.entry_weight[entry];
    };
    const auto add = [&](int region, RowId row, float weight) {
        for (NodeId i : below.row(row.value)) regions[region].push_back({i, weight});
    };
    for (int list = 0; list < rest.lists.rows(); ++list)
        for (int e = rest.lists.offsets[list]; e < rest.lists.offsets[list + 1]; ++e)
            add(list, rest.lists.items[e], weight_of(e));
    for (std::size_t b = 0; b < rest.blocks.size(); ++b) {
        const auto [p, q] = rest.blocks[b];
        for (NodeId i : below.row(p.value)) add(i.value, q, weight_of(b));
        if (p == q) continue;
        for (NodeId i : below.row(q.value)) add(i.value, p, weight_of(b));
    }
    WeightedMembers result;
    for (auto& region : regions) {
        std::sort(region.begin(), region.end());
        std::vector<NodeId> nodes;
        for (const auto& [node, weight] : region) {
            nodes.push_back(node);
            if (!rest.entry_weight.empty()) result.weight.push_back(weight);
        }
        result.nodes.push_row(nodes);
    }
    return result;
}

std::vector<std::string> validate(const BodyRest& rest) {
    std::vector<std::string> broken;
    const auto require = [&](bool holds, const char* promise) {
        if (!holds && std::find(broken.begin(), broken.end(), promise) == broken.end()) broken.push_back(promise);
    };
    const int n = rest.nodes(), rows = rest.rows();

    const auto one_per_node = [&](const auto& array) { return static_cast<int>(array.size()) == n; };
    require(one_per_node(rest.mass) && one_per_node(rest.cell) && one_per_node(rest.width) && rest.links.rows() == n,
            "every node has a mass, a cell, a width and a row of links");
    require((rest.low.empty() && rest.high.empty()) || (one_per_node(rest.low) && one_per_node(rest.high)),
            "every node has a box, or none has");
    require(well_formed(rest.links) && well_formed(rest.lists), "offsets of rows ascend from 0 to the number of items");
    require(rest.link_length.size() == rest.links.items.size(), "every link has a length");
    require(rows >= n, "the tree has a row for every node");
    require(rest.finest_cell > 0 && std::isfinite(rest.finest_cell) && rest.origin.allFinite(), "the frame is finite");
    if (!broken.empty()) return broken;

    for (int i = 0; i < n; ++i) {
        require(rest.x0[i].allFinite(), "rest positions are finite");
        require(rest.mass[i] > 0 && std::isfinite(rest.mass[i]), "masses are positive");
        require(rest.cell[i] > 0 && std::isfinite(rest.cell[i]), "cells are positive");
        require(rest.width[i] > 0, "widths are positive");
        const auto links = rest.links.row(i);
        for (std::size_t k = 0; k < links.size(); ++k) {
            const NodeId j = links[k];
            require(j.value >= 0 && j.value < n && j.value != i, "links lead to other nodes");
            if (j.value < 0 || j.value >= n) continue;
            require(k == 0 || links[k - 1] < j, "links are sorted and unique");
            const auto back = rest.links.row(j.value);
            const auto at = std::lower_bound(back.begin(), back.end(), NodeId{i});
            const int length = rest.link_length[rest.links.offsets[i] + k];
            require(at != back.end() && *at == NodeId{i} &&
                        rest.link_length[rest.links.offsets[j.value] + (at - back.begin())] == length,
                    "links are symmetric");
            require(length > 0, "links have positive lengths");
        }
    }

    std::vector<int> children(rows, 0);
    for (int row = 0; row < rows; ++row) {
        const int p = rest.parent[row];
        require(p == -1 || (p > row && p >= n && p < rows), "parents are virtual and come after their children");
        if (p >= 0 && p < rows) ++children[p];
    }
    for (int row = n; row < rows; ++row) require(children[row] > 0, "virtual nodes have children");
    if (!broken.empty()) return broken;

    const Ragged<NodeId> below = nodes_below(rest);
    for (int row = n; row < rows; ++row)
        require(below.row(row).back().value - below.row(row).front().value + 1 == below.size_of(row),
                "the nodes below a row are contiguous");

    const bool by_links = !rest.link_reach.empty();
    require(rest.list_of.empty() != rest.blocks.empty() || n == 0,
            "the relation is given by lists, by blocks or by links");
    require((rest.list_of.empty() || by_links) == (rest.lists.rows() == 0), "lists are there iff regions use them");
    require(rest.list_of.empty() || static_cast<int>(rest.list_of.size()) == rest.regions(), "every region has a list");
    require(by_links ? one_per_node(rest.link_reach) && one_per_node(rest.place) : rest.place.empty(),
            "by links every region has a reach, every node a place");
    for (int reach : rest.link_reach) require(reach >= 1, "regions reach at least the nodes beside them");
    require(!rest.by_clusters() || (rest.blocks.empty() && !by_links), "clusters are given by lists");
    for (float weight : rest.region_weight)
        require(weight > 0 && std::isfinite(weight), "weights of regions are positive");
    const int lists = by_links ? n : rest.lists.rows();
    for (int list : rest.list_of) require(list >= 0 && list < lists, "regions name existing lists");
    for (RowId row : rest.lists.items) require(row.value >= 0 && row.value < rows, "lists name existing rows");
    for (const auto& [a, b] : rest.blocks)
        require(a.value >= 0 && a <= b && b.value < rows, "blocks name existing rows in order");
    const std::size_t entries = rest.list_of.empty() ? rest.blocks.size() : rest.lists.items.size();
    require(rest.entry_weight.empty() || rest.entry_weight.size() == entries,
            "every entry of the relation has a weight, or none has");
    for (float weight : rest.entry_weight) require(weight > 0 && weight <= 1, "weights of entries are in (0, 1]");
    require((rest.own_moment.empty() && rest.stiffness.empty()) ||
                (one_per_node(rest.own_moment) && one_per_node(rest.stiffness)),
            "every node has a moment of its own and a stiffness, or none has");
    for (const Mat3& J : rest.own_moment)
        require(J.allFinite() && J == J.transpose() && (J.isZero(0) || has_thickness(J)),
                "own moments are symmetric and let nodes turn about every axis");
    for (float stiffness : rest.stiffness) require(stiffness > 0 && stiffness <= 1, "stiffnesses are in (0, 1]");
    if (!broken.empty()) return broken;

    std::set<std::vector<std::pair<RowId, float>>> distinct;
    for (int list = 0; list < rest.lists.rows(); ++list) {
        std::vector<std::pair<RowId, float>> entries_of_list;
        for (int e = rest.lists.offsets[list]; e < rest.lists.offsets[list + 1]; ++e)
            entries_of_list.push_back({rest.lists.items[e], rest.entry_weight.empty() ? 1.0f : rest.entry_weight[e]});
        require(std::is_sorted(entries_of_list.begin(), entries_of_list.end()), "lists are sorted");
        require(distinct.insert(std::move(entries_of_list)).second, "lists are distinct");
    }

    const Ragged<NodeId> regions = members(rest);
    std::vector<char> is_member(n, 0);
    for (NodeId i : regions.items) is_member[i.value] = 1;
    require(!rest.by_clusters() || std::find(is_member.begin(), is_member.end(), 0) == is_member.end(),
            "every node is in a region");
    for (int r = 0; r < rest.regions(); ++r) {
        const auto nodes = regions.row(r);
        require(std::adjacent_find(nodes.begin(), nodes.end()) == nodes.end(), "no region counts a node twice");
        require(rest.by_clusters() || std::binary_search(nodes.begin(), nodes.end(), NodeId{r}),
                "every region contains its own node");
    }
    if (by_links) {
        std::map<std::vector<NodeId>, int> number_of;
        std::set<int> numbers;
        for (int r = 0; r < n; ++r) {
            const auto [known, is_new] =
                number_of.try_emplace({regions.row(r).begin(), regions.row(r).end()}, rest.list_of[r]);
            require(known->second == rest.list_of[r] && (!is_new || numbers.insert(rest.list_of[r]).second),
                    "regions share a number iff they are equal");
        }
        require(numbers.empty() || *numbers.rbegin() + 1 == static_cast<int>(numbers.size()),
                "distinct regions are numbered from 0 on");
    }
    return broken;
}

std::uint64_t hash(const BodyRest& rest) {
    Hash h;
    for (double c : rest.origin) h.add(c);
    h.add(rest.finest_cell);
    h.add(rest.density);
    h.add(rest.asked_width);
    h.add(rest.x0);
    h.add(rest.mass);
    h.add(rest.cell);
    h.add(rest.width);
    h.add(rest.low);
    h.add(rest.high);
    h.add(rest.links.offsets);
    h.add(rest.links.items);
    h.add(rest.link_length);
    h.add(rest.parent);
    h.add(rest.lists.offsets);
    h.add(rest.lists.items);
    h.add(rest.list_of);
    h.add(rest.blocks);
    h.add(rest.link_reach);
    h.add(rest.place);
    h.add(rest.entry_weight);
    if (!rest.own_moment.empty()) {  // else as it was before there were any
        h.add(rest.own_moment);
        h.add(rest.stiffness);
    }
    h.add(rest.region_weight);
    return h.value();
}

}  // namespace octomatch

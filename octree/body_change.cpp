#include "octree/body_change.h"

#include <algorithm>
#include <numeric>

namespace octomatch {

namespace {

void sort_and_unify(std::vector<Morton>& cells) {
    std::ranges::sort(cells);
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
}

void find_pieces(const MaterialGraph& before, const MaterialGraph& after, std::span<const PieceId> came_from,
                 BodyChange& change) {
    change.piece_now.resize(before.pieces());
    std::vector<char> has_heir(before.pieces(), 0);
    for (int p = 0; p < after.pieces(); ++p) {
        const int q = came_from[p].value;
        has_heir[q] = 1;
        if (after.voxels[p] == before.voxels[q]) change.piece_now[q] = {p};
    }
    for (int q = 0; q < before.pieces(); ++q)
        if (!has_heir[q]) change.left.push_back(before.cell_of[q]);
    const auto has_same_contacts = [&](int p) {
        const auto contacts = after.contacts.row(p), old = before.contacts.row(came_from[p].value);
        return std::ranges::equal(old, contacts, {}, [&](PieceId q) { return change.piece_now[q.value]; });
    };
    for (int p = 0; p < after.pieces(); ++p)
        if (change.piece_now[came_from[p].value] != PieceId{p} || !has_same_contacts(p))
            change.rejoined.push_back(after.cell_of[p]);
    sort_and_unify(change.left);
    sort_and_unify(change.rejoined);
}

std::vector<int> pieces_per_node(const Sampling& sampling) {
    std::vector<int> count(sampling.nodes(), 0);
    for (NodeId i : sampling.node_of_piece) ++count[i.value];
    return count;
}

void find_nodes(const AdaptiveBody& before, const AdaptiveBody& after, std::span<const PieceId> came_from,
                BodyChange& change) {
    const Sampling &old = before.sampling, &now = after.sampling;
    constexpr int kNone = -1, kMixed = -2;
    std::vector<int> from(now.nodes(), kNone);  // the one old node whose whole pieces it consists of
    for (int p = 0; p < after.material.pieces(); ++p) {
        const PieceId q = came_from[p];
        const bool is_kept = change.piece_now[q.value] == PieceId{p};
        int& node = from[now.node_of_piece[p].value];
        const int its = is_kept ? old.node_of_piece[q.value].value : kMixed;
        node = node == kNone || node == its ? its : kMixed;
    }
    const auto leaf = [](const AdaptiveBody& body, int node) {
        const Cell& cell = body.tree.cells[body.sampling.leaf_of[node].value];
        return std::pair(cell.corner, cell.level);
    };
    const std::vector<int> pieces_before = pieces_per_node(old), pieces_now = pieces_per_node(now);
    change.node_now.resize(old.nodes());
    change.node_before.resize(now.nodes());
    for (int i = 0; i < now.nodes(); ++i) {
        if (from[i] < 0 || pieces_before[from[i]] != pieces_now[i] || leaf(before, from[i]) != leaf(after, i)) continue;
        change.node_before[i] = {from[i]};
        change.node_now[from[i]] = {i};
    }
}

template <class Id>
std::vector<Id> themselves(int count) {
    std::vector<Id> ids;
    for (int k = 0; k < count; ++k) ids.push_back({k});
    return ids;
}

}  // namespace

BodyChange change_between(const AdaptiveBody& before, const AdaptiveBody& after, std::span<const PieceId> came_from) {
    BodyChange change;
    find_pieces(before.material, after.material, came_from, change);
    find_nodes(before, after, came_from, change);
    return change;
}

BodyChange no_change(const AdaptiveBody& body) {
    BodyChange change;
    change.piece_now = themselves<PieceId>(body.material.pieces());
    change.node_now = change.node_before = themselves<NodeId>(body.sampling.nodes());
    return change;
}

}  // namespace octomatch

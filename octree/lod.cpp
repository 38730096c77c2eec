#include "octree/lod.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>

namespace octomatch {

namespace {

/// A node whose cell is to be split.
struct Refining {
    double need = 0;  // how many times the cell is larger than wanted
    int node = 0;
    double cell = 0;  // down to this
};

/// Edges of the cells that a body was sampled into at first.
class FirstCells {
public:
    explicit FirstCells(const AdaptiveBody& first) : lattice_(first.material.lattice), is_split_(first.tree) {}

    /// At a place in h/2 from the lattice's corner.
    double edge_at(const Vec3i& place) const {
        const Vec3i finest = place / 2;
        for (int level = 0;; ++level) {
            const int edge = lattice_.finest_per_cell(level);
            const Cell cell{.corner = morton(finest / edge * edge), .level = level};
            if (level == lattice_.depth || !is_split_.contains(cell)) return lattice_.cell_edge(level);
        }
    }

private:
    const Lattice& lattice_;
    SplitCells is_split_;
};

/// What one body would like.
struct Wishes {
    const Body* body = nullptr;
    std::vector<Refining> refinings;  // the greatest need first
    Zone joined;                      // nodes whose cells are to be joined
    double joined_cell = 0;           // up to this

    double need() const { return refinings.empty() ? 0 : refinings.front().need; }
    bool any() const { return !refinings.empty() || !joined.points.empty(); }
};

// The middle of a node's cell, in the mesh's own coordinates.
Vec3d middle_of(const AdaptiveBody& body, int node) {
    return body.material.lattice.world(0.5 * body.sampling.cell_centre[node].cast<double>());
}

Refining refining_of(const BodyRest& rest, int node, double wanted) {
    Refining refining{.need = rest.cell[node] / wanted, .node = node, .cell = rest.cell[node]};
    while (refining.cell > wanted * (1 + 1e-6) && refining.cell > rest.finest_cell * (1 + 1e-6)) refining.cell /= 2;
    return refining;
}

// Balls in the nodes' cells, which meet no others of that size. One request for all cells of one size that get the
// same.
std::vector<RefineZone> zones_of(std::span<const Refining> refinings, BodyId id, const AdaptiveBody& body) {
    std::map<std::pair<double, double>, std::set<int>> nodes_of;
    for (const Refining& refining : refinings)
        nodes_of[{body.rest->cell[refining.node], refining.cell}].insert(refining.node);
    std::vector<RefineZone> zones;
    for (const auto& [cells, nodes] : nodes_of) {
        const auto& [from, to] = cells;
        Zone where{.points = {}, .radius = 0.49 * from};
        for (int i : nodes) where.points.push_back(middle_of(body, i));
        zones.push_back({id, where, to});
    }
    return zones;
}

// Is there a cell all of whose nodes are among these?
bool can_join(const AdaptiveBody& body, const std::vector<char>& is_joined) {
    std::vector<char> reaches_out(body.tree.size(), 0);
    const auto above = [&](int node) { return body.tree.parent[body.sampling.leaf_of[node].value]; };
    for (int i = 0; i < body.sampling.nodes(); ++i)
        if (!is_joined[i])
            for (int c = above(i); c >= 0 && !reaches_out[c]; c = body.tree.parent[c]) reaches_out[c] = 1;
    for (int i = 0; i < body.sampling.nodes(); ++i)
        if (is_joined[i] && above(i) >= 0 && !reaches_out[above(i)]) return true;
    return false;
}

// One size in a decision, each in its turn: which nodes there are afterwards is not known before.
void wish_to_join(const WantedCells& wanted, double hysteresis, int turn, const ShapeLibrary& shapes, Wishes& wishes) {
    const Body& body = *wishes.body;
    if (shapes.is_original(body.shape)) return;
    const BodyRest& rest = *World::shape_of(body).rest;
    const AdaptiveBody& now = shapes.body(body.shape);
    const FirstCells first(shapes.body(shapes.original(body.shape)));
    std::vector<double> joined_cell(rest.nodes(), 0);  // what each node's cell could become a part of
    std::set<double> sizes;
    for (int i = 0; i < rest.nodes(); ++i) {
        double cell = first.edge_at(now.sampling.cell_centre[i]);
        while (cell * hysteresis > wanted[i]) cell /= 2;
        if (cell < rest.cell[i] * (1 + 1e-6)) continue;
        joined_cell[i] = cell;
        sizes.insert(cell);
    }
    if (sizes.empty()) return;
    const double size = *std::next(sizes.begin(), turn % static_cast<int>(sizes.size()));
    std::vector<char> is_joined;
    for (double cell : joined_cell) is_joined.push_back(cell >= size);
    if (!can_join(now, is_joined)) return;
    wishes.joined_cell = size;
    for (int i = 0; i < rest.nodes(); ++i)
        if (is_joined[i]) wishes.joined.points.push_back(rest.origin + rest.x0[i].cast<double>());
}

Wishes wishes_of(const LodSettings& settings, const LodView& view, const World& world, const ShapeLibrary& shapes,
                 const Body& body) {
    Wishes wishes{.body = &body};
    if (World::shape_of(body).rest->by_clusters()) return wishes;
    const WantedCells wanted = wanted_cells(settings.policy, view, world.settings(), body);
    const BodyRest& rest = *World::shape_of(body).rest;
    for (int i = 0; i < rest.nodes(); ++i)
        if (const Refining refining = refining_of(rest, i, wanted[i]); refining.cell < rest.cell[i])
            wishes.refinings.push_back(refining);
    std::stable_sort(wishes.refinings.begin(), wishes.refinings.end(),
                     [](const Refining& a, const Refining& b) { return a.need > b.need; });
    wish_to_join(wanted, settings.hysteresis, world.frame() / settings.every, shapes, wishes);
    return wishes;
}

int nodes_of(const Body& body) {
    return World::shape_of(body).rest->nodes();
}

/// How many more leaves the octree would have.
int leaves_added(std::span<const Refining> refinings, const AdaptiveBody& body) {
    const std::vector<RefineZone> zones = zones_of(refinings, {}, body);
    const Lattice& lattice = body.material.lattice;
    const SplitCells is_split(body.tree);
    const auto wants_split = [&](const Cell& cell) {
        const Vec3d low = coordinates(cell.corner).cast<double>();
        const Box3 box{lattice.world(low), lattice.world(low + Vec3d::Constant(lattice.finest_per_cell(cell.level)))};
        return is_split.contains(cell) || std::any_of(zones.begin(), zones.end(), [&](const RefineZone& zone) {
                   return lattice.cell_edge(cell.level) > zone.cell * (1 + 1e-6) && zone.where.meets(box);
               });
    };
    const auto leaves = [](const Octree& tree) { return std::count(tree.is_leaf.begin(), tree.is_leaf.end(), 1); };
    return static_cast<int>(leaves(make_octree(body.material, wants_split)) - leaves(body.tree));
}

void put_greatest_need_first(std::vector<Wishes>& wishes) {
    std::stable_sort(wishes.begin(), wishes.end(),
                     [](const Wishes& a, const Wishes& b) { return a.need() > b.need(); });
}

/// Gives up what the node budget does not allow: of each body in turn what it needs least.
void keep_to_budget(int budget, const World& world, const ShapeLibrary& shapes, std::vector<Wishes>& wishes) {
    if (budget == 0) return;
    int nodes = 0;
    for (const Body& body : world.bodies()) nodes += nodes_of(body);
    for (Wishes& w : wishes) {
        const auto added = [&](std::size_t count) {
            return leaves_added(std::span(w.refinings).first(count), shapes.body(w.body->shape));
        };
        std::size_t fits = 0, too_many = w.refinings.size() + 1;
        while (too_many - fits > 1) {
            const std::size_t middle = too_many == w.refinings.size() + 1 ? w.refinings.size() : (fits + too_many) / 2;
            (nodes + added(middle) <= budget ? fits : too_many) = middle;
        }
        if (fits > 0) nodes += added(fits);
        w.refinings.resize(fits);
    }
}

/// Lets those wait that would be too much work.
void keep_to_work(int work, std::vector<Wishes>& wishes) {
    std::erase_if(wishes, [](const Wishes& w) { return !w.any(); });
    if (work == 0 || wishes.empty()) return;
    int done = nodes_of(*wishes[0].body);
    std::size_t count = 1;
    while (count < wishes.size() && done + nodes_of(*wishes[count].body) <= work)
        done += nodes_of(*wishes[count++].body);
    wishes.resize(count);
}

void add_requests(const Wishes& wishes, const ShapeLibrary& shapes, std::vector<Request>& requests) {
    const BodyId id = wishes.body->id;
    if (!wishes.joined.points.empty()) requests.push_back(CoarsenZone{id, wishes.joined, wishes.joined_cell});
    for (const RefineZone& zone : zones_of(wishes.refinings, id, shapes.body(wishes.body->shape)))
        requests.push_back(zone);
}

}  // namespace

std::vector<Request> lod_requests(const LodSettings& settings, const LodView& view, const World& world,
                                  const ShapeLibrary& shapes) {
    if (world.frame() % settings.every != 0) return {};
    std::vector<Wishes> wishes;
    for (const Body& body : world.bodies()) wishes.push_back(wishes_of(settings, view, world, shapes, body));
    put_greatest_need_first(wishes);
    keep_to_budget(settings.budget, world, shapes, wishes);
    keep_to_work(settings.work, wishes);
    std::vector<Request> requests;
    for (const Wishes& w : wishes) add_requests(w, shapes, requests);
    return requests;
}

}  // namespace octomatch

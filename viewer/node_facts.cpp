#include "viewer/node_facts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>

#include "octree/bucket_moore.h"

namespace octomatch {

namespace {

constexpr double kBall = 0.25;  // radius of what can be clicked, in edges of the node's cell

std::string text(double number, const char* unit = "") {
    std::array<char, 48> buffer;
    std::snprintf(buffer.data(), buffer.size(), "%.4g%s", number, unit);
    return buffer.data();
}

/// How far along the ray it passes within the node's ball; nothing where it does not.
std::optional<double> meets_ball(const Ray& ray, const Vec3d& middle, double radius) {
    const Vec3d direction = ray.direction.normalized(), to = middle - ray.origin;
    const double along = to.dot(direction);
    if (along <= 0 || (to - along * direction).norm() > radius) return {};
    return along;
}

std::optional<Pick> pick_node(const WorldFrame& frame, const Ray& ray) {
    std::optional<Pick> picked;
    double nearest = std::numeric_limits<double>::infinity();
    for (const BodyFrame& body : frame.bodies)
        for (int i = 0; i < body.rest().nodes(); ++i) {
            const auto along = meets_ball(ray, body.place(body.body.state.x[i]), kBall * body.rest().cell[i]);
            if (!along || *along >= nearest) continue;
            nearest = *along;
            picked = Pick{body.body.id, {i}};
        }
    return picked;
}

int nearest_vertex(const BodyFrame& body, const Vec3d& rest_point) {
    const auto& vertices = body.skin_rest().vertices;
    const Vec3 point = (rest_point - body.rest().origin).cast<float>();
    const auto nearest = std::min_element(vertices.begin(), vertices.end(), [&](const Vec3& a, const Vec3& b) {
        return (a - point).squaredNorm() < (b - point).squaredNorm();
    });
    return static_cast<int>(nearest - vertices.begin());
}

double turned_degrees(const BodyState::Quat& q) {
    const double cosine = std::min(1.0, std::abs(static_cast<double>(q.normalized().w())));
    return 360 / std::numbers::pi * std::acos(cosine);
}

}  // namespace

std::optional<Pick> pick(const WorldFrame& frame, const Ray& ray, bool nodes_are_drawn) {
    if (nodes_are_drawn)
        if (const auto node = pick_node(frame, ray)) return node;
    const auto hit = first_hit(frame, ray);
    if (!hit) return {};
    const BodyFrame& body = *frame.find(hit->body);
    const int vertex = nearest_vertex(body, hit->rest_point);
    const auto nodes = body.skin_rest().nodes.row(vertex);
    const float* weights = &body.skin_rest().weights[body.skin_rest().nodes.offsets[vertex]];
    const auto heaviest = std::max_element(weights, weights + nodes.size()) - weights;
    return Pick{hit->body, nodes[heaviest], vertex};
}

std::vector<Fact> node_facts(const BodyFrame& body, NodeId node) {
    const BodyRest& rest = body.rest();
    const BodyState& state = body.body.state;
    const int i = node.value;
    const Vec3d place = body.place(state.x[i]);
    const Mat3d f = body.skin.gradients[i].cast<double>();
    std::vector<Fact> facts{
        {"node", std::to_string(i) + " of body " + std::to_string(body.body.id.value)},
        {"place", text(place.x()) + ", " + text(place.y()) + ", " + text(place.z())},
        {"speed", text(state.v[i].cast<double>().norm(), " m/s")},
        {"mass", text(rest.mass[i], " kg")},
        {"cell edge", text(rest.cell[i], " m")},
        {"strain", text(0.5 * (f.transpose() * f - Mat3d::Identity()).norm())},
    };
    if (rest.by_clusters()) return facts;
    const Cell& leaf = body.compiled->tree.cells[body.compiled->sampling.leaf_of[i].value];
    const RegionField field = region_field(rest, node);
    const auto members = std::count_if(field.entry.begin(), field.entry.end(), [](int entry) { return entry >= 0; });
    facts.push_back({"level", std::to_string(leaf.level)});
    facts.push_back({"links", std::to_string(rest.links.size_of(i))});
    facts.push_back({"region width", text(field.reach, " m")});
    facts.push_back({"members", std::to_string(members)});
    facts.push_back({"summation nodes", std::to_string(field.entries)});
    if (!state.rotation.empty()) facts.push_back({"turned", text(turned_degrees(state.rotation[i]), " degrees")});
    if (!state.plastic.empty())
        facts.push_back({"plastic", text((state.plastic[i].cast<double>() - Mat3d::Identity()).norm())});
    if (!body.body.region_stiffness.empty()) facts.push_back({"stiffness", text(body.body.region_stiffness[i])});
    const bool pinned =
        std::any_of(body.body.pins.begin(), body.body.pins.end(), [&](const Pin& pin) { return pin.node == node; });
    if (pinned) facts.push_back({"pinned", "yes"});
    return facts;
}

std::vector<Fact> skin_facts(const BodyFrame& body, int vertex) {
    const SkinRest& skin = body.skin_rest();
    std::vector<Fact> facts;
    for (std::int32_t k = skin.nodes.offsets[vertex]; k < skin.nodes.offsets[vertex + 1]; ++k)
        facts.push_back({"node " + std::to_string(skin.nodes.items[k].value), text(skin.weights[k])});
    return facts;
}

RegionField region_field(const BodyRest& rest, NodeId node) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    RegionField field{.entry = std::vector<int>(rest.nodes(), -1), .distance = std::vector<double>(rest.nodes(), kFar)};
    if (rest.by_clusters()) return field;
    const int r = node.value;
    field.reach = 0.5 * rest.finest_cell * rest.width[r];
    if (rest.lists.rows() > 0) {
        const Ragged<NodeId> below = nodes_below(rest);
        for (RowId row : rest.lists.row(rest.list_of[r])) {
            for (NodeId member : below.row(row.value)) field.entry[member.value] = field.entries;
            ++field.entries;
        }
    } else {
        for (NodeId member : members(rest).row(r)) field.entry[member.value] = field.entries++;
    }
    BucketMoore search(rest.links, rest.link_length);
    for (NodeId reached : search.search(node, 2 * rest.width[r]))
        field.distance[reached.value] = 0.5 * rest.finest_cell * search.distance(reached);
    return field;
}

}  // namespace octomatch

#include "viewer/body_colours.h"

#include <algorithm>
#include <cmath>

namespace octomatch {

namespace {

constexpr double kFullStrain = 0.3;  // has the last colour
constexpr double kFullSpeed = 2;     // sizes of the body per second

/// Its share of the way from the least to the greatest, by the logarithm.
std::vector<double> shares_of(const std::vector<double>& values) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    std::vector<double> shares;
    for (double value : values) shares.push_back(*high > *low ? std::log(value / *low) / std::log(*high / *low) : 1);
    return shares;
}

std::vector<Colour> ramp_colours(const std::vector<double>& shares) {
    std::vector<Colour> colours;
    for (double share : shares) colours.push_back(ramp_colour(share));
    return colours;
}

std::vector<Colour> region_colours(const BodyFrame& body, const ShapeView& shape, const Shown& shown) {
    const int nodes = body.rest().nodes();
    std::vector<Colour> colours(nodes, kOutside);
    if (shown.picked_body != body.body.id || !shown.picked_node.valid() || shown.picked_node.value >= nodes)
        return colours;
    const RegionField& field = shape.region(shown.picked_node);
    for (int i = 0; i < nodes; ++i) {
        if (shown.node_colour == NodeColour::region && field.entry[i] >= 0)
            colours[i] = body_colour(field.entry[i]);
        else if (shown.node_colour == NodeColour::distance && std::isfinite(field.distance[i]))
            colours[i] = ramp_colour(1 - field.distance[i] / (2 * std::max(field.reach, 1e-12)));
    }
    colours[shown.picked_node.value] = kGrab;
    return colours;
}

}  // namespace

std::vector<double> node_strains(const BodyFrame& body) {
    std::vector<double> strains;
    for (const Mat3& gradient : body.skin.gradients) {
        const Mat3d f = gradient.cast<double>();
        strains.push_back(0.5 * (f.transpose() * f - Mat3d::Identity()).norm());
    }
    return strains;
}

std::vector<Colour> node_colours(const BodyFrame& body, const ShapeView& shape, const Shown& shown) {
    std::vector<Colour> colours;
    std::vector<double> values;
    switch (shown.node_colour) {
        case NodeColour::region:
        case NodeColour::distance:
            return region_colours(body, shape, shown);
        case NodeColour::level:
            for (int level : shape.nodes().level) colours.push_back(level_colour(level));
            return colours;
        case NodeColour::mass:
            values.assign(body.rest().mass.begin(), body.rest().mass.end());
            return ramp_colours(shares_of(values));
        case NodeColour::strain:
            for (double strain : node_strains(body)) colours.push_back(heat_colour(strain / kFullStrain));
            return colours;
        case NodeColour::speed: {
            const double full = kFullSpeed * std::max(shape.nodes().box.diagonal(), 1e-9);
            for (const Vec3& v : body.body.state.v) values.push_back(v.cast<double>().norm() / full);
            return ramp_colours(values);
        }
        case NodeColour::region_size:
            values.assign(shape.region_sizes().begin(), shape.region_sizes().end());
            values.resize(body.rest().nodes(), 1);  // of clusters there are fewer
            return ramp_colours(shares_of(values));
    }
    return colours;
}

std::vector<Colour> skin_colours(const BodyFrame& body, const ShapeView& shape, SkinColour what) {
    const SkinRest& skin = body.skin_rest();
    const std::size_t vertices = skin.vertices.size();
    if (what == SkinColour::body) return std::vector<Colour>(vertices, body_colour(body.body.id.value));
    if (what == SkinColour::fragment) {
        // Colours of bodies follow the order of creation; those cut off one another must differ all the more.
        const int parts = static_cast<int>(body.body.cut_from.size());
        return std::vector<Colour>(vertices, body_colour(body.body.id.value + 3 * parts));
    }
    std::vector<Colour> colours;
    const std::vector<double> strains = what == SkinColour::strain ? node_strains(body) : std::vector<double>();
    for (std::size_t v = 0; v < vertices; ++v) {
        double strain = 0;
        float heaviest = -1;
        int level = 0;
        for (std::int32_t k = skin.nodes.offsets[v]; k < skin.nodes.offsets[v + 1]; ++k) {
            const int node = skin.nodes.items[k].value;
            if (what == SkinColour::strain) {
                strain += skin.weights[k] * strains[node];
            } else if (skin.weights[k] > heaviest) {
                heaviest = skin.weights[k];
                level = shape.nodes().level[node];
            }
        }
        colours.push_back(what == SkinColour::strain ? heat_colour(strain / kFullStrain) : level_colour(level));
    }
    return colours;
}

}  // namespace octomatch

#include "octree/node_parts.h"

#include <algorithm>
#include <tuple>

namespace octomatch {

namespace {

struct Common {
    int now, from;
    double volume = 0;
    Vec3d moment = Vec3d::Zero();
};

}  // namespace

NodeRemap remap_nodes(const AdaptiveBody& before, const AdaptiveBody& after, std::span<const PieceId> came_from) {
    const MaterialGraph& material = after.material;
    std::vector<Common> all;
    for (int p = 0; p < material.pieces(); ++p) {
        const Vec3d at = coordinates(material.cell_of[p]).cast<double>() + material.centre[p].cast<double>();
        all.push_back({after.sampling.node_of_piece[p].value, before.sampling.node_of_piece[came_from[p].value].value,
                       material.volume[p], material.volume[p] * at});
    }
    std::stable_sort(all.begin(), all.end(), [](const Common& a, const Common& b) {
        return std::tie(a.now, a.from) < std::tie(b.now, b.from);
    });
    std::vector<Common> common;
    for (const Common& c : all) {
        if (common.empty() || common.back().now != c.now || common.back().from != c.from) {
            common.push_back({c.now, c.from});
        }
        common.back().volume += c.volume;
        common.back().moment += c.moment;
    }
    std::vector<int> heirs(before.sampling.nodes(), 0);  // new nodes with material of an old one
    for (const Common& c : common) ++heirs[c.from];

    const double h = material.lattice.finest_cell();
    const double mass_of_cell = after.settings.density * h * h * h;
    NodeRemap remap;
    std::vector<NodeRemap::Part> parts;
    for (std::size_t begin = 0, end = 0; begin < common.size(); begin = end) {
        const int now = common[begin].now;
        double volume = 0;
        Vec3d moment = Vec3d::Zero();
        for (; end < common.size() && common[end].now == now; ++end) {
            volume += common[end].volume;
            moment += common[end].moment;
        }
        // Positions at centres of cells lie beside the centre of mass, and all parts with them.
        const Vec3d off = volume > 0 ? Vec3d(after.sampling.position[now] - moment / volume) : Vec3d::Zero();
        const bool is_same = end - begin == 1 && heirs[common[begin].from] == 1 &&
                             after.sampling.position[now] == before.sampling.position[common[begin].from];
        parts.clear();
        for (std::size_t k = begin; k < end; ++k) {
            const Common& c = common[k];
            const Vec3d& x0 = before.sampling.position[c.from];
            const Vec3d centre = c.volume > 0 ? Vec3d(c.moment / c.volume + off) : after.sampling.position[now];
            const Vec3d arm = is_same ? Vec3d::Zero() : Vec3d(h * (centre - x0));
            parts.push_back({{c.from}, static_cast<float>(mass_of_cell * c.volume), arm.cast<float>()});
        }
        remap.parts.push_row(parts);
    }
    return remap;
}

}  // namespace octomatch

#include "octree/fragments.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/parallel.h"

namespace octomatch {

namespace {

// Voxels, or faces of voxels: parts of the surface below this volume may lie between voxels of different sides, and of
// the others an area below this may seem to lie on the wrong side.
constexpr double kSmall = 8;

class Groups {
public:
    explicit Groups(int count) : root_(count) { std::iota(root_.begin(), root_.end(), 0); }
    int find(int k) {
        while (root_[k] != k) k = root_[k] = root_[root_[k]];
        return k;
    }
    void join(int a, int b) {
        a = find(a);
        b = find(b);
        root_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<int> root_;
};

/// Per triangle of the surface, the component of the material below its middle. Middles are clear of the edges along
/// which cuts meet, where it would be left to rounding on which side of all of them a vertex lies.
std::vector<int> components_below(const MaterialGraph& material, const std::vector<std::int32_t>& component,
                                  const TriangleMesh& surface, const SheetIndex& sheets) {
    const PieceFinder finder(material, &sheets);
    std::vector<int> below(surface.triangles.size());
    parallel_chunks(static_cast<int>(below.size()), 256, [&](int begin, int end) {
        for (int t = begin; t < end; ++t) {
            const auto [a, b, c] = surface.corners(t);
            const Vec3d in_cells = ((a + b + c) / 3 - material.lattice.corner) / material.lattice.finest_cell();
            below[t] = component[finder.nearest(in_cells).piece.value];
        }
    });
    return below;
}

/// Per part of the surface: how much of its area lies on each component.
std::vector<std::map<int, double>> areas_on_components(const TriangleMesh& surface,
                                                       const std::vector<std::int32_t>& part,
                                                       const std::vector<int>& below) {
    std::vector<std::map<int, double>> area(1 + *std::max_element(part.begin(), part.end()));
    for (std::size_t t = 0; t < part.size(); ++t) {
        const auto [a, b, c] = surface.corners(static_cast<int>(t));
        area[part[t]][below[t]] += 0.5 * (b - a).cross(c - a).norm();
    }
    return area;
}

std::vector<double> volumes(const TriangleMesh& surface, const std::vector<std::int32_t>& part, int parts) {
    const Vec3d middle = bounding_box(surface).centre();
    std::vector<double> volume(parts, 0);
    for (std::size_t t = 0; t < part.size(); ++t) {
        const auto [a, b, c] = surface.corners(static_cast<int>(t));
        volume[part[t]] += (a - middle).dot((b - middle).cross(c - middle)) / 6;
    }
    return volume;
}

/// Which component most of a part's area lies on, and which part has most of a component's area; -1 where none.
struct Homes {
    std::vector<int> of_part, of_component;
};

Homes find_homes(const std::vector<std::map<int, double>>& areas, int components, double least_area) {
    Homes homes{std::vector<int>(areas.size(), -1), std::vector<int>(components, -1)};
    std::vector<double> most(components, least_area);
    for (std::size_t p = 0; p < areas.size(); ++p) {
        double most_of_part = -1;
        for (const auto& [c, area] : areas[p]) {
            if (area > most_of_part) most_of_part = area, homes.of_part[p] = c;
            if (area > most[c]) most[c] = area, homes.of_component[c] = static_cast<int>(p);
        }
    }
    return homes;
}

}  // namespace

Fragments find_fragments(const MaterialGraph& material, const CutSkin& skin, const SheetIndex& sheets) {
    const std::vector<std::int32_t> component = components(material);
    const int count = 1 + *std::max_element(component.begin(), component.end());
    const std::vector<std::int32_t> part = solid_parts(skin.mesh);
    const int parts = 1 + *std::max_element(part.begin(), part.end());

    const double h = material.lattice.finest_cell(), face = h * h / (kVoxels * kVoxels), voxel = face * h / kVoxels;
    const std::vector<double> volume = volumes(skin.mesh, part, parts);
    const auto areas = areas_on_components(skin.mesh, part, components_below(material, component, skin.mesh, sheets));
    const Homes homes = find_homes(areas, count, face);
    Groups groups(count);
    for (int c = 0; c < count; ++c)
        if (const int p = homes.of_component[c]; p >= 0) groups.join(c, homes.of_part[p]);
    for (int p = 0; p < parts; ++p)
        for (const auto& [c, area] : areas[p])
            if (volume[p] >= kSmall * voxel && area >= kSmall * face) groups.join(c, homes.of_part[p]);

    Fragments result;
    std::map<int, int> number;  // of the fragment of a group
    for (int p = 0; p < parts; ++p) number.try_emplace(groups.find(homes.of_part[p]), static_cast<int>(number.size()));
    result.parts.resize(number.size());
    for (Fragment& fragment : result.parts) fragment.has_piece.assign(material.pieces(), 0);
    std::vector<char> is_crumb(count, 0);
    for (int p = 0; p < material.pieces(); ++p) {
        const int c = component[p];
        if (!number.contains(groups.find(c))) {
            is_crumb[c] = 1;
            result.crumb_volume += material.volume[p];
            continue;
        }
        Fragment& fragment = result.parts[number.at(groups.find(c))];
        fragment.has_piece[p] = 1;
        fragment.volume += material.volume[p];
    }
    result.crumbs = static_cast<int>(std::count(is_crumb.begin(), is_crumb.end(), 1));

    std::vector<int> fragment_of_part;
    for (int p = 0; p < parts; ++p) fragment_of_part.push_back(number.at(groups.find(homes.of_part[p])));
    for (std::size_t f = 0; f < result.parts.size(); ++f) result.parts[f].skin.mesh.vertices = skin.mesh.vertices;
    for (std::size_t t = 0; t < part.size(); ++t) {
        CutSkin& own = result.parts[fragment_of_part[part[t]]].skin;
        own.mesh.triangles.push_back(skin.mesh.triangles[t]);
        own.origin.push_back(skin.origin[t]);
    }
    for (Fragment& fragment : result.parts) fragment.skin.mesh = without_unused_vertices(fragment.skin.mesh);
    std::stable_sort(result.parts.begin(), result.parts.end(),
                     [](const Fragment& a, const Fragment& b) { return a.volume > b.volume; });
    return result;
}

}  // namespace octomatch

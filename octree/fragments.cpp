#include "octree/fragments.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/parallel.h"

namespace octomatch {

namespace {

constexpr double kSmall = 8;  // voxels: parts of the surface below may lie between voxels of different sides
constexpr double kVoxel = 1.0 / (kVoxels * kVoxels * kVoxels);

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

/// Per vertex of the surface, the component of the material it lies on.
std::vector<int> components_below(const MaterialGraph& material, const std::vector<std::int32_t>& component,
                                  const TriangleMesh& surface, const SheetIndex& sheets) {
    const PieceFinder finder(material, &sheets);
    std::vector<int> below(surface.vertices.size());
    parallel_chunks(static_cast<int>(below.size()), 256, [&](int begin, int end) {
        for (int v = begin; v < end; ++v) {
            const Vec3d in_cells = (surface.vertices[v] - material.lattice.corner) / material.lattice.finest_cell();
            below[v] = component[finder.nearest(in_cells).piece.value];
        }
    });
    return below;
}

/// Per part of the surface: how many of its vertices lie on each component.
std::vector<std::map<int, int>> count_votes(const TriangleMesh& surface, const std::vector<std::int32_t>& part,
                                            const std::vector<int>& below) {
    std::vector<std::int32_t> part_of_vertex(surface.vertices.size(), -1);
    for (std::size_t t = 0; t < part.size(); ++t)
        for (int v : surface.triangles[t]) part_of_vertex[v] = part[t];
    std::vector<std::map<int, int>> votes(1 + *std::max_element(part.begin(), part.end()));
    for (std::size_t v = 0; v < below.size(); ++v)
        if (part_of_vertex[v] >= 0) ++votes[part_of_vertex[v]][below[v]];
    return votes;
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

}  // namespace

Fragments find_fragments(const MaterialGraph& material, const CutSkin& skin, const SheetIndex& sheets) {
    const std::vector<std::int32_t> component = components(material);
    const int count = 1 + *std::max_element(component.begin(), component.end());
    const std::vector<std::int32_t> part = solid_parts(skin.mesh);
    const int parts = 1 + *std::max_element(part.begin(), part.end());

    const double voxel = kVoxel * std::pow(material.lattice.finest_cell(), 3);
    const std::vector<double> volume = volumes(skin.mesh, part, parts);
    const auto votes = count_votes(skin.mesh, part, components_below(material, component, skin.mesh, sheets));
    Groups groups(count);
    std::vector<int> home(parts, -1);  // a component the part belongs to
    std::vector<char> has_surface(count, 0);
    for (int p = 0; p < parts; ++p) {
        const auto most = std::max_element(votes[p].begin(), votes[p].end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        home[p] = most->first;
        has_surface[home[p]] = 1;
        if (volume[p] < kSmall * voxel) continue;
        for (const auto& [c, vertices] : votes[p]) {
            has_surface[c] = 1;
            groups.join(home[p], c);
        }
    }

    Fragments result;
    std::map<int, int> number;  // of the fragment of a group
    for (int c = 0; c < count; ++c)
        if (has_surface[c]) number.try_emplace(groups.find(c), static_cast<int>(number.size()));
    result.parts.resize(number.size());
    for (Fragment& fragment : result.parts) fragment.has_piece.assign(material.pieces(), 0);
    std::vector<char> is_crumb(count, 0);
    for (int p = 0; p < material.pieces(); ++p) {
        const int c = component[p];
        if (!has_surface[c] && !number.contains(groups.find(c))) {
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
    for (int p = 0; p < parts; ++p) fragment_of_part.push_back(number.at(groups.find(home[p])));
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

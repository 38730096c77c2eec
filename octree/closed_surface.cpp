#include "octree/closed_surface.h"

#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/input_error.h"
#include "octree/implicit_mesh.h"
#include "octree/skin_cut.h"
#include "octree/triangle_bvh.h"

namespace octomatch {

namespace {

constexpr double kSmallHole = 0.5;  // of the body's diagonal
constexpr double kFlatHole = 0.1;   // of the hole's own size: how far its border may leave a plane

// Borders of the holes, against the direction of the triangles beside them; nothing where borders meet in a vertex or
// edges have more than two faces.
std::optional<std::vector<std::vector<int>>> hole_borders(const TriangleMesh& mesh) {
    std::map<std::pair<int, int>, int> uses;
    for (const auto& t : mesh.triangles)
        for (int k = 0; k < 3; ++k)
            if (++uses[{t[k], t[(k + 1) % 3]}] > 1) return std::nullopt;
    std::map<int, int> next;
    for (const auto& [edge, count] : uses)
        if (!uses.contains({edge.second, edge.first}) && !next.emplace(edge.second, edge.first).second)
            return std::nullopt;
    std::vector<std::vector<int>> borders;
    while (!next.empty()) {
        std::vector<int> border;
        for (int v = next.begin()->first; next.contains(v);) {
            border.push_back(v);
            const int following = next[v];
            next.erase(v);
            v = following;
        }
        borders.push_back(border);
    }
    return borders;
}

// A fan around the middle of the border, if it covers the hole without folds.
bool cap(const std::vector<int>& border, double largest, TriangleMesh& mesh) {
    Box3 box;
    Vec3d middle = Vec3d::Zero(), area = Vec3d::Zero();
    for (int v : border) {
        box.include(mesh.vertices[v]);
        middle += mesh.vertices[v] / static_cast<double>(border.size());
    }
    const auto side = [&](std::size_t k) {
        return std::pair<Vec3d, Vec3d>{mesh.vertices[border[k]] - middle,
                                       mesh.vertices[border[(k + 1) % border.size()]] - middle};
    };
    for (std::size_t k = 0; k < border.size(); ++k) area += side(k).first.cross(side(k).second);
    const Vec3d up = area.normalized();
    if (box.diagonal() > largest) return false;
    for (std::size_t k = 0; k < border.size(); ++k) {
        const auto [a, b] = side(k);
        if (!(up.dot(a.cross(b)) > 0) || std::abs(up.dot(a)) > kFlatHole * box.diagonal()) return false;
    }
    const int centre = static_cast<int>(mesh.vertices.size());
    mesh.vertices.push_back(middle);
    for (std::size_t k = 0; k < border.size(); ++k)
        mesh.triangles.push_back({border[k], border[(k + 1) % border.size()], centre});
    return true;
}

std::optional<ClosedSurface> capped(const TriangleMesh& mesh) {
    const auto borders = hole_borders(mesh);
    if (!borders || borders->empty()) return std::nullopt;
    ClosedSurface result{.mesh = mesh};
    for (const auto& border : *borders)
        if (!cap(border, kSmallHole * bounding_box(mesh).diagonal(), result.mesh)) return std::nullopt;
    result.mesh = canonical(result.mesh);
    if (!not_cuttable(result.mesh).empty()) return std::nullopt;
    result.repair =
        std::to_string(borders->size()) + (borders->size() == 1 ? " hole" : " holes") + " capped for cutting";
    return result;
}

TriangleMesh remade(const TriangleMesh& mesh, double edge) {
    const TriangleBvh bvh(mesh);
    const auto distance = [&](const Vec3d& p) {
        const double d = bvh.distance(p);
        return bvh.winding_number(p) > 0.5 ? -d : d;
    };
    try {
        return mesh_of_distance(distance, bounding_box(mesh), edge);
    } catch (const std::invalid_argument&) {
        throw InputError("no closed surface can be made of this one, so only its material is cut");
    }
}

}  // namespace

ClosedSurface close_surface(const TriangleMesh& mesh, double edge) {
    const std::string fault = not_cuttable(mesh);
    if (fault.empty()) return {.mesh = mesh};
    if (auto result = capped(mesh)) return *result;
    if (mesh.triangles.empty()) throw InputError("an empty surface can not be made closed");
    ClosedSurface result{.mesh = remade(mesh, edge)};
    result.repair = "surface made anew for cutting, because " + fault;
    return result;
}

}  // namespace octomatch

#include "octree/skin_cut.h"

#include <manifold/manifold.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <tuple>

#include "core/input_error.h"
#include "octree/triangle_bvh.h"

namespace octomatch {

namespace {

using manifold::Manifold;
using manifold::MeshGL64;

const char* what_is_wrong(Manifold::Error status) {
    switch (status) {
        case Manifold::Error::NoError:
            return "";
        case Manifold::Error::NonFiniteVertex:
            return "a vertex is not finite";
        case Manifold::Error::NotManifold:
            return "it is not a closed manifold";
        default:
            return "it is no solid";
    }
}

MeshGL64 to_manifold(const TriangleMesh& mesh, std::uint32_t id) {
    MeshGL64 result;
    result.numProp = 3;
    for (const Vec3d& v : mesh.vertices) result.vertProperties.insert(result.vertProperties.end(), v.begin(), v.end());
    for (const auto& t : mesh.triangles) result.triVerts.insert(result.triVerts.end(), t.begin(), t.end());
    result.runOriginalID = {id};
    result.runIndex = {0, result.triVerts.size()};
    result.faceID.resize(mesh.triangles.size());
    std::iota(result.faceID.begin(), result.faceID.end(), 0);
    return result;
}

/// The sheet's grid as a closed surface. Triangle t of it belongs to triangle t / 2 of the sheet, the even ones on the
/// side the normals point to.
TriangleMesh pillow(const CutSheet& sheet, double thickness) {
    const TriangleMesh flat = triangulated(sheet);
    std::vector<Vec3d> normals(flat.vertices.size(), Vec3d::Zero());
    for (const auto& [a, b, c] : flat.triangles) {
        const Vec3d area = (flat.vertices[b] - flat.vertices[a]).cross(flat.vertices[c] - flat.vertices[a]);
        for (int v : {a, b, c}) normals[v] += area;
    }
    const int rows = sheet.rows(), columns = sheet.columns, points = rows * columns;
    const auto on_border = [&](int vertex) {
        const int r = vertex / columns, c = vertex % columns;
        return vertex < points && (r == 0 || c == 0 || r == rows - 1 || c == columns - 1);
    };
    TriangleMesh mesh = flat;
    std::vector<int> below(flat.vertices.size());
    for (std::size_t v = 0; v < flat.vertices.size(); ++v) {
        below[v] = static_cast<int>(v);
        if (on_border(static_cast<int>(v))) continue;
        const Vec3d offset = 0.5 * thickness * normals[v].stableNormalized();
        below[v] = static_cast<int>(mesh.vertices.size());
        mesh.vertices.push_back(flat.vertices[v] - offset);
        mesh.vertices[v] += offset;
    }
    mesh.triangles.clear();
    for (const auto& [a, b, c] : flat.triangles) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({below[b], below[a], below[c]});
    }
    return mesh;
}

/// Numbers of the connected parts, by their first triangles.
std::vector<std::int32_t> shells(const TriangleMesh& mesh, int& count) {
    std::vector<int> root(mesh.vertices.size());
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int v) {
        while (root[v] != v) v = root[v] = root[root[v]];
        return v;
    };
    for (const auto& [a, b, c] : mesh.triangles) {
        root[find(a)] = find(c);
        root[find(b)] = find(c);
    }
    std::vector<std::int32_t> number(mesh.vertices.size(), -1), shell;
    count = 0;
    for (const auto& t : mesh.triangles) {
        std::int32_t& n = number[find(t[0])];
        if (n < 0) n = count++;
        shell.push_back(n);
    }
    return shell;
}

std::vector<TriangleMesh> split_by(const TriangleMesh& mesh, const std::vector<std::int32_t>& part, int count) {
    std::vector<TriangleMesh> parts(count);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) parts[part[t]].triangles.push_back(mesh.triangles[t]);
    for (TriangleMesh& p : parts) {
        p.vertices = mesh.vertices;
        p = without_unused_vertices(p);
    }
    return parts;
}

/// Cavities have a negative volume, and are no crumbs.
void drop_crumbs(double least_volume, CutSkin& skin, SkinCutReport& report) {
    int count;
    const auto shell = shells(skin.mesh, count);
    if (count < 2) return;
    const auto parts = split_by(skin.mesh, shell, count);
    std::vector<char> is_crumb(count, 0);
    for (int p = 0; p < count; ++p) {
        const double volume = signed_volume(parts[p]);
        if (volume < 0 || volume >= least_volume) continue;
        is_crumb[p] = 1;
        ++report.crumbs;
        report.crumb_volume += volume;
    }
    if (report.crumbs == 0) return;
    CutSkin kept{.mesh = {.vertices = skin.mesh.vertices}};
    for (std::size_t t = 0; t < shell.size(); ++t) {
        if (is_crumb[shell[t]]) continue;
        kept.mesh.triangles.push_back(skin.mesh.triangles[t]);
        kept.origin.push_back(skin.origin[t]);
    }
    kept.mesh = without_unused_vertices(kept.mesh);
    skin = std::move(kept);
}

}  // namespace

TriangleMesh without_unused_vertices(const TriangleMesh& mesh) {
    std::vector<int> now(mesh.vertices.size(), -1);
    for (const auto& t : mesh.triangles)
        for (int v : t) now[v] = 0;
    TriangleMesh result;
    for (std::size_t v = 0; v < now.size(); ++v)
        if (now[v] == 0) {
            now[v] = static_cast<int>(result.vertices.size());
            result.vertices.push_back(mesh.vertices[v]);
        }
    for (const auto& [a, b, c] : mesh.triangles) result.triangles.push_back({now[a], now[b], now[c]});
    return result;
}

struct CuttableSkin::Solid {
    std::uint32_t id;
    Manifold manifold;
};

CutSkin uncut_skin(const TriangleMesh& mesh) {
    CutSkin skin{.mesh = mesh};
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) skin.origin.push_back({.triangle = t});
    return skin;
}

std::string not_cuttable(const TriangleMesh& mesh) {
    if (mesh.triangles.empty()) return "it is empty";
    return what_is_wrong(Manifold(to_manifold(mesh, Manifold::ReserveIDs(1))).Status());
}

CuttableSkin::CuttableSkin(const CutSkin& skin, const PillowSettings& settings)
    : origin_(skin.origin), settings_(settings) {
    const double longest = bounding_box(skin.mesh).extent().maxCoeff();
    if (settings_.thickness == 0) settings_.thickness = 1e-4 * longest;
    if (settings_.least_volume == 0) settings_.least_volume = 1e-8 * longest * longest * longest;
    const std::uint32_t id = Manifold::ReserveIDs(1);
    solid_ = std::make_shared<const Solid>(Solid{id, Manifold(to_manifold(skin.mesh, id))});
    const auto status = solid_->manifold.Status();
    if (status != Manifold::Error::NoError)
        throw InputError(std::string("the surface can not be cut: ") + what_is_wrong(status));
}

CutSkin CuttableSkin::minus(const CutSheet& sheet, int number, SkinCutReport* report) const {
    for (const Vec3d& p : sheet.points)
        if (!p.allFinite()) throw InputError("a cut must consist of finite points");
    const std::uint32_t id = Manifold::ReserveIDs(1);
    Manifold result = solid_->manifold;
    if (sheet.rows() >= 2 && sheet.columns >= 2) {
        const Manifold blade(to_manifold(pillow(sheet, settings_.thickness), id));
        if (blade.Status() != Manifold::Error::NoError)
            throw InputError(std::string("a cut is no surface: ") + what_is_wrong(blade.Status()));
        result -= blade;
    }
    if (result.Status() != Manifold::Error::NoError)
        throw InputError(std::string("the surface could not be cut: ") + what_is_wrong(result.Status()));

    const MeshGL64 mesh = result.GetMeshGL64();
    CutSkin skin;
    for (std::size_t v = 0; v < mesh.NumVert(); ++v) {
        const auto p = mesh.GetVertPos(v);
        skin.mesh.vertices.emplace_back(p.x, p.y, p.z);
    }
    for (std::size_t run = 0; run < mesh.runOriginalID.size(); ++run)
        for (std::size_t t = mesh.runIndex[run] / 3; t < mesh.runIndex[run + 1] / 3; ++t) {
            const auto c = mesh.GetTriVerts(t);
            skin.mesh.triangles.push_back({static_cast<int>(c[0]), static_cast<int>(c[1]), static_cast<int>(c[2])});
            const int face = static_cast<int>(mesh.faceID[t]);
            if (mesh.runOriginalID[run] == solid_->id)
                skin.origin.push_back(origin_[face]);
            else
                skin.origin.push_back({.sheet = number, .triangle = face / 2, .side = face % 2 == 0 ? 1 : -1});
        }
    SkinCutReport found;
    drop_crumbs(settings_.least_volume, skin, found);
    if (report) *report = found;
    return skin;
}

std::vector<std::int32_t> kept_vertices(const TriangleMesh& before, const TriangleMesh& after) {
    using Key = std::tuple<double, double, double>;
    const auto key = [](const Vec3d& v) { return Key{v.x(), v.y(), v.z()}; };
    std::map<Key, std::int32_t> number;
    for (std::size_t v = 0; v < before.vertices.size(); ++v)
        number.emplace(key(before.vertices[v]), static_cast<std::int32_t>(v));
    std::vector<std::int32_t> kept;
    for (const Vec3d& v : after.vertices) {
        const auto at = number.find(key(v));
        kept.push_back(at == number.end() ? -1 : at->second);
    }
    return kept;
}

std::vector<std::int32_t> solid_parts(const TriangleMesh& mesh) {
    int count;
    auto part = shells(mesh, count);
    if (count < 2) return part;
    const auto meshes = split_by(mesh, part, count);
    std::vector<double> volume;
    for (const TriangleMesh& m : meshes) volume.push_back(signed_volume(m));
    std::vector<int> owner(count);
    for (int cavity = 0; cavity < count; ++cavity) {
        owner[cavity] = cavity;
        if (volume[cavity] >= 0) continue;
        double least = std::numeric_limits<double>::infinity();  // the smallest part around it
        for (int other = 0; other < count; ++other) {
            if (volume[other] < 0 || volume[other] >= least) continue;
            if (std::abs(exact_winding_number(meshes[other], meshes[cavity].vertices[0])) < 0.5) continue;
            owner[cavity] = other;
            least = volume[other];
        }
    }
    std::vector<int> number(count, -1);
    int parts = 0;
    for (std::int32_t& p : part) {
        int& n = number[owner[p]];
        if (n < 0) n = parts++;
        p = n;
    }
    return part;
}

}  // namespace octomatch

#include "core/ray.h"

#include <cmath>

namespace octomatch {

namespace {

struct TriangleHit {
    double distance, u, v;  // the point is (1 - u - v) a + u b + v c
};

// [MT97] Moeller, Trumbore 1997, from either side.
std::optional<TriangleHit> hit_triangle(const Vec3d& from, const Vec3d& direction, const Vec3d& a, const Vec3d& b,
                                        const Vec3d& c) {
    const Vec3d ab = b - a, ac = c - a, across = direction.cross(ac);
    const double determinant = ab.dot(across);
    if (determinant == 0 || !std::isfinite(determinant)) return {};
    const Vec3d to = from - a, turned = to.cross(ab);
    const TriangleHit hit{ac.dot(turned) / determinant, to.dot(across) / determinant,
                          direction.dot(turned) / determinant};
    if (hit.u < 0 || hit.v < 0 || hit.u + hit.v > 1 || hit.distance < 0) return {};
    return hit;
}

}  // namespace

std::optional<RayHit> first_hit(const Body& body, const Skin& posed, const Ray& ray) {
    std::optional<RayHit> first;
    const auto& [rest, skin] = World::shape_of(body);
    const Vec3d from = ray.origin - body.state.origin;
    for (const auto& [a, b, c] : skin->triangles) {
        const auto at = [&](int v) { return posed.positions[v].cast<double>(); };
        const auto hit = hit_triangle(from, ray.direction, at(a), at(b), at(c));
        if (!hit || (first && hit->distance >= first->distance)) continue;
        const auto rest_at = [&vertices = skin->vertices](int v) { return vertices[v].cast<double>(); };
        const Vec3d inside = (1 - hit->u - hit->v) * rest_at(a) + hit->u * rest_at(b) + hit->v * rest_at(c);
        first = RayHit{body.id, hit->distance, ray.origin + hit->distance * ray.direction, rest->origin + inside};
    }
    return first;
}

std::optional<RayHit> first_hit(const World& world, const Ray& ray, BodyId only) {
    std::optional<RayHit> first;
    Skin skin;
    for (const Body& body : world.bodies()) {
        if (only.valid() && !is_or_was(body, only)) continue;
        const auto& [rest, skin_rest] = world.shape_of(body);
        if (!skin_rest) continue;
        pose_skin(*rest, *skin_rest, body.state, skin);
        const auto hit = first_hit(body, skin, ray);
        if (hit && (!first || hit->distance < first->distance)) first = hit;
    }
    return first;
}

}  // namespace octomatch

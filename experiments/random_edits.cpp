#include "experiments/random_edits.h"

#include <cmath>
#include <limits>

namespace octomatch {

namespace {

Box3 rest_box(const BodyRest& rest) {
    Box3 box;
    for (int i = 0; i < rest.nodes(); ++i) {
        box.include(rest.origin + (rest.x0[i] + rest.low[i]).cast<double>());
        box.include(rest.origin + (rest.x0[i] + rest.high[i]).cast<double>());
    }
    return box;
}

Box3 world_box(const Body& body) {
    Box3 box;
    const double reach = World::shape_of(body).rest->cell.front();
    for (const Vec3& x : body.state.x) {
        const Vec3d at = body.state.origin + x.cast<double>();
        box.include(Box3{at - Vec3d::Constant(reach), at + Vec3d::Constant(reach)});
    }
    return box;
}

}  // namespace

double RandomEdits::uniform(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(random_() >> 11), -53);
}

Vec3d RandomEdits::direction() {
    for (;;) {
        const double x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1);
        const Vec3d v(x, y, z);
        if (v.norm() > 0.1 && v.norm() <= 1) return v.normalized();
    }
}

Vec3d RandomEdits::place_of_node(const Body& body) {
    const int node = below(static_cast<int>(body.state.x.size()));
    return body.state.origin + body.state.x[node].cast<double>();
}

/// From one side of the body towards the other, in a plane; often not all the way.
RandomEdits::Path RandomEdits::plane_path(const Vec3d& through, const Vec3d& normal, double reach, int moves) {
    const Vec3d along = reach * normal.cross(direction()).stableNormalized();
    const Vec3d ahead = reach * normal.cross(along).stableNormalized();
    const double end = happens(0.5) ? uniform(-0.6, 0.6) : 1;
    Path path;
    for (int k = 0; k <= moves; ++k) {
        const Vec3d at = through + (-1 + (end + 1) * k / moves) * ahead;
        path.places.push_back({at - along, at + along});
    }
    return path;
}

RandomEdits::Path RandomEdits::any_path(const Box3& box, const Body& body) {
    if (happens(0.4)) return degenerate_path(box, body);
    const double x = uniform(0, 1), y = uniform(0, 1), z = uniform(0, 1);
    const Vec3d through = box.low + box.extent().cwiseProduct(Vec3d(x, y, z));
    Path path = plane_path(through, direction(), 0.6 * box.diagonal(), 1 + below(4));
    if (happens(0.5))  // bent
        for (Blade& blade : path.places) {
            const Vec3d off = 0.1 * box.diagonal() * direction();
            blade.p += off;
            blade.q += off;
        }
    return path;
}

RandomEdits::Path RandomEdits::degenerate_path(const Box3& box, const Body& body) {
    const BodyRest& rest = *World::shape_of(body).rest;
    const double reach = 0.6 * box.diagonal();
    const Vec3d axis = Vec3d::Unit(below(3));
    switch (below(8)) {
        case 0:  // through a node
            return plane_path(place_of_node(body), axis, reach, 2);
        case 1: {  // along faces of cells
            const int node = below(rest.nodes());
            const Vec3d low = (rest.x0[node] + rest.low[node]).cast<double>();
            return plane_path(body.state.origin + low, axis, reach, 2);
        }
        case 2:  // along the surface, nearly
            return plane_path(happens(0.5) ? box.low : box.high, axis, reach, 2);
        case 3:  // twice the same
            if (!last_.places.empty()) return last_;
            return plane_path(box.centre(), axis, reach, 1);
        case 4: {  // without length, or without a movement
            const Vec3d at = place_of_node(body);
            if (happens(0.5)) return {{{at, at}, {at + reach * axis, at + reach * axis}}};
            return {{{at - reach * axis, at + reach * axis}, {at - reach * axis, at + reach * axis}}};
        }
        case 5:  // outside
            return plane_path(box.centre() + 5 * reach * direction(), direction(), reach, 2);
        case 6:  // huge, which takes long
            if (!happens(0.25)) return plane_path(box.centre(), axis, reach, 3);
            return plane_path(box.centre(), direction(), 3 * reach, 1);
        default: {  // it comes back and crosses itself
            Path path = plane_path(box.centre(), direction(), reach, 2);
            const Path back = plane_path(place_of_node(body), direction(), reach, 2);
            path.places.insert(path.places.end(), back.places.begin(), back.places.end());
            return path;
        }
    }
}

Zone RandomEdits::any_zone(const Box3& box) {
    const double x = uniform(0, 1), y = uniform(0, 1), z = uniform(0, 1);
    const Vec3d at = box.low + box.extent().cwiseProduct(Vec3d(x, y, z));
    const double reach = uniform(0.05, 0.6) * box.diagonal();
    if (happens(0.5)) return {.box = {}, .points = {at}, .radius = reach};
    return {.box = {at - Vec3d::Constant(reach), at + Vec3d::Constant(reach)}, .points = {}, .radius = 0};
}

void RandomEdits::plan_stroke(const Path& path, BodyId body) {
    const CutId cut{cuts_++};
    for (const Blade& blade : path.places) planned_.push_back(MoveBlade{cut, body, blade});
    planned_.push_back(EndCut{cut});
    last_ = path;
}

EditOrStep RandomEdits::something_else(const World& world, const Body& body) {
    const Box3 box = rest_box(*World::shape_of(body).rest);
    const double cell = World::shape_of(body).rest->finest_cell * std::ldexp(1.0, below(3));
    switch (below(10)) {
        case 0:
        case 1:
        case 2:
            return RefineZone{body.id, any_zone(box), happens(0.5) ? 0 : cell};
        case 3:
        case 4:
        case 5:
            return CoarsenZone{body.id, any_zone(box), happens(0.5) ? 0 : cell};
        case 6:
            if (world.cuts_to_undo() > 0) return UndoCut{};
            return {};
        case 7:
            if (world.cuts_to_redo() > 0) return RedoCut{};
            return {};
        case 8: {
            const double nan = std::numeric_limits<double>::quiet_NaN();
            return MoveBlade{{1 << 20}, body.id, {{nan, 0, 0}, {0, 1, 0}}};
        }
        default:
            return {};
    }
}

EditOrStep RandomEdits::next(const World& world) {
    const Body& body = world.bodies()[below(static_cast<int>(world.bodies().size()))];
    if (!planned_.empty() && !happens(0.1)) {
        const Request request = planned_.front();
        planned_.pop_front();
        return request;
    }
    if (planned_.empty() && happens(0.5)) {
        plan_stroke(any_path(world_box(body), body), happens(0.7) ? body.id : BodyId{});
        return next(world);
    }
    return something_else(world, body);
}

}  // namespace octomatch

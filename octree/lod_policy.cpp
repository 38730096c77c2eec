#include "octree/lod_policy.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/measure.h"

namespace octomatch {

namespace {

constexpr double kAny = std::numeric_limits<double>::infinity();

const BodyRest& rest_of(const Body& body) {
    return *World::shape_of(body).rest;
}

Vec3d place_of(const Body& body, int node) {
    return body.state.origin + body.state.x[node].cast<double>();
}

double at_distance(const NearLod& lod, double distance) {
    return distance <= lod.within ? lod.cell : lod.cell * (distance / lod.within);
}

// `cell` where a measure reaches its bound, inversely proportional below and above.
double in_proportion(double cell, double bound, double measure) {
    return measure > 0 ? cell * bound / measure : kAny;
}

// Of the rigid motion with the body's momenta; turns that change no node's place stay out of it.
struct RigidVelocity {
    explicit RigidVelocity(const Body& body) : motion(motion_of(rest_of(body), body.state)) {
        Mat3d inertia = Mat3d::Zero();
        for (int i = 0; i < rest_of(body).nodes(); ++i) {
            const Vec3d arm = place_of(body, i) - motion.centre;
            inertia += rest_of(body).mass[i] * (arm.squaredNorm() * Mat3d::Identity() - arm * arm.transpose());
        }
        const Vec3d about_centre = motion.angular - motion.centre.cross(motion.momentum);
        turn = inertia.completeOrthogonalDecomposition().solve(about_centre);
    }
    Vec3d at(const Vec3d& place) const { return motion.momentum / motion.mass + turn.cross(place - motion.centre); }

    Motion motion;
    Vec3d turn;
};

}  // namespace

WantedCells near_grabs(const NearLod& lod, const Body& body) {
    const BodyRest& rest = rest_of(body);
    WantedCells wanted(rest.nodes(), kAny);
    for (const Grab& grab : body.grabs)
        for (int i = 0; i < rest.nodes(); ++i)
            wanted[i] = std::min(wanted[i], at_distance(lod, (rest.x0[i] - grab.point.rest).norm()));
    return wanted;
}

WantedCells near_ground(const NearLod& lod, const Ground& ground, const Body& body) {
    const Vec3d up = ground.normal.normalized();
    WantedCells wanted;
    for (int i = 0; i < rest_of(body).nodes(); ++i)
        wanted.push_back(at_distance(lod, up.dot(place_of(body, i)) - ground.offset));
    return wanted;
}

WantedCells as_seen(const ViewLod& lod, const LodView& view, const Body& body) {
    const double pixels_per_slope = 0.5 * view.height / std::tan(view.field_of_view * std::numbers::pi / 360);
    WantedCells wanted;
    for (int i = 0; i < rest_of(body).nodes(); ++i)
        wanted.push_back(lod.pixels / pixels_per_slope * (place_of(body, i) - view.from).norm());
    return wanted;
}

WantedCells where_strained(const StrainLod& lod, const Body& body) {
    const BodyRest& rest = rest_of(body);
    WantedCells wanted;
    for (int i = 0; i < rest.nodes(); ++i) {
        double strain = 0;
        for (NodeId j : rest.links.row(i)) {
            const double at_rest = (rest.x0[j.value] - rest.x0[i]).norm();
            const double now = (body.state.x[j.value] - body.state.x[i]).norm();
            if (at_rest > 0) strain = std::max(strain, std::abs(now / at_rest - 1));
        }
        wanted.push_back(in_proportion(lod.cell, lod.strain, strain));
    }
    return wanted;
}

WantedCells where_not_rigid(const DeviationLod& lod, const Body& body) {
    const RigidVelocity rigid(body);
    WantedCells wanted;
    for (int i = 0; i < rest_of(body).nodes(); ++i) {
        const double deviation = (body.state.v[i].cast<double>() - rigid.at(place_of(body, i))).norm();
        wanted.push_back(in_proportion(lod.cell, lod.speed, deviation));
    }
    return wanted;
}

WantedCells wanted_cells(const LodPolicy& policy, const LodView& view, const WorldSettings& world, const Body& body) {
    WantedCells finest(rest_of(body).nodes(), kAny);
    const auto combine = [&](const WantedCells& wanted) {
        for (std::size_t i = 0; i < finest.size(); ++i) finest[i] = std::min(finest[i], wanted[i]);
    };
    if (policy.touch) combine(near_grabs(*policy.touch, body));
    if (policy.ground && world.ground) combine(near_ground(*policy.ground, *world.ground, body));
    if (policy.view) combine(as_seen(*policy.view, view, body));
    if (policy.strain) combine(where_strained(*policy.strain, body));
    if (policy.deviation) combine(where_not_rigid(*policy.deviation, body));
    return finest;
}

}  // namespace octomatch

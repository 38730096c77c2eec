// The building blocks of the built-in models: signed distances of simple shapes (negative inside) and the ways to
// combine them. Lengths in metres, angles in degrees.
#pragma once
#include <vector>

#include "core/vec.h"

namespace octomatch::shapes {

/// A place and an orientation, made once, so that a distance that is asked for often computes no angles.
class Frame {
public:
    /// Turned about its own x axis first, then y, then z, and moved to `origin`.
    explicit Frame(const Vec3d& origin, double about_x = 0, double about_y = 0, double about_z = 0);

    Vec3d local(const Vec3d& p) const { return to_local_ * (p - origin_); }

private:
    Mat3d to_local_;
    Vec3d origin_;
};

struct Bead {
    Vec3d centre;
    double radius;
};

/// Two balls and the cone that touches both.
class RoundCone {
public:
    RoundCone(const Bead& a, const Bead& b);

    double distance(const Vec3d& p) const;
    /// True only if distance(p) >= limit; cheap, and often true.
    bool farther_than(double limit, const Vec3d& p) const;

private:
    Vec3d start_, axis_;
    double length_, radius_;
    double taper_;  // radius lost per length
    double lead_;   // how far the ball nearest to p is from p's foot on the axis, per distance from the axis
    Vec3d middle_;
    double reach_;  // of a ball around middle_ that holds everything
};

using Chain = std::vector<RoundCone>;

/// A Catmull-Rom curve through the beads, `pieces` cones for each link.
Chain smooth_chain(const std::vector<Bead>& beads, int pieces);

/// Mirror image with x >= 0: what is written for one side exists on both.
Vec3d both_sides(const Vec3d& p);

double sphere(const Vec3d& p, const Vec3d& centre, double radius);
/// Exact on the surface, nearly a distance close to it.
double ellipsoid(const Vec3d& p, const Vec3d& radii);
double round_cone(const Vec3d& p, const Bead& a, const Bead& b);
double chain(const Vec3d& p, const Chain& links);
/// `half` reaches to the flat faces; `radius` rounds the edges.
double rounded_box(const Vec3d& p, const Vec3d& half, double radius);
/// Around the y axis.
double torus(const Vec3d& p, double ring_radius, double tube_radius);
/// A sheet with round rims, made of a plane outline: `outline` is the distance in the plane, `height` the one from it.
double sheet(double outline, double height, double half_thickness);

// `blend` is the width over which one shape flows into the other.
double smooth_union(double a, double b, double blend);
double smooth_intersection(double a, double b, double blend);
double smooth_difference(double a, double b, double blend);

}  // namespace octomatch::shapes

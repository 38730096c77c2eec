#include "io/model_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "io/model_shapes.h"

namespace octomatch::figures {

using namespace shapes;

namespace {

/// What stands on the ground does so on a flat sole with a round rim.
double standing(double distance, const Vec3d& p, double rim) {
    return smooth_intersection(distance, -p.y(), rim);
}

}  // namespace

/// A right hand seen from its palm, the fingers together and a little bent.
double hand(const Vec3d& p) {
    static const Chain fingers[] = {smooth_chain({{{0.0225, 0.090, 0.000}, 0.0100},
                                                  {{0.0240, 0.128, 0.001}, 0.0090},
                                                  {{0.0238, 0.151, 0.005}, 0.0082},
                                                  {{0.0230, 0.166, 0.0105}, 0.0072}},
                                                 4),
                                    smooth_chain({{{0.0000, 0.092, -0.001}, 0.0102},
                                                  {{0.0005, 0.135, 0.000}, 0.0093},
                                                  {{0.0005, 0.163, 0.005}, 0.0084},
                                                  {{0.0005, 0.180, 0.012}, 0.0073}},
                                                 4),
                                    smooth_chain({{{-0.0220, 0.089, 0.000}, 0.0098},
                                                  {{-0.0230, 0.129, 0.002}, 0.0088},
                                                  {{-0.0228, 0.154, 0.008}, 0.0080},
                                                  {{-0.0222, 0.169, 0.0155}, 0.0070}},
                                                 4),
                                    smooth_chain({{{-0.0415, 0.080, 0.001}, 0.0088},
                                                  {{-0.0450, 0.110, 0.005}, 0.0078},
                                                  {{-0.0460, 0.128, 0.0105}, 0.0070},
                                                  {{-0.0457, 0.140, 0.0165}, 0.0062}},
                                                 4)};
    static const Chain thumb = smooth_chain({{{0.018, 0.028, 0.004}, 0.0150},
                                             {{0.042, 0.066, 0.014}, 0.0125},
                                             {{0.0520, 0.092, 0.018}, 0.0105},
                                             {{0.0555, 0.112, 0.018}, 0.0082}},
                                            4);
    // The bones of the palm fan out from the heel of the hand to the knuckles.
    static const RoundCone bones[] = {{{{0.012, 0.036, -0.001}, 0.0145}, {{0.0215, 0.092, -0.001}, 0.0115}},
                                      {{{0.002, 0.036, -0.002}, 0.0150}, {{0.0000, 0.095, -0.002}, 0.0120}},
                                      {{{-0.010, 0.036, -0.002}, 0.0145}, {{-0.0210, 0.091, -0.001}, 0.0115}},
                                      {{{-0.022, 0.038, 0.000}, 0.0135}, {{-0.0375, 0.080, 0.001}, 0.0098}}};
    static const Frame ball_of_thumb({0.024, 0.050, 0.009}, 0, 0, -30), edge_of_hand({-0.033, 0.060, 0.004}, 0, 0, 14);

    double palm = bones[0].distance(p);
    for (int i = 1; i < 4; ++i) palm = smooth_union(palm, bones[i].distance(p), 0.014);
    palm = smooth_union(palm, ellipsoid(ball_of_thumb.local(p), {0.015, 0.030, 0.014}), 0.012);
    palm = smooth_union(palm, ellipsoid(edge_of_hand.local(p), {0.0125, 0.036, 0.013}), 0.012);
    palm = smooth_union(palm, chain(p, thumb), 0.012);
    // The wrist is wider than thick and goes on below the ground, which cuts it.
    palm = smooth_union(
        palm, round_cone({p.x() / 1.5, p.y(), p.z()}, {{0, -0.03, -0.002}, 0.0175}, {{0, 0.035, -0.001}, 0.0165}),
        0.020);

    // Fingers flow into the palm but hardly into each other: the gaps between them stay open.
    double all_fingers = std::numeric_limits<double>::infinity();
    for (const Chain& finger : fingers) all_fingers = smooth_union(all_fingers, chain(p, finger), 0.003);
    return standing(smooth_union(palm, all_fingers, 0.007), p, 0.004);
}

/// A wedge: thick on the left of the picture (the right lobe), thin on the other side; hollow below.
double liver(const Vec3d& p) {
    static const Frame right_lobe({-0.035, 0.070, -0.002}, 0, 0, 14), left_lobe({0.046, 0.104, 0.012}, 0, 10, -4);
    double d = ellipsoid(right_lobe.local(p), {0.084, 0.084, 0.068});
    d = smooth_union(d, ellipsoid(left_lobe.local(p), {0.082, 0.048, 0.042}), 0.050);
    // The underside rises to the left lobe and to the back, which leaves a sharp rim at the front.
    static const Vec3d down = Vec3d(0.33, -0.80, -0.50).normalized();
    const double underside = sphere(p, Vec3d(0.015, 0.056, 0) + 0.30 * down, 0.30);
    d = smooth_difference(d, underside, 0.022);
    // The ligament draws a groove between the lobes, deepest as a notch in the rim.
    const double across = (p.x() - 0.020 - 0.15 * (p.y() - 0.106)) / 0.013;
    const double near_rim = std::clamp(1 - underside / 0.045, 0.0, 1.0);
    return d + (0.0025 + 0.009 * near_rim * near_rim) * std::exp(-across * across);
}

/// Six petals around a disc that looks up and to the front, a curved stem and two leaves.
double flower(const Vec3d& p) {
    static const Chain stem = smooth_chain({{{0.004, 0.000, 0.000}, 0.0085},
                                            {{-0.006, 0.075, -0.010}, 0.0078},
                                            {{0.000, 0.150, -0.012}, 0.0072},
                                            {{0.000, 0.215, 0.000}, 0.0072}},
                                           5);
    static const Frame bloom({0.000, 0.222, 0.005}, 52, 0, 0);
    static const Frame leaves[] = {Frame({0.000, 0.060, -0.010}, 0, -14, 38),
                                   Frame({-0.004, 0.092, -0.011}, 0, 194, -40)};
    static const RoundCone petal_outline({{0.022, 0, 0}, 0.009}, {{0.070, 0, 0}, 0.027});
    constexpr double kHalfThickness = 0.0048;

    const Vec3d b = bloom.local(p);
    constexpr double kSector = std::numbers::pi / 3;
    const double angle = std::atan2(b.z(), b.x());
    const double in_sector = angle - kSector * std::round(angle / kSector);
    const double reach = std::hypot(b.x(), b.z());
    const Vec3d petal(reach * std::cos(in_sector), 0, reach * std::sin(in_sector));
    const double cup = 0.016 * std::pow(reach / 0.09, 2) - 0.8 * std::pow(petal.z(), 2) / 0.09;
    double d = sheet(petal_outline.distance(petal), b.y() - cup, kHalfThickness);
    d = smooth_union(d, ellipsoid(b - Vec3d(0, 0.004, 0), {0.027, 0.013, 0.027}), 0.004);

    double green = chain(p, stem);
    for (const Frame& leaf : leaves) {
        const Vec3d q = leaf.local(p);
        // Two arcs that meet in points: a leaf 92 mm long and 36 mm wide, hanging down towards its tip.
        const double arcs = std::hypot(q.x() - 0.050, std::abs(q.z()) + 0.0497) - 0.0677;
        const double hang = -6.0 * std::pow(std::max(q.x(), 0.0), 2) + 0.2 * std::abs(q.z());
        green = smooth_union(green, sheet(arcs, q.y() - hang, kHalfThickness), 0.008);
    }
    return standing(smooth_union(d, green, 0.012), p, 0.003);
}

/// A bath duck.
double duck(const Vec3d& p) {
    static const Frame body({0, 0.033, -0.006}, 6, 0, 0), wing({0.0325, 0.042, -0.012}, 14, -8, 12);
    static const Frame upper_beak({0, 0.0785, 0.050}, -12, 0, 0), lower_beak({0, 0.0735, 0.046}, 4, 0, 0);
    const Vec3d side = both_sides(p);
    double d = ellipsoid(body.local(p), {0.038, 0.037, 0.051});
    d = smooth_union(d, round_cone(p, {{0, 0.044, -0.038}, 0.019}, {{0, 0.068, -0.064}, 0.0050}), 0.022);
    d = smooth_union(d, sphere(p, {0, 0.083, 0.024}, 0.0265), 0.016);
    d = smooth_union(d, ellipsoid(wing.local(side), {0.0085, 0.017, 0.030}), 0.004);
    double beak = ellipsoid(upper_beak.local(p), {0.0145, 0.0060, 0.0180});
    beak = smooth_union(beak, ellipsoid(lower_beak.local(p), {0.0115, 0.0050, 0.0140}), 0.003);
    d = smooth_union(d, beak, 0.005);
    d = smooth_union(d, sphere(side, {0.0125, 0.0915, 0.0415}, 0.0055), 0.002);
    return standing(d, p, 0.006);
}

/// A human head on its neck.
double head(const Vec3d& p) {
    static const Frame cranium({0, 0.187, -0.014}, 8, 0, 0), face({0, 0.130, 0.022}, -6, 0, 0);
    static const Frame ear({0.077, 0.146, -0.012}, -10, -24, 8), socket({0.031, 0.154, 0.098}, 0, 0, -4);
    const Vec3d side = both_sides(p);

    double d = ellipsoid(cranium.local(p), {0.077, 0.082, 0.097});
    d = smooth_union(d, ellipsoid(face.local(p), {0.060, 0.082, 0.066}), 0.030);
    // The jaw runs from below the ear to the chin.
    d = smooth_union(d, round_cone(side, {{0.042, 0.094, 0.006}, 0.018}, {{0.012, 0.060, 0.064}, 0.013}), 0.030);
    d = smooth_union(d, sphere(p, {0, 0.060, 0.075}, 0.013), 0.018);
    d = smooth_union(d, round_cone(p, {{0, -0.080, -0.034}, 0.062}, {{0, 0.080, -0.022}, 0.052}), 0.030);

    // Brows, sockets with eyes in them, cheeks.
    d = smooth_union(d, round_cone(side, {{0.016, 0.169, 0.084}, 0.006}, {{0.046, 0.169, 0.064}, 0.006}), 0.016);
    d = smooth_difference(d, ellipsoid(socket.local(side), {0.018, 0.011, 0.020}), 0.014);
    d = smooth_union(d, sphere(side, {0.031, 0.153, 0.0690}, 0.0135), 0.003);
    d = smooth_union(d, ellipsoid(side - Vec3d(0.040, 0.122, 0.054), {0.018, 0.018, 0.018}), 0.028);

    // Nose: bridge, tip and wings.
    d = smooth_union(d, round_cone(p, {{0, 0.163, 0.086}, 0.006}, {{0, 0.121, 0.107}, 0.0105}), 0.010);
    d = smooth_union(d, ellipsoid(side - Vec3d(0.0095, 0.117, 0.095), {0.0080, 0.0072, 0.010}), 0.009);

    // Lips.
    d = smooth_union(d, ellipsoid(p - Vec3d(0, 0.0945, 0.0775), {0.025, 0.0066, 0.0140}), 0.010);
    d = smooth_union(d, ellipsoid(p - Vec3d(0, 0.0840, 0.0765), {0.021, 0.0072, 0.0140}), 0.006);

    // Ears: a shell with a hollow.
    const Vec3d e = ear.local(side);
    double shell = ellipsoid(e, {0.011, 0.032, 0.020});
    shell = smooth_difference(shell, ellipsoid(e - Vec3d(0.012, 0.002, 0.003), {0.009, 0.019, 0.010}), 0.006);
    return standing(smooth_union(d, shell, 0.012), p, 0.008);
}

/// A penguin that holds its flippers close.
double penguin(const Vec3d& p) {
    static const Frame body({0, 0.178, -0.004}, -3, 0, 0);
    static const Chain flipper = smooth_chain({{{0.062, 0.290, 0.000}, 0.0180},
                                               {{0.100, 0.256, 0.000}, 0.0150},
                                               {{0.125, 0.188, 0.000}, 0.0130},
                                               {{0.127, 0.112, 0.000}, 0.0075}},
                                              8);
    const Vec3d side = both_sides(p);
    double d = ellipsoid(body.local(p), {0.097, 0.172, 0.088});
    d = smooth_union(d, ellipsoid(p - Vec3d(0, 0.378, 0.010), {0.052, 0.050, 0.056}), 0.070);
    d = smooth_union(d, round_cone(p, {{0, 0.379, 0.055}, 0.015}, {{0, 0.367, 0.106}, 0.0060}), 0.014);
    d = smooth_union(d, sphere(side, {0.032, 0.395, 0.042}, 0.0100), 0.004);
    d = smooth_union(d, round_cone(p, {{0, 0.060, -0.060}, 0.030}, {{0, 0.020, -0.105}, 0.010}), 0.030);
    // Flippers are blades, more than twice as wide as thick.
    d = smooth_union(d, chain({side.x(), side.y(), 0.45 * side.z()}, flipper), 0.020);

    static const Bead heel{{0.042, 0.018, 0.030}, 0.020};
    double foot = 1;
    for (const double toe : {0.026, 0.048, 0.070})
        foot = smooth_union(foot, round_cone(side, heel, {{toe, 0.010, 0.096}, 0.0100}), 0.014);
    return standing(smooth_union(d, foot, 0.020), p, 0.006);
}

/// A bag bent like a J, from the gullet (top) to the duodenum (left); both ends are cut and show a hollow.
double stomach(const Vec3d& p) {
    static const Bead gullet_end{{-0.014, 0.236, -0.012}, 0.0130}, duodenum_end{{-0.076, 0.092, -0.006}, 0.0165};
    static const Chain bag = smooth_chain({{{0.044, 0.176, -0.006}, 0.0400},
                                           {{0.052, 0.132, -0.002}, 0.0480},
                                           {{0.042, 0.082, 0.004}, 0.0450},
                                           {{0.008, 0.040, 0.010}, 0.0355},
                                           {{-0.034, 0.034, 0.010}, 0.0260},
                                           {{-0.063, 0.051, 0.004}, 0.0155},
                                           {{-0.073, 0.068, 0.000}, 0.0140},
                                           duodenum_end},
                                          9);
    static const Chain gullet = smooth_chain({gullet_end,
                                              {{-0.008, 0.203, -0.008}, 0.0120},
                                              {{0.004, 0.175, -0.006}, 0.0130},
                                              {{0.030, 0.148, -0.004}, 0.0200}},
                                             6);
    const Vec3d q(p.x(), p.y(), p.z() / 0.9);  // flatter than round
    double d = smooth_union(chain(q, bag), chain(q, gullet), 0.018);
    d = smooth_difference(d, sphere(q, gullet_end.centre + Vec3d(-0.001, 0.012, 0), 0.009), 0.005);
    d = smooth_difference(d, sphere(q, duodenum_end.centre + Vec3d(-0.001, 0.015, 0), 0.012), 0.005);
    return d;
}

}  // namespace octomatch::figures

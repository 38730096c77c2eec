#include "io/models.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "io/model_figures.h"
#include "io/model_shapes.h"
#include "octree/implicit_mesh.h"

namespace octomatch {

namespace {

using namespace shapes;

double block(const Vec3d& p) {
    return rounded_box(p - Vec3d(0, 0.05, 0), {0.10, 0.05, 0.05}, 0.010);
}

double stick(const Vec3d& p) {
    return rounded_box(p - Vec3d(0, 0.02, 0), {0.16, 0.02, 0.02}, 0.005);
}

double ring(const Vec3d& p) {
    return torus(p - Vec3d(0, 0.035, 0), 0.09, 0.035);
}

/// Nine teeth below an arched back. The gaps are 6 mm wide, about 4 % of the comb.
double comb(const Vec3d& p) {
    constexpr double kPitch = 0.0185, kHalfTooth = 0.00625;
    const double tooth = std::clamp(std::round(p.x() / kPitch), -4.0, 4.0);
    const Vec3d q(p.x() - kPitch * tooth, p.y() - 0.045, p.z());
    const double thinner = 0.0012 * std::clamp(-q.y() / 0.045, -1.0, 1.0);  // towards the tips
    const double teeth = rounded_box(q, {kHalfTooth - thinner, 0.045, 0.0065 - thinner}, 0.004);
    const double back = rounded_box(p - Vec3d(0, 0.100, 0), {0.0815, 0.025, 0.009}, 0.004);
    const double arch = p.y() - (0.122 - 2.5 * p.x() * p.x());
    return smooth_union(smooth_intersection(back, arch, 0.008), teeth, 0.003);
}

/// The letter, written with a bar of 36 mm; the gap between its arms is 6 mm wide.
double letter_u(const Vec3d& p) {
    constexpr double kHalfBar = 0.018, kMiddle = 0.021, kBend = kMiddle + kHalfBar, kTop = 0.16, kRim = 0.005;
    const double from_middle = p.y() < kBend ? std::hypot(p.x(), p.y() - kBend) : std::abs(p.x());
    return rounded_box(Vec3d(from_middle - kMiddle, std::max(p.y() - kBend, 0.0), p.z()),
                       {kHalfBar, kTop - kBend, kHalfBar}, kRim);
}

bool equal_but_for_case(std::string_view a, std::string_view b) {
    const auto lower = [](unsigned char c) { return std::tolower(c); };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

Box3 box(const Vec3d& low, const Vec3d& high) {
    return {low, high};
}

}  // namespace

const std::vector<Model>& models() {
    static const std::vector<Model> all{
        {"hand", "a right hand, its five fingers close together",
         [] {
             return mesh_of_distance(figures::hand, box({-0.06, 0, -0.03}, {0.07, 0.20, 0.04}), 0.0027);
         }},
        {"liver", "a smooth wedge of two lobes",
         [] {
             return mesh_of_distance(figures::liver, box({-0.13, 0, -0.08}, {0.13, 0.17, 0.08}), 0.0042);
         }},
        {"flower", "thin petals around a disc, a stem and two leaves",
         [] {
             return mesh_of_distance(figures::flower, box({-0.12, 0, -0.06}, {0.12, 0.31, 0.09}), 0.0036);
         }},
        {"block", "a box twice as long as it is high and deep, edges rounded",
         [] {
             return mesh_of_distance(block, box({-0.10, 0, -0.05}, {0.10, 0.10, 0.05}), 0.005);
         }},
        {"stick", "a bar eight times as long as it is thick",
         [] {
             return mesh_of_distance(stick, box({-0.16, 0, -0.02}, {0.16, 0.04, 0.02}), 0.0036);
         }},
        {"torus", "a ring lying flat",
         [] {
             return mesh_of_distance(ring, box({-0.125, 0, -0.125}, {0.125, 0.07, 0.125}), 0.0050);
         }},
        {"comb", "nine teeth below a back, the gaps narrower than the teeth",
         [] {
             return mesh_of_distance(comb, box({-0.082, 0, -0.01}, {0.082, 0.125, 0.01}), 0.0028);
         }},
        {"U", "two upright bars joined at the bottom, the gap between them narrow",
         [] {
             return mesh_of_distance(letter_u, box({-0.039, 0, -0.018}, {0.039, 0.16, 0.018}), 0.0030);
         }},
        {"duck", "a bath duck",
         [] {
             return mesh_of_distance(figures::duck, box({-0.05, 0, -0.08}, {0.05, 0.12, 0.08}), 0.0024);
         }},
        {"head", "a human head on its neck",
         [] {
             return mesh_of_distance(figures::head, box({-0.10, 0, -0.12}, {0.10, 0.28, 0.12}), 0.0051);
         }},
        {"penguin", "a penguin, its flippers close to the body",
         [] {
             return mesh_of_distance(figures::penguin, box({-0.15, 0, -0.12}, {0.15, 0.44, 0.12}), 0.0070);
         }},
        {"stomach", "a bag bent like a J between the gullet and the duodenum",
         [] {
             return mesh_of_distance(figures::stomach, box({-0.10, 0, -0.06}, {0.11, 0.27, 0.06}), 0.0038);
         }},
    };
    return all;
}

const Model* find_model(std::string_view name) {
    const auto& all = models();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Model& model) { return equal_but_for_case(model.name, name); });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace octomatch

#include "viewer/floor_view.h"

#include <polyscope/polyscope.h>
#include <polyscope/surface_mesh.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "viewer/colours.h"
#include "viewer/soft_shadow.h"

namespace octomatch {

namespace {

constexpr float kRadius = 2.4f;    // of the floor, in diagonals of the scene
constexpr int kShadowCells = 128;  // along a side of the square that has shadows
constexpr float kDarkest = 0.50f;  // share of the light that the deepest shade takes
constexpr float kLift = 0.0006f;   // of the shadows above the floor, so that they are seen
constexpr float kMargin = kShadowReach;

/// What the engine makes of a colour: it is brightened and gamma corrected. "flat" materials are not.
glm::vec3 as_displayed(const Colour& colour) {
    constexpr float kExposure = 1.1f, kGamma = 2.2f;
    glm::vec3 displayed;
    for (int i = 0; i < 3; ++i) displayed[i] = std::pow(kExposure * colour[i], 1 / kGamma);
    return displayed;
}

/// At some distance from the middle: bright, fading into the background.
glm::vec3 floor_colour(float distance) {
    const float x = std::clamp((distance / kRadius - 0.15f) / 0.85f, 0.0f, 1.0f);
    return glm::mix(as_displayed(kFloor), as_displayed(kBackground), x * x * (3 - 2 * x));
}

polyscope::SurfaceMesh* register_flat(const std::string& name, const std::vector<glm::vec3>& points,
                                      const std::vector<std::array<int, 3>>& triangles) {
    auto* mesh = polyscope::registerSurfaceMesh(name, points, triangles);
    mesh->setMaterial("flat");
    mesh->setBackFacePolicy(polyscope::BackFacePolicy::Cull);  // from below one looks through
    return mesh;
}

}  // namespace

FloorView::FloorView(const std::string& prefix, const Vec3d& origin, const Vec3d& normal)
    : prefix_(prefix), origin_(origin.cast<float>()) {
    const Vec3d u = normal.unitOrthogonal();
    axes_.row(0) = u.cast<float>();
    axes_.row(1) = normal.cross(u).cast<float>();
    axes_.row(2) = normal.cast<float>();
}

FloorView::~FloorView() {
    for (auto* mesh : {floor_, shadow_})
        if (mesh) polyscope::removeStructure(mesh);
}

void FloorView::forget() {
    floor_ = shadow_ = nullptr;
}

void FloorView::register_floor() {
    constexpr int kRings = 24, kSpokes = 96;
    std::vector<glm::vec3> points, colours;
    std::vector<std::array<int, 3>> triangles;
    for (int ring = 0; ring <= kRings; ++ring)
        for (int spoke = 0; spoke < kSpokes; ++spoke) {
            const float r = kRadius * float(ring) / kRings, angle = 2 * std::numbers::pi_v<float> * spoke / kSpokes;
            const Vec3 p = origin_ + axes_.transpose() * Vec3(r * std::cos(angle), r * std::sin(angle), 0);
            points.emplace_back(p.x(), p.y(), p.z());
            colours.push_back(floor_colour(r));
            if (ring == kRings) continue;
            const int a = ring * kSpokes + spoke, b = ring * kSpokes + (spoke + 1) % kSpokes;
            triangles.push_back({a, a + kSpokes, b + kSpokes});
            triangles.push_back({a, b + kSpokes, b});
        }
    floor_ = register_flat("floor", points, triangles);
    floor_->addVertexColorQuantity("fade", colours)->setEnabled(true);
}

void FloorView::update(std::span<const StageSurface> surfaces) {
    if (!floor_ && prefix_.empty()) register_floor();  // one is enough for two

    std::vector<std::vector<Vec3>> points;
    Eigen::Vector2f low = Eigen::Vector2f::Constant(1e9f), high = -low;
    for (const StageSurface& surface : surfaces) {
        auto& in_floor = points.emplace_back();
        for (const Vec3& p : surface.points) {
            in_floor.push_back(in_plane(p));
            if (!in_floor.back().allFinite()) continue;
            low = low.cwiseMin(in_floor.back().head<2>());
            high = high.cwiseMax(in_floor.back().head<2>());
        }
    }
    if ((low.array() > high.array()).any()) low = high = Eigen::Vector2f::Zero();
    // The square grows in steps and its cells stay on one lattice, so that shadows do not shimmer while it moves.
    const float wanted = ((high - low).maxCoeff() + 2 * kMargin) / (kShadowCells - 1);
    if (cell_ < wanted || cell_ > 2 * wanted) cell_ = 1.25f * wanted;
    const Eigen::Vector2f first = ((0.5f * (low + high)).array() / cell_ - 0.5f * kShadowCells).round() * cell_;

    SoftShadow shadow(first, cell_, kShadowCells);
    for (std::size_t s = 0; s < surfaces.size(); ++s)
        for (const auto& [a, b, c] : surfaces[s].triangles)
            shadow.add_triangle(points[s][a], points[s][b], points[s][c]);
    const std::vector<float> shades = shadow.shades();

    std::vector<glm::vec3> places, colours;
    for (int row = 0; row < kShadowCells; ++row)
        for (int column = 0; column < kShadowCells; ++column) {
            const Eigen::Vector2f uv = shadow.centre_of(column, row);
            const Vec3 p = origin_ + axes_.transpose() * Vec3(uv.x(), uv.y(), kLift);
            places.emplace_back(p.x(), p.y(), p.z());
            colours.push_back((1 - kDarkest * shades[places.size() - 1]) * floor_colour(uv.norm()));
        }
    if (shadow_) {
        shadow_->updateVertexPositions(places);
        static_cast<polyscope::SurfaceVertexColorQuantity*>(shadow_->getQuantity("shade"))->updateData(colours);
        return;
    }
    std::vector<std::array<int, 3>> triangles;
    for (int row = 0; row + 1 < kShadowCells; ++row)
        for (int column = 0; column + 1 < kShadowCells; ++column) {
            const int a = row * kShadowCells + column, b = a + 1, c = a + kShadowCells, d = c + 1;
            triangles.push_back({a, b, d});
            triangles.push_back({a, d, c});
        }
    shadow_ = register_flat(prefix_ + "shadow", places, triangles);
    shadow_->addVertexColorQuantity("shade", colours)->setEnabled(true);
}

}  // namespace octomatch

#include "octree/sheet_triangle.h"

#include <cmath>

#include "core/input_error.h"

namespace octomatch {

namespace {

int sign(Int128 x) {
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

Int128 cross_component(const GridPoint& u, const GridPoint& v, int k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    return Int128{u[i]} * v[j] - Int128{u[j]} * v[i];
}

// On which side of the line from p along d the edge from a to b passes: the sign of det(d, a - p, b - p). Moving p by s
// adds s . (d x (b - a)), which vanishes only for an edge along d; no segment in question lies in the triangle's plane.
int turn(const GridPoint& p, const GridPoint& d, const GridPoint& a, const GridPoint& b) {
    const GridPoint to = a - p, edge = b - a;
    Int128 determinant = 0;
    for (int k = 0; k < 3; ++k) determinant += d[k] * cross_component(to, edge, k);
    if (determinant != 0) return sign(determinant);
    for (int k = 0; k < 3; ++k)
        if (const int s = sign(cross_component(d, edge, k))) return s;
    return 0;
}

}  // namespace

GridPoint on_grid(const Lattice& lattice, const Vec3d& world) {
    const Vec3d units = (world - lattice.corner) / lattice.voxel() * static_cast<double>(kVoxelUnits);
    if (!units.allFinite()) throw InputError("a cut must consist of finite points");
    if (units.cwiseAbs().maxCoeff() >= static_cast<double>(kFarthestUnits))
        throw InputError("a cut reaches too far beyond the body");
    return {std::llround(units.x()), std::llround(units.y()), std::llround(units.z())};
}

SheetTriangle::SheetTriangle(const GridPoint& a_, const GridPoint& b_, const GridPoint& c_) : a(a_), b(b_), c(c_) {
    for (int k = 0; k < 3; ++k) normal[k] = cross_component(b - a, c - a, k);
}

bool SheetTriangle::plane_meets(const GridPoint& box_low, const GridPoint& box_high) const {
    Int128 least = 0, most = 0;
    for (int k = 0; k < 3; ++k) {
        const bool rising = normal[k] > 0;
        least += normal[k] * ((rising ? box_low : box_high)[k] - a[k]);
        most += normal[k] * ((rising ? box_high : box_low)[k] - a[k]);
    }
    return least <= 0 && most >= 0;
}

int SheetTriangle::side(const GridPoint& p) const {
    Int128 height = 0;
    for (int k = 0; k < 3; ++k) height += normal[k] * (p[k] - a[k]);
    if (height != 0) return sign(height);
    for (const Int128& derivative : normal)
        if (derivative != 0) return sign(derivative);
    return 0;
}

bool SheetTriangle::passed(const GridPoint& p, const GridPoint& q) const {
    const GridPoint d = q - p;
    const int first = turn(p, d, a, b);
    return turn(p, d, b, c) == first && turn(p, d, c, a) == first;
}

std::vector<SheetTriangle> on_grid(const Lattice& lattice, const TriangleMesh& sheet) {
    std::vector<GridPoint> points;
    points.reserve(sheet.vertices.size());
    for (const Vec3d& v : sheet.vertices) points.push_back(on_grid(lattice, v));
    std::vector<SheetTriangle> triangles;
    for (const auto& [a, b, c] : sheet.triangles) {
        const SheetTriangle triangle(points[a], points[b], points[c]);
        if (triangle.has_area()) triangles.push_back(triangle);
    }
    return triangles;
}

}  // namespace octomatch

// What must hold for whatever a fuzzer gives: the program stops where it does not.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "core/input_error.h"
#include "io/mesh_report.h"

namespace octomatch::fuzz {

inline void require(bool holds, const char* law) {
    if (holds) return;
    std::fprintf(stderr, "broken law: %s\n", law);
    std::abort();
}

/// Fit for one line behind "error: ".
inline void require_one_line(std::string_view message) {
    require(!message.empty() && message.size() < 1100, "messages are neither empty nor long");
    for (char c : message) require(static_cast<unsigned char>(c) >= ' ' && c != 127, "messages are one line");
}

inline void require_numbers(const TriangleMesh& mesh) {
    const int count = static_cast<int>(mesh.vertices.size());
    require(!mesh.triangles.empty(), "a mesh has triangles");
    for (const Vec3d& v : mesh.vertices) require(v.allFinite(), "coordinates are finite");
    for (const auto& t : mesh.triangles)
        for (int v : t) require(v >= 0 && v < count, "indices are in range");
}

inline bool same(const TriangleMesh& a, const TriangleMesh& b) {
    return a.vertices == b.vertices && a.triangles == b.triangles;
}

inline void require_checked(const CheckedMesh& checked) {
    const auto& [mesh, report] = checked;
    require_numbers(mesh);
    require(same(canonical(mesh), mesh), "a checked mesh is canonical");
    require(report.vertices == static_cast<int>(mesh.vertices.size()), "vertices are counted");
    require(report.triangles == static_cast<int>(mesh.triangles.size()), "triangles are counted");
    require(report.closed == is_closed(mesh), "closed means closed");
    require(report.components >= 1, "there is a shell");
    for (const auto& [a, b, c] : mesh.triangles) require(a != b && b != c && c != a, "corners are different");
    for (const std::string& repair : report.repairs) require_one_line(repair);
}

}  // namespace octomatch::fuzz

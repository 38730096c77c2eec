// Which way the triangles of a mesh look, and turning those that look the wrong way.
#pragma once
#include "core/triangle_mesh.h"
#include "io/mesh_topology.h"

namespace octomatch {

/// Turns triangles until neighbours agree across every edge of two triangles; what most triangles of a patch do, stays.
/// One-sided patches (a Moebius strip) stay as they are. Returns the number turned.
int agree_with_neighbours(TriangleMesh& mesh);

/// What lies behind the triangles of each shell, by the winding number of the whole mesh on both sides of some.
struct ShellSides {
    int samples = 0;                  // taken from all shells
    int solid = 0;                    // of these: material behind, none in front
    std::vector<char> is_inside_out;  // per shell: no material behind, but "less than none" in front
    std::vector<char> is_overlap;     // per shell: lies inside another solid and counts as solid itself
};

ShellSides look_behind(const TriangleMesh& mesh, const Shells& shells);

/// Turns all triangles of the marked shells.
void turn_shells(const Shells& shells, const std::vector<char>& marked, TriangleMesh& mesh);

}  // namespace octomatch

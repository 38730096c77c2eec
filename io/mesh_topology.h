// How the triangles of a mesh hang together.
#pragma once
#include <span>
#include <vector>

#include "core/triangle_mesh.h"

namespace octomatch {

/// One triangle's use of an edge between the vertices low < high.
struct EdgeUse {
    int low, high;
    int triangle;
    bool forward;  // from low to high
};

/// All uses of all edges, those of one edge side by side.
std::vector<EdgeUse> edge_uses(const TriangleMesh& mesh);

/// Calls visit(uses of one edge) for every edge.
template <class Visit>
void for_each_edge(std::span<const EdgeUse> uses, Visit&& visit) {
    for (std::size_t begin = 0, end = 0; begin < uses.size(); begin = end) {
        while (end < uses.size() && uses[end].low == uses[begin].low && uses[end].high == uses[begin].high) ++end;
        visit(uses.subspan(begin, end - begin));
    }
}

/// Do the corners lie on a line, up to rounding? Then its normal means nothing.
bool is_needle(const TriangleMesh& mesh, const std::array<int, 3>& triangle);

struct EdgeSummary {
    bool closed = true;      // every edge is used equally often in both directions
    int boundary_edges = 0;  // used once
    int boundary_loops = 0;  // connected sets of those
    int opposed_edges = 0;   // used by two triangles, in the same direction
    int crowded_edges = 0;   // used by more than two
};

EdgeSummary summarise_edges(const TriangleMesh& mesh);

struct Shells {
    int count = 0;
    std::vector<int> of_triangle;  // numbered in the order of their first triangles
};

/// Connected through shared vertices.
Shells find_shells(const TriangleMesh& mesh);

}  // namespace octomatch

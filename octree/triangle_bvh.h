// A bounding volume hierarchy over triangles, and the three questions the compiler asks of it:
// how far is the surface, does a point lie inside, which triangles cross each other.
//
// Inside is decided by the generalised winding number, which means something for open, overlapping and
// inconsistent surfaces too. Far clusters are replaced by their dipole and next terms ([BDSMJ18] Barill et al. 2018,
// Fast Winding Numbers for Soups and Clouds).
#pragma once
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/triangle_mesh.h"

namespace octomatch {

class TriangleBvh {
public:
    /// Keeps a reference to the mesh, which must outlive it. Degenerate triangles are fine. Non-empty mesh required.
    explicit TriangleBvh(const TriangleMesh& mesh);

    /// Euclidean distance from p to the nearest triangle, or `bound` if it is not nearer than that.
    double distance(const Vec3d& p, double bound = std::numeric_limits<double>::infinity()) const;

    /// Generalised winding number: 1 inside a closed outward surface, 0 outside. `accuracy` is the ratio
    /// distance/radius beyond which a cluster is approximated (2: error about 1e-3, [BDSMJ18]).
    double winding_number(const Vec3d& p, double accuracy = 2.0) const;

    /// Pairs (a < b) of triangles that intersect although they share no vertex position, sorted; stops after `most` pairs.
    std::vector<std::pair<int, int>> self_intersections(std::size_t most) const;

private:
    struct Cluster;  // see triangle_bvh.cpp
    const TriangleMesh& mesh_;
    std::vector<Cluster> clusters_;
    std::vector<int> order_;
};

/// Sum of signed solid angles over 4 pi ([VOS83] van Oosterom, Strackee 1983): the oracle of winding_number.
double exact_winding_number(const TriangleMesh& mesh, const Vec3d& p);

}  // namespace octomatch

// A bounding volume hierarchy over triangles, and the three questions the compiler asks of it:
// how far is the surface, does a point lie inside, which triangles cross each other.
//
// Inside is decided by the generalised winding number, which means something for open, overlapping and
// inconsistent surfaces too. Far clusters are replaced by their dipole and next terms ([BDSMJ18] Barill et al. 2018,
// Fast Winding Numbers for Soups and Clouds).
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/triangle_mesh.h"

namespace octomatch {

class TriangleBvh {
public:
    /// Copies the corners of the triangles. Degenerate triangles are fine. Non-empty mesh required.
    explicit TriangleBvh(const TriangleMesh& mesh);

    /// Euclidean distance from p to the nearest triangle, or `bound` if it is not nearer than that.
    double distance(const Vec3d& p, double bound = std::numeric_limits<double>::infinity()) const;

    /// The point of the triangles that is nearest to p.
    Vec3d nearest_point(const Vec3d& p) const;

    /// Generalised winding number: 1 inside a closed outward surface, 0 outside. `accuracy` is the ratio
    /// distance/radius beyond which a cluster is approximated: errors stay below 1e-3 for 3.5, below 1e-2 for 2, which
    /// is 2.5 times faster.
    double winding_number(const Vec3d& p, double accuracy = 3.5) const;

    /// Pairs (a < b) of triangles that cross although they share no vertex position, sorted; stops after `most` pairs.
    std::vector<std::pair<int, int>> self_intersections(std::size_t most) const;

private:
    using Corners = std::array<Vec3d, 3>;

    /// A node of the tree; depth first, so the left child is the next cluster.
    struct Cluster {
        Box3 box;
        std::int32_t right = 0;            // right child; 0 marks a leaf
        std::int32_t first = 0, last = 0;  // its triangles are corners_[first..last-1]
    };

    /// What is left of a cluster for far points: the moments of its area vectors about `centre`, contracted to
    /// what the derivatives of the potential can see.
    struct Moments {
        Vec3d centre = Vec3d::Zero();            // of area
        double reach2 = 0;                       // squared distance from the centre to the farthest corner
        Vec3d dipole = Vec3d::Zero();            // sum of area vectors
        Mat3d quadratic = Mat3d::Zero();         // symmetric part of the first moment
        Vec3d linear = Vec3d::Zero();            // traces of the second moment
        std::array<double, 10> cubic{};          // symmetric part of the second moment
        double seen_from(const Vec3d& p) const;  // winding number
    };

    /// Which of corners_ is nearest, -1 where none is nearer than the bound, and its squared distance.
    struct Nearest {
        int corners;
        double distance2;
    };

    struct Builder;

    Nearest nearest(const Vec3d& p, double bound) const;

    Moments moments_of(const Cluster& cluster) const;
    void crossings_with_leaf(int leaf, std::size_t most, std::vector<std::pair<int, int>>& found) const;

    std::vector<Corners> corners_;  // in the order of the leaves
    std::vector<int> triangle_;     // the mesh's number of each
    std::vector<Cluster> clusters_;
    std::vector<Moments> moments_;  // beside clusters_
};

/// Do the triangles cross: passes an edge of one from one side of the other to the other side, through it?
/// No if they share a corner, only touch, or lie in one plane.
bool triangles_cross(const std::array<Vec3d, 3>& a, const std::array<Vec3d, 3>& b);

/// The point of a triangle that is nearest to p. Degenerate triangles are segments or points.
Vec3d nearest_point(const std::array<Vec3d, 3>& triangle, const Vec3d& p);

/// Its distance, squared.
double squared_distance(const std::array<Vec3d, 3>& triangle, const Vec3d& p);

/// Sum of signed solid angles over 4 pi ([VOS83] van Oosterom, Strackee 1983): the oracle of winding_number.
double exact_winding_number(const TriangleMesh& mesh, const Vec3d& p);

}  // namespace octomatch

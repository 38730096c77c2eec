#include "octree/triangle_bvh.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/parallel.h"

namespace octomatch {

namespace {

constexpr int kLeafSize = 6;
constexpr int kBins = 16;
constexpr int kMaxDepth = 96;  // of the stacks below; from kMedianDepth on a cluster is halved, so it is never reached
constexpr int kMedianDepth = 60;

double half_area(const Box3& box) {
    const Vec3d e = box.extent();
    return box.empty() ? 0 : e.x() * e.y() + e.y() * e.z() + e.z() * e.x();
}

double squared_distance(const Box3& box, const Vec3d& p) {
    return (box.low - p).cwiseMax(p - box.high).cwiseMax(0.0).squaredNorm();
}

bool overlap(const Box3& a, const Box3& b) {
    return (a.low.array() <= b.high.array()).all() && (b.low.array() <= a.high.array()).all();
}

// A sum of angles of plane vectors with one arctangent at the end: the vectors are multiplied as complex numbers,
// and every passage over the negative real axis is counted.
class AngleSum {
public:
    void add(double x, double y) {
        const double px = x_ * x - y_ * y, py = x_ * y + y_ * x;
        if (y_ >= 0 && y >= 0 && py < 0) ++turns_;
        if (y_ < 0 && y < 0 && py >= 0) --turns_;
        const double size = std::abs(px) + std::abs(py);
        if (!(size > 0)) return;  // p is a corner of the triangle: no angle
        x_ = px / size;
        y_ = py / size;
    }
    double in_turns() const { return turns_ + std::atan2(y_, x_) / (2 * std::numbers::pi); }

private:
    double x_ = 1, y_ = 0;
    int turns_ = 0;
};

// [VOS83] eq. 8: the tangent of half the solid angle, as a plane vector.
void add_half_solid_angle(const std::array<Vec3d, 3>& triangle, const Vec3d& p, AngleSum& sum) {
    const Vec3d a = triangle[0] - p, b = triangle[1] - p, c = triangle[2] - p;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    sum.add(la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb, a.dot(b.cross(c)));
}

Vec3d nearest_on_segment(const Vec3d& a, const Vec3d& b, const Vec3d& p) {
    const Vec3d ab = b - a;
    const double length2 = ab.squaredNorm();
    const double s = length2 > 0 ? std::clamp((p - a).dot(ab) / length2, 0.0, 1.0) : 0.0;
    return a + s * ab;
}

// Side of the plane abc on which d lies: 1, -1, or 0 where rounding decides (the determinant of three vectors
// is in error by a few ulp of the product of their lengths).
int side(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
    const Vec3d u = b - a, v = c - a, w = d - a;
    const double volume = u.cross(v).dot(w);
    const double doubt = 1e-14 * std::sqrt(u.squaredNorm() * v.squaredNorm() * w.squaredNorm());
    return volume > doubt ? 1 : volume < -doubt ? -1 : 0;
}

// Its ends lie strictly on two sides of the triangle's plane, and it meets the closed triangle.
bool segment_crosses(const Vec3d& p, const Vec3d& q, const std::array<Vec3d, 3>& t) {
    if (side(t[0], t[1], t[2], p) * side(t[0], t[1], t[2], q) >= 0) return false;
    const int s0 = side(p, q, t[0], t[1]), s1 = side(p, q, t[1], t[2]), s2 = side(p, q, t[2], t[0]);
    return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0);
}

}  // namespace

Vec3d nearest_point(const std::array<Vec3d, 3>& triangle, const Vec3d& p) {
    const auto& [a, b, c] = triangle;
    const Vec3d ab = b - a, ac = c - a, bc = c - b, ap = p - a;
    const Vec3d n = ab.cross(ac);
    const double n2 = n.squaredNorm();
    // A needle's normal is rounding noise, and its three edges are as near as its inside.
    const bool is_needle = n2 <= 1e-24 * ab.squaredNorm() * ac.squaredNorm();
    if (!is_needle && n.cross(ab).dot(ap) >= 0 && n.cross(bc).dot(p - b) >= 0 && ac.cross(n).dot(ap) >= 0)
        return p - n.dot(ap) / n2 * n;
    Vec3d nearest = nearest_on_segment(a, b, p);
    for (const Vec3d& other : {nearest_on_segment(b, c, p), nearest_on_segment(c, a, p)})
        if ((other - p).squaredNorm() < (nearest - p).squaredNorm()) nearest = other;
    return nearest;
}

double squared_distance(const std::array<Vec3d, 3>& triangle, const Vec3d& p) {
    return (nearest_point(triangle, p) - p).squaredNorm();
}

bool triangles_cross(const std::array<Vec3d, 3>& a, const std::array<Vec3d, 3>& b) {
    for (const Vec3d& p : a)
        for (const Vec3d& q : b)
            if (p == q) return false;
    for (int i = 0; i < 3; ++i)
        if (segment_crosses(a[i], a[(i + 1) % 3], b) || segment_crosses(b[i], b[(i + 1) % 3], a)) return true;
    return false;
}

double exact_winding_number(const TriangleMesh& mesh, const Vec3d& p) {
    AngleSum sum;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) add_half_solid_angle(mesh.corners(t), p, sum);
    return sum.in_turns();
}

// Top down, by the surface area heuristic over kBins bins of box centres.
struct TriangleBvh::Builder {
    struct Item {
        Box3 box;
        Vec3d centre;
        int triangle;
    };
    std::vector<Item> items;
    std::vector<Cluster>& clusters;

    void build(int first, int last, int depth) {
        const int self = static_cast<int>(clusters.size());
        clusters.push_back({bounds(first, last), 0, first, last});
        if (last - first <= kLeafSize) return;
        const int middle = depth < kMedianDepth ? split_by_area(first, last) : split_in_half(first, last);
        build(first, middle, depth + 1);
        clusters[self].right = static_cast<int>(clusters.size());
        build(middle, last, depth + 1);
    }

    Box3 bounds(int first, int last) const {
        Box3 box;
        for (int i = first; i < last; ++i) box.include(items[i].box);
        return box;
    }

    Box3 centre_bounds(int first, int last) const {
        Box3 box;
        for (int i = first; i < last; ++i) box.include(items[i].centre);
        return box;
    }

    int split_in_half(int first, int last) {
        int axis = 0;
        centre_bounds(first, last).extent().maxCoeff(&axis);
        const int middle = first + (last - first) / 2;
        const auto before = [axis](const Item& a, const Item& b) {
            return std::pair(a.centre[axis], a.triangle) < std::pair(b.centre[axis], b.triangle);
        };
        std::nth_element(items.begin() + first, items.begin() + middle, items.begin() + last, before);
        return middle;
    }

    int split_by_area(int first, int last) {
        const Box3 range = centre_bounds(first, last);
        int axis = 0;
        const double extent = range.extent().maxCoeff(&axis);
        if (!(extent > 0)) return split_in_half(first, last);
        const auto bin_of = [&](const Item& item) {
            return std::min(kBins - 1, static_cast<int>((item.centre[axis] - range.low[axis]) / extent * kBins));
        };
        const int bin = best_bin(first, last, bin_of);
        const auto middle = std::partition(items.begin() + first, items.begin() + last,
                                           [&](const Item& item) { return bin_of(item) < bin; });
        return static_cast<int>(middle - items.begin());
    }

    /// The first bin of the right half that costs least: sum over halves of area times triangles.
    /// The outermost bins hold the extreme centres, so neither half is empty.
    template <class BinOf>
    int best_bin(int first, int last, BinOf bin_of) const {
        std::array<Box3, kBins> boxes;
        std::array<int, kBins> counts{};
        for (int i = first; i < last; ++i) {
            const int b = bin_of(items[i]);
            boxes[b].include(items[i].box);
            ++counts[b];
        }
        std::array<double, kBins> right_cost{};
        Box3 right;
        for (int b = kBins - 1, count = 0; b > 0; --b) {
            right.include(boxes[b]);
            right_cost[b] = half_area(right) * (count += counts[b]);
        }
        int best = 1;
        double least = std::numeric_limits<double>::infinity();
        Box3 left;
        for (int b = 1, count = 0; b < kBins; ++b) {
            left.include(boxes[b - 1]);
            const double cost = half_area(left) * (count += counts[b - 1]) + right_cost[b];
            if (cost < least) {
                least = cost;
                best = b;
            }
        }
        return best;
    }
};

TriangleBvh::TriangleBvh(const TriangleMesh& mesh) {
    const int count = static_cast<int>(mesh.triangles.size());
    Builder builder{std::vector<Builder::Item>(count), clusters_};
    for (int t = 0; t < count; ++t) {
        Box3 box;
        for (const Vec3d& corner : mesh.corners(t)) box.include(corner);
        builder.items[t] = {box, box.centre(), t};
    }
    clusters_.reserve(count);
    builder.build(0, count, 0);

    corners_.resize(count);
    triangle_.resize(count);
    for (int i = 0; i < count; ++i) {
        triangle_[i] = builder.items[i].triangle;
        corners_[i] = mesh.corners(triangle_[i]);
    }
    moments_.resize(clusters_.size());
    parallel_chunks(static_cast<int>(clusters_.size()), 256, [&](int begin, int end) {
        for (int c = begin; c < end; ++c) moments_[c] = moments_of(clusters_[c]);
    });
}

// The winding number of a surface element with area vector n at distance d from the centre is n . g(u + d), where
// u leads from p to the centre and g(u) = u / (4 pi |u|^3). Expanded in d ([BDSMJ18] eq. 13 to 15):
//     n_i g_i + n_i d_j g_ij + 1/2 n_i d_j d_k g_ijk,   4 pi g_ij  = delta_ij / r^3 - 3 u_i u_j / r^5,
//     4 pi g_ijk = -3 (delta_ij u_k + delta_ik u_j + delta_jk u_i) / r^5 + 15 u_i u_j u_k / r^7.
// These are symmetric, so only the symmetric parts and the traces of the moments matter.
TriangleBvh::Moments TriangleBvh::moments_of(const Cluster& cluster) const {
    Moments m;
    double area = 0;
    for (int i = cluster.first; i < cluster.last; ++i) {
        const auto& [a, b, c] = corners_[i];
        const double twice_area = (b - a).cross(c - a).norm();
        m.centre += twice_area / 3 * (a + b + c);
        area += twice_area;
    }
    m.centre = area > 0 ? Vec3d(m.centre / area) : cluster.box.centre();

    for (int i = cluster.first; i < cluster.last; ++i) {
        const Vec3d a = corners_[i][0] - m.centre, b = corners_[i][1] - m.centre, c = corners_[i][2] - m.centre;
        m.reach2 = std::max({m.reach2, a.squaredNorm(), b.squaredNorm(), c.squaredNorm()});
        const Vec3d n = 0.5 * (b - a).cross(c - a);
        m.dipole += n;
        const Mat3d first = n * ((a + b + c) / 3).transpose();
        m.quadratic += 0.5 * (first + first.transpose());
        // The mean of d d^T over a triangle is its mean over the three middles of the edges.
        Mat3d second = Mat3d::Zero();
        for (const Vec3d& d : {Vec3d(0.5 * (a + b)), Vec3d(0.5 * (b + c)), Vec3d(0.5 * (c + a))})
            second += d * d.transpose() / 3;
        m.linear += 2 * second * n + second.trace() * n;
        // Coefficients of the cubic form (n.u)(u.second.u), in the order used by seen_from().
        const auto cubic = [&](int i0, int i1, int i2) {
            return n[i0] * second(i1, i2) + n[i1] * second(i0, i2) + n[i2] * second(i0, i1);
        };
        m.cubic[0] += n[0] * second(0, 0);
        m.cubic[1] += n[1] * second(1, 1);
        m.cubic[2] += n[2] * second(2, 2);
        m.cubic[3] += cubic(0, 0, 1);
        m.cubic[4] += cubic(0, 0, 2);
        m.cubic[5] += cubic(1, 1, 0);
        m.cubic[6] += cubic(1, 1, 2);
        m.cubic[7] += cubic(2, 2, 0);
        m.cubic[8] += cubic(2, 2, 1);
        m.cubic[9] += 2 * cubic(0, 1, 2);
    }
    return m;
}

double TriangleBvh::Moments::seen_from(const Vec3d& p) const {
    const Vec3d u = centre - p;
    const double x = u.x(), y = u.y(), z = u.z();
    const double r2 = u.squaredNorm();
    const double i3 = 1 / (r2 * std::sqrt(r2)), i5 = i3 / r2, i7 = i5 / r2;
    const double uuu = x * x * (cubic[0] * x + cubic[3] * y + cubic[4] * z) +
                       y * y * (cubic[1] * y + cubic[5] * x + cubic[6] * z) +
                       z * z * (cubic[2] * z + cubic[7] * x + cubic[8] * y) + cubic[9] * x * y * z;
    const double order1 = dipole.dot(u) * i3;
    const double order2 = quadratic.trace() * i3 - 3 * u.dot(quadratic * u) * i5;
    const double order3 = 0.5 * (15 * uuu * i7 - 3 * linear.dot(u) * i5);
    return (order1 + order2 + order3) / (4 * std::numbers::pi);
}

TriangleBvh::Nearest TriangleBvh::nearest(const Vec3d& p, double bound) const {
    struct Waiting {
        int cluster;
        double distance2;
    };
    std::array<Waiting, kMaxDepth> stack;
    int waiting = 0;
    Nearest best{-1, bound * bound};
    stack[waiting++] = {0, squared_distance(clusters_[0].box, p)};
    while (waiting > 0) {
        const auto [c, distance2] = stack[--waiting];
        if (distance2 >= best.distance2) continue;
        const Cluster& cluster = clusters_[c];
        if (cluster.right == 0) {
            for (int i = cluster.first; i < cluster.last; ++i)
                if (const double d2 = octomatch::squared_distance(corners_[i], p); d2 < best.distance2) best = {i, d2};
            continue;
        }
        Waiting near{c + 1, squared_distance(clusters_[c + 1].box, p)};
        Waiting far{cluster.right, squared_distance(clusters_[cluster.right].box, p)};
        if (far.distance2 < near.distance2) std::swap(near, far);
        stack[waiting++] = far;
        stack[waiting++] = near;
    }
    return best;
}

double TriangleBvh::distance(const Vec3d& p, double bound) const {
    return std::min(bound, std::sqrt(nearest(p, bound).distance2));
}

Vec3d TriangleBvh::nearest_point(const Vec3d& p) const {
    return octomatch::nearest_point(corners_[nearest(p, std::numeric_limits<double>::infinity()).corners], p);
}

double TriangleBvh::winding_number(const Vec3d& p, double accuracy) const {
    std::array<int, kMaxDepth> stack;
    int waiting = 0;
    double far_clusters = 0;
    AngleSum near_triangles;
    stack[waiting++] = 0;
    while (waiting > 0) {
        const int c = stack[--waiting];
        const Moments& moments = moments_[c];
        const Cluster& cluster = clusters_[c];
        if ((p - moments.centre).squaredNorm() > accuracy * accuracy * moments.reach2) {
            far_clusters += moments.seen_from(p);
        } else if (cluster.right == 0) {
            for (int i = cluster.first; i < cluster.last; ++i) add_half_solid_angle(corners_[i], p, near_triangles);
        } else {
            stack[waiting++] = cluster.right;
            stack[waiting++] = c + 1;
        }
    }
    return far_clusters + near_triangles.in_turns();
}

// Every pair is found from the leaf that comes first in the tree.
void TriangleBvh::crossings_with_leaf(int leaf, std::size_t most, std::vector<std::pair<int, int>>& found) const {
    const Cluster& mine = clusters_[leaf];
    std::array<int, kMaxDepth> stack;
    int waiting = 0;
    stack[waiting++] = 0;
    while (waiting > 0) {
        const int c = stack[--waiting];
        const Cluster& other = clusters_[c];
        if (other.last <= mine.first || !overlap(mine.box, other.box)) continue;
        if (other.right != 0) {
            stack[waiting++] = other.right;
            stack[waiting++] = c + 1;
            continue;
        }
        for (int i = mine.first; i < mine.last; ++i) {
            for (int j = std::max(i + 1, other.first); j < other.last; ++j) {
                if (!triangles_cross(corners_[i], corners_[j])) continue;
                if (found.size() >= most) return;
                found.push_back(std::minmax({triangle_[i], triangle_[j]}));
            }
        }
    }
}

std::vector<std::pair<int, int>> TriangleBvh::self_intersections(std::size_t most) const {
    std::vector<int> leaves;
    for (int c = 0; c < static_cast<int>(clusters_.size()); ++c)
        if (clusters_[c].right == 0) leaves.push_back(c);

    // Rounds of fixed size, so that where the search stops does not depend on the number of threads.
    constexpr int kChunk = 64, kChunksPerRound = 256;
    const int count = static_cast<int>(leaves.size());
    std::vector<std::pair<int, int>> pairs;
    for (int begin = 0; begin < count && pairs.size() < most; begin += kChunk * kChunksPerRound) {
        std::vector<std::vector<std::pair<int, int>>> found(kChunksPerRound);
        parallel_chunks(std::min(count - begin, kChunk * kChunksPerRound), kChunk, [&](int from, int to) {
            for (int i = from; i < to; ++i) crossings_with_leaf(leaves[begin + i], most, found[from / kChunk]);
        });
        for (const auto& f : found) pairs.insert(pairs.end(), f.begin(), f.end());
    }
    std::sort(pairs.begin(), pairs.end());
    if (pairs.size() > most) pairs.resize(most);
    return pairs;
}

}  // namespace octomatch

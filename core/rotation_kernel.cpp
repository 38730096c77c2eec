// The rotation nearest to a matrix, in float, for one matrix or one per SIMD lane: the same template, so the same bits.
//
// Almost every matrix gets a start (the previous rotation, or the largest root of the characteristic polynomial of K
// [Theobald 05]) and two Newton steps on SO(3) [Kugelstadt 18]. The result is checked: a rotation without torque whose
// Hessian is positive definite is the global maximum. The few that fail, and all that are nearly not unique, get the
// eigenvectors of K by Jacobi's method and the rule of the reference. That takes little more than half the time of
// twenty gradient steps [Mueller 16], which can stall half a turn away from the answer.
//
// Symbols: B = R^T A; a turn of R by the vector w changes tr(B) by g.w - w^T H w / 2 + O(w^3), with the torque
// g = axial(B - B^T) and H = tr(B) I - (B + B^T) / 2. At the optimum H has the eigenvalues s2 + d s3, s1 + d s3 and
// s1 + s2.
#include <algorithm>
#include <utility>

#include "core/lanes.h"
#include "core/rotation.h"

namespace octomatch {
namespace {

constexpr float kWellPosed = 1e-3f;  // det H / |A|^3 above which float resolves the largest eigenvector of K
constexpr float kSettled = 1e-6f;    // |g| / |A| at which the Newton steps have arrived; rounding leaves up to 3e-7
constexpr int kSweeps = 4;  // of Jacobi's method; a fifth lowered the worst torque of no class of random matrices

// F is float or Lanes.
template <class F>
using Mask = decltype(F() < F());
template <class F>
using Bits = decltype(bits(F()));
template <class F>
using Vector = std::array<F, 3>;
template <class F>
using Quaternion = std::array<F, 4>;  // w, x, y, z
template <class F>
using Matrix = std::array<F, 9>;  // by rows
template <class F>
using Matrix4 = std::array<Quaternion<F>, 4>;

// Loops over entries, written out: with `for` in their place GCC 12 keeps the arrays in memory, at 1.5 times the time.
template <class Entry, int... I>
[[gnu::always_inline]] inline auto entries(Entry entry, std::integer_sequence<int, I...>) {
    return std::array{entry(I)...};
}
template <int N, class Entry>
[[gnu::always_inline]] inline auto entries(Entry entry) {
    return entries(entry, std::make_integer_sequence<int, N>{});
}
template <int N, class Body>
[[gnu::always_inline]] inline void for_each(Body body) {
    entries<N>([&](int i) {
        body(i);
        return 0;
    });
}
template <class F, std::size_t... I>
[[gnu::always_inline]] inline F dot(const std::array<F, sizeof...(I)>& a, const std::array<F, sizeof...(I)>& b,
                                    std::index_sequence<I...>) {
    return (... + (a[I] * b[I]));
}
template <class F, std::size_t N>
[[gnu::always_inline]] inline F dot(const std::array<F, N>& a, const std::array<F, N>& b) {
    return dot(a, b, std::make_index_sequence<N>{});
}

template <class F>
F magnitude(const F& a) {
    return from_bits(bits(a) & 0x7fffffff);
}

template <class F>
Quaternion<F> select(const Mask<F>& mask, const Quaternion<F>& a, const Quaternion<F>& b) {
    return entries<4>([&](int i) { return mask ? a[i] : b[i]; });
}

template <class F>
[[gnu::always_inline]] inline Quaternion<F> normalized(const Quaternion<F>& q) {
    const F scale = 1.0f / square_root(dot(q, q));
    return entries<4>([&](int i) { return q[i] * scale; });
}

/// The rotation of q / |q|, times |q|^2.
template <class F>
Matrix<F> rotation_matrix(const Quaternion<F>& q) {
    const F x2 = q[1] + q[1], y2 = q[2] + q[2], z2 = q[3] + q[3];
    const F wx = q[0] * x2, wy = q[0] * y2, wz = q[0] * z2, xy = q[1] * y2, xz = q[1] * z2, yz = q[2] * z2;
    const F ww = q[0] * q[0], xx = q[1] * q[1], yy = q[2] * q[2], zz = q[3] * q[3];
    return {(ww + xx) - (yy + zz), xy - wz, xz + wy, xy + wz, (ww - xx) + (yy - zz), yz - wx, xz - wy, yz + wx,
            (ww - xx) - (yy - zz)};
}

/// A times a power of two that makes its largest entry 2 to 4 (less where all are denormal): nothing overflows, and
/// such a factor of A changes no bit of the answer. A matrix that is not finite gets the factor 0 and so becomes NaN.
template <class F>
Matrix<F> scaled(const Matrix<F>& A) {
    constexpr std::int32_t kSmallestNormal = 0x00800000, kInfinity = 0x7f800000;
    Bits<F> largest = {};
    for_each<9>([&](int i) {
        const Bits<F> size = bits(magnitude(A[i]));
        largest = size > largest ? size : largest;
    });
    const Bits<F> power = largest & kInfinity;
    const F scale = from_bits(kInfinity - (power > kSmallestNormal ? power : Bits<F>{} + kSmallestNormal));
    return entries<9>([&](int i) { return A[i] * scale; });
}

/// tr(R^T A) around R, up to second order.
template <class F>
struct Model {
    Vector<F> g, adjugate_g;   // adj(H) g
    F minor1, minor2, minor3;  // h00, h00 h11 - h01^2, det H: all positive iff H is positive definite
};
template <class F>
[[gnu::always_inline]] inline Model<F> model_at(const Matrix<F>& R, const Matrix<F>& A) {
    const Matrix<F> B = entries<9>([&](int k) {
        const int i = k / 3, j = k % 3;
        return R[i] * A[j] + R[3 + i] * A[3 + j] + R[6 + i] * A[6 + j];
    });
    const Vector<F> g = {B[7] - B[5], B[2] - B[6], B[3] - B[1]};
    const F h00 = B[4] + B[8], h11 = B[0] + B[8], h22 = B[0] + B[4];
    const F h01 = -0.5f * (B[1] + B[3]), h02 = -0.5f * (B[2] + B[6]), h12 = -0.5f * (B[5] + B[7]);
    const F a00 = h11 * h22 - h12 * h12, a01 = h02 * h12 - h01 * h22, a02 = h01 * h12 - h02 * h11;
    const F a11 = h00 * h22 - h02 * h02, a12 = h01 * h02 - h00 * h12, a22 = h00 * h11 - h01 * h01;
    return {.g = g,
            .adjugate_g = {a00 * g[0] + a01 * g[1] + a02 * g[2], a01 * g[0] + a11 * g[1] + a12 * g[2],
                           a02 * g[0] + a12 * g[1] + a22 * g[2]},
            .minor1 = h00,
            .minor2 = a22,
            .minor3 = h00 * a00 + h01 * a01 + h02 * a02};
}

/// Turns q, of any length, by w = H^-1 g, as the quaternion (1, w/2). A singular H gives something that fails the
/// check.
template <class F>
[[gnu::always_inline]] inline Quaternion<F> newton_step(const Matrix<F>& A, const Quaternion<F>& q) {
    const Model<F> model = model_at(rotation_matrix(q), A);
    const F half = 0.5f / model.minor3;
    const F x = model.adjugate_g[0] * half, y = model.adjugate_g[1] * half, z = model.adjugate_g[2] * half;
    return {q[0] - (q[1] * x + q[2] * y + q[3] * z), q[1] + (q[0] * x + q[2] * z - q[3] * y),
            q[2] + (q[0] * y + q[3] * x - q[1] * z), q[3] + (q[0] * z + q[1] * y - q[2] * x)};
}

/// K, symmetric: q^T K q = tr(R(q)^T A) for every unit q.
template <class F>
Matrix4<F> quaternion_form(const Matrix<F>& A) {
    const F k01 = A[7] - A[5], k02 = A[2] - A[6], k03 = A[3] - A[1];
    const F k12 = A[1] + A[3], k13 = A[2] + A[6], k23 = A[5] + A[7];
    return {{{A[0] + A[4] + A[8], k01, k02, k03},
             {k01, A[0] - A[4] - A[8], k12, k13},
             {k02, k12, A[4] - A[0] - A[8], k23},
             {k03, k13, k23, A[8] - A[0] - A[4]}}};
}

/// Largest root of det(K - l I) = l^4 - 2 |A|^2 l^2 - 8 det(A) l + |A|^4 - 4 |cof A|^2, from its bound sqrt(3) |A|.
template <class F>
F largest_eigenvalue(const Matrix<F>& A, const F& norm) {
    const Matrix<F> cofactors = {A[4] * A[8] - A[5] * A[7], A[5] * A[6] - A[3] * A[8], A[3] * A[7] - A[4] * A[6],
                                 A[2] * A[7] - A[1] * A[8], A[0] * A[8] - A[2] * A[6], A[1] * A[6] - A[0] * A[7],
                                 A[1] * A[5] - A[2] * A[4], A[2] * A[3] - A[0] * A[5], A[0] * A[4] - A[1] * A[3]};
    const F determinant = A[0] * cofactors[0] + A[1] * cofactors[1] + A[2] * cofactors[2];
    const F norm2 = norm * norm, linear = -8.0f * determinant,
            constant = norm2 * norm2 - 4.0f * dot(cofactors, cofactors);
    F root = 1.7320508f * norm;
    for (int iteration = 0; iteration < 10; ++iteration) {
        const F square = root * root;
        const F value = (square - 2.0f * norm2) * square + (linear * root + constant);
        const F slope = 4.0f * (square - norm2) * root + linear;
        root -= value / slope;
    }
    return root;
}

/// The eigenvector of K for its largest eigenvalue l: adj(K - l I) = -c q q^T, of which we take the longest column.
template <class F>
Quaternion<F> largest_eigenvector(const Matrix<F>& A, const F& norm) {
    const F l = largest_eigenvalue(A, norm);
    Matrix4<F> m = quaternion_form(A);
    for (int i = 0; i < 4; ++i) m[i][i] -= l;
    // 2x2 minors of the upper and of the lower two rows, by their columns.
    const auto upper = [&](int a, int b) { return m[0][a] * m[1][b] - m[0][b] * m[1][a]; };
    const auto lower = [&](int a, int b) { return m[2][a] * m[3][b] - m[2][b] * m[3][a]; };
    const F u01 = upper(0, 1), u02 = upper(0, 2), u03 = upper(0, 3);
    const F u12 = upper(1, 2), u13 = upper(1, 3), u23 = upper(2, 3);
    const F l02 = lower(0, 2), l03 = lower(0, 3), l12 = lower(1, 2), l13 = lower(1, 3), l23 = lower(2, 3);
    const F a00 = m[1][1] * l23 - m[1][2] * l13 + m[1][3] * l12, a01 = m[0][2] * l13 - m[0][1] * l23 - m[0][3] * l12;
    const F a11 = m[0][0] * l23 - m[0][2] * l03 + m[0][3] * l02, a02 = m[3][1] * u23 - m[3][2] * u13 + m[3][3] * u12;
    const F a22 = m[3][0] * u13 - m[3][1] * u03 + m[3][3] * u01, a03 = m[2][2] * u13 - m[2][1] * u23 - m[2][3] * u12;
    const F a33 = m[2][0] * u12 - m[2][1] * u02 + m[2][2] * u01, a12 = m[3][2] * u03 - m[3][0] * u23 - m[3][3] * u02;
    const F a13 = m[2][0] * u23 - m[2][2] * u03 + m[2][3] * u02, a23 = m[2][1] * u03 - m[2][0] * u13 - m[2][3] * u01;
    Quaternion<F> longest = {a00, a01, a02, a03};
    F least = a00;
    const auto consider = [&](const F& diagonal, const Quaternion<F>& column) {
        const Mask<F> longer = diagonal < least;
        longest = select<F>(longer, column, longest);
        least = longer ? diagonal : least;
    };
    consider(a11, {a01, a11, a12, a13});
    consider(a22, {a02, a12, a22, a23});
    consider(a33, {a03, a13, a23, a33});
    return normalized(longest);
}

/// Jacobi's rotation that makes K_ij zero, applied to the upper half of K and to the vectors. The tangent t of its
/// angle is the smaller root of K_ij t^2 + (K_jj - K_ii) t = K_ij. Entries of `nothing` or less are rounding; to turn
/// them too would end in denormal numbers, which take three to five times as long.
template <int I, int J, class F>
void annihilate(Matrix4<F>& K, Matrix4<F>& vectors, const F& nothing) {
    const F entry = magnitude(K[I][J]) > nothing ? K[I][J] : F{};
    const F difference = K[J][J] - K[I][I], twice = 2.0f * entry;
    const F root = square_root(difference * difference + twice * twice);
    const F t = root > 0.0f ? twice / (difference < 0.0f ? difference - root : difference + root) : F{};
    const F c = 1.0f / square_root(1.0f + t * t), s = t * c;
    const auto turn = [&](F& a, F& b) {
        const F turned = c * a - s * b;
        b = s * a + c * b;
        a = turned;
    };
    K[I][I] -= t * entry;
    K[J][J] += t * entry;
    K[I][J] = F{};
    for (int k = 0; k < 4; ++k) {
        if (k != I && k != J) turn(k < I ? K[k][I] : K[I][k], k < J ? K[k][J] : K[J][k]);
        turn(vectors[I][k], vectors[J][k]);
    }
}

/// The maximiser nearest to `previous`: its projection on the eigenspace of the largest eigenvalue of K.
template <class F>
struct Projection {
    Quaternion<F> q;
    Mask<F> unique;
};
template <class F>
Projection<F> nearest_maximiser(const Matrix<F>& A, const F& norm, const Quaternion<F>& previous) {
    const F one = F{} + 1.0f, nothing = 1e-9f * norm;
    Matrix4<F> K = quaternion_form(A);
    Matrix4<F> vectors = {{{one, F{}, F{}, F{}}, {F{}, one, F{}, F{}}, {F{}, F{}, one, F{}}, {F{}, F{}, F{}, one}}};
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        annihilate<0, 1>(K, vectors, nothing);
        annihilate<2, 3>(K, vectors, nothing);
        annihilate<0, 2>(K, vectors, nothing);
        annihilate<1, 3>(K, vectors, nothing);
        annihilate<0, 3>(K, vectors, nothing);
        annihilate<1, 2>(K, vectors, nothing);
    }

    F largest = K[0][0];
    Quaternion<F> best = vectors[0];
    for (int k = 1; k < 4; ++k) {
        const Mask<F> larger = K[k][k] > largest;
        best = select<F>(larger, vectors[k], best);
        largest = larger ? K[k][k] : largest;
    }
    Quaternion<F> nearest = {};
    F dimension = {};
    for (int k = 0; k < 4; ++k) {
        const Mask<F> maximal = K[k][k] >= largest - static_cast<float>(2 * kUniqueGap) * norm;
        const F share = maximal ? dot(vectors[k], previous) : F{};
        for (int i = 0; i < 4; ++i) nearest[i] += share * vectors[k][i];
        dimension += maximal ? one : F{};
    }
    // Where `previous` is orthogonal to all maximisers, all of them are equally near.
    const Mask<F> near = dot(nearest, nearest) > 1e-6f;
    return {normalized(select<F>(near, nearest, best)), dimension < 1.5f};
}

template <class F>
Bits<F> flag_where(const Mask<F>& mask, std::int32_t flag) {
    return mask ? Bits<F>{} + flag : Bits<F>{};
}

template <class F>
struct Fit {
    Quaternion<F> q;
    Matrix<F> R;
    Bits<F> flags;
};
template <class F>
[[gnu::always_inline]] inline Fit<F> fit(const Matrix<F>& given, const Quaternion<F>& given_previous,
                                         RotationStart start) {
    const Matrix<F> A = scaled(given);
    const F norm = square_root(dot(A, A));
    const Mask<F> usable = norm > 0.0f;  // neither zero nor NaN
    const Quaternion<F> identity = {F{} + 1.0f, F{}, F{}, F{}};
    const F length = dot(given_previous, given_previous);
    const Quaternion<F> previous = select<F>(both(length > 0.5f, length < 2.0f), given_previous, identity);

    Quaternion<F> q = start == RotationStart::warm ? previous : largest_eigenvector(A, norm);
    q = normalized(newton_step(A, newton_step(A, q)));
    q = select<F>(usable, q, previous);
    Matrix<F> R = rotation_matrix(q);
    const Model<F> model = model_at(R, A);
    F torque = dot(model.g, model.g);
    const F settled = kSettled * norm, well_posed = kWellPosed * norm * norm * norm;
    const Mask<F> definite = both(both(model.minor1 > 0.0f, model.minor2 > 0.0f), model.minor3 > well_posed);
    const Mask<F> maximum = both(definite, torque <= settled * settled);  // false for NaN

    const Mask<F> rare = both(maximum == 0, usable);
    Bits<F> flags = flag_where<F>(usable == 0, kRotationNotUnique);
    if (any(rare)) {
        const auto [nearest, unique] = nearest_maximiser(A, norm, previous);
        q = select<F>(rare, nearest, q);
        R = rotation_matrix(q);
        const Vector<F> g = model_at(R, A).g;
        torque = dot(g, g);
        flags |= flag_where<F>(rare, kRotationRare) | flag_where<F>(both(rare, unique == 0), kRotationNotUnique);
    }

    const Mask<F> opposite = dot(q, previous) < 0.0f;
    q = entries<4>([&](int i) { return opposite ? -q[i] : q[i]; });
    const F tolerance = kTorqueTolerance * norm;
    const Mask<F> converged = torque <= tolerance * tolerance;
    flags |= flag_where<F>(converged == 0, kRotationNotConverged);
    return {q, R, flags};
}

/// Matrices begin..begin+kLanes-1.
LaneBits fit_lanes(const RotationArrays& arrays, int begin, RotationStart start) {
    const Matrix<Lanes> A = entries<9>([&](int k) { return load_lanes(arrays.A[k] + begin); });
    const Quaternion<Lanes> previous = entries<4>([&](int k) { return load_lanes(arrays.previous[k] + begin); });
    const Fit<Lanes> result = fit<Lanes>(A, previous, start);
    for_each<4>([&](int k) { store_lanes(result.q[k], arrays.q[k] + begin); });
    for_each<9>([&](int k) { store_lanes(result.R[k], arrays.R[k] + begin); });
    std::uint8_t bytes[kLanes];  // in one piece to arrays.flags, which as bytes might alias the pointers in `arrays`
    for (int i = 0; i < kLanes; ++i) bytes[i] = static_cast<std::uint8_t>(result.flags[i]);
    std::copy_n(bytes, kLanes, arrays.flags + begin);
    return result.flags;
}

/// Matrices begin..begin+count-1, fewer than kLanes: by way of a copy in which the missing ones are zero.
LaneBits fit_tail(const RotationArrays& arrays, int begin, int count, RotationStart start) {
    float A[9][kLanes] = {}, q[4][kLanes] = {}, R[9][kLanes];
    std::uint8_t flags[kLanes];
    RotationArrays padded = {.A = {}, .previous = {}, .q = {}, .R = {}, .flags = flags};
    for (int k = 0; k < 9; ++k) {
        std::copy_n(arrays.A[k] + begin, count, A[k]);
        padded.A[k] = A[k];
        padded.R[k] = R[k];
    }
    for (int k = 0; k < 4; ++k) {
        std::copy_n(arrays.previous[k] + begin, count, q[k]);
        padded.previous[k] = padded.q[k] = q[k];
    }
    LaneBits result = fit_lanes(padded, 0, start);
    for (int k = 0; k < 9; ++k) std::copy_n(R[k], count, arrays.R[k] + begin);
    for (int k = 0; k < 4; ++k) std::copy_n(q[k], count, arrays.q[k] + begin);
    std::copy_n(flags, count, arrays.flags + begin);
    for (int i = count; i < kLanes; ++i) result[i] = 0;
    return result;
}

}  // namespace

Rotation nearest_rotation(const Mat3& A, const Eigen::Quaternionf& previous, RotationStart start) {
    const Matrix<float> rows = entries<9>([&](int i) { return A(i / 3, i % 3); });
    const auto [q, R, flags] = fit<float>(rows, {previous.w(), previous.x(), previous.y(), previous.z()}, start);
    Rotation result = {.q = {q[0], q[1], q[2], q[3]}, .R = {}, .flags = static_cast<std::uint8_t>(flags)};
    for (int i = 0; i < 9; ++i) result.R(i / 3, i % 3) = R[i];
    return result;
}

std::uint8_t nearest_rotations(const RotationArrays& arrays, int count, RotationStart start) {
    LaneBits flags = {};
    const int tail = count % kLanes;
    for (int begin = 0; begin < count - tail; begin += kLanes) flags |= fit_lanes(arrays, begin, start);
    if (tail > 0) flags |= fit_tail(arrays, count - tail, tail, start);
    std::int32_t joined = 0;
    for (int i = 0; i < kLanes; ++i) joined |= flags[i];
    return static_cast<std::uint8_t>(joined);
}

}  // namespace octomatch

#include "core/rotation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <span>

#include "core/hash.h"

namespace octomatch {
namespace {

using Quat = Eigen::Quaternionf;
using Quatd = Eigen::Quaterniond;

constexpr RotationStart kStarts[] = {RotationStart::cold, RotationStart::warm};

// Signed singular values; the last one is negative where the matrix is inverted.
struct MatrixClass {
    const char* name;
    Vec3d values;
    double gap() const { return (values[1] + values[2]) / values.norm(); }
    /// What is given up, as a fraction of |A|, where the gap counts as none and the twist is kept.
    double kept() const { return gap() <= kUniqueGap ? gap() : 0; }
};
constexpr double kThin = 1e-3;
const MatrixClass kUnique[] = {
    {"isotropic", {1, 1, 1}},           {"volumetric", {1.2, 0.7, 0.3}},
    {"elongated", {1, 0.3, 0.1}},       {"planar", {1, 0.6, 0}},
    {"round plane", {1, 1, 0}},         {"thin shell", {1, 0.5, kThin}},
    {"inverted", {1, 0.8, -0.3}},       {"inverted shell", {1, 1, -kThin}},
    {"inverted, wide", {1, 1, -0.9}},   {"rod", {1, 0.01, 0.01}},
    {"thin rod", {1, kThin, kThin}},    {"thinner rod", {1, 2e-4, 1e-4}},
    {"hardly inverted", {1, 0.5, 0.5}}, {"nearly open", {1, 0.5, -0.499}},
};
const MatrixClass kNotUnique[] = {
    {"collinear", {1, 0, 0}},
    {"inverted, equal", {1, 0.5, -0.5}},
    {"point reflection", {1, 1, -1}},
    {"rod below the gap", {1, 1e-6, 1e-6}},
    {"rod near the gap", {1, 4e-6, 4e-6}},
};

class RandomMatrices {
public:
    double normal() { return normal_(random_); }
    Vec3d direction() { return Vec3d{normal(), normal(), normal()}.normalized(); }
    Quatd rotation() { return Quatd{normal(), normal(), normal(), normal()}.normalized(); }
    Quatd rotation_near(const Quatd& q, double angle) { return q * Quatd(Eigen::AngleAxisd(angle, direction())); }
    Mat3d gaussian() {
        return Mat3d::NullaryExpr([&] { return normal(); });
    }
    Mat3d of_class(const Vec3d& values) { return rotation() * Mat3d(values.asDiagonal()) * rotation().conjugate(); }

private:
    std::mt19937 random_{11};
    std::normal_distribution<double> normal_;
};

double objective(const Mat3d& R, const Mat3d& A) {
    return (R.transpose() * A).trace();
}
double torque(const Mat3d& R, const Mat3d& A) {
    const Mat3d B = R.transpose() * A;
    return Vec3d(B(2, 1) - B(1, 2), B(0, 2) - B(2, 0), B(1, 0) - B(0, 1)).norm();
}
double angle(const Quatd& a, const Quatd& b) {
    return a.angularDistance(b);
}
double angle(const Quat& a, const Quatd& b) {
    return a.cast<double>().normalized().angularDistance(b);
}
bool same_bits(const Rotation& a, const Rotation& b) {
    return std::memcmp(a.q.coeffs().data(), b.q.coeffs().data(), 4 * sizeof(float)) == 0 &&
           std::memcmp(a.R.data(), b.R.data(), 9 * sizeof(float)) == 0 && a.flags == b.flags;
}
bool same_bits(const Quat& a, const Quat& b) {
    return std::memcmp(a.coeffs().data(), b.coeffs().data(), 4 * sizeof(float)) == 0;
}

/// Calls `check(A, previous, class)` for many matrices of every class, previous rotations near and far.
template <class Check>
void for_matrices(std::span<const MatrixClass> classes, Check check) {
    RandomMatrices random;
    for (const MatrixClass& kind : classes) {
        SCOPED_TRACE(kind.name);
        for (int i = 0; i < 400; ++i) {
            const Mat3 A = random.of_class(kind.values).cast<float>();
            const Quatd any = random.rotation();
            const Quatd near = random.rotation_near(reference_rotation(A.cast<double>(), any), 0.1);
            check(A, Quat((i % 2 ? near : any).cast<float>()), kind);
            if (testing::Test::HasFailure()) return;
        }
    }
}

TEST(ReferenceRotation, IsTheRotationOfARotatedStretch) {
    RandomMatrices random;
    for (int i = 0; i < 200; ++i) {
        const Mat3d G = random.gaussian(), stretch = G * G.transpose() + 0.1 * Mat3d::Identity();
        const Quatd q = random.rotation();
        EXPECT_LT(angle(reference_rotation(q * stretch, random.rotation()), q), 1e-7);
    }
}

TEST(ReferenceRotation, ValueIsTheSumOfTheSignedSingularValues) {
    RandomMatrices random;
    for (const auto classes : {std::span<const MatrixClass>(kUnique), std::span<const MatrixClass>(kNotUnique)})
        for (const MatrixClass& kind : classes)
            for (int i = 0; i < 50; ++i) {
                const Mat3d A = random.of_class(kind.values);
                const Mat3d R = reference_rotation(A, random.rotation(), 1e-12).toRotationMatrix();
                EXPECT_NEAR(objective(R, A), kind.values.sum(), 1e-10) << kind.name;
                EXPECT_NEAR(R.determinant(), 1, 1e-12) << kind.name;
            }
}

TEST(ReferenceRotation, IsBeatenByNoOtherRotation) {
    RandomMatrices random;
    for (int i = 0; i < 100; ++i) {
        const Mat3d A = random.gaussian();
        const Quatd best = reference_rotation(A, random.rotation());
        const double value = objective(best.toRotationMatrix(), A);
        for (int k = 0; k < 200; ++k) {
            const Quatd other = k % 2 ? random.rotation() : random.rotation_near(best, 0.01);
            EXPECT_LE(objective(other.toRotationMatrix(), A), value + 1e-12);
        }
    }
}

TEST(ReferenceRotation, TurnsARodTheShortestWay) {
    RandomMatrices random;
    for (int i = 0; i < 200; ++i) {
        const Vec3d u = random.direction(), v = random.direction();
        const Quatd previous = random.rotation();
        const Quatd transported = Quatd::FromTwoVectors(previous * v, u) * previous;
        EXPECT_LT(angle(reference_rotation(u * v.transpose(), previous), transported), 1e-6);
    }
}

TEST(ReferenceRotation, IsTheNearestOfAllMaximisers) {
    RandomMatrices random;
    for (int i = 0; i < 100; ++i) {
        const Quatd U = random.rotation(), V = random.rotation(), previous = random.rotation();
        const auto matrix = [&](const Vec3d& values) { return Mat3d(U * Mat3d(values.asDiagonal()) * V.conjugate()); };
        // diag(1, s, -s): any twist about the first axis. -I: any half turn.
        const Quatd nearest_twist = reference_rotation(matrix({1, 0.5, -0.5}), previous);
        const Quatd nearest_half_turn = reference_rotation(matrix({-1, -1, -1}), previous);
        for (int k = 0; k < 200; ++k) {
            const Quatd twist(Eigen::AngleAxisd(random.normal() * 3, Vec3d::UnitX()));
            const Quatd half_turn(Eigen::AngleAxisd(EIGEN_PI, random.direction()));
            EXPECT_LE(angle(nearest_twist, previous), angle(U * twist * V.conjugate(), previous) + 1e-6);
            EXPECT_LE(angle(nearest_half_turn, previous), angle(U * half_turn * V.conjugate(), previous) + 1e-6);
        }
    }
}

TEST(ReferenceRotation, KeepsThePreviousWhereTheMatrixSaysNothing) {
    const Quatd previous = RandomMatrices().rotation();
    EXPECT_EQ(reference_rotation(Mat3d::Zero(), previous).coeffs(), previous.coeffs());
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        Mat3d A = Mat3d::Identity();
        A(1, 2) = bad;
        EXPECT_EQ(reference_rotation(A, previous).coeffs(), previous.coeffs());
    }
}

TEST(RotationKernel, IsAProperRotationInEveryClass) {
    const auto check = [](const Mat3& A, const Quat& previous, const MatrixClass&) {
        for (const RotationStart start : kStarts) {
            const Rotation result = nearest_rotation(A, previous, start);
            const Mat3d R = result.R.cast<double>();
            // Three roundings of |q| enter R twice and its determinant six times.
            EXPECT_NEAR(result.q.cast<double>().norm(), 1, 2.5e-7);
            EXPECT_LT((R * R.transpose() - Mat3d::Identity()).cwiseAbs().maxCoeff(), 1.2e-6);
            EXPECT_NEAR(R.determinant(), 1, 1.5e-6);
            EXPECT_LT((result.q.cast<double>().toRotationMatrix() - R).cwiseAbs().maxCoeff(), 1e-6);
            EXPECT_GE(result.q.dot(previous), 0);
        }
    };
    for_matrices(kUnique, check);
    for_matrices(kNotUnique, check);
}

TEST(RotationKernel, LeavesNoTorque) {
    const auto check = [](const Mat3& A, const Quat& previous, const MatrixClass& kind) {
        for (const RotationStart start : kStarts) {
            const Rotation result = nearest_rotation(A, previous, start);
            EXPECT_LT(torque(result.R.cast<double>(), A.cast<double>()), (2e-6 + kind.kept()) * A.norm());
            EXPECT_EQ(result.flags & ~kRotationRare, kind.gap() <= kUniqueGap ? kRotationNotUnique : 0);
        }
    };
    for_matrices(kUnique, check);
    for_matrices(kNotUnique, check);
}

TEST(RotationKernel, ReachesTheReferenceObjectiveInEveryClass) {
    const auto check = [](const Mat3& A, const Quat& previous, const MatrixClass& kind) {
        const Mat3d exact = A.cast<double>();
        const Mat3d best = reference_rotation(exact, previous.cast<double>(), 1e-12).toRotationMatrix();
        for (const RotationStart start : kStarts) {
            // Measured with the quaternion: the rounding of R as a matrix is not the optimum's business.
            const Mat3d R = nearest_rotation(A, previous, start).q.cast<double>().normalized().toRotationMatrix();
            EXPECT_LT(objective(best, exact) - objective(R, exact), (1e-6 + 2 * kind.kept()) * exact.norm());
        }
    };
    for_matrices(kUnique, check);
    for_matrices(kNotUnique, check);
}

TEST(RotationKernel, IsTheReferenceRotationAsFarAsTheGapAllows) {
    for_matrices(kUnique, [](const Mat3& A, const Quat& previous, const MatrixClass& kind) {
        const Quatd reference = reference_rotation(A.cast<double>(), previous.cast<double>());
        for (const RotationStart start : kStarts)
            EXPECT_LT(angle(nearest_rotation(A, previous, start).q, reference), 5e-7 + 2e-6 / kind.gap());
    });
}

// Nothing would be wrong otherwise, only slow.
TEST(RotationKernel, IsRarelyRare) {
    RandomMatrices random;
    int rare_gaussian = 0;
    for (int i = 0; i < 10000; ++i) {
        const Mat3 A = random.gaussian().cast<float>();
        const Quat anywhere = random.rotation().cast<float>();
        rare_gaussian += nearest_rotation(A, anywhere, RotationStart::cold).flags != 0;
    }
    EXPECT_LT(rare_gaussian, 100);
    for (const MatrixClass& kind : kUnique) {
        if (kind.gap() < 0.1) continue;
        for (int i = 0; i < 1000; ++i) {
            const Mat3d A = random.of_class(kind.values);
            const Quatd answer = reference_rotation(A, random.rotation());
            const Quat near = random.rotation_near(answer, 0.1).cast<float>();
            for (const RotationStart start : kStarts)
                EXPECT_EQ(nearest_rotation(A.cast<float>(), near, start).flags, 0) << kind.name;
        }
    }
}

TEST(RotationKernel, KeepsWhatTheMatrixLeavesOpenAsTheReferenceDoes) {
    RandomMatrices random;
    for (const MatrixClass& kind : kNotUnique)
        for (int i = 0; i < 400; ++i) {
            const Mat3 A = random.of_class(kind.values).cast<float>();
            const Quatd answer = reference_rotation(A.cast<double>(), random.rotation());
            const Quat previous = random.rotation_near(answer, i % 2 ? 0.05 : 1).cast<float>();
            const Quatd reference = reference_rotation(A.cast<double>(), previous.cast<double>());
            for (const RotationStart start : kStarts)
                EXPECT_LT(angle(nearest_rotation(A, previous, start).q, reference), 3e-6) << kind.name;
        }
}

TEST(RotationKernel, FindsTheMaximumOfGaussianMatricesFromAnywhere) {
    RandomMatrices random;
    for (int i = 0; i < 20000; ++i) {
        const Mat3 A = random.gaussian().cast<float>();
        const Quat previous = random.rotation().cast<float>();
        const Mat3d exact = A.cast<double>();
        const Mat3d best = reference_rotation(exact, previous.cast<double>(), 1e-12).toRotationMatrix();
        for (const RotationStart start : kStarts) {
            const Rotation result = nearest_rotation(A, previous, start);
            const Mat3d R = result.q.cast<double>().normalized().toRotationMatrix();
            EXPECT_LT(objective(best, exact) - objective(R, exact), 3e-6 * exact.norm());
            EXPECT_EQ(result.flags & kRotationNotConverged, 0);
        }
    }
}

TEST(RotationKernel, FindsHalfTurns) {
    RandomMatrices random;
    for (int i = 0; i < 500; ++i) {
        const Quatd previous = random.rotation();
        const Quatd turned = random.rotation_near(previous, EIGEN_PI);
        const Mat3d V = random.rotation().toRotationMatrix();
        const Mat3d A = turned * Mat3d(V * Vec3d(1, 0.7, i % 2 ? 0.4 : -0.4).asDiagonal() * V.transpose());
        for (const RotationStart start : kStarts)
            EXPECT_LT(angle(nearest_rotation(A.cast<float>(), previous.cast<float>(), start).q, turned), 5e-6);
    }
    for (const Vec3& signs : {Vec3(1, -1, -1), Vec3(-1, 1, -1), Vec3(-1, -1, 1)}) {
        for (const RotationStart start : kStarts)
            EXPECT_EQ(nearest_rotation(Mat3(signs.asDiagonal()), Quat::Identity(), start).R, Mat3(signs.asDiagonal()));
        EXPECT_EQ(nearest_rotation(Mat3(signs.asDiagonal()), Quat::Identity(), RotationStart::cold).flags, 0);
    }
}

TEST(RotationKernel, TurnsWithTheMatrixFromBothSides) {
    RandomMatrices random;
    const auto check = [&](const Mat3& A, const Quat& previous, double tolerance) {
        const Quatd Q = random.rotation();
        const Quatd p = previous.cast<double>();
        const Mat3 left = (Q * A.cast<double>()).cast<float>();
        const Mat3 right = (A.cast<double>() * Q.toRotationMatrix().transpose()).cast<float>();
        for (const RotationStart start : kStarts) {
            const Quatd q = nearest_rotation(A, previous, start).q.cast<double>().normalized();
            EXPECT_LT(angle(nearest_rotation(left, (Q * p).cast<float>(), start).q, Q * q), tolerance);
            EXPECT_LT(angle(nearest_rotation(right, (p * Q.conjugate()).cast<float>(), start).q, q * Q.conjugate()),
                      tolerance);
        }
    };
    for_matrices(kUnique, [&](const Mat3& A, const Quat& previous, const MatrixClass& kind) {
        check(A, previous, 1e-6 + 3e-6 / kind.gap());
    });
    for (const MatrixClass& kind : kNotUnique)
        for (int i = 0; i < 400; ++i) {
            const Mat3 A = random.of_class(kind.values).cast<float>();
            const Quatd answer = reference_rotation(A.cast<double>(), random.rotation());
            check(A, random.rotation_near(answer, 0.5).cast<float>(), 5e-6);
        }
}

TEST(RotationKernel, ChangesNoBitWhenTheMatrixIsScaledByAPowerOfTwo) {
    const auto check = [](const Mat3& A, const Quat& previous, const MatrixClass&) {
        for (const RotationStart start : kStarts) {
            const Rotation expected = nearest_rotation(A, previous, start);
            for (const int power : {-90, -40, -3, 1, 40, 120})
                EXPECT_TRUE(same_bits(nearest_rotation(std::ldexp(1.0f, power) * A, previous, start), expected))
                    << power;
        }
    };
    for_matrices(kUnique, check);
    for_matrices(kNotUnique, check);
}

TEST(RotationKernel, DependsOnNoOtherScaleEither) {
    for_matrices(kUnique, [](const Mat3& A, const Quat& previous, const MatrixClass& kind) {
        for (const RotationStart start : kStarts) {
            const Quatd expected = nearest_rotation(A, previous, start).q.cast<double>().normalized();
            for (const float scale : {1e-12f, 1e-6f, 1e6f, 1e12f})
                EXPECT_LT(angle(nearest_rotation(scale * A, previous, start).q, expected), 5e-7 + 2e-6 / kind.gap());
        }
    });
}

TEST(RotationKernel, WorksAtBothEndsOfTheRangeOfFloat) {
    RandomMatrices random;
    for (int i = 0; i < 200; ++i) {
        const Quat previous = random.rotation().cast<float>();
        const Mat3d A = random.of_class({1, 0.8, 0.6});
        const double largest = A.cwiseAbs().maxCoeff();
        for (const double size : {1e-40, 1e-42, 1e-37, double(std::numeric_limits<float>::max())}) {
            const Mat3 scaled = (size / largest * A).cast<float>();
            const Quatd reference = reference_rotation(scaled.cast<double>(), previous.cast<double>());
            for (const RotationStart start : kStarts) {
                const Rotation result = nearest_rotation(scaled, previous, start);
                EXPECT_LT(angle(result.q, reference), 5e-6) << size;
                EXPECT_EQ(result.flags & ~kRotationRare, 0) << size;
            }
        }
    }
    // A permutation of the smallest denormal.
    Mat3 permutation;
    permutation << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    for (const RotationStart start : kStarts)
        EXPECT_LT((nearest_rotation(std::numeric_limits<float>::denorm_min() * permutation, Quat::Identity(), start).R -
                   permutation)
                      .cwiseAbs()
                      .maxCoeff(),
                  1e-6);
}

TEST(RotationKernel, KeepsThePreviousToTheBitWhereTheMatrixSaysNothing) {
    RandomMatrices random;
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInfinity = std::numeric_limits<float>::infinity();
    for (int i = 0; i < 100; ++i) {
        const Quat previous = random.rotation().cast<float>();
        for (const RotationStart start : kStarts) {
            const Rotation none = nearest_rotation(Mat3::Zero(), previous, start);
            EXPECT_TRUE(same_bits(none.q, previous));
            EXPECT_EQ(none.flags, kRotationNotUnique);
            for (const float bad : {kNan, -kNan, kInfinity, -kInfinity}) {
                Mat3 A = random.gaussian().cast<float>();
                A(i % 3, i / 3 % 3) = bad;
                const Rotation result = nearest_rotation(A, previous, start);
                EXPECT_TRUE(same_bits(result.q, previous));
                EXPECT_TRUE(same_bits(Quat(result.q), none.q));
                EXPECT_EQ(result.R, none.R);
                EXPECT_EQ(result.flags, kRotationNotUnique | kRotationNotConverged);
            }
        }
    }
}

TEST(RotationKernel, TakesAnUnusablePreviousForTheIdentity) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const Mat3 rod = Vec3(0, 0, 1) * Vec3(1, 0, 0).transpose();
    for (const Quat& bad : {Quat(0, 0, 0, 0), Quat(kNan, 0, 0, 0), Quat(1e30f, 0, 0, 0), Quat(1, 0, 0, kNan)})
        for (const RotationStart start : kStarts)
            for (const Mat3& A : {rod, Mat3(Mat3::Zero()), Mat3(Mat3::Identity())})
                EXPECT_TRUE(same_bits(nearest_rotation(A, bad, start), nearest_rotation(A, Quat::Identity(), start)));
}

TEST(RotationKernel, CarriesTheTwistOfARodAlongAPath) {
    const Vec3d v = Vec3d(1, 2, 3).normalized();
    for (const RotationStart start : kStarts) {
        Quatd transported = Quatd::FromTwoVectors(v, Vec3d::UnitX());
        Quat q = transported.cast<float>();
        for (int i = 1; i <= 1000; ++i) {
            const double t = 0.02 * i;
            const Vec3d u = Vec3d(std::cos(t), std::sin(t) * std::cos(0.3 * t), std::sin(t) * std::sin(0.3 * t));
            transported = Quatd::FromTwoVectors(transported * v, u) * transported;
            q = nearest_rotation((u * v.transpose()).cast<float>(), q, start).q;
        }
        EXPECT_LT(angle(q, transported.normalized()), 1e-4);
    }
}

TEST(RotationKernel, IsContinuousWhereARegionInverts) {
    RandomMatrices random;
    for (const RotationStart start : kStarts) {
        const Quatd V = random.rotation();
        const Vec3d axis = random.direction();
        Quat q = (Quatd(Eigen::AngleAxisd(0, axis)) * V.conjugate()).cast<float>();
        constexpr int kSteps = 500;
        for (int i = 0; i <= kSteps; ++i) {
            const Quatd U(Eigen::AngleAxisd(2.0 * i / kSteps, axis));
            const Vec3d values(1, 0.8, 0.5 - 1.0 * i / kSteps);  // through a plane to an inverted region
            const Mat3d A = U * Mat3d(values.asDiagonal()) * V.conjugate();
            const Rotation next = nearest_rotation(A.cast<float>(), q, start);
            EXPECT_LT(angle(next.q, q.cast<double>().normalized()), 2.0 / kSteps + 5e-6);
            EXPECT_LT(angle(next.q, U * V.conjugate()), 5e-6);
            EXPECT_EQ(next.flags, 0);
            q = next.q;
        }
    }
}

TEST(RotationKernel, SurvivesACollapseToOnePointAndComesBackInverted) {
    RandomMatrices random;
    const Quatd answer = random.rotation();
    for (const RotationStart start : kStarts) {
        Quat q = answer.cast<float>();
        for (int i = 0; i <= 100; ++i) {
            const Mat3 A = (answer.toRotationMatrix() * (1 - 0.02 * i)).cast<float>();
            const Rotation next = nearest_rotation(A, q, start);
            EXPECT_EQ(next.flags & ~kRotationRare, i < 50 ? 0 : kRotationNotUnique);
            EXPECT_LE(torque(next.R.cast<double>(), A.cast<double>()), 2e-6 * A.norm());
            EXPECT_NEAR(next.R.determinant(), 1, 1.5e-6);
            q = next.q;
        }
    }
}

// Fails where a compiler fuses multiplications with additions or approximates a division or a root. The matrices are
// made without functions that differ between libraries.
TEST(RotationKernel, HasTheSameBitsOnEveryCompiler) {
    std::mt19937 random(3);
    const auto uniform = [&] { return static_cast<float>(static_cast<std::int32_t>(random()) >> 8) * 0x1p-23f; };
    Hash hash;
    for (int i = 0; i < 4000; ++i) {
        Mat3 A;
        for (int k = 0; k < 9; ++k) A(k / 3, k % 3) = uniform();
        if (i % 4 == 0) A = Mat3(A.col(0) * A.row(1));
        Quat previous = Quat::Identity();
        for (int k = 0; k < 3; ++k) previous.coeffs()[k] = uniform() * 0.125f;
        for (const RotationStart start : kStarts) {
            const Rotation result = nearest_rotation(A, previous, start);
            hash.add_bytes(result.q.coeffs().data(), 4 * sizeof(float));
            hash.add_bytes(result.R.data(), 9 * sizeof(float));
            hash.add(result.flags);
        }
    }
    EXPECT_EQ(hex(hash.value()), "189a5141e5e216a4");
}

/// Matrices of every kind and previous rotations of every kind, stored as a step stores them.
struct Batch {
    explicit Batch(int count) : n(count) {
        RandomMatrices random;
        std::vector<MatrixClass> classes(std::begin(kUnique), std::end(kUnique));
        classes.insert(classes.end(), std::begin(kNotUnique), std::end(kNotUnique));
        classes.push_back({"zero", {0, 0, 0}});
        classes.push_back({"denormal", {1e-40, 1e-41, 1e-41}});
        for (int i = 0; i < n; ++i) {
            const MatrixClass& kind = classes[(i * 7) % classes.size()];
            Mat3 A = (i % 5 == 0 ? random.gaussian() : random.of_class(kind.values)).cast<float>();
            if (i % 37 == 11) A(0, 2) = std::numeric_limits<float>::quiet_NaN();
            const Quatd any = random.rotation();
            Quat p =
                (i % 3 ? random.rotation_near(reference_rotation(A.cast<double>(), any), 0.05) : any).cast<float>();
            if (i % 41 == 7) p = Quat(0, 0, 0, 0);
            matrices.push_back(A);
            previous.push_back(p);
        }
        for (int k = 0; k < 9; ++k)
            for (const Mat3& A : matrices) a[k].push_back(A(k / 3, k % 3));
        for (const Quat& p : previous) {
            q[0].push_back(p.w());
            q[1].push_back(p.x());
            q[2].push_back(p.y());
            q[3].push_back(p.z());
        }
        for (auto& entry : r) entry.assign(n, kUntouched);
        flags.assign(n, 99);
    }
    /// In place: the new quaternions over the previous ones.
    std::uint8_t run(int begin, int count, RotationStart start) {
        RotationArrays arrays{.A = {}, .previous = {}, .q = {}, .R = {}, .flags = flags.data() + begin};
        for (int k = 0; k < 9; ++k) {
            arrays.A[k] = a[k].data() + begin;
            arrays.R[k] = r[k].data() + begin;
        }
        for (int k = 0; k < 4; ++k) arrays.previous[k] = arrays.q[k] = q[k].data() + begin;
        return nearest_rotations(arrays, count, start);
    }
    Rotation result(int i) const {
        Rotation rotation{.q = Quat(q[0][i], q[1][i], q[2][i], q[3][i]), .R = {}, .flags = flags[i]};
        for (int k = 0; k < 9; ++k) rotation.R(k / 3, k % 3) = r[k][i];
        return rotation;
    }

    static constexpr float kUntouched = -77;
    int n;
    std::vector<Mat3> matrices;
    std::vector<Quat> previous;
    std::vector<float> a[9], q[4], r[9];
    std::vector<std::uint8_t> flags;
};

TEST(RotationBatch, EqualsTheScalarKernelToTheBit) {
    for (const RotationStart start : kStarts) {
        Batch batch(5003);
        const std::uint8_t all = batch.run(0, batch.n, start);
        std::uint8_t expected_flags = 0;
        for (int i = 0; i < batch.n; ++i) {
            const Rotation scalar = nearest_rotation(batch.matrices[i], batch.previous[i], start);
            ASSERT_TRUE(same_bits(batch.result(i), scalar)) << "matrix " << i << ":\n" << batch.matrices[i];
            expected_flags |= scalar.flags;
        }
        EXPECT_EQ(all, expected_flags);
        EXPECT_EQ(all, kRotationNotUnique | kRotationNotConverged | kRotationRare);
    }
}

TEST(RotationBatch, GivesTheSameBitsForEverySizeAndTouchesNothingElse) {
    Batch whole(64);
    whole.run(0, whole.n, RotationStart::warm);
    for (int begin = 0; begin < 10; ++begin)
        for (int count = 0; begin + count <= 40; ++count) {
            Batch part(64);
            const Batch untouched = part;
            part.run(begin, count, RotationStart::warm);
            for (int i = 0; i < part.n; ++i) {
                const bool inside = i >= begin && i < begin + count;
                ASSERT_TRUE(same_bits(part.result(i), (inside ? whole : untouched).result(i)))
                    << i << " in " << begin << " + " << count;
            }
        }
}

TEST(RotationBatch, ReturnsTheFlagsOfItsOwnMatricesOnly) {
    Batch batch(64);
    for (int begin = 0; begin < 40; ++begin)
        for (int count = 0; count <= 20; ++count) {
            Batch part = batch;
            std::uint8_t expected = 0;
            const std::uint8_t all = part.run(begin, count, RotationStart::cold);
            for (int i = begin; i < begin + count; ++i) expected |= part.flags[i];
            EXPECT_EQ(all, expected) << begin << " + " << count;
        }
}

TEST(RotationBatch, MayKeepThePreviousQuaternions) {
    Batch in_place(100), apart(100);
    in_place.run(0, 100, RotationStart::cold);
    std::vector<float> next[4];
    RotationArrays arrays{.A = {}, .previous = {}, .q = {}, .R = {}, .flags = apart.flags.data()};
    for (int k = 0; k < 9; ++k) {
        arrays.A[k] = apart.a[k].data();
        arrays.R[k] = apart.r[k].data();
    }
    for (int k = 0; k < 4; ++k) {
        next[k].resize(100);
        arrays.previous[k] = apart.q[k].data();
        arrays.q[k] = next[k].data();
    }
    nearest_rotations(arrays, 100, RotationStart::cold);
    for (int k = 0; k < 4; ++k) {
        EXPECT_EQ(next[k], in_place.q[k]);
        EXPECT_TRUE(same_bits(apart.result(5).q, apart.previous[5]));
    }
}

}  // namespace
}  // namespace octomatch

#include "core/rotation.h"

#include <gtest/gtest.h>

#include "core/hash.h"
#include "tests/core/rotation_matrices.h"

namespace octomatch {
namespace {

using namespace test;

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

}  // namespace
}  // namespace octomatch

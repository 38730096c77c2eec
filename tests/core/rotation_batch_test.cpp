#include "core/rotation.h"

#include <gtest/gtest.h>

#include "tests/core/rotation_matrices.h"

namespace octomatch {
namespace {

using namespace test;

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
    for (int k = 0; k < 4; ++k) EXPECT_EQ(next[k], in_place.q[k]);
    for (int i = 0; i < apart.n; ++i) EXPECT_TRUE(same_bits(apart.result(i).q, apart.previous[i]));
}

}  // namespace
}  // namespace octomatch

#include "core/plasticity.h"

#include <gtest/gtest.h>

#include "tests/core/laws.h"
#include "tests/core/model_bodies.h"

namespace octomatch {
namespace {

using namespace test;

TEST(Plasticity, PermanentSetIsTheGeometricSeries) {
    // One region over a cube, held stretched: each step multiplies the plastic stretch by 1 + h c (s_elastic - 1).
    const auto rest = lattice_rest({3, 3, 3}, 0.1, 2);
    MaterialSettings material = undamped();
    material.plasticity = {.yield = 0.01, .creep = 2, .maximum = 10};
    DoubleBody body(rest, material, 0.01);
    const double stretch = 1.3, squeeze = 1 / std::sqrt(stretch);
    const Vec3d scale(stretch, squeeze, squeeze);
    for (Vec3d& x : body.state.x) x = scale.cwiseProduct(x);
    double p = 1, q = 1;  // expected plastic stretch along and across
    for (int step = 0; step < 40; ++step) {
        body.find_goals();
        // A S_r^T (S_r K0 S_r^T)^-1 = F S_r^-1: the elastic stretch is what the plastic one leaves.
        const double along = 1 + 0.02 * (stretch / p - 1), across = 1 + 0.02 * (squeeze / q - 1);
        p *= along, q *= across;
        const double volume = std::cbrt(p * q * q);
        p /= volume, q /= volume;
        for (const Mat3d& S : body.state.plastic) {
            EXPECT_NEAR(S(0, 0), p, 1e-12);
            EXPECT_NEAR(S(1, 1), q, 1e-12);
            EXPECT_NEAR(S.determinant(), 1, 1e-12);
        }
    }
    EXPECT_GT(p, 1.1);
}

TEST(Plasticity, BelowTheYieldNothingFlows) {
    const auto rest = lattice_rest({3, 3, 3}, 0.1, 2);
    MaterialSettings material = undamped();
    material.plasticity = {.yield = 0.35, .creep = 2, .maximum = 10};
    DoubleBody body(rest, material, 0.01);
    for (Vec3d& x : body.state.x) x *= 1.3;
    body.find_goals();
    for (const Mat3d& S : body.state.plastic) EXPECT_EQ(S, Mat3d(Mat3d::Identity()));
}

/// How many regions have flowed; all keep their volume and stay within the bound.
int flowed_regions(const DoubleBody& body) {
    int flowed = 0;
    for (const Mat3d& S : body.state.plastic) {
        EXPECT_NEAR(S.determinant(), 1, 1e-9);
        EXPECT_LT((S - Mat3d::Identity()).norm(), body.material.plasticity.maximum * std::sqrt(3) * 1.2);
        flowed += (S - Mat3d::Identity()).norm() > 0.01;
    }
    return flowed;
}

TEST(Plasticity, FlowIsBoundedAndKeepsMomentumWhetherNodesTurnOrNot) {
    for (const auto& [rest, rule] :
         {std::pair(model_rest("comb"), undamped()), {fractional_rest("comb"), equal_material()}}) {
        MaterialSettings material = rule;
        material.plasticity = {.yield = 0.01, .creep = 20, .maximum = 0.3};
        DoubleBody body(rest, material, 0.01);
        body.shake(1);
        expect_momentum_is_kept(body, 60, 1e-9);
        EXPECT_GT(flowed_regions(body), 0);
    }
}

TEST(Plasticity, ClustersFlowUnderEveryModelAndKeepMomentum) {
    const auto rest = clusters("duck", 40, {.edge = 0.08, .overlap = 0.5});
    for (MatchModel model : kModels) {
        SCOPED_TRACE(name_of(model));
        MaterialSettings material = made_of(model, 0.4);
        material.plasticity = {.yield = 0.02, .creep = 20, .maximum = 0.3};
        DoubleBody body(rest, material, 0.01);
        body.shake(1);
        expect_momentum_is_kept(body, 40, 1e-9);
        EXPECT_GT(flowed_regions(body), 0);
    }
}

TEST(Plasticity, ThePermanentSetDoesNotDependOnTheModel) {
    // The yield is measured on the linear part, whatever the goals are made of.
    const auto rest = lattice_rest({4, 4, 4}, 0.1, 3);
    std::vector<Mat3d> plastic;
    for (MatchModel model : kModels) {
        MaterialSettings material = made_of(model, 0.5);
        material.plasticity = {.yield = 0.01, .creep = 2, .maximum = 10};
        DoubleBody body(rest, material, 0.01);
        for (Vec3d& x : body.state.x) x = Vec3d(1.3, 0.9, 0.9).cwiseProduct(x);
        for (int step = 0; step < 20; ++step) body.find_goals();
        plastic.push_back(body.state.plastic.front());
        EXPECT_GT(plastic.back()(0, 0), 1.05);
        EXPECT_LT((plastic.back() - plastic.front()).norm(), 1e-12);
    }
}

}  // namespace
}  // namespace octomatch

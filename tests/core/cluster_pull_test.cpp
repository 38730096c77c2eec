// The pulls of MHTG05: of clusters that are added or averaged (14), and of a spring (1) to (11).
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "core/cluster_body.h"
#include "tests/core/model_bodies.h"

namespace octomatch {
namespace {

using namespace test;

TEST(ClusterPull, OneClusterIsTheSameWhetherPullsAreAddedOrAveraged) {
    const auto rest = clusters("duck", 40, {});
    MaterialSettings material;
    DoubleBody averaged(rest, material, 0.01);
    material.rule = MaterialRule::added;
    DoubleBody added(rest, material, 0.01);
    for (DoubleBody* body : {&averaged, &added}) {
        body->shake(0.3);
        body->run(10);
    }
    for (int i = 0; i < rest->nodes(); ++i) EXPECT_LT((averaged.state.x[i] - added.state.x[i]).norm(), 1e-12);
}

/// Four points, held by `regions` equal clusters.
std::shared_ptr<const BodyRest> held_often(int regions) {
    const Vec3d corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double masses[] = {1, 2, 1, 1};
    BodyRest rest = cluster_body(corners, masses, {});
    rest.region_weight.assign(regions, 1);
    rest.list_of.assign(regions, 0);
    return std::make_shared<const BodyRest>(std::move(rest));
}

TEST(ClusterPull, PullsThatAreAddedAreStableUntilAlphaTimesRegionsIsFour) {
    for (const auto& [regions, alpha, stable] :
         {std::tuple(1, 1.0, true), {3, 1.0, true}, {5, 0.75, true}, {5, 0.85, false}, {8, 0.55, false}}) {
        SCOPED_TRACE(regions);
        MaterialSettings material = undamped({StiffnessUnit::alpha, alpha});
        material.rule = MaterialRule::added;
        DoubleBody body(held_often(regions), material, 0.01);
        body.shake(1e-3);
        const double before = body.motion().kinetic;
        const double most = body.most_kinetic(100);
        if (stable)
            EXPECT_LT(most, 20 * before);
        else
            EXPECT_GT(most, 1e3 * before);
    }
}

TEST(ClusterPull, ASpringHasTheUpdateMatrixOfThePaper) {
    // MHTG05 (11): two nodes on a line, whose distance is pulled to its length at rest.
    const Vec3d ends[] = {{0, 0, 0}, {1, 0, 0}};
    const double masses[] = {1, 3};
    const auto rest = std::make_shared<const BodyRest>(cluster_body(ends, masses, {}));
    for (double alpha : {0.1, 0.5, 1.0})
        for (double h : {1e-3, 1.0, 1e3}) {
            Eigen::Matrix2d update;  // of (velocity, stretch)
            for (int column : {0, 1}) {
                DoubleBody body(rest, undamped({StiffnessUnit::alpha, alpha}), h);
                if (column == 0) body.state.v[1].x() = 1e-3 / h;
                if (column == 1) body.state.x[1].x() += 1e-3;
                body.step();
                const double unit = column == 0 ? 1e-3 / h : 1e-3;
                update(0, column) = (body.state.v[1] - body.state.v[0]).x() / unit;
                update(1, column) = ((body.state.x[1] - body.state.x[0]).x() - 1) / unit;
            }
            Eigen::Matrix2d expected;
            expected << 1, -alpha / h, h, 1 - alpha;
            const Eigen::Vector2d scale(h, 1);
            EXPECT_LT((scale.asDiagonal() * (update - expected) * scale.cwiseInverse().asDiagonal()).norm(), 1e-6);
            for (const std::complex<double> e : update.eigenvalues()) {
                EXPECT_NEAR(std::abs(e), 1, 1e-6);
                EXPECT_NEAR(e.real(), 1 - alpha / 2, 1e-6);
                EXPECT_NEAR(std::abs(e.imag()), std::sqrt(4 * alpha - alpha * alpha) / 2, 1e-6);
            }
        }
}

}  // namespace
}  // namespace octomatch

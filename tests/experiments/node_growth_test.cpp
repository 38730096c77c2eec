#include "experiments/node_growth.h"

#include <gtest/gtest.h>

#include "io/mesh_report.h"
#include "io/models.h"

namespace octomatch {
namespace {

TriangleMesh mesh_of(const char* model) {
    return check_mesh(find_model(model)->make()).mesh;
}

TEST(NodeGrowth, CountsTheNodesOfTheBodiesAtEveryDepth) {
    const TriangleMesh mesh = mesh_of("U");
    const SampleSettings finest = resolved({.depth = 3}, mesh);
    const std::vector<NodeGrowth> growth = node_growth(mesh, finest, 1, {});
    ASSERT_EQ(growth.size(), 3u);
    for (int depth = 1; depth <= 3; ++depth) {
        const NodeGrowth& g = growth[depth - 1];
        SampleSettings settings = finest;
        settings.depth = depth;
        EXPECT_EQ(g.adaptive_nodes, make_body(mesh, settings).rest->nodes());
        settings.criteria = {Criterion::uniform};
        settings.links = LinkRule::touching;
        settings.regions.relation = RelationKind::links;
        const AdaptiveBody lattice = make_body(mesh, settings);
        EXPECT_EQ(g.flsm_nodes, lattice.rest->nodes());
        EXPECT_EQ(g.finest_cell, lattice.rest->finest_cell);
    }
}

TEST(NodeGrowth, StartsAtTheFinestDepthWhereThatIsTheCoarsest) {
    const TriangleMesh mesh = mesh_of("block");
    EXPECT_EQ(node_growth(mesh, resolved({.depth = 0}, mesh), 2, {}).size(), 1u);
}

TEST(NodeGrowth, ALatticeHasACellWhereTheSolidHasVolumeOrSurface) {
    for (const char* model : {"torus", "liver", "duck"}) {
        SCOPED_TRACE(model);
        const TriangleMesh mesh = mesh_of(model);
        const NodeGrowth finest = node_growth(mesh, resolved({.depth = 3}, mesh), 3, {}).back();
        EXPECT_NEAR(finest.flsm_nodes / cells_met(mesh, finest.finest_cell), 1, 0.03);
    }
}

TEST(NodeGrowth, TheExponentIsThatOfAPower) {
    const NodeGrowth coarse{0.2, 100, 50}, fine{0.1, 800, 100};
    EXPECT_NEAR(growth_exponent(coarse, fine, &NodeGrowth::flsm_nodes), 3, 1e-12);
    EXPECT_NEAR(growth_exponent(coarse, fine, &NodeGrowth::adaptive_nodes), 1, 1e-12);
}

TEST(NodeGrowth, ThePlotShowsAllCountsAndACubeThatMeetsTheLast) {
    const std::vector<NodeGrowth> growth{{0.2, 100, 50}, {0.1, 700, 100}};
    const LinePlot plot = growth_plot(growth, 1);
    ASSERT_EQ(plot.curves.size(), 3u);
    using Points = std::vector<std::pair<double, double>>;
    EXPECT_EQ(plot.curves[0].points, (Points{{5, 87.5}, {10, 700}}));
    EXPECT_EQ(plot.curves[1].points, (Points{{5, 100}, {10, 700}}));
    EXPECT_EQ(plot.curves[2].points, (Points{{5, 50}, {10, 100}}));
}

}  // namespace
}  // namespace octomatch

// Uniform bodies as lattices: which cells are linked, and regions by numbers of links.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/input_error.h"
#include "core/sum_plan.h"
#include "octree/lattice_study.h"
#include "octree/shape_library.h"
#include "octree/touching_cells.h"
#include "tests/octree/sampled_models.h"

namespace octomatch {
namespace {

using namespace test;

SampleSettings lattice(LinkRule rule, int depth, double width = 0) {
    SampleSettings settings{.depth = depth, .criteria = {Criterion::uniform}, .links = rule, .width = width};
    settings.regions.relation = RelationKind::links;
    return settings;
}

double mass_of(const BodyRest& rest) {
    return std::accumulate(rest.mass.begin(), rest.mass.end(), 0.0);
}

TEST(TouchingCells, AreThoseOfAllPairs) {
    const MaterialGraph material = material_of(model_mesh("comb"), 2);
    for (int level = 0; level <= 2; ++level) {
        const std::vector<Cell> cells = cells_of_level(material, level);
        const TouchingCells touching(material.lattice, cells);
        const int edge = material.lattice.finest_per_cell(level);
        for (std::size_t c = 0; c < cells.size(); ++c) {
            std::vector<int> expected;
            for (std::size_t d = 0; d < cells.size(); ++d)
                if ((coordinates(cells[c].corner) - coordinates(cells[d].corner)).cwiseAbs().maxCoeff() == edge)
                    expected.push_back(static_cast<int>(d));
            EXPECT_EQ(touching.around(static_cast<int>(c)), expected);
        }
    }
}

TEST(UniformLattice, OfTouchingCellsHasTheNodesAndLinksThatTheStudyCounts) {
    for (const char* name : {"U", "comb"}) {
        const AdaptiveBody body = make_body(model_mesh(name), lattice(LinkRule::touching, 2));
        const PlainLattice counted = plain_lattice(body.material, 2);
        EXPECT_EQ(body.rest->nodes(), counted.nodes);
        EXPECT_EQ(static_cast<std::int64_t>(body.rest->links.items.size()), 2 * counted.links);
        EXPECT_EQ(count_bridges(body.material, body.tree, body.sampling) > 0, counted.bridges > 0);
        EXPECT_EQ(validate(*body.rest), std::vector<std::string>{});
    }
}

TEST(UniformLattice, OfTouchingCellsIsAsHeavyAsThatOfContacts) {
    const auto plain = make_body(model_mesh("torus"), lattice(LinkRule::touching, 2));
    const auto contact = make_body(model_mesh("torus"), lattice(LinkRule::contact, 2));
    EXPECT_EQ(validate(*contact.rest), std::vector<std::string>{});
    EXPECT_NEAR(mass_of(*plain.rest) / mass_of(*contact.rest), 1, 1e-6);
    EXPECT_GE(plain.rest->nodes(), contact.rest->nodes());  // slivers are nodes there
}

TEST(UniformLattice, OfTouchingCellsJoinsTheProngsOfAUAndThatOfContactsDoesNot) {
    const auto plain = make_body(model_mesh("U"), lattice(LinkRule::touching, 2));
    const auto contact = make_body(model_mesh("U"), lattice(LinkRule::contact, 2));
    EXPECT_GT(count_bridges(plain.material, plain.tree, plain.sampling), 0);
    EXPECT_EQ(count_bridges(contact.material, contact.tree, contact.sampling), 0);
}

TEST(UniformLattice, CountsLinksAsWidthOverCellRounded) {
    const TriangleMesh mesh = model_mesh("block");
    const double h = make_body(mesh, lattice(LinkRule::contact, 1)).rest->finest_cell;
    for (const auto& [cells, reach] : {std::pair(0.2, 1), {1.4, 1}, {1.6, 2}, {3.0, 3}}) {
        const auto rest = make_body(mesh, lattice(LinkRule::contact, 1, cells * h)).rest;
        EXPECT_EQ(rest->link_reach, std::vector<std::int32_t>(rest->nodes(), reach)) << cells;
    }
}

TEST(UniformLattice, RefusesCellsOfSeveralSizes) {
    const TriangleMesh mesh = model_mesh("comb");
    SampleSettings by_links{.depth = 2};
    by_links.regions.relation = RelationKind::links;
    EXPECT_THROW(make_body(mesh, by_links), InputError);
    EXPECT_THROW(make_body(mesh, {.depth = 2, .links = LinkRule::touching}), InputError);
    EXPECT_NO_THROW(make_body(mesh, {.depth = 0, .links = LinkRule::touching}));
}

TEST(UniformLattice, OfTouchingCellsTakesTheOtherRelationsToo) {
    SampleSettings settings{.depth = 1, .criteria = {Criterion::uniform}, .links = LinkRule::touching};
    for (RelationKind relation : {RelationKind::intervals, RelationKind::blocks}) {
        settings.regions.relation = relation;
        EXPECT_EQ(validate(*make_body(model_mesh("U"), settings).rest), std::vector<std::string>{});
    }
}

TEST(UniformLattice, CarriesASkinAndIsAShapeOfItsOwn) {
    ShapeLibrary shapes;
    const TriangleMesh mesh = model_mesh("comb");
    const ShapeId plain = shapes.add(mesh, lattice(LinkRule::touching, 2));
    EXPECT_NE(shapes.add(mesh, lattice(LinkRule::contact, 2)), plain);
    EXPECT_EQ(shapes.add(mesh, lattice(LinkRule::touching, 2)), plain);
    EXPECT_EQ(validate(*shapes.shape(plain).skin, *shapes.shape(plain).rest), std::vector<std::string>{});
}

// Six additions per node in a full lattice; boundaries that leave links out cost more.
TEST(UniformLattice, OfAHandTakesFewAdditionsPerNode) {
    const TriangleMesh mesh = model_mesh("hand");
    SampleSettings settings = resolved(lattice(LinkRule::contact, 3), mesh);
    const MaterialGraph material =
        make_material(mesh, lattice_over(bounding_box(mesh), settings.base_cell, settings.depth, settings.shift), 4);
    settings.width = 3 * material.lattice.finest_cell();
    for (const auto& [rule, most] : {std::pair(LinkRule::touching, 6.5), {LinkRule::contact, 12.0}}) {
        settings.links = rule;
        const auto rest = make_body(mesh, material, settings).rest;
        ASSERT_EQ(rest->link_reach[0], 3);
        const LatticePlan::Counts counts = LatticePlan(*rest).counts();
        EXPECT_LT(counts.sum_additions, most * rest->nodes());
        EXPECT_LT(counts.adjoint_additions, most * rest->nodes());
    }
}

}  // namespace
}  // namespace octomatch

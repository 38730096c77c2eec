// Cut material, sampled: nodes, links, regions and skin of both sides.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/input_error.h"
#include "octree/closed_surface.h"
#include "octree/material_cut.h"
#include "octree/skin_cut.h"
#include "tests/core/test_skins.h"
#include "tests/io/test_meshes.h"
#include "tests/octree/cut_sheets.h"
#include "tests/octree/sampled_bodies.h"

namespace octomatch {
namespace {

using namespace test;

/// A model, cut by sheets, sampled, and its cut surface bound.
struct CutModel {
    CutModel(const std::string& name, const std::vector<CutSheet>& sheets, SampleSettings settings = {.depth = 3})
        : uncut(sampled_model(name, settings.depth)), index(uncut.body.material.lattice), skin(uncut_skin(uncut.mesh)) {
        MaterialGraph material = uncut.body.material;
        for (std::size_t k = 0; k < sheets.size(); ++k) {
            cut_material(material, triangulated(sheets[k]));
            index.add(triangulated(sheets[k]));
            skin = CuttableSkin(skin).minus(sheets[k], static_cast<int>(k));
        }
        body = make_body(uncut.mesh, material, resolved(settings, uncut.mesh));
        binder = std::make_unique<PointBinder>(body.material, body.tree, body.sampling, *body.rest, &index);
        bound = make_skin(skin.mesh, *binder);
        component = component_of_nodes();
    }
    int components() const { return 1 + *std::max_element(component.begin(), component.end()); }
    Vec3d place(NodeId i) const { return body.rest->origin + body.rest->x0[i.value].cast<double>(); }
    double h() const { return body.rest->finest_cell; }

    const SampledBody& uncut;
    SheetIndex index;
    CutSkin skin;
    AdaptiveBody body;
    std::unique_ptr<PointBinder> binder;
    SkinRest bound;
    std::vector<int> component;  // per node, of the graph of links

private:
    std::vector<int> component_of_nodes() const {
        std::vector<int> result(body.rest->nodes(), -1), stack;
        int count = 0;
        for (int seed = 0; seed < body.rest->nodes(); ++seed) {
            if (result[seed] >= 0) continue;
            result[seed] = count;
            stack.push_back(seed);
            while (!stack.empty()) {
                const int i = stack.back();
                stack.pop_back();
                for (NodeId j : body.rest->links.row(i))
                    if (result[j.value] < 0) {
                        result[j.value] = count;
                        stack.push_back(j.value);
                    }
            }
            ++count;
        }
        return result;
    }
};

CutSheet across_block(double x) {
    return plane_sheet({x, 0.05, 0}, {1, 0.13, 0.07}, 0.12, 40);
}
// Between the index finger and the middle finger the gap is at x = 0.0125.
CutSheet across_finger(double from_x) {
    return flat_sheet({0.5 * (from_x + 0.04), 0.135, 0.005}, {0.5 * (0.04 - from_x), 0.002, 0}, {0, 0.003, 0.03}, 20,
                      12);
}

void expect_two_sides(const CutModel& model) {
    EXPECT_TRUE(validate(*model.body.rest).empty());
    const auto of_piece = components(model.body.material);
    EXPECT_EQ(1 + *std::max_element(of_piece.begin(), of_piece.end()), 2);
    EXPECT_EQ(model.components(), 2);
    std::map<int, std::set<int>> parts_of_node;
    for (int p = 0; p < model.body.material.pieces(); ++p)
        parts_of_node[model.body.sampling.node_of_piece[p].value].insert(of_piece[p]);
    for (const auto& [node, parts] : parts_of_node) EXPECT_EQ(parts.size(), 1u) << "no node has material of both sides";
    const Ragged<NodeId> region = members(*model.body.rest);
    for (int r = 0; r < region.rows(); ++r)
        for (NodeId i : region.row(r)) EXPECT_EQ(model.component[i.value], model.component[r]);

    double mass = 0, mass_before = 0;
    for (float m : model.body.rest->mass) mass += m;
    for (float m : model.uncut.rest().mass) mass_before += m;
    EXPECT_NEAR(mass / mass_before, 1, 1e-6);
}

/// The two parts of the skin follow their own parts of the body.
void expect_skins_apart(const CutModel& model) {
    EXPECT_TRUE(validate(model.bound, *model.body.rest).empty());
    const auto part = solid_parts(model.skin.mesh);
    ASSERT_EQ(1 + *std::max_element(part.begin(), part.end()), 2);
    std::set<int> nodes_of_part[2];
    std::vector<int> part_of_vertex(model.skin.mesh.vertices.size());
    for (std::size_t t = 0; t < part.size(); ++t)
        for (int v : model.skin.mesh.triangles[t]) {
            part_of_vertex[v] = part[t];
            for (NodeId i : model.bound.nodes.row(v)) nodes_of_part[part[t]].insert(model.component[i.value]);
        }
    EXPECT_EQ(nodes_of_part[0].size(), 1u);
    EXPECT_EQ(nodes_of_part[1].size(), 1u);
    EXPECT_NE(nodes_of_part[0], nodes_of_part[1]);

    const Vec3 apart(0.01f, -0.02f, 0.03f);
    BodyState state;
    for (int i = 0; i < model.body.rest->nodes(); ++i)
        state.x.push_back(model.body.rest->x0[i] + (model.component[i] ? apart : Vec3(-apart)));
    Skin skin;
    pose_skin(*model.body.rest, model.bound, state, skin);
    for (std::size_t v = 0; v < skin.positions.size(); ++v) {
        const bool second = *nodes_of_part[part_of_vertex[v]].begin() == 1;
        const Vec3 expected = model.bound.vertices[v] + (second ? apart : Vec3(-apart));
        EXPECT_LT((skin.positions[v] - expected).norm(), 1e-5f);
    }
}

TEST(CutBody, ABlockCutThroughHasNodesLinksRegionsAndSkinOnEachSide) {
    for (double x : {0.0, 0.013, 0.0441}) {
        const CutModel model("block", {across_block(x)});
        expect_two_sides(model);
        expect_skins_apart(model);
    }
}

TEST(CutBody, AFingerIsCutOffTheHand) {
    const CutModel model("hand", {across_finger(0.0125)});
    expect_two_sides(model);
    expect_skins_apart(model);
    for (int i = 0; i < model.body.rest->nodes(); ++i) {
        const Vec3d at = model.place({i});
        const Vec3d up = Vec3d(0.5 * (0.04 - 0.0125), 0.002, 0).cross(Vec3d(0, 0.003, 0.03));
        const bool is_above = up.dot(at - Vec3d(0.5 * (0.04 + 0.0125), 0.135, 0.005)) * up.y() > 0;
        const bool is_tip = is_above && at.x() > 0.0125 && at.x() < 0.035;
        EXPECT_EQ(model.component[i] == model.component[0], !is_tip) << at.transpose();
    }
}

TEST(CutBody, CrossedLeavesHaveTheFinestSizeAndTheRestStaysCoarse) {
    const CutModel model("block", {across_block(0.013)});
    const MaterialGraph& material = model.body.material;
    std::set<Morton> crossed(material.removed.cells.begin(), material.removed.cells.end());
    EXPECT_GT(crossed.size(), 100u);
    int finest = 0;
    for (int c = 0; c < model.body.tree.size(); ++c) {
        if (!model.body.tree.is_leaf[c]) continue;
        const Cell& leaf = model.body.tree.cells[c];
        const Morton end = leaf.corner + (Morton{1} << 3 * (material.lattice.depth - leaf.level));
        const auto first = crossed.lower_bound(leaf.corner);
        if (first == crossed.end() || *first >= end) continue;
        EXPECT_EQ(leaf.level, material.lattice.depth);
        ++finest;
    }
    EXPECT_EQ(finest, static_cast<int>(crossed.size()));
    EXPECT_LT(model.body.rest->nodes(), 4 * finest);
}

TEST(CutBody, ATorusFallsApartAtTheSecondCut) {
    const CutSheet left = flat_sheet({-0.09, 0.035, 0}, {0.06, 0, 0}, {0, 0.06, 0.01}, 30, 30);
    const CutSheet right = flat_sheet({0.09, 0.035, 0.01}, {0.06, 0.01, 0}, {0, 0.06, 0}, 30, 30);
    const CutModel once("torus", {left});
    EXPECT_EQ(once.components(), 1);
    const auto part = solid_parts(once.skin.mesh);
    EXPECT_EQ(*std::max_element(part.begin(), part.end()), 0);
    const CutModel twice("torus", {left, right});
    expect_two_sides(twice);
    expect_skins_apart(twice);
}

TEST(CutBody, ANodeBudgetJoinsNothingAcrossACut) {
    const CutModel model("block", {across_block(0.013)}, {.depth = 3, .budget = 300});
    EXPECT_LE(model.body.rest->nodes(), 300);
    expect_two_sides(model);
    expect_skins_apart(model);
}

TEST(CutBody, TheFacesOfAPartialCutFollowTheirOwnSideUpToTheFront) {
    // From above down to y = 0.03.
    const CutSheet sheet = flat_sheet({0.012, 0.08, 0}, {0, 0, 0.07}, {0.003, 0.05, 0}, 30, 40);
    const CutModel model("block", {sheet});
    EXPECT_EQ(model.components(), 1);
    const Vec3d normal = Vec3d(0.05, -0.003, 0).normalized();
    const auto height = [&](const Vec3d& p) { return normal.dot(p - Vec3d(0.012, 0.08, 0)); };
    std::set<int> nodes[2];
    int vertices = 0;
    for (std::size_t t = 0; t < model.skin.origin.size(); ++t) {
        if (model.skin.origin[t].sheet < 0) continue;
        for (int v : model.skin.mesh.triangles[t]) {
            const Vec3d& p = model.skin.mesh.vertices[v];
            if (p.y() < 0.03 + 5 * model.h()) continue;
            const int side = height(p) > 0;
            for (NodeId i : model.bound.nodes.row(v)) {
                nodes[side].insert(i.value);
                EXPECT_EQ(height(model.place(i)) > 0, side);
            }
            ++vertices;
        }
    }
    EXPECT_GT(vertices, 500);
    std::vector<int> both;
    std::set_intersection(nodes[0].begin(), nodes[0].end(), nodes[1].begin(), nodes[1].end(), std::back_inserter(both));
    EXPECT_TRUE(both.empty());
}

TEST(CutBody, WithoutSheetsTheFacesOfACutWouldBeBoundToBothSides) {
    const CutModel model("block", {across_block(0.013)});
    const PointBinder blind(model.body.material, model.body.tree, model.body.sampling, *model.body.rest);
    const SkinRest bound = make_skin(model.skin.mesh, blind);
    int wrong = 0;
    for (int v = 0; v < bound.nodes.rows(); ++v)
        wrong += model.component[bound.nodes.row(v)[0].value] != model.component[model.bound.nodes.row(v)[0].value];
    EXPECT_GT(wrong, 20) << "or this file tests nothing";
}

TEST(CutBody, CuttingInStepsGivesTheBodyOfCuttingAtOnce) {
    std::mt19937 random(3);
    const TriangleMesh mesh = sampled_model("block").mesh;
    const Box3 box = bounding_box(mesh);
    std::vector<CutSheet> sheets;
    for (int k = 0; k < 5; ++k) sheets.push_back(random_sheet(random, box.centre(), 0.06));
    const CutModel forth("block", sheets);
    std::reverse(sheets.begin(), sheets.end());
    const CutModel back("block", sheets);
    EXPECT_EQ(hash(*forth.body.rest), hash(*back.body.rest));
    EXPECT_NE(hash(*forth.body.rest), hash(forth.uncut.rest()));
}

TEST(ClosedSurface, SmallFlatHolesAreCapped) {
    TriangleMesh ball = canonical(sphere(Vec3d::Zero(), 1, 20));
    const std::size_t all = ball.triangles.size();
    std::erase_if(ball.triangles, [&](const auto& t) {
        const Vec3d middle = (ball.vertices[t[0]] + ball.vertices[t[1]] + ball.vertices[t[2]]) / 3;
        return std::abs(middle.z()) > 0.98;
    });
    ASSERT_LT(ball.triangles.size(), all);
    const ClosedSurface closed = close_surface(ball, 0.1);
    EXPECT_EQ(closed.repair, "2 holes capped for cutting");
    EXPECT_TRUE(not_cuttable(closed.mesh).empty());
    EXPECT_NEAR(signed_volume(closed.mesh), signed_volume(sphere(Vec3d::Zero(), 1, 20)), 0.01);
}

TEST(ClosedSurface, WhatIsNoManifoldIsMadeAnew) {
    TriangleMesh fin = joined(unit_cube(), {.vertices = {{0, 0, 1}, {1, 0, 1}, {0, 0, 2}}, .triangles = {{0, 1, 2}}});
    TriangleMesh open = unit_cube();
    open.triangles.resize(10);
    for (const TriangleMesh& mesh : {canonical(fin), open}) {
        ASSERT_FALSE(not_cuttable(mesh).empty());
        const ClosedSurface closed = close_surface(mesh, 0.05);
        EXPECT_TRUE(not_cuttable(closed.mesh).empty());
        EXPECT_EQ(closed.repair.rfind("surface made anew for cutting", 0), 0u) << closed.repair;
        EXPECT_NEAR(signed_volume(closed.mesh), 1, 0.2);
    }

    TriangleMesh bowl = canonical(sphere(Vec3d::Zero(), 1, 12));
    std::erase_if(bowl.triangles, [&](const auto& t) { return bowl.vertices[t[0]].z() > 0.2; });
    const ClosedSurface half = close_surface(bowl, 0.1);
    EXPECT_TRUE(not_cuttable(half.mesh).empty());
}

TEST(ClosedSurface, LeavesClosedSurfacesAloneAndRefusesWhatHoldsNothing) {
    EXPECT_TRUE(close_surface(unit_cube(), 0.1).repair.empty());
    EXPECT_EQ(close_surface(unit_cube(), 0.1).mesh.vertices, unit_cube().vertices);
    EXPECT_THROW(close_surface({}, 0.1), InputError);
    const TriangleMesh one{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .triangles = {{0, 1, 2}}};
    EXPECT_THROW(close_surface(one, 0.1), InputError);
}

}  // namespace
}  // namespace octomatch

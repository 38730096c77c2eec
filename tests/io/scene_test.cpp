#include "io/scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/input_error.h"
#include "io/json_value.h"
#include "io/scene_spec.h"
#include "tests/io/every_key_scene.h"
#include "tests/io/temporary_folder.h"

namespace octomatch {
namespace {

using test::kEveryKey;

const char* const kLeast = R"({"bodies": [{"model": "block"}]})";

/// The scene with every key, with the mesh file that it names.
class EveryKey : public testing::Test {
protected:
    Scene read(const std::string& text = kEveryKey) { return parse_scene(text, "every.json", folder_.path()); }

    test::TemporaryFolder folder_;
    std::filesystem::path mesh_ = folder_.file("some.obj", "v 0 0 0\n");
};

// The paths of all keys of a document, as the specification writes them, with the value of each that is no object.
void collect(const JsonValue& json, const std::string& path, std::vector<std::pair<std::string, JsonValue>>& found) {
    if (json.kind == JsonValue::Kind::object)
        for (std::size_t i = 0; i < json.keys.size(); ++i) {
            const std::string key = path.empty() ? json.keys[i] : path + "." + json.keys[i];
            found.emplace_back(key, json.items[i]);
            collect(json.items[i], key, found);
        }
    if (json.kind == JsonValue::Kind::list)
        for (const JsonValue& item : json.items) collect(item, path + "[]", found);
}

std::set<std::string> paths_of(const std::string& text) {
    std::vector<std::pair<std::string, JsonValue>> found;
    collect(parse_json(text), "", found);
    std::set<std::string> paths;
    for (const auto& [path, value] : found) paths.insert(path);
    return paths;
}

std::set<std::string> specified_paths() {
    std::set<std::string> paths;
    for (const SceneKey& key : scene_keys()) paths.insert(key.path);
    return paths;
}

TEST_F(EveryKey, OfTheSpecificationIsInTheSceneOfThisTest) {
    EXPECT_EQ(paths_of(kEveryKey), specified_paths());
}

TEST_F(EveryKey, IsGivenThereWithAValueThatIsNotTheDefault) {
    std::vector<std::pair<std::string, JsonValue>> given;
    collect(parse_json(kEveryKey), "", given);
    for (const SceneKey& key : scene_keys()) {
        if (key.default_value.empty() || key.path == "script[].grab.hard") continue;  // hard is true or absent
        if (key.path.starts_with("script[].world")) continue;  // these differ from the world before, see below
        EXPECT_TRUE(std::any_of(given.begin(), given.end(), [&](const auto& entry) {
            return entry.first == key.path && json_text(entry.second) != key.default_value;
        })) << key.path;
    }
}

TEST_F(EveryKey, ReadsBackAsItWasWritten) {
    const std::string once = resolved_json(read());
    EXPECT_EQ(resolved_json(read(once)), once);
    // Whatever was given stands there with the value that was given.
    std::vector<std::pair<std::string, JsonValue>> given, resolved;
    collect(parse_json(kEveryKey), "", given);
    collect(parse_json(once), "", resolved);
    for (const auto& [path, value] : given) {
        if (value.kind == JsonValue::Kind::object || value.kind == JsonValue::Kind::list) continue;
        EXPECT_TRUE(std::any_of(resolved.begin(), resolved.end(),
                                [&, &path = path, &value = value](const auto& entry) {
                                    return entry.first == path && json_text(entry.second) == json_text(value);
                                }))
            << path << " = " << json_text(value);
    }
}

TEST_F(EveryKey, OfTheWorldReachesItsMember) {
    const WorldSettings world = read().world;
    EXPECT_EQ(world.time_step, 0.01);
    EXPECT_EQ(world.substeps, 3);
    EXPECT_EQ(world.gravity, Vec3d(1, -2, 3));
    EXPECT_EQ(world.wind.velocity, Vec3d(4, 5, 6));
    EXPECT_EQ(world.wind.coupling, 0.5);
    EXPECT_EQ(world.wind.gust, 0.25);
    EXPECT_EQ(world.wind.period, 3);
    EXPECT_EQ(world.wind.length, 7);
    ASSERT_TRUE(world.ground);
    EXPECT_EQ(world.ground->normal, Vec3d(0, 2, 1));
    EXPECT_EQ(world.ground->offset, -0.5);
    EXPECT_EQ(world.ground->friction, 0.75);
    EXPECT_EQ(world.ground->restitution, 0.125);
    EXPECT_EQ(world.plan, PlanKind::brute_force);
    EXPECT_EQ(world.rotation, RotationKind::reference);
}

TEST_F(EveryKey, OfABodyReachesItsMember) {
    const Scene scene = read();
    ASSERT_EQ(scene.bodies.size(), 3u);
    const SceneBody& body = scene.bodies[0];
    EXPECT_EQ(body.name, "first");
    EXPECT_EQ(body.model, "block");
    EXPECT_EQ(body.scale, 2);
    EXPECT_EQ(body.at, Vec3d(0.1, 0.2, 0.3));
    EXPECT_EQ(body.rotate.axis, Vec3d(1, 1, 0));
    EXPECT_EQ(body.rotate.degrees, 30);
    EXPECT_EQ(body.velocity, Vec3d(1, 0, -1));
    EXPECT_EQ(body.angular_velocity, Vec3d(0, 2, 0));
    EXPECT_EQ(body.copies.count, 3);
    EXPECT_EQ(body.copies.columns, 2);
    EXPECT_EQ(body.copies.spacing, Vec3d(0.5, 0.25, 0.75));
    EXPECT_EQ(body.copies.jitter, 0.5);
    EXPECT_EQ(body.copies.seed, 9);
    ASSERT_EQ(body.pins.size(), 4u);
    EXPECT_EQ(body.pins[0].where.zone.box.high, Vec3d(1, 1, 4));
    EXPECT_EQ(body.pins[0].velocity, Vec3d(1, 0, 0));
    EXPECT_EQ(body.pins[1].where.zone.points, std::vector<Vec3d>{Vec3d(0, 4, 0)});
    EXPECT_EQ(body.pins[1].where.zone.radius, 1);
    EXPECT_EQ(body.pins[2].where.zone.points.size(), 2u);
    EXPECT_TRUE(body.pins[3].where.in_shares);
    EXPECT_FALSE(body.pins[0].where.in_shares);
    EXPECT_EQ(scene.bodies[2].mesh, "some.obj");
}

TEST_F(EveryKey, OfSamplingReachesItsMember) {
    const SceneSampling sampling = read().bodies[0].sampling;
    const SampleSettings& s = sampling.settings;
    EXPECT_EQ(s.base_cell, 0.1);
    EXPECT_EQ(s.base_cells, 20);
    EXPECT_EQ(s.depth, 2);
    EXPECT_EQ(s.shift, Vec3d(0.25, 0.5, 0.75));
    EXPECT_EQ(s.criteria, (std::vector{Criterion::uniform, Criterion::curvature}));
    EXPECT_EQ(s.kappa, 0.5);
    EXPECT_EQ(s.spread, 0.2);
    EXPECT_EQ(s.budget, 500);
    EXPECT_EQ(s.positions, Positions::cell_centre);
    EXPECT_EQ(s.links, LinkRule::touching);
    EXPECT_EQ(s.density, 900);
    EXPECT_EQ(s.width, 0.05);
    EXPECT_EQ(s.regions.epsilon, 0.25);
    EXPECT_EQ(s.regions.relation, RelationKind::blocks);
    EXPECT_EQ(s.regions.symmetry, Symmetry::union_);
    EXPECT_EQ(s.memory_limit, 2);
    ASSERT_EQ(sampling.field.size(), 4u);
    EXPECT_EQ(sampling.field[1].cell, 0.03);
    EXPECT_EQ(sampling.field[1].where.zone.points, std::vector<Vec3d>{Vec3d(0, 1, 0)});
    ASSERT_EQ(sampling.widths.size(), 4u);
    EXPECT_EQ(sampling.widths[3].width, 0.09);
    EXPECT_TRUE(sampling.widths[3].where.in_shares);
}

TEST_F(EveryKey, OfAMaterialReachesItsMember) {
    const Scene scene = read();
    const SceneMaterial& material = scene.bodies[0].material;
    const MaterialSettings& m = material.settings;
    EXPECT_EQ(m.rule, MaterialRule::as_printed);
    EXPECT_EQ(m.stiffness.unit, StiffnessUnit::young);
    EXPECT_EQ(m.stiffness.value, 5000);
    EXPECT_EQ(m.damping, 5);
    EXPECT_EQ(m.damping_order, DampingOrder::rj07);
    EXPECT_EQ(m.drag, 0.25);
    EXPECT_EQ(m.plasticity.yield, 0.1);
    EXPECT_EQ(m.plasticity.creep, 2);
    EXPECT_EQ(m.plasticity.maximum, 0.5);
    ASSERT_EQ(material.regions.size(), 4u);
    EXPECT_EQ(material.regions[2].stiffness, 0.3);
    EXPECT_EQ(scene.bodies[1].material.settings.stiffness.unit, StiffnessUnit::frequency);
    EXPECT_EQ(scene.bodies[1].material.settings.stiffness.value, 12);
    EXPECT_EQ(scene.bodies[2].material.settings.stiffness.unit, StiffnessUnit::alpha);
    EXPECT_EQ(scene.bodies[2].material.settings.stiffness.value, 0.5);
}

TEST_F(EveryKey, OfTheScriptAndTheCameraReachesItsMember) {
    const Scene scene = read();
    ASSERT_EQ(scene.script.size(), 23u);
    const auto& soft = std::get<SceneGrab>(scene.script[0].what);
    EXPECT_EQ(scene.script[0].at, 0.1);
    EXPECT_EQ(soft.name, "soft");
    EXPECT_EQ(soft.body, "first[1]");
    EXPECT_EQ(soft.point, Vec3d(0, 0.1, 0));
    EXPECT_EQ(soft.rate, 15);
    EXPECT_EQ(soft.way, Vec3d(0, 1, 0));
    EXPECT_FALSE(soft.is_place);
    EXPECT_EQ(soft.over, 2);
    const auto& fixed = std::get<SceneGrab>(scene.script[1].what);
    EXPECT_EQ(fixed.rate, std::numeric_limits<double>::infinity());
    EXPECT_TRUE(fixed.is_place);
    EXPECT_EQ(std::get<SceneRelease>(scene.script[2].what).name, "soft");
    const auto& pinning = std::get<ScenePinning>(scene.script[3].what);
    EXPECT_EQ(pinning.body, "first");
    EXPECT_EQ(pinning.pin.velocity, Vec3d(2, 0, 0));
    EXPECT_EQ(std::get<SceneUnpinning>(scene.script[8].what).where.zone.radius, 3);
    EXPECT_EQ(std::get<WorldSettings>(scene.script[11].what).wind.length, 8);
    const auto& cut = std::get<SceneCut>(scene.script[12].what);
    EXPECT_EQ(cut.body, "second");
    EXPECT_EQ(cut.blades, (std::vector<Blade>{{{0, 1, -1}, {0, 1, 1}}, {{0, 0, -1}, {0, 0, 1}}}));
    EXPECT_EQ(cut.over, 0.25);
    EXPECT_EQ(std::get<SceneUndo>(scene.script[13].what).cuts, 2);
    EXPECT_EQ(std::get<SceneRedo>(scene.script[14].what).cuts, 3);
    EXPECT_EQ(std::get<SceneRefining>(scene.script[15].what).cells.cell, 0.01);
    EXPECT_EQ(std::get<SceneRefining>(scene.script[16].what).cells.where.zone.radius, 4);
    EXPECT_EQ(std::get<SceneCoarsening>(scene.script[19].what).body, "first");
    EXPECT_EQ(std::get<SceneCoarsening>(scene.script[22].what).cells.where.zone.box.high.x(), 0.875);
    EXPECT_EQ(scene.world.undo_levels, 5);
    EXPECT_EQ(scene.world.undo_memory, 10);
    ASSERT_TRUE(scene.lod);
    EXPECT_EQ(scene.lod->policy.touch->cell, 0.01);
    EXPECT_EQ(scene.lod->policy.touch->within, 0.1);
    EXPECT_EQ(scene.lod->policy.ground->within, 0.2);
    EXPECT_EQ(scene.lod->policy.view->pixels, 30);
    EXPECT_EQ(scene.lod->policy.strain->strain, 0.2);
    EXPECT_EQ(scene.lod->policy.deviation->speed, 0.3);
    EXPECT_EQ(scene.lod->every, 6);
    EXPECT_EQ(scene.lod->hysteresis, 2);
    EXPECT_EQ(scene.lod->budget, 1000);
    EXPECT_EQ(scene.lod->work, 300);
    EXPECT_EQ(scene.about, "all keys");
    EXPECT_EQ(scene.frames, 12);
    ASSERT_TRUE(scene.camera);
    EXPECT_EQ(scene.camera->from, Vec3d(1, 2, 3));
    EXPECT_EQ(scene.camera->to, Vec3d(4, 5, 6));
    EXPECT_EQ(scene.camera->field_of_view, 60);
}

TEST(SceneDefaults, AreThoseOfTheStructs) {
    const Scene scene = parse_scene(kLeast, "least.json");
    const Scene plain;
    EXPECT_EQ(scene.frames, plain.frames);
    EXPECT_FALSE(scene.camera);
    EXPECT_TRUE(scene.script.empty());

    const WorldSettings world;
    EXPECT_EQ(scene.world.time_step, world.time_step);
    EXPECT_EQ(scene.world.substeps, world.substeps);
    EXPECT_EQ(scene.world.gravity, world.gravity);
    EXPECT_EQ(scene.world.wind.velocity, world.wind.velocity);
    EXPECT_EQ(scene.world.wind.coupling, world.wind.coupling);
    EXPECT_EQ(scene.world.wind.gust, world.wind.gust);
    EXPECT_EQ(scene.world.wind.period, world.wind.period);
    EXPECT_EQ(scene.world.wind.length, world.wind.length);
    EXPECT_EQ(scene.world.ground.has_value(), world.ground.has_value());
    EXPECT_EQ(scene.world.plan, world.plan);
    EXPECT_EQ(scene.world.rotation, world.rotation);
    EXPECT_EQ(scene.world.undo_levels, world.undo_levels);
    EXPECT_EQ(scene.world.undo_memory, world.undo_memory);

    const MaterialSettings material, &m = scene.bodies[0].material.settings;
    EXPECT_EQ(m.rule, material.rule);
    EXPECT_EQ(m.stiffness.unit, material.stiffness.unit);
    EXPECT_EQ(m.stiffness.value, material.stiffness.value);
    EXPECT_EQ(m.damping, material.damping);
    EXPECT_EQ(m.damping_order, material.damping_order);
    EXPECT_EQ(m.drag, material.drag);
    EXPECT_EQ(m.plasticity.yield, material.plasticity.yield);
    EXPECT_EQ(m.plasticity.creep, material.plasticity.creep);
    EXPECT_EQ(m.plasticity.maximum, material.plasticity.maximum);

    const SampleSettings sampling, &s = scene.bodies[0].sampling.settings;
    EXPECT_EQ(s.base_cell, sampling.base_cell);
    EXPECT_EQ(s.base_cells, sampling.base_cells);
    EXPECT_EQ(s.depth, sampling.depth);
    EXPECT_EQ(s.shift, sampling.shift);
    EXPECT_EQ(s.criteria, sampling.criteria);
    EXPECT_EQ(s.kappa, sampling.kappa);
    EXPECT_EQ(s.spread, sampling.spread);
    EXPECT_EQ(s.budget, sampling.budget);
    EXPECT_EQ(s.positions, sampling.positions);
    EXPECT_EQ(s.links, sampling.links);
    EXPECT_EQ(s.density, sampling.density);
    EXPECT_EQ(s.width, sampling.width);
    EXPECT_EQ(s.regions.epsilon, sampling.regions.epsilon);
    EXPECT_EQ(s.regions.relation, sampling.regions.relation);
    EXPECT_EQ(s.regions.symmetry, sampling.regions.symmetry);
    EXPECT_EQ(s.memory_limit, sampling.memory_limit);
}

// The least scene with one more event, pin or zone where a list would else be empty, and without its defaults.
TEST(SceneDefaults, AreStatedInTheSpecificationAsTheyAreUsed) {
    const std::string text = R"({"world": {"ground": {}}, "camera": {}, "lod": {},
        "bodies": [{"model": "block", "pins": [{"share": [[0, 0, 0], [1, 1, 1]]}]}],
        "script": [{"at": 0, "grab": {"name": "g", "body": "block", "point": [0, 0, 0]}},
                   {"at": 1, "pin": {"body": "block", "share": [[0, 0, 0], [1, 1, 1]]}}]})";
    std::vector<std::pair<std::string, JsonValue>> used;
    collect(parse_json(resolved_json(parse_scene(text, "least.json"))), "", used);
    int compared = 0;
    for (const auto& [path, value] : used)
        for (const SceneKey& key : scene_keys()) {
            if (key.path != path || key.default_value.empty()) continue;
            // These were given above, or are made from what was given.
            if (std::set<std::string>{"bodies[].name", "bodies[].pins", "script", "world.ground", "camera", "lod"}
                    .contains(path))
                continue;
            EXPECT_EQ(json_text(value), key.default_value) << path;
            ++compared;
        }
    EXPECT_GT(compared, 60);
}

TEST(SceneDefaults, LieInsideTheirRanges) {
    for (const SceneKey& key : scene_keys()) {
        if (key.default_value.empty()) continue;
        const JsonValue value = parse_json(key.default_value);
        std::vector<JsonValue> numbers = value.items;
        numbers.push_back(value);
        for (const JsonValue& number : numbers) {
            if (number.kind == JsonValue::Kind::number) {
                EXPECT_TRUE(key.range.contains(number.number)) << key.path;
            }
        }
    }
}

TEST(SceneSchema, ListsEveryKeyWithTypeAndText) {
    const JsonValue schema = parse_json(schema_json());
    const JsonValue* keys = schema.find("keys");
    ASSERT_TRUE(keys);
    std::set<std::string> listed;
    for (const JsonValue& key : keys->items) {
        listed.insert(key.find("path")->text);
        EXPECT_FALSE(key.find("type")->text.empty()) << key.find("path")->text;
        EXPECT_FALSE(key.find("text")->text.empty()) << key.find("path")->text;
    }
    EXPECT_EQ(listed, specified_paths());
    EXPECT_EQ(listed.size(), scene_keys().size()) << "a key is listed twice";
    for (const std::string& path : listed) EXPECT_NE(schema_markdown().find("| `" + path + "` |"), std::string::npos);
}

TEST(SceneScript, KeepsOfTheWorldWhatAnEventDoesNotGive) {
    const Scene scene = parse_scene(R"({
        "script": [{"at": 1, "world": {"gravity": [0, 0, 0]}}, {"at": 2, "world": {"wind": {"gust": 0.5}}},
                   {"at": 3, "world": {"ground": null}}],
        "world": {"substeps": 7, "wind": {"period": 9}, "ground": {"friction": 0.25}},
        "bodies": [{"model": "block"}]})",
                                    "scene.json");
    const auto at = [&](int event) { return std::get<WorldSettings>(scene.script[event].what); };
    EXPECT_EQ(at(0).gravity, Vec3d::Zero());
    EXPECT_EQ(at(0).substeps, 7);
    EXPECT_EQ(at(1).gravity, Vec3d::Zero());
    EXPECT_EQ(at(1).wind.gust, 0.5);
    EXPECT_EQ(at(1).wind.period, 9);
    ASSERT_TRUE(at(1).ground);
    EXPECT_EQ(at(1).ground->friction, 0.25);
    EXPECT_FALSE(at(2).ground);
    EXPECT_EQ(at(2).wind.gust, 0.5);
}

TEST(SceneBodies, AreCalledAsTheirModelUnlessTheyHaveAName) {
    const Scene scene = parse_scene(R"({"bodies": [{"model": "duck"}, {"model": "duck", "name": "other"}]})", "s.json");
    EXPECT_EQ(scene.bodies[0].name, "duck");
    EXPECT_EQ(scene.bodies[1].name, "other");
}

TEST(SceneBodies, OfTheRuleEqualAreSampledWithFractionalMembers) {
    const auto body_of = [](const std::string& body) {
        return parse_scene(R"({"bodies": [{"model": "hand", )" + body + "}]}", "test").bodies[0];
    };
    const auto is = [&](const std::string& body, MaterialRule rule, RelationKind relation) {
        const SceneBody made = body_of(body);
        return made.material.settings.rule == rule && made.sampling.settings.regions.relation == relation;
    };
    EXPECT_TRUE(is(R"("material": {"rule": "equal"})", MaterialRule::equal, RelationKind::fractional));
    EXPECT_TRUE(is(R"("sampling": {"relation": "fractional"})", MaterialRule::equal, RelationKind::fractional));
    EXPECT_TRUE(is(R"("material": {"rule": "plain"}, "sampling": {"relation": "fractional"})", MaterialRule::plain,
                   RelationKind::fractional));
    EXPECT_TRUE(is(R"("scale": 1)", MaterialRule::plain, RelationKind::intervals));
    const Scene by_set =
        parse_scene(R"({"bodies": [{"model": "hand"}]})", "test", {}, {"bodies.*.material.rule=equal"});
    EXPECT_EQ(by_set.bodies[0].sampling.settings.regions.relation, RelationKind::fractional);
    const Scene again = parse_scene(resolved_json(by_set), "test");
    EXPECT_EQ(again.bodies[0].material.settings.rule, MaterialRule::equal);
    EXPECT_EQ(again.bodies[0].sampling.settings.regions.relation, RelationKind::fractional);
    try {
        body_of(R"("material": {"rule": "equal"}, "sampling": {"relation": "blocks"})");
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "test:1: the rule 'equal' needs the relation 'fractional'");
    }
}

TEST(SceneBodies, CopiesAreFoundAllTogetherOrByNumber) {
    const Scene scene =
        parse_scene(R"({"bodies": [{"model": "duck"}, {"model": "flower", "copies": {"count": 3}}]})", "s.json");
    EXPECT_EQ(find_copies(scene, "duck").size(), 1u);
    EXPECT_EQ(find_copies(scene, "flower").size(), 3u);
    ASSERT_EQ(find_copies(scene, "flower[2]").size(), 1u);
    EXPECT_EQ(find_copies(scene, "flower[2]")[0].body, 1);
    EXPECT_EQ(find_copies(scene, "flower[2]")[0].copy, 2);
    for (const char* none : {"flower[3]", "flower[-1]", "flower[]", "flower[", "[0]", "", "rose", "flower[1]x"})
        EXPECT_TRUE(find_copies(scene, none).empty()) << none;
}

}  // namespace
}  // namespace octomatch

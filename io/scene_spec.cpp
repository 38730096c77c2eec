#include "io/scene_spec.h"

#include "io/scene_parts_spec.h"

namespace octomatch {

namespace {

// ---- the world

ObjectSpec<Wind> wind_keys() {
    return ObjectSpec<Wind>()
        .key("velocity", &Wind::velocity, kSpeed, "m/s", "of the air; zero: no wind")
        .key("coupling", &Wind::coupling, between(0, 1e4), "1/s", "how fast bodies take on the air's velocity")
        .key("gust", &Wind::gust, between(0, 10), "", "share of the velocity that comes and goes")
        .key("period", &Wind::period, above(0, 1e4), "s", "from gust to gust")
        .key("length", &Wind::length, kLength, "m", "from gust to gust, along the wind");
}

ObjectSpec<Ground> ground_keys() {
    return ObjectSpec<Ground>()
        .key("normal", &Ground::normal, not_zero(1e6), "", "direction away from the ground")
        .key("offset", &Ground::offset, kPlace, "m", "of the plane along its normal")
        .key("friction", &Ground::friction, between(0, 100), "", "Coulomb's coefficient")
        .key("restitution", &Ground::restitution, between(0, 1), "", "share of the approach speed that comes back");
}

}  // namespace

ObjectSpec<WorldSettings> world_keys() {
    return ObjectSpec<WorldSettings>()
        .key("time_step", &WorldSettings::time_step, above(0, 1), "s", "of a frame")
        .key("substeps", &WorldSettings::substeps, between(0, 10000), "",
             "per frame; 0: as many as the stiffest body needs")
        .key("gravity", &WorldSettings::gravity, kSpeed, "m/s^2", "acceleration of everything")
        .key("wind", &WorldSettings::wind, object_of(wind_keys()), "air that moves and drags")
        .key("ground", &WorldSettings::ground, object_or_null(ground_keys()), "a half space; null: none")
        .key("plan", &WorldSettings::plan, word_of<PlanKind>({"tree", "brute_force"}),
             "how region sums are evaluated; the result is the same")
        .key("rotation", &WorldSettings::rotation, word_of<RotationKind>({"kernel", "reference"}),
             "how rotations are found: fast, or by Eigen's SVD in double")
        .key("undo_levels", &WorldSettings::undo_levels, between(0, 1000), "cuts", "that can be taken back")
        .key("undo_memory", &WorldSettings::undo_memory, between(0, 1e6), "MB",
             "for that; the oldest cuts are given up where it needs more");
}

// ---- zones

namespace {

// Points of a ball or a stroke, and their radius.
struct Balls {
    std::vector<Vec3d> points;
    double radius = 0;
};

struct Ball {
    Vec3d centre = Vec3d::Zero();
    double radius = 0;
};

}  // namespace

ObjectSpec<SceneZone> zone_keys() {
    const auto ball = ObjectSpec<Ball>()
                          .required("centre", &Ball::centre, kPlace, "m", "of the ball")
                          .required("radius", &Ball::radius, kLength, "m", "of the ball");
    const auto balls = ObjectSpec<Balls>()
                           .required("points", &Balls::points, kPlace, "m", "centres of the balls")
                           .required("radius", &Balls::radius, kLength, "m", "of each ball");
    const auto box_where = [](bool in_shares) {
        return [in_shares](const SceneZone& z) {
            return z.zone.points.empty() && z.in_shares == in_shares ? std::optional(z.zone.box) : std::nullopt;
        };
    };
    const auto set_box = [](bool in_shares) {
        return [in_shares](SceneZone& z, const Box3& box) { z = {{.box = box}, in_shares}; };
    };
    ObjectSpec<SceneZone> spec;
    spec.alternative(codec_of<Box3>(), {"box", kPlace, "m", "corners of a box, in the mesh's own coordinates"},
                     box_where(false), set_box(false));
    spec.alternative(
        object_of(ball), {"ball", {}, "", "a ball, in the mesh's own coordinates"},
        [](const SceneZone& z) {
            const auto& [box, points, radius] = z.zone;
            return points.size() == 1 ? std::optional(Ball{points[0], radius}) : std::nullopt;
        },
        [](SceneZone& z, const Ball& b) { z = {{.points = {b.centre}, .radius = b.radius}}; });
    spec.alternative(
        object_of(balls), {"painted", {}, "", "a stroke of balls, in the mesh's own coordinates"},
        [](const SceneZone& z) {
            const auto& [box, points, radius] = z.zone;
            return points.size() > 1 ? std::optional(Balls{points, radius}) : std::nullopt;
        },
        [](SceneZone& z, const Balls& b) { z = {{.points = b.points, .radius = b.radius}}; });
    spec.alternative(codec_of<Box3>(),
                     {"share", between(0, 1), "", "corners of a box, in shares of the mesh's bounding box"},
                     box_where(true), set_box(true));
    return spec.exactly_one_of({"box", "ball", "painted", "share"});
}

// ---- bodies

namespace {

ObjectSpec<SampleSettings> sample_keys() {
    using S = SampleSettings;
    const auto regions =
        ObjectSpec<RegionSettings>()
            .key("epsilon", &RegionSettings::epsilon, between(0, 10), "",
                 "members reach from the width to (1 + epsilon) times it")
            .key("relation", &RegionSettings::relation,
                 word_of<RelationKind>({"intervals", "blocks", "fractional", "links"}), "which nodes a region has")
            .key("symmetry", &RegionSettings::symmetry, word_of<Symmetry>({"adjoint", "union", "intersection"}),
                 "what becomes of members that do not have each other");
    const auto clusters = ObjectSpec<ClusterSettings>()
                              .key("edge", &ClusterSettings::edge, between(0, 1e6), "m",
                                   "of the cubes that hold one cluster each; 0: one around everything")
                              .key("overlap", &ClusterSettings::overlap, between(0, 0.9), "",
                                   "share of the edge that a cube has in common with the next one");
    return ObjectSpec<S>()
        .key("base_cell", &S::base_cell, between(0, 1e6), "m", "edge of a base cell; 0: longest extent / 4.5")
        .key("base_cells", &S::base_cells, between(0, 1e6), "", "about so many over the body; 0: base_cell decides")
        .key("depth", &S::depth, between(0, 12), "", "levels of the octree below the base cells")
        .key("shift", &S::shift, {.low = 0, .high = 1, .below = true}, "base cells", "of the lattice")
        .key("criteria", &S::criteria, words_of<Criterion>({"uniform", "features", "curvature"}),
             "where cells are split; the finest wins")
        .key("kappa", &S::kappa, between(0.1, 10), "", "features: 1 light, 0.5 detailed")
        .key("spread", &S::spread, between(0, 1), "", "curvature: spread of the normals from which a cell is split")
        .key("budget", &S::budget, between(0, 1e9), "nodes", "at most so many; 0: no bound")
        .key("positions", &S::positions, word_of<Positions>({"mass", "cell_centre"}), "where nodes rest in their cells")
        .key("links", &S::links, word_of<LinkRule>({"contact", "touching"}), "which cells are linked")
        .key("density", &S::density, above(0, 1e6), "kg/m^3", "of the material")
        .key("width", &S::width, between(0, 1e6), "m", "of regions; 0: half a base cell")
        .flat(&S::regions, regions)
        .key("clusters", &S::clusters, object_or_null(clusters),
             "instead of all but the density: nodes are the mesh's vertices, regions are clusters; null: none")
        .key("memory_limit", &S::memory_limit, above(0, 1e6), "GB", "what needs more is refused");
}

ObjectSpec<SceneSampling> sampling_keys() {
    const auto cell = ObjectSpec<SceneCell>()
                          .flat(&SceneCell::where, zone_keys())
                          .required("cell", &SceneCell::cell, kLength, "m", "wanted edge of cells there");
    const auto width = ObjectSpec<SceneWidth>()
                           .flat(&SceneWidth::where, zone_keys())
                           .required("width", &SceneWidth::width, kLength, "m", "of regions there");
    return ObjectSpec<SceneSampling>()
        .flat(&SceneSampling::settings, sample_keys())
        .key("field", &SceneSampling::field, list_of(cell), "where cells of which size are wanted")
        .key("widths", &SceneSampling::widths, list_of(width), "where another width holds; the last one wins");
}

// One way to say how stiff a material is.
void add_stiffness(ObjectSpec<MaterialSettings>& spec, StiffnessUnit unit, const KeyRules& rules) {
    spec.alternative(
        codec_of<double>(), rules,
        [unit](const MaterialSettings& m) {
            return m.stiffness.unit == unit ? std::optional(m.stiffness.value) : std::nullopt;
        },
        [unit](MaterialSettings& m, double value) {
            m.stiffness = {unit, value};
        });
}

ObjectSpec<MaterialSettings> material_settings_keys() {
    using M = MaterialSettings;
    const auto plasticity =
        ObjectSpec<Plasticity>()
            .key("yield", &Plasticity::yield, between(0, 10), "", "strain from which a region flows; 0: elastic")
            .key("creep", &Plasticity::creep, between(0, 1e4), "1/s", "share of the strain taken over per second")
            .key("maximum", &Plasticity::maximum, between(0, 10), "", "largest plastic strain");
    ObjectSpec<M> spec;
    spec.key("rule", &M::rule, word_of<MaterialRule>({"plain", "as_printed", "equal", "added"}),
             "pulls averaged, conserving momentum; with FASM's weights; the same material at every sampling; or pulls "
             "added up as in MHTG05");
    add_stiffness(spec, StiffnessUnit::young, {"young", above(0, 1e12), "Pa", "Young's modulus; substeps follow"});
    add_stiffness(spec, StiffnessUnit::frequency,
                  {"frequency", above(0, 1e6), "rad/s", "of the stiffest mode; substeps follow"});
    add_stiffness(spec, StiffnessUnit::alpha,
                  {"alpha", above(0, 1), "", "share of the way to the goal per substep, as in the papers"});
    return spec.at_most_one_of({"young", "frequency", "alpha"})
        .key("damping", &M::damping, between(0, 1e6), "1/s", "of motion that is not rigid, per region")
        .key("damping_order", &M::damping_order, word_of<DampingOrder>({"fused", "rj07"}),
             "damping with the match, or after it by a sweep of its own")
        .key("drag", &M::drag, between(0, 1e6), "1/s", "of all motion; lets the slowest modes settle")
        .key("plasticity", &M::plasticity, object_of(plasticity), "how the body keeps a deformation")
        .key("model", &M::model, word_of<MatchModel>({"rigid", "linear", "quadratic"}), "what a region may become")
        .key("beta", &M::beta, between(0, 1), "", "linear, quadratic: share of the deformation that is not pulled back")
        .key("keep_volume", &M::keep_volume, kAny, "", "linear: the deformation keeps its volume");
}

ObjectSpec<SceneMaterial> material_keys() {
    const auto region =
        ObjectSpec<SceneRegionStiffness>()
            .flat(&SceneRegionStiffness::where, zone_keys())
            .required("stiffness", &SceneRegionStiffness::stiffness, above(0, 1), "", "times the material's own");
    return ObjectSpec<SceneMaterial>()
        .flat(&SceneMaterial::settings, material_settings_keys())
        .key("regions", &SceneMaterial::regions, list_of(region), "where the body is softer");
}

}  // namespace

ObjectSpec<ScenePin> pin_keys() {
    return ObjectSpec<ScenePin>()
        .flat(&ScenePin::where, zone_keys())
        .key("velocity", &ScenePin::velocity, kSpeed, "m/s", "of the places that hold the nodes");
}

namespace {

// One way to say what a body is made from.
void add_source(ObjectSpec<SceneBody>& spec, const char* name, std::string SceneBody::*member, const char* text) {
    spec.alternative(
        codec_of<std::string>(), {name, {}, "", text},
        [member](const SceneBody& b) { return (b.*member).empty() ? std::nullopt : std::optional(b.*member); },
        [member](SceneBody& b, std::string value) { b.*member = std::move(value); });
}

ObjectSpec<SceneBody> body_keys() {
    using B = SceneBody;
    const auto rotation = ObjectSpec<SceneRotation>()
                              .key("axis", &SceneRotation::axis, not_zero(1e6), "", "of the turn")
                              .key("degrees", &SceneRotation::degrees, between(-3600, 3600), "degrees", "of the turn");
    const auto copies =
        ObjectSpec<SceneCopies>()
            .key("count", &SceneCopies::count, between(1, 10000), "", "bodies in all")
            .key("columns", &SceneCopies::columns, between(1, 10000), "", "bodies in a row")
            .key("spacing", &SceneCopies::spacing, kPlace, "m", "between columns along x, between rows along y and z")
            .key("jitter", &SceneCopies::jitter, between(0, 1), "",
                 "share of half the spacing, and of half a turn about y, that chance decides")
            .key("seed", &SceneCopies::seed, between(0, 1e9), "", "of the jitter");
    ObjectSpec<B> spec;
    spec.key("name", &B::name, kAny, "", "for the script; by default that of the model or the file");
    add_source(spec, "model", &B::model, "a built-in model; octomatch models lists them");
    add_source(spec, "mesh", &B::mesh, "a mesh file, relative to the scene: obj ply stl off gltf glb");
    return spec.exactly_one_of({"model", "mesh"})
        .key("scale", &B::scale, above(0, 1e6), "", "coordinates of the mesh are multiplied by this")
        .key("at", &B::at, kPlace, "m", "where the mesh's origin is placed")
        .key("rotate", &B::rotate, object_of(rotation), "turn about the mesh's origin, before it is placed")
        .key("velocity", &B::velocity, kSpeed, "m/s", "at the start, of the centre of mass")
        .key("angular_velocity", &B::angular_velocity, kSpeed, "rad/s", "at the start, about the centre of mass")
        .key("copies", &B::copies, object_of(copies), "rows of the same body")
        .key("sampling", &B::sampling, object_of(sampling_keys()), "how the body is sampled")
        .key("material", &B::material, object_of(material_keys()), "what the body is made of")
        .key("pins", &B::pins, list_of(pin_keys()), "what is held from the start");
}

ObjectSpec<Scene> all_keys() {
    const auto camera = ObjectSpec<SceneCamera>()
                            .key("from", &SceneCamera::from, kPlace, "m", "where it is")
                            .key("to", &SceneCamera::to, kPlace, "m", "where it looks")
                            .key("field_of_view", &SceneCamera::field_of_view, between(1, 170), "degrees", "vertical");
    return ObjectSpec<Scene>()
        .key("about", &Scene::about, kAny, "", "one line about the scene")
        .key("frames", &Scene::frames, between(0, 1e7), "", "how long it runs")
        .key("world", &Scene::world, object_of(world_keys()), "time and what is around the bodies")
        .required("bodies", &Scene::bodies, list_of(body_keys()), "at least one")
        .key("script", &Scene::script, list_of(event_keys()), "what happens, in order of time")
        .key("lod", &Scene::lod, object_or_null(lod_keys()),
             "where cells are refined while the scene runs; null: nowhere")
        .key("camera", &Scene::camera, object_or_null(camera), "null: all bodies are seen");
}

}  // namespace

const ObjectSpec<Scene>& scene_spec() {
    static const ObjectSpec<Scene> spec = all_keys();
    return spec;
}

const ObjectSpec<WorldSettings>& world_spec() {
    static const ObjectSpec<WorldSettings> spec = world_keys();
    return spec;
}

const std::vector<SceneKey>& scene_keys() {
    static const std::vector<SceneKey> keys = [] {
        std::vector<SceneKey> all;
        scene_spec().list("", all);
        return all;
    }();
    return keys;
}

}  // namespace octomatch

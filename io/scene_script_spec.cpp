// The specification of scripts: what can happen in a scene.
#include "io/scene_parts_spec.h"

namespace octomatch {

namespace {

// How far a grab goes: by a way, or to a place.
void add_way(ObjectSpec<SceneGrab>& spec, const char* name, bool is_place, const char* text) {
    spec.alternative(
        codec_of<Vec3d>(), {name, kPlace, "m", text},
        [is_place](const SceneGrab& g) { return g.is_place == is_place ? std::optional(g.way) : std::nullopt; },
        [is_place](SceneGrab& g, const Vec3d& way) {
            g.way = way;
            g.is_place = is_place;
        });
}

// A key that can only be said, not denied.
Codec<bool> only_true() {
    return {"true",
            {},
            [](const JsonValue& json, const std::string& path, const KeyRules&, bool& value) {
                if (json.kind != JsonValue::Kind::flag || !json.flag) wrong_type(json, path, "true");
                value = true;
            },
            [](bool value) { return JsonValue(value); },
            {}};
}

ObjectSpec<SceneGrab> grab_keys() {
    constexpr double kHard = std::numeric_limits<double>::infinity();
    ObjectSpec<SceneGrab> spec;
    spec.required("name", &SceneGrab::name, kAny, "", "to release it by")
        .required("body", &SceneGrab::body, kAny, "", "which body; one of several copies as in flower[3]")
        .required("point", &SceneGrab::point, kPlace, "m",
                  "which point of the mesh at rest; the nearest material is held");
    spec.alternative(
        codec_of<double>(), {"rate", above(0, 1e6), "1/s", "share of the way to the target per second"},
        [](const SceneGrab& g) { return g.rate < kHard ? std::optional(g.rate) : std::nullopt; },
        [](SceneGrab& g, double rate) { g.rate = rate; });
    spec.alternative(
        only_true(), {"hard", {}, "", "the point is always at the target"},
        [](const SceneGrab& g) { return g.rate < kHard ? std::nullopt : std::optional(true); },
        [](SceneGrab& g, bool) { g.rate = kHard; });
    add_way(spec, "by", false, "how far the target moves from where the point is");
    add_way(spec, "to", true, "where the target goes");
    return spec.at_most_one_of({"rate", "hard"})
        .at_most_one_of({"by", "to"})
        .key("over", &SceneGrab::over, between(0, 1e6), "s", "how long the target takes, smoothly");
}

// Places of a blade, each from end to end.
Codec<std::vector<Blade>> blades() {
    const Codec<std::vector<Vec3d>> points = codec_of<std::vector<Vec3d>>();
    return {"list of blades",
            {},
            [read = points.read](const JsonValue& json, const std::string& path, const KeyRules& rules,
                                 std::vector<Blade>& value) {
                if (json.kind != JsonValue::Kind::list || json.items.size() < 2)
                    wrong_type(json, path, "a list of at least two [[x, y, z], [x, y, z]]");
                value.clear();
                for (std::size_t i = 0; i < json.items.size(); ++i) {
                    const std::string place = path + "[" + std::to_string(i) + "]";
                    std::vector<Vec3d> ends;
                    read(json.items[i], place, rules, ends);
                    if (ends.size() != 2 || ends[0] == ends[1])
                        wrong_type(json.items[i], place, "two points that differ");
                    value.push_back({ends[0], ends[1]});
                }
            },
            [write = points.write](const std::vector<Blade>& value) {
                JsonValue json(JsonValue::Kind::list);
                for (const Blade& blade : value) json.items.push_back(write({blade.p, blade.q}));
                return json;
            },
            {}};
}

ObjectSpec<SceneCut> cut_keys() {
    KeyRules places{"blades", kPlace, "m", "places of the blade in the world, each from end to end, in order", true};
    ObjectSpec<SceneCut> spec;
    spec.key("body", &SceneCut::body, kAny, "", "which body, with all that was cut off it; empty: whatever is met");
    spec.alternative(
        blades(), places, [](const SceneCut& cut) { return std::optional(cut.blades); },
        [](SceneCut& cut, std::vector<Blade> value) { cut.blades = std::move(value); });
    return spec.key("over", &SceneCut::over, between(0, 1e6), "s",
                    "how long the blade takes from the first place to the last; 0: a frame");
}

// Refining and coarsening.
template <class Event>
ObjectSpec<Event> cell_keys(const char* text) {
    const auto cells = ObjectSpec<SceneCell>()
                           .flat(&SceneCell::where, zone_keys())
                           .key("cell", &SceneCell::cell, between(0, 1e6), "m", text);
    return ObjectSpec<Event>()
        .required("body", &Event::body, kAny, "", "which body, or all its copies")
        .flat(&Event::cells, cells);
}

// How many cuts are taken back or done again.
template <class Event>
void add_count(ObjectSpec<SceneEvent>& spec, const char* name, const char* text) {
    spec.alternative(
        codec_of<int>(), {name, between(1, 1000), "cuts", text},
        [](const SceneEvent& event) {
            const Event* what = std::get_if<Event>(&event.what);
            return what ? std::optional(what->cuts) : std::nullopt;
        },
        [](SceneEvent& event, int cuts) { event.what = Event{cuts}; });
}

// One of the things that can happen.
template <class What>
void add_event(ObjectSpec<SceneEvent>& spec, const char* name, const ObjectSpec<What>& keys, const char* text) {
    spec.alternative(
        object_of(keys), {name, {}, "", text},
        [](const SceneEvent& event) {
            const What* what = std::get_if<What>(&event.what);
            return what ? std::optional(*what) : std::nullopt;
        },
        [](SceneEvent& event, What what) { event.what = std::move(what); });
}

}  // namespace

ObjectSpec<SceneEvent> event_keys() {
    const auto pinning = ObjectSpec<ScenePinning>()
                             .required("body", &ScenePinning::body, kAny, "", "which body, or all its copies")
                             .flat(&ScenePinning::pin, pin_keys());
    const auto unpinning = ObjectSpec<SceneUnpinning>()
                               .required("body", &SceneUnpinning::body, kAny, "", "which body, or all its copies")
                               .flat(&SceneUnpinning::where, zone_keys());
    ObjectSpec<SceneEvent> spec;
    spec.required("at", &SceneEvent::at, between(0, 1e6), "s", "when; the first frame that starts then or later");
    add_event(spec, "grab", grab_keys(), "takes hold of a point and carries it");
    spec.alternative(
        codec_of<std::string>(), {"release", {}, "", "lets go of the grab of this name"},
        [](const SceneEvent& e) {
            const auto* release = std::get_if<SceneRelease>(&e.what);
            return release ? std::optional(release->name) : std::nullopt;
        },
        [](SceneEvent& e, std::string name) { e.what = SceneRelease{std::move(name)}; });
    add_event(spec, "pin", pinning, "holds the nodes of a zone where they are");
    add_event(spec, "unpin", unpinning, "frees the nodes of a zone");
    add_event(spec, "cut", cut_keys(), "moves a blade through a body");
    add_count<SceneUndo>(spec, "undo", "takes back so many cuts");
    add_count<SceneRedo>(spec, "redo", "does so many cuts again that were taken back");
    add_event(spec, "refine", cell_keys<SceneRefining>("largest edge of cells there; 0: the finest"),
              "splits the cells that meet a zone");
    add_event(spec, "coarsen", cell_keys<SceneCoarsening>("edge up to which cells are joined; 0: as at first"),
              "joins the cells inside a zone");
    add_event(spec, "world", world_keys(), "changes what is given of the world");
    return spec.exactly_one_of(
        {"grab", "release", "pin", "unpin", "cut", "undo", "redo", "refine", "coarsen", "world"});
}

}  // namespace octomatch

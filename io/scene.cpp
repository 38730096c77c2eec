#include "io/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/input_error.h"
#include "io/models.h"
#include "io/object_spec.h"
#include "io/scene_override.h"
#include "io/spelling.h"
#include "io/text.h"
#include "io/whole_file.h"

namespace octomatch {

namespace {

[[noreturn]] void fail(const JsonValue& json, std::string message) {
    throw JsonError{json.line, 0, std::move(message)};
}

std::string or_nearest(const std::string& name, const std::vector<std::string>& known) {
    const auto near = closest_names(name, known);
    return near.empty() ? "" : ", did you mean '" + near.front() + "'?";
}

// ---- bodies

void check_source(const JsonValue& json, const SceneBody& body, const std::filesystem::path& folder) {
    if (body.mesh.empty()) {
        if (find_model(body.model)) return;
        std::vector<std::string> known;
        for (const Model& model : models()) known.push_back(model.name);
        fail(*json.find("model"),
             fmt::format("no built-in model is called {}{}", quoted_name(body.model), or_nearest(body.model, known)));
    }
    std::error_code ignored;
    if (!std::filesystem::exists(folder / body.mesh, ignored))
        fail(*json.find("mesh"), fmt::format("there is no mesh file {}", quoted_name((folder / body.mesh).string())));
}

bool gives(const JsonValue& json, const char* object, const char* key) {
    const JsonValue* inner = json.find(object);
    return inner && inner->find(key);
}

// The rule 'equal' and fractional members go together: whichever is given chooses the other.
void choose_relation(const JsonValue& json, SceneBody& body) {
    MaterialRule& rule = body.material.settings.rule;
    RelationKind& relation = body.sampling.settings.regions.relation;
    if (rule == MaterialRule::equal && !gives(json, "sampling", "relation")) relation = RelationKind::fractional;
    if (relation == RelationKind::fractional && !gives(json, "material", "rule")) rule = MaterialRule::equal;
    if (rule == MaterialRule::equal && relation != RelationKind::fractional)
        fail(*json.find("sampling")->find("relation"), "the rule 'equal' needs the relation 'fractional'");
}

void check_bodies(const JsonValue& json, Scene& scene) {
    if (scene.bodies.empty()) fail(json, "bodies must have at least one body");
    std::set<std::string> names;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        SceneBody& body = scene.bodies[i];
        check_source(json.items[i], body, scene.folder);
        choose_relation(json.items[i], body);
        if (body.name.empty())
            body.name = std::filesystem::path(body.mesh.empty() ? body.model : body.mesh).stem().string();
        if (!names.insert(body.name).second)
            fail(json.items[i], fmt::format("two bodies are called {}; give them names", quoted_name(body.name)));
    }
}

// ---- the script

void require_body(const JsonValue& json, const Scene& scene, const std::string& name, bool only_one) {
    const auto copies = find_copies(scene, name);
    if (copies.empty()) {
        std::vector<std::string> known;
        for (const SceneBody& body : scene.bodies) known.push_back(body.name);
        fail(*json.find("body"), fmt::format("no body is called {}{}", quoted_name(name), or_nearest(name, known)));
    }
    if (only_one && copies.size() > 1)
        fail(*json.find("body"),
             fmt::format("there are {} copies of {}; name one, as in '{}[0]'", copies.size(), quoted_name(name), name));
}

/// Goes through the script in order of time and checks each event against what holds then.
class ScriptCheck {
public:
    explicit ScriptCheck(Scene& scene) : scene_(scene), world_(scene.world) {}

    void check(const JsonValue& json, std::size_t number) {
        SceneEvent& event = scene_.script[number];
        if (event.at < time_)
            fail(json, fmt::format("the script must be in order of time, but {} s comes after {} s", event.at, time_));
        time_ = event.at;
        path_ = fmt::format("script[{}]", number);
        std::visit([&](auto& what) { (*this)(json, what); }, event.what);
    }

private:
    void operator()(const JsonValue& json, SceneGrab& grab) {
        require_body(*json.find("grab"), scene_, grab.body, true);
        held_.insert(grab.name);
    }
    void operator()(const JsonValue& json, SceneRelease& release) {
        if (!held_.erase(release.name))
            fail(*json.find("release"), fmt::format("no grab called {} is held at {} s{}", quoted_name(release.name),
                                                    time_, or_nearest(release.name, {held_.begin(), held_.end()})));
    }
    void operator()(const JsonValue& json, ScenePinning& pinning) {
        require_body(*json.find("pin"), scene_, pinning.body, false);
    }
    void operator()(const JsonValue& json, SceneUnpinning& unpinning) {
        require_body(*json.find("unpin"), scene_, unpinning.body, false);
    }
    void operator()(const JsonValue& json, SceneCut& cut) {
        if (!cut.body.empty()) require_body(*json.find("cut"), scene_, cut.body, true);
    }
    void operator()(const JsonValue&, SceneUndo&) {}
    void operator()(const JsonValue&, SceneRedo&) {}
    void operator()(const JsonValue& json, SceneRefining& refining) {
        require_body(*json.find("refine"), scene_, refining.body, false);
    }
    void operator()(const JsonValue& json, SceneCoarsening& coarsening) {
        require_body(*json.find("coarsen"), scene_, coarsening.body, false);
    }
    // What is not given stays as it was.
    void operator()(const JsonValue& json, WorldSettings& settings) {
        world_spec().read(*json.find("world"), path_ + ".world", world_);
        settings = world_;
    }

    Scene& scene_;
    WorldSettings world_;
    double time_ = 0;
    std::string path_;
    std::set<std::string> held_;
};

void check_camera(const JsonValue& json, const SceneCamera& camera) {
    if (camera.from == camera.to) fail(json, "camera.from and camera.to must not be the same point");
}

Scene scene_of(const JsonValue& json, const std::filesystem::path& folder) {
    Scene scene;
    scene_spec().read(json, "", scene);
    scene.folder = folder;
    check_bodies(*json.find("bodies"), scene);
    ScriptCheck script(scene);
    for (std::size_t i = 0; i < scene.script.size(); ++i) script.check(json.find("script")->items[i], i);
    if (scene.camera) check_camera(*json.find("camera"), *scene.camera);
    return scene;
}

}  // namespace

Scene parse_scene(const std::string& text, const std::string& name, const std::filesystem::path& folder,
                  const std::vector<std::string>& overrides) {
    try {
        JsonValue json = parse_json(text);
        for (std::size_t i = 0; i < overrides.size(); ++i) apply_override(overrides[i], override_line(i), json);
        return scene_of(json, folder);
    } catch (const JsonError& error) {
        std::string place = name;
        if (const auto number = override_of(error.line))
            place = "--set " + overrides[*number];
        else if (error.column > 0)
            place += fmt::format(":{}:{}", error.line, error.column);
        else if (error.line > 0)
            place += fmt::format(":{}", error.line);
        std::string line = place + ": " + error.message;
        std::replace_if(
            line.begin(), line.end(), [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
        throw InputError(line);
    }
}

Scene read_scene(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
    std::string text;
    try {
        text = read_whole_file(file);
    } catch (const InputError& error) {
        throw InputError(file.string() + ": " + error.what());
    }
    return parse_scene(text, file.string(), file.parent_path(), overrides);
}

std::string resolved_json(const Scene& scene) {
    return json_text(scene_spec().write(scene)) + "\n";
}

std::string copy_name(const SceneBody& body, int copy) {
    return body.copies.count == 1 ? body.name : fmt::format("{}[{}]", body.name, copy);
}

std::vector<SceneCopy> find_copies(const Scene& scene, const std::string& name) {
    const std::size_t bracket = name.rfind('[');
    std::optional<int> number;
    if (bracket != std::string::npos && name.back() == ']')
        number = number_of<int>(std::string_view(name).substr(bracket + 1, name.size() - bracket - 2));
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const SceneBody& body = scene.bodies[i];
        std::vector<SceneCopy> found;
        if (name == body.name)
            for (int copy = 0; copy < body.copies.count; ++copy) found.push_back({static_cast<int>(i), copy});
        else if (number && *number >= 0 && *number < body.copies.count && name.substr(0, bracket) == body.name)
            found.push_back({static_cast<int>(i), *number});
        if (!found.empty()) return found;
    }
    return {};
}

}  // namespace octomatch

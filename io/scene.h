// Scenes: a world, its bodies, and a script of what happens to them. Written as JSON; io/scene_spec.h has every key.
#pragma once
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/material_settings.h"
#include "core/shape_edit.h"
#include "core/world_settings.h"
#include "core/zone.h"
#include "octree/lod.h"
#include "octree/sample_settings.h"

namespace octomatch {

/// A part of a body at rest, in the scaled mesh's own coordinates, or in shares 0 to 1 of its bounding box.
struct SceneZone {
    Zone zone;
    bool in_shares = false;  // a box
};

struct SceneCell {
    SceneZone where;
    double cell = 0;  // wanted edge [m]
};

struct SceneWidth {
    SceneZone where;
    double width = 0;  // of regions [m]
};

struct SceneSampling {
    SampleSettings settings;  // without field and widths, which depend on the mesh
    std::vector<SceneCell> field;
    std::vector<SceneWidth> widths;
};

struct SceneRegionStiffness {
    SceneZone where;
    double stiffness = 1;  // times the material's
};

struct SceneMaterial {
    MaterialSettings settings;
    std::vector<SceneRegionStiffness> regions;
};

struct ScenePin {
    SceneZone where;
    Vec3d velocity = Vec3d::Zero();  // [m/s]
};

struct SceneRotation {
    Vec3d axis = Vec3d::UnitY();
    double degrees = 0;
};

/// Copies stand in rows: copy i is in column i % columns of row i / columns. Columns are spacing.x apart along x, rows
/// spacing.z along z, and each row is spacing.y higher than the one before.
struct SceneCopies {
    int count = 1, columns = 1;
    Vec3d spacing = {0.2, 0, 0.2};  // [m]
    double jitter = 0;              // share of half the spacing, and of half a turn about y, that chance decides
    int seed = 1;
};

struct SceneBody {
    std::string name;         // by default that of the model or of the file; no two are equal
    std::string model, mesh;  // one of them; a file is relative to the scene's folder
    double scale = 1;
    Vec3d at = Vec3d::Zero();                                          // of the mesh's origin [m]
    SceneRotation rotate;                                              // about the mesh's origin
    Vec3d velocity = Vec3d::Zero(), angular_velocity = Vec3d::Zero();  // [m/s], [rad/s], at the start
    SceneCopies copies;
    SceneSampling sampling;
    SceneMaterial material;
    std::vector<ScenePin> pins;
};

/// Takes hold of a point and carries it smoothly, starting from where it is.
struct SceneGrab {
    std::string name, body;
    Vec3d point = Vec3d::Zero();                            // rest
    double rate = std::numeric_limits<double>::infinity();  // [1/s]; infinite: hard
    Vec3d way = Vec3d::Zero();                              // [m]
    bool is_place = false;                                  // `way` is where it goes, not how far
    double over = 0;                                        // [s]
};

struct SceneRelease {
    std::string name;
};

struct ScenePinning {
    std::string body;
    ScenePin pin;
};

struct SceneUnpinning {
    std::string body;
    SceneZone where;
};

/// A blade goes through these places in the world, evenly and straight from one to the next, and leaves.
struct SceneCut {
    std::string body;           // empty: whatever it meets
    std::vector<Blade> blades;  // [m]
    double over = 0;            // [s]; 0: within one frame
};

struct SceneUndo {
    int cuts = 1;
};

struct SceneRedo {
    int cuts = 1;
};

struct SceneRefining {
    std::string body;
    SceneCell cells;  // 0: the finest
};

struct SceneCoarsening {
    std::string body;
    SceneCell cells;  // 0: as sampled at first
};

struct SceneEvent {
    double at = 0;  // [s]
    std::variant<SceneGrab, SceneRelease, ScenePinning, SceneUnpinning, SceneCut, SceneUndo, SceneRedo, SceneRefining,
                 SceneCoarsening, WorldSettings>
        what;  // settings from then on
};

struct SceneCamera {
    Vec3d from = {0, 0.3, 0.8}, to = {0, 0.1, 0};  // [m]
    double field_of_view = 45;                     // vertical [degrees]
};

struct Scene {
    std::string about;
    int frames = 240;
    WorldSettings world;
    std::vector<SceneBody> bodies;
    std::vector<SceneEvent> script;  // in order of time
    std::optional<LodSettings> lod;
    std::optional<SceneCamera> camera;

    std::filesystem::path folder;  // of the file it was read from
};

/// Reads a file. `overrides` are "path.to.key=value", applied in order before anything is checked; bodies go by name,
/// number or * for all: "bodies.hand.material.damping=3". A value that is not JSON is a text.
/// Throws InputError, one line with the file and the line in it.
Scene read_scene(const std::filesystem::path& file, const std::vector<std::string>& overrides = {});

/// The same from a text; errors call it `name`.
Scene parse_scene(const std::string& text, const std::string& name, const std::filesystem::path& folder = {},
                  const std::vector<std::string>& overrides = {});

/// Every key with the value that holds. Reads back as the same scene.
std::string resolved_json(const Scene& scene);

/// "flower[3]" for the fourth of several copies.
std::string copy_name(const SceneBody& body, int copy);

struct SceneCopy {
    int body = 0, copy = 0;  // which of Scene::bodies, which of its copies
};
/// What a script means by a name: one copy, or by the name alone all of them. Empty if there is none.
std::vector<SceneCopy> find_copies(const Scene& scene, const std::string& name);

}  // namespace octomatch

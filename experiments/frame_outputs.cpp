#include "experiments/frame_outputs.h"

#include <fmt/format.h>

#include <optional>

#include "experiments/output_place.h"
#include "experiments/viewer_absent.h"
#include "io/mesh_file.h"
#ifdef OCTOMATCH_HAS_VIEWER
#include "viewer/frame_renderer.h"
#include "viewer/video.h"
#endif

namespace octomatch {

#ifdef OCTOMATCH_HAS_VIEWER

struct FrameOutputs::Pictures {
    Pictures(const FrameOutputSettings& settings, const Scene& scene) : renderer({.camera = scene.camera}) {
        if (!settings.video.empty()) video.emplace(settings.video, 1 / scene.world.time_step);
        if (!settings.images.empty()) images.emplace(settings.images);
    }
    void add(const Simulation& simulation) {
        const Image image = renderer.render(simulation.world(), *simulation.shapes());
        if (images) images->add(image);
        if (video) video->add(image);
    }
    void finish() {
        if (video) video->finish();
    }

    FrameRenderer renderer;
    std::optional<VideoWriter> video;
    std::optional<ImageSequence> images;
};

#else

struct FrameOutputs::Pictures {
    Pictures(const FrameOutputSettings&, const Scene&) { refuse_without_viewer(); }
    void add(const Simulation&) {}
    void finish() {}
};

#endif

FrameOutputs::FrameOutputs(const FrameOutputSettings& settings, const Scene& scene) : settings_(settings) {
    if (!settings.images.empty()) require_writable_folder(settings.images);
    if (!settings.video.empty()) require_writable_file(settings.video, {".mp4"});
    if (!settings.surfaces.empty()) require_writable_folder(settings.surfaces);
    if (!settings.images.empty() || !settings.video.empty()) pictures_ = std::make_unique<Pictures>(settings, scene);
}

FrameOutputs::~FrameOutputs() = default;

void FrameOutputs::write_surfaces(Simulation& simulation) const {
    std::filesystem::create_directories(settings_.surfaces);
    const std::vector<Skin>& skins = simulation.pose_skins();
    const auto& bodies = simulation.world().bodies();
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        TriangleMesh mesh{.triangles = simulation.world().shape_of(bodies[b]).skin->triangles};
        for (const Vec3& p : skins[b].positions) mesh.vertices.push_back(bodies[b].state.origin + p.cast<double>());
        write_mesh(settings_.surfaces / fmt::format("body_{}_frame_{:04}.{}", bodies[b].id.value,
                                                    simulation.world().frame(), settings_.surface_format),
                   mesh);
    }
}

void FrameOutputs::add(Simulation& simulation) {
    if (pictures_) pictures_->add(simulation);
    if (!settings_.surfaces.empty()) write_surfaces(simulation);
}

std::vector<std::filesystem::path> FrameOutputs::finish() {
    if (pictures_) pictures_->finish();
    std::vector<std::filesystem::path> made;
    for (const auto& place : {settings_.images, settings_.video, settings_.surfaces})
        if (!place.empty()) made.push_back(place);
    return made;
}

}  // namespace octomatch

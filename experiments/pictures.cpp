#include "experiments/pictures.h"

#include "experiments/body_geometry.h"
#include "experiments/output_place.h"
#include "experiments/viewer_absent.h"
#ifdef OCTOMATCH_HAS_VIEWER
#include "viewer/frame_renderer.h"
#include "viewer/picture.h"
#endif

namespace octomatch {

#ifdef OCTOMATCH_HAS_VIEWER

void require_picture(const std::filesystem::path& file) {
    require_writable_file(file, {".png"});
}

void draw(const std::filesystem::path& file, const TriangleMesh& mesh) {
    write_picture(file, mesh);
}

void draw(const std::filesystem::path& file, const TriangleMesh& mesh, const AdaptiveBody& body) {
    const BodyGeometry geometry = geometry_of(body);
    SamplePicture picture{.skin = mesh};
    for (const NodeGeometry& node : geometry.nodes) {
        picture.nodes.push_back(node.position);
        picture.node_cell.push_back(node.cell);
        picture.node_level.push_back(node.level);
    }
    for (const CellGeometry& leaf : geometry.leaves) {
        picture.cells.push_back(leaf.box);
        picture.cell_level.push_back(leaf.level);
    }
    picture.links = geometry.links;
    write_picture(file, picture);
}

void draw(const std::filesystem::path& file, const World& world, const ShapeLibrary& shapes, const Shot& shot) {
    FrameRenderer renderer(
        {.canvas = {.width = shot.width, .height = shot.height, .supersampling = 2}, .seat = shot.seat});
    write_png(file, renderer.render(world, shapes));
}

#else

void require_picture(const std::filesystem::path&) {
    refuse_without_viewer();
}
void draw(const std::filesystem::path&, const TriangleMesh&) {
    refuse_without_viewer();
}
void draw(const std::filesystem::path&, const TriangleMesh&, const AdaptiveBody&) {
    refuse_without_viewer();
}
void draw(const std::filesystem::path&, const World&, const ShapeLibrary&, const Shot&) {
    refuse_without_viewer();
}

#endif

}  // namespace octomatch

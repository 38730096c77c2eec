#include "octree/shape_bytes.h"

namespace octomatch {

namespace {

// The same for all the arrays given.
template <class... Arrays>
std::size_t bytes_of_all(const Arrays&... arrays) {
    return (octomatch::bytes_of(arrays) + ...);
}

std::size_t bytes_of(const TriangleMesh& mesh) {
    return bytes_of_all(mesh.vertices, mesh.triangles);
}

std::size_t bytes_of(const CutSkin& skin) {
    return bytes_of(skin.mesh) + bytes_of(skin.origin);
}

std::size_t bytes_of(const MaterialGraph& m) {
    return bytes_of_all(m.cells, m.first_piece, m.cell_of, m.voxels, m.volume, m.centre, m.depth, m.contacts,
                        m.filled_row, m.filled, m.removed.cells, m.removed.masks);
}

}  // namespace

std::size_t bytes_of(const AdaptiveBody& body) {
    const Sampling& s = body.sampling;
    return bytes_of(body.material) + bytes_of_all(body.tree.cells, body.tree.parent, body.tree.is_leaf) +
           bytes_of_all(s.leaf_of, s.volume, s.position, s.cell_centre, s.node_of_piece, s.links, s.link_length) +
           body.rest->bytes();
}

std::size_t bytes_of(const SkinRest& skin) {
    return bytes_of_all(skin.vertices, skin.triangles, skin.nodes, skin.weights, skin.arms, skin.triangles_at,
                        skin.fit.around, skin.fit.slopes, skin.fit.open);
}

std::size_t bytes_of(const ShapeEdits& edits) {
    std::size_t bytes = bytes_of(edits.skin);
    for (const CutSheet& sheet : edits.sheets) bytes += bytes_of(sheet.points);
    if (edits.open) bytes += bytes_of(edits.open->before) + bytes_of(edits.open->stroke.sheet().points);
    return bytes;
}

}  // namespace octomatch

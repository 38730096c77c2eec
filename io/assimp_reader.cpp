#include <algorithm>

#include <assimp/scene.h>
#include <fmt/format.h>
#include <assimp/Importer.hpp>

#include "core/input_error.h"
#include "io/mesh_readers.h"

namespace octomatch {

namespace {

Vec3d transformed(const aiMatrix4x4& m, const aiVector3D& p) {
    const double x = p.x, y = p.y, z = p.z;
    return {m.a1 * x + m.a2 * y + m.a3 * z + m.a4, m.b1 * x + m.b2 * y + m.b3 * z + m.b4,
            m.c1 * x + m.c2 * y + m.c3 * z + m.c4};
}

void append(const aiMesh& part, const aiMatrix4x4& to_world, PolygonMesh& mesh) {
    const std::size_t first = mesh.vertices.size();
    for (unsigned v = 0; v < part.mNumVertices; ++v) mesh.vertices.push_back(transformed(to_world, part.mVertices[v]));
    // A mirrored part turns its faces with it.
    const bool is_mirrored = to_world.Determinant() < 0;
    std::vector<int> corners;
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
        const aiFace& face = part.mFaces[f];
        corners.clear();
        for (unsigned c = 0; c < face.mNumIndices; ++c) corners.push_back(static_cast<int>(first + face.mIndices[c]));
        if (is_mirrored) std::reverse(corners.begin(), corners.end());
        mesh.polygons.push_row(corners);
    }
}

// Parts are placed here instead of by assimp's own steps, which trust the indices.
void append(const aiScene& scene, const aiNode& node, const aiMatrix4x4& parent, PolygonMesh& mesh) {
    const aiMatrix4x4 to_world = parent * node.mTransformation;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) append(*scene.mMeshes[node.mMeshes[i]], to_world, mesh);
    for (unsigned i = 0; i < node.mNumChildren; ++i) append(scene, *node.mChildren[i], to_world, mesh);
}

PolygonMesh placed_parts(const Assimp::Importer& importer, const aiScene* scene) {
    if (!scene || !scene->mRootNode)
        throw InputError(*importer.GetErrorString() ? importer.GetErrorString() : "can not be read");
    PolygonMesh mesh;
    append(*scene, *scene->mRootNode, aiMatrix4x4(), mesh);
    return mesh;
}

}  // namespace

PolygonMesh read_by_assimp(const std::filesystem::path& file, const std::string& extension) {
    Assimp::Importer importer;
    if (extension != "stl") {
        const std::string glb = checked_glb(file);
        return placed_parts(importer, importer.ReadFileFromMemory(glb.data(), glb.size(), 0, "glb"));
    }
    const std::size_t triangles = check_stl(file);
    if (triangles == 0) throw InputError("has no faces");
    PolygonMesh mesh = placed_parts(importer, importer.ReadFile(file.string(), 0));
    const auto read = static_cast<std::size_t>(mesh.polygons.rows());
    if (read != triangles) throw InputError(fmt::format("only {} of {} triangles can be read", read, triangles));
    return mesh;
}

}  // namespace octomatch

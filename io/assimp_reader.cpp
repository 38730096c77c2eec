#include <algorithm>

#include <assimp/Importer.hpp>
#include <assimp/scene.h>
#include <fmt/format.h>

#include "core/input_error.h"
#include "io/mesh_readers.h"

namespace octomatch {

namespace {

constexpr std::size_t kMostVertices = 100'000'000;  // a small file can place a large part many times

Vec3d transformed(const aiMatrix4x4& m, const aiVector3D& p) {
    const double x = p.x, y = p.y, z = p.z;
    return {m.a1 * x + m.a2 * y + m.a3 * z + m.a4, m.b1 * x + m.b2 * y + m.b3 * z + m.b4,
            m.c1 * x + m.c2 * y + m.c3 * z + m.c4};
}

void append(const aiMesh& part, const aiMatrix4x4& to_world, PolygonMesh& mesh) {
    const std::size_t first = mesh.vertices.size();
    if (first + part.mNumVertices > kMostVertices) throw InputError("has more than 1e8 vertices");
    for (unsigned v = 0; v < part.mNumVertices; ++v)
        mesh.vertices.push_back(transformed(to_world, part.mVertices[v]));
    // A mirrored part turns its faces with it.
    const bool is_mirrored = to_world.Determinant() < 0;
    std::vector<int> corners;
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
        const aiFace& face = part.mFaces[f];
        corners.clear();
        for (unsigned c = 0; c < face.mNumIndices; ++c) {
            if (face.mIndices[c] >= part.mNumVertices)
                throw InputError(fmt::format("a face uses vertex {} of {}", face.mIndices[c], part.mNumVertices));
            corners.push_back(static_cast<int>(first + face.mIndices[c]));
        }
        if (is_mirrored) std::reverse(corners.begin(), corners.end());
        mesh.add_polygon(corners);
    }
}

// Parts are placed here instead of by assimp's own steps, which trust the indices.
void append(const aiScene& scene, const aiNode& node, const aiMatrix4x4& parent, PolygonMesh& mesh) {
    const aiMatrix4x4 to_world = parent * node.mTransformation;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) append(*scene.mMeshes[node.mMeshes[i]], to_world, mesh);
    for (unsigned i = 0; i < node.mNumChildren; ++i) append(scene, *node.mChildren[i], to_world, mesh);
}

MeshCounts check(const std::filesystem::path& file, const std::string& extension) {
    if (extension == "ply") return check_ply(file);
    if (extension == "stl") return check_stl(file);
    return check_off(file);
}

const aiScene* import(Assimp::Importer& importer, const std::filesystem::path& file, const std::string& extension) {
    if (extension != "gltf" && extension != "glb") return importer.ReadFile(file.string(), 0);
    const std::string glb = checked_glb(file);
    return importer.ReadFileFromMemory(glb.data(), glb.size(), 0, "glb");
}

// Counts what assimp made, which passes over what it could not read.
void check_complete(const aiScene& scene, const MeshCounts& promised) {
    std::size_t vertices = 0, faces = 0;
    for (unsigned i = 0; i < scene.mNumMeshes; ++i) {
        vertices += scene.mMeshes[i]->mNumVertices;
        faces += scene.mMeshes[i]->mNumFaces;
    }
    if (promised.vertices.value_or(vertices) > vertices)
        throw InputError(fmt::format("truncated: {} of {} vertices", vertices, *promised.vertices));
    if (promised.faces.value_or(faces) > faces)
        throw InputError(fmt::format("truncated: {} of {} faces", faces, *promised.faces));
}

}  // namespace

PolygonMesh read_by_assimp(const std::filesystem::path& file, const std::string& extension) {
    const bool is_gltf = extension == "gltf" || extension == "glb";
    const MeshCounts promised = is_gltf ? MeshCounts{} : check(file, extension);
    Assimp::Importer importer;
    const aiScene* scene = import(importer, file, extension);
    if (!scene || !scene->mRootNode) throw InputError(importer.GetErrorString());
    check_complete(*scene, promised);
    PolygonMesh mesh;
    append(*scene, *scene->mRootNode, aiMatrix4x4(), mesh);
    return mesh;
}

}  // namespace octomatch

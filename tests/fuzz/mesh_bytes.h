// Small meshes as bytes, for fuzzers to change: a kind, a number of vertices, their coordinates, and the corners of
// triangles up to the end. Coordinates are bytes, so that points often coincide or lie in a plane, or doubles, so that
// they may be anything.
#pragma once
#include <cstdint>
#include <cstring>
#include <string>

#include "core/triangle_mesh.h"

namespace octomatch::fuzz {

inline constexpr int kMostTriangles = 64;

inline TriangleMesh mesh_of_bytes(const std::uint8_t* data, std::size_t size) {
    TriangleMesh mesh;
    const auto left = [&, end = data + size] { return static_cast<std::size_t>(end - data); };
    if (left() < 2) return mesh;
    const bool has_doubles = *data++ & 1;
    mesh.vertices.resize(*data++);
    for (Vec3d& v : mesh.vertices)
        for (double& coordinate : v) {
            const std::size_t bytes = has_doubles ? sizeof coordinate : 1;
            if (left() < bytes) return mesh;
            has_doubles ? void(std::memcpy(&coordinate, data, bytes))
                        : void(coordinate = static_cast<std::int8_t>(*data) / 16.0);
            data += bytes;
        }
    for (; left() >= 3 && mesh.triangles.size() < kMostTriangles; data += 3)
        mesh.triangles.push_back({data[0], data[1], static_cast<std::int8_t>(data[2])});
    return mesh;
}

/// mesh_of_bytes() of it is the mesh, if it is small.
inline std::string bytes_of_mesh(const TriangleMesh& mesh) {
    std::string bytes{'\1', static_cast<char>(mesh.vertices.size())};
    for (const Vec3d& v : mesh.vertices) bytes.append(reinterpret_cast<const char*>(v.data()), sizeof(double) * 3);
    for (const auto& t : mesh.triangles)
        for (int v : t) bytes.push_back(static_cast<char>(v));
    return bytes;
}

}  // namespace octomatch::fuzz

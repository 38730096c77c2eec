// Mesh files as bytes, in every format that is read: for round trips, for files to break, and for fuzzers to start
// from.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/triangle_mesh.h"

namespace octomatch::test {

/// Little-endian, as every format but one of PLY wants it.
template <class Number>
std::string raw(Number value) {
    static_assert(std::endian::native == std::endian::little);
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// With as many digits as a double has.
inline std::string text_of(double value) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.17g", value);
    return buffer;
}

inline std::string text_of(const Vec3d& p) {
    return text_of(p.x()) + " " + text_of(p.y()) + " " + text_of(p.z());
}

/// The corners, each behind a space.
inline std::string text_of(const std::array<int, 3>& triangle, int counted_from = 0) {
    std::string text;
    for (int v : triangle) text.append(" ").append(std::to_string(v + counted_from));
    return text;
}

/// `text` with the first `from` in it replaced; aborts if there is none, so that no test breaks a file in vain.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) std::abort();
    return text.replace(at, from.size(), to);
}

inline std::string obj_file(const TriangleMesh& mesh) {
    std::string text = "# a solid\no solid\n";
    for (const Vec3d& v : mesh.vertices) text += "v " + text_of(v) + "\n";
    for (const auto& t : mesh.triangles) text.append("f").append(text_of(t, 1)).append("\n");
    return text;
}

inline std::string ply_header(const TriangleMesh& mesh, std::string_view format) {
    return "ply\nformat " + std::string(format) + " 1.0\ncomment a solid\nelement vertex " +
           std::to_string(mesh.vertices.size()) +
           "\nproperty float x\nproperty float y\nproperty float z\nelement face " +
           std::to_string(mesh.triangles.size()) + "\nproperty list uchar int vertex_indices\nend_header\n";
}

inline std::string text_ply_file(const TriangleMesh& mesh) {
    std::string text = ply_header(mesh, "ascii");
    for (const Vec3d& v : mesh.vertices) text += text_of(v) + "\n";
    for (const auto& t : mesh.triangles) text.append("3").append(text_of(t)).append("\n");
    return text;
}

inline std::string binary_ply_file(const TriangleMesh& mesh, bool big_endian = false) {
    const auto number = [&](auto value) {
        const std::string bytes = raw(value);
        return big_endian ? std::string(bytes.rbegin(), bytes.rend()) : bytes;
    };
    std::string bytes = ply_header(mesh, big_endian ? "binary_big_endian" : "binary_little_endian");
    for (const Vec3d& v : mesh.vertices)
        for (double coordinate : v) bytes += number(static_cast<float>(coordinate));
    for (const auto& t : mesh.triangles) {
        bytes += '\3';
        for (int v : t) bytes += number(v);
    }
    return bytes;
}

inline std::string text_stl_file(const TriangleMesh& mesh) {
    std::string text = "solid of a facet\n";
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
        text += " facet normal 0 0 0\n  outer loop\n";
        for (const Vec3d& corner : mesh.corners(t)) text += "   vertex " + text_of(corner) + "\n";
        text += "  endloop\n endfacet\n";
    }
    return text + "endsolid of a facet\n";
}

inline std::string binary_stl_file(const TriangleMesh& mesh, std::string header = "made by a test") {
    header.resize(80, ' ');
    std::string bytes = header + raw(static_cast<std::uint32_t>(mesh.triangles.size()));
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
        bytes += std::string(12, '\0');  // normal
        for (const Vec3d& corner : mesh.corners(t))
            for (double coordinate : corner) bytes += raw(static_cast<float>(coordinate));
        bytes += std::string(2, '\0');  // attributes
    }
    return bytes;
}

inline std::string off_file(const TriangleMesh& mesh) {
    std::string text =
        "OFF\n" + std::to_string(mesh.vertices.size()) + " " + std::to_string(mesh.triangles.size()) + " 0\n";
    for (const Vec3d& v : mesh.vertices) text += text_of(v) + "\n";
    for (const auto& t : mesh.triangles) text.append("3").append(text_of(t)).append("\n");
    return text;
}

/// Positions as floats, then indices as 32-bit integers.
inline std::string gltf_buffer(const TriangleMesh& mesh) {
    std::string bytes;
    for (const Vec3d& v : mesh.vertices)
        for (double coordinate : v) bytes += raw(static_cast<float>(coordinate));
    for (const auto& t : mesh.triangles)
        for (int v : t) bytes += raw(static_cast<std::uint32_t>(v));
    return bytes;
}

/// The document of one mesh in one node; `uri` tells where gltf_buffer() is: empty for the binary chunk of a GLB.
inline std::string gltf_json(const TriangleMesh& mesh, const std::string& uri) {
    const auto positions = std::to_string(12 * mesh.vertices.size()),
               indices = std::to_string(12 * mesh.triangles.size());
    const auto total = std::to_string(gltf_buffer(mesh).size());
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)"
           R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"mode":4}]}],)"
           R"("accessors":[{"bufferView":0,"componentType":5126,"count":)" +
           std::to_string(mesh.vertices.size()) + R"(,"type":"VEC3"},{"bufferView":1,"componentType":5125,"count":)" +
           std::to_string(3 * mesh.triangles.size()) +
           R"(,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":)" + positions +
           R"(},{"buffer":0,"byteOffset":)" + positions + R"(,"byteLength":)" + indices +
           R"(}],"buffers":[{"byteLength":)" + total + (uri.empty() ? "" : R"(,"uri":")" + uri + "\"") + "}]}";
}

inline std::string base64(std::string_view bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t three = 0;
        for (std::size_t j = 0; j < 3; ++j)
            three = three << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0u);
        for (std::size_t j = 0; j < 4; ++j) text += i + j > bytes.size() ? '=' : kDigits[three >> (18 - 6 * j) & 63];
    }
    return text;
}

inline std::string data_uri(std::string_view bytes) {
    return "data:application/octet-stream;base64," + base64(bytes);
}

inline std::string gltf_file(const TriangleMesh& mesh) {
    return gltf_json(mesh, data_uri(gltf_buffer(mesh)));
}

inline std::string glb_file(std::string json, std::string binary) {
    json.resize((json.size() + 3) / 4 * 4, ' ');
    binary.resize((binary.size() + 3) / 4 * 4, '\0');
    const auto word = [](std::size_t value) { return raw(static_cast<std::uint32_t>(value)); };
    return "glTF" + word(2) + word(12 + 8 + json.size() + 8 + binary.size()) + word(json.size()) + "JSON" + json +
           word(binary.size()) + std::string("BIN\0", 4) + binary;
}

inline std::string glb_file(const TriangleMesh& mesh) {
    return glb_file(gltf_json(mesh, ""), gltf_buffer(mesh));
}

struct MeshFile {
    std::string name;  // letters and digits
    std::string extension;
    std::string bytes;
};

inline void PrintTo(const MeshFile& file, std::ostream* out) {
    *out << file.name;
}  // by GoogleTest

/// The same mesh in all formats.
inline std::vector<MeshFile> files_of(const TriangleMesh& mesh) {
    return {{"Obj", "obj", obj_file(mesh)},
            {"TextPly", "ply", text_ply_file(mesh)},
            {"LittleEndianPly", "ply", binary_ply_file(mesh)},
            {"BigEndianPly", "ply", binary_ply_file(mesh, true)},
            {"TextStl", "stl", text_stl_file(mesh)},
            {"BinaryStl", "stl", binary_stl_file(mesh)},
            {"Off", "off", off_file(mesh)},
            {"Gltf", "gltf", gltf_file(mesh)},
            {"Glb", "glb", glb_file(mesh)}};
}

}  // namespace octomatch::test

// What the tests of single formats share.
#pragma once
#include <string>

#include "core/input_error.h"
#include "io/mesh_file.h"
#include "tests/io/mesh_writers.h"
#include "tests/io/temporary_folder.h"
#include "tests/io/test_meshes.h"

namespace octomatch::test {

/// Different in every axis, so that no two can be exchanged; every coordinate is a float and a short decimal.
inline TriangleMesh small_box() {
    return box(Vec3d(-1, 0, 2), Vec3d(0.5, 2, 2.25));
}

inline TriangleMesh read_bytes_as(const std::string& extension, std::string_view bytes) {
    const TemporaryFolder folder;
    return read_mesh(folder.file("mesh." + extension, bytes));
}

/// The same triangles, in whatever order and however numbered.
inline void expect_same_surface(const TriangleMesh& actual, const TriangleMesh& expected) {
    const TriangleMesh a = canonical(actual), b = canonical(expected);
    ASSERT_EQ(a.vertices.size(), b.vertices.size());
    ASSERT_EQ(a.triangles, b.triangles);
    for (std::size_t v = 0; v < a.vertices.size(); ++v)
        ASSERT_EQ(a.vertices[v], b.vertices[v]) << "difference " << (a.vertices[v] - b.vertices[v]).transpose();
}

/// What the InputError says that the action throws.
template <class Action>
std::string refusal(Action action) {
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

/// Why read_mesh() refuses the bytes, without the path.
inline std::string reason_to_refuse(const std::string& extension, std::string_view bytes) {
    const TemporaryFolder folder;
    const auto file = folder.file("mesh." + extension, bytes);
    const std::string message = refusal([&] { read_mesh(file); });
    const std::string path = file.string() + ": ";
    return message.starts_with(path) ? message.substr(path.size()) : message;
}

}  // namespace octomatch::test

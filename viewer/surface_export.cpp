#include "viewer/surface_export.h"

#include <array>
#include <cstdio>

#include "io/mesh_file.h"

namespace octomatch {

std::vector<std::filesystem::path> write_surfaces(const WorldFrame& frame, const std::filesystem::path& folder,
                                                  const std::string& prefix, const std::string& format) {
    std::vector<std::filesystem::path> written;
    for (const BodyFrame& body : frame.bodies) {
        TriangleMesh mesh{.triangles = body.skin_rest().triangles};
        for (const Vec3& p : body.skin.positions) mesh.vertices.push_back(body.place(p));
        written.push_back(folder / (prefix + "_body_" + std::to_string(body.body.id.value) + "." + format));
        write_mesh(written.back(), mesh);
    }
    return written;
}

std::filesystem::path free_name(const std::filesystem::path& folder, const std::string& extension) {
    for (int number = 1;; ++number) {
        std::array<char, 32> name;
        std::snprintf(name.data(), name.size(), "octomatch_%04d", number);
        std::filesystem::path file = folder / (name.data() + extension);
        if (!std::filesystem::exists(file)) return file;
    }
}

}  // namespace octomatch

// Models and meshes, sampled and with their skins bound; each is made once.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "io/mesh_file.h"
#include "io/mesh_report.h"
#include "io/models.h"
#include "octree/adaptive_body.h"
#include "octree/skin_binding.h"

namespace octomatch::test {

struct SampledBody {
    SampledBody(TriangleMesh solid, const SampleSettings& settings)
        : mesh(std::move(solid)),
          body(make_body(mesh, settings)),
          binder(body.material, body.tree, body.sampling, *body.rest),
          skin(make_skin(mesh, binder)) {}
    SampledBody(const SampledBody&) = delete;

    const BodyRest& rest() const { return *body.rest; }
    double h() const { return body.rest->finest_cell; }
    /// In finest cells from the lattice's corner.
    Vec3d in_cells(const Vec3d& p) const { return (p - body.material.lattice.corner) / h(); }

    TriangleMesh mesh;
    AdaptiveBody body;
    PointBinder binder;
    SkinRest skin;
};

inline const SampledBody& sampled_model(const std::string& name, int depth = 3) {
    static std::map<std::pair<std::string, int>, std::unique_ptr<SampledBody>> known;
    auto& body = known[{name, depth}];
    if (!body)
        body = std::make_unique<SampledBody>(check_mesh(find_model(name)->make()).mesh, SampleSettings{.depth = depth});
    return *body;
}

/// nullptr where the meshes beside the project are missing.
inline std::unique_ptr<SampledBody> sampled_file(const std::string& name, const SampleSettings& settings) {
    const std::filesystem::path file = std::filesystem::path(OCTOMATCH_SHARED_MESHES) / name;
    if (!std::filesystem::exists(file)) return nullptr;
    return std::make_unique<SampledBody>(check_mesh(read_mesh(file)).mesh, settings);
}

}  // namespace octomatch::test

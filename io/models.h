// The built-in models: signed distances written as code, meshed by Manifold. The repository carries no meshes.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/triangle_mesh.h"

namespace octomatch {

struct Model {
    std::string name;
    std::string description;  // one line
    TriangleMesh (*make)();   // closed, outward, y up, resting on y = 0 or standing as one expects; in metres
};

/// In the order they are listed to users.
const std::vector<Model>& models();

/// nullptr if there is no such model.
const Model* find_model(std::string_view name);

}  // namespace octomatch

// MODEL|FILE: a built-in model by name, or a mesh file.
#pragma once
#include <string>

#include "io/mesh_file.h"
#include "io/mesh_report.h"

namespace octomatch {

struct Model;

/// The built-in model of that name. Throws InputError with the nearest names.
const Model& require_model(const std::string& name);

/// A built-in model, or else a mesh file, checked and ready to be sampled; `settings.scale` holds for both.
/// Throws InputError for a name that is neither, with the nearest names, and for files that are not a solid.
CheckedMesh load_mesh(const std::string& model_or_file, const MeshReadSettings& settings);

}  // namespace octomatch

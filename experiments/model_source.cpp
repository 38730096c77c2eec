#include "experiments/model_source.h"

#include <filesystem>

#include "core/input_error.h"
#include "experiments/usage.h"
#include "io/models.h"

namespace octomatch {

namespace {

std::string hint_for(const std::string& name) {
    std::vector<std::string> known;
    for (const Model& model : models()) known.push_back(model.name);
    const std::string hint = did_you_mean(name, known);
    return hint.empty() ? "; octomatch models lists them" : hint;
}

bool looks_like_a_file(const std::string& name) {
    std::error_code ignored;
    return name.find('/') != std::string::npos || std::filesystem::path(name).has_extension() ||
           std::filesystem::exists(name, ignored);
}

}  // namespace

const Model& require_model(const std::string& name) {
    if (const Model* model = find_model(name)) return *model;
    throw InputError("no built-in model is called '" + name + "'" + hint_for(name));
}

CheckedMesh load_mesh(const std::string& name, const MeshReadSettings& settings) {
    metres_per(settings.unit);
    if (const Model* model = find_model(name)) {
        TriangleMesh mesh = model->make();
        for (Vec3d& v : mesh.vertices) v *= settings.scale;
        return check_mesh(mesh);
    }
    if (!looks_like_a_file(name))
        throw InputError("'" + name + "' is neither a built-in model nor a file" + hint_for(name));
    const TriangleMesh mesh = read_mesh(name, settings);
    try {
        return check_mesh(mesh);
    } catch (const InputError& error) {
        throw InputError(name + ": " + error.what());
    }
}

}  // namespace octomatch

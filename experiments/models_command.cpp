// octomatch models: lists the built-in models, writes or draws one of them.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/input_error.h"
#include "core/parallel.h"
#include "experiments/command.h"
#include "experiments/common_options.h"
#include "experiments/model_source.h"
#include "experiments/output_place.h"
#include "experiments/pictures.h"
#include "io/models.h"

namespace octomatch {

namespace {

struct ModelsOptions {
    CommonOptions common;
    std::string name;                    // all if empty
    std::filesystem::path out, picture;  // none where empty
};

void print_list(const std::vector<Model>& list, const std::vector<TriangleMesh>& meshes) {
    fmt::print("{:<10}{:>10}   {:<19}\n", "name", "triangles", "size in metres");
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Vec3d size = bounding_box(meshes[i]).extent();
        fmt::print("{:<10}{:>10}   {:.2f} x {:.2f} x {:.2f}  {}\n", list[i].name, meshes[i].triangles.size(), size.x(),
                   size.y(), size.z(), list[i].description);
    }
}

void print_json(const std::vector<Model>& list, const std::vector<TriangleMesh>& meshes) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < list.size(); ++i)
        json.push_back(
            {{"name", list[i].name}, {"triangles", meshes[i].triangles.size()}, {"description", list[i].description}});
    fmt::print("{}\n", json.dump(2));
}

int show_models(const ModelsOptions& options) {
    if (options.name.empty() && !(options.out.empty() && options.picture.empty()))
        throw InputError("--out and --picture need the NAME of a model");
    if (!options.out.empty()) require_writable_file(options.out, {".obj", ".ply"});
    if (!options.picture.empty()) require_picture(options.picture);

    const std::vector<Model> list = options.name.empty() ? models() : std::vector{require_model(options.name)};
    std::vector<TriangleMesh> meshes(list.size());
    parallel_chunks(static_cast<int>(list.size()), 1, [&](int i, int) { meshes[i] = list[i].make(); });
    if (!options.picture.empty()) draw(options.picture, meshes.front());
    if (!options.out.empty()) write_mesh(options.out, meshes.front());
    (options.common.json ? print_json : print_list)(list, meshes);
    return 0;
}

std::function<int()> declare(CLI::App& parser) {
    const auto options = std::make_shared<ModelsOptions>();
    parser.add_option("NAME", options->name, "only this model");
    add_common_options(parser, options->common);
    add_path(parser, "--out", options->out, "writes the mesh of NAME as obj or ply")->type_name("FILE.obj");
    add_path(parser, "--picture", options->picture, "draws NAME")->type_name("FILE.png");
    parser.footer(
        "Examples:\n"
        "  octomatch models --json\n"
        "  octomatch models duck --out duck.obj --picture duck.png");
    return [options] {
        apply(options->common);
        return show_models(*options);
    };
}

}  // namespace

Command models_command() {
    return {"models", "lists the built-in models, writes or draws one of them", declare};
}

}  // namespace octomatch

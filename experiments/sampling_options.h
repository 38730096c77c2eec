// The flags that say how a mesh is sampled: the same for sample, compare and view.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "io/mesh_file.h"
#include "octree/sample_settings.h"

namespace CLI {
class App;
}

namespace octomatch {

struct SamplingOptions {
    MeshReadSettings reading;
    SampleSettings settings;           // zero where the mesh decides
    double width_percent = 0;          // of the diagonal; 0: settings.width holds
    std::filesystem::path field;       // none if empty
    std::vector<std::string> changes;  // path=value, in the order given
};

/// `options` must live until parsing is over.
void add_sampling_options(CLI::App& parser, SamplingOptions& options);

/// The first of them that was given, or nothing.
std::string given_sampling_option(const CLI::App& parser);

/// The settings for this mesh: reads the field file, turns a width in percent into a length, applies the changes.
/// What depends on the mesh otherwise, and all ranges, are the business of octree/adaptive_body.h. Throws InputError.
SampleSettings settings_for(const SamplingOptions& options, const TriangleMesh& mesh);

}  // namespace octomatch

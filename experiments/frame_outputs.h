// What a simulation leaves behind frame by frame: pictures, a video, a sequence of surfaces.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "io/simulation.h"

namespace octomatch {

struct FrameOutputSettings {
    std::filesystem::path images;        // folder of numbered PNGs; none where empty
    std::filesystem::path video;         // FILE.mp4
    std::filesystem::path surfaces;      // folder of numbered meshes, one per frame and body
    std::string surface_format = "obj";  // or ply
};

class FrameOutputs {
public:
    /// Looks at all places before any work is done. Throws InputError.
    FrameOutputs(const FrameOutputSettings& settings, const Scene& scene);
    ~FrameOutputs();

    void add(Simulation& simulation);
    /// Completes the files and returns their names.
    std::vector<std::filesystem::path> finish();

private:
    void write_surfaces(Simulation& simulation) const;

    FrameOutputSettings settings_;
    struct Pictures;
    std::unique_ptr<Pictures> pictures_;  // none where nobody asked for them
};

}  // namespace octomatch

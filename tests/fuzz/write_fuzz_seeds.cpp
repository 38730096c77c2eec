// write_fuzz_seeds FOLDER: the files that the fuzzers start from, in FOLDER/NAME_fuzz.seeds.
#include <filesystem>
#include <fstream>

#include "io/byte_layout.h"
#include "io/chunk_file.h"
#include "tests/fuzz/mesh_bytes.h"
#include "tests/io/broken_files.h"
#include "tests/io/small_run.h"

namespace octomatch {
namespace {

void write(const std::filesystem::path& folder, const std::string& target, const test::MeshFile& file) {
    constexpr std::size_t kLargest = 4096;  // the smaller, the faster
    if (file.bytes.size() > kLargest) return;
    const std::filesystem::path seeds = folder / (target + "_fuzz.seeds");
    std::filesystem::create_directories(seeds);
    std::ofstream(seeds / file.name, std::ios::binary) << file.bytes;
}

void write_seeds(const std::filesystem::path& folder) {
    const TriangleMesh cube = test::unit_cube(), inner = test::box(Vec3d::Constant(0.25), Vec3d::Constant(0.5));
    for (const auto& files : {test::broken_files(), test::odd_files_of_a_cube(), test::files_of(cube)})
        for (const test::MeshFile& file : files) write(folder, file.extension == "glb" ? "gltf" : file.extension, file);

    TriangleMesh open = cube;
    open.triangles.resize(10);
    for (const auto& [name, mesh] : {std::pair("cube", cube),
                                     {"open", open},
                                     {"inside_out", test::flipped(cube)},
                                     {"two", test::joined(cube, inner)},
                                     {"cavity", test::joined(cube, test::flipped(inner))},
                                     {"sheet", test::bent_sheet(3, 0.1)},
                                     {"ball", test::sphere(Vec3d::Zero(), 1, 3)}})
        write(folder, "check_mesh", {name, "", fuzz::bytes_of_mesh(mesh)});
    write(folder, "check_mesh",
          {"lattice", "", std::string("\0\4\0\0\0\20\0\0\0\20\0\0\0\20\0\2\1\0\1\3\0\3\2\1\2\3", 26)});
}

// The first byte says as what recording_fuzz reads the rest.
void write_recording_seeds(const std::filesystem::path& folder) {
    for (int frame = 1; frame <= 48; ++frame) {
        const RecordedFrame recorded{.requests = test::requests_for(frame)};
        write(folder, "recording", {"frame_" + std::to_string(frame), "", '\0' + to_bytes(recorded)});
    }
    Body body{.id = {0}, .shape = {0}, .region_stiffness = {1}, .pins = {{.node = {0}}}, .grabs = {{.id = {3}}}};
    body.grabs[0].point = {.nodes = {{0}}, .weights = {1}};
    body.state.x = body.state.v = {Vec3::Zero()};
    body.state.matched = {BodyState::Quat::Identity()};
    body.state.plastic = {Mat3::Identity()};
    const Snapshot snapshot{.program = "0",
                            .shapes = {{.mesh = test::unit_cube()}},
                            .next_shape = 1,
                            .world = {.bodies = {body}, .next_body = 1}};
    write(folder, "recording", {"snapshot", "", '\1' + to_bytes(snapshot)});
    write(folder, "recording",
          {"file", "",
           '\2' + file_start("recording") + chunk("TEXT", to_bytes(std::string("x"))) +
               chunk("SNAP", to_bytes(snapshot)) + chunk("FRAM", to_bytes(RecordedFrame())) +
               chunk("ENDS", to_bytes(std::uint64_t{1}))});
}

void write_scene_seeds(const std::filesystem::path& folder) {
    for (const auto& [name, text] : {
             std::pair("least", R"({"bodies": [{"model": "block"}]})"),
             {"held", R"({"bodies": [{"model": "duck", "copies": {"count": 3}, "material": {"young": 5000},
                          "pins": [{"share": [[0, 0, 0], [1, 0.5, 1]]}, {"ball": {"centre": [0, 0, 0], "radius": 1}}]}]})"},
             {"script", R"({"bodies": [{"model": "hand"}], "script": [
                            {"at": 1, "grab": {"name": "g", "body": "hand", "point": [0, 0, 0], "by": [0, 1, 0]}},
                            {"at": 2, "release": "g"}, {"at": 3, "world": {"ground": {"offset": -1}}}]})"},
             {"cuts", R"({"bodies": [{"model": "liver"}], "script": [
                          {"at": 1, "cut": {"blades": [[[0, 1, -1], [0, 1, 1]], [[0, 0, -1], [0, 0, 1]]], "over": 0.5}},
                          {"at": 2, "undo": 1}, {"at": 3, "redo": 1},
                          {"at": 4, "refine": {"body": "liver", "box": [[0, 0, 0], [1, 1, 1]]}}]})"},
             {"override", "world.gravity=[0, 0, 0]\n{}"},
         })
        write(folder, "scene", {name, "", text});
}

}  // namespace
}  // namespace octomatch

int main(int count, char** arguments) {
    if (count != 2) return 2;
    octomatch::write_seeds(arguments[1]);
    octomatch::write_recording_seeds(arguments[1]);
    octomatch::write_scene_seeds(arguments[1]);
}

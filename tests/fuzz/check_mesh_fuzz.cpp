#include <algorithm>
#include <random>

#include "core/parallel.h"
#include "tests/fuzz/laws.h"
#include "tests/fuzz/mesh_bytes.h"
#include "tests/io/test_meshes.h"

namespace octomatch::fuzz {
namespace {

bool crosses_itself(const MeshReport& report) {
    return std::ranges::any_of(report.repairs,
                               [](const std::string& repair) { return repair.starts_with("self-intersections"); });
}

// Any mesh is checked or refused with one line, the same however its vertices and triangles are numbered. Where shells
// cross that are wound both ways, which of them looks inside out depends on the others, and each check turns another.
void fuzz_check(const TriangleMesh& mesh) {
    std::string refusal;
    CheckedMesh checked;
    try {
        checked = check_mesh(mesh);
        require_checked(checked);
        if (checked.report.closed && !crosses_itself(checked.report))
            require(same(check_mesh(checked.mesh).mesh, checked.mesh), "a checked closed mesh needs no repair");
    } catch (const InputError& error) {
        refusal = error.what();
        require_one_line(refusal);
    }
    for (const auto& t : mesh.triangles)
        for (int v : t)
            if (v < 0 || v >= static_cast<int>(mesh.vertices.size())) return;  // can not be renumbered

    std::mt19937 random(1);
    try {
        const CheckedMesh again = check_mesh(test::shuffled(mesh, random));
        require(refusal.empty(), "to be refused does not depend on the order");
        require(same(again.mesh, checked.mesh), "a checked mesh does not depend on the order");
        require(again.report.repairs == checked.report.repairs, "repairs do not depend on the order");
    } catch (const InputError& error) {
        require(error.what() == refusal, "to be refused does not depend on the order");
    }
}

}  // namespace
}  // namespace octomatch::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    octomatch::set_thread_count(1);
    octomatch::fuzz::fuzz_check(octomatch::fuzz::mesh_of_bytes(data, size));
    return 0;
}

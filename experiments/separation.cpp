#include "experiments/separation.h"

#include "core/timer.h"

namespace octomatch {

SeparationStudy study_separation(const TriangleMesh& mesh, const AdaptiveBody& body, int most_finer,
                                 const Progress& progress) {
    const Stopwatch watch;
    const auto at = [&](const char* stage, double fraction) {
        if (progress) progress(stage, fraction);
    };
    const Lattice& lattice = body.material.lattice;
    SeparationStudy study;
    at("the lattice of the same cell", 0);
    study.same_cell = plain_lattice(body.material, lattice.depth);
    study.searched_to = lattice.finest_cell();

    if (study.same_cell.bridges == 0) {
        study.separating = {lattice.finest_cell(), study.same_cell};
        for (int level = lattice.depth - 1; level >= 0; --level) {
            at("coarser lattices", 0.3);
            const PlainLattice coarser = plain_lattice(body.material, level);
            if (coarser.bridges > 0) break;
            study.separating = {lattice.cell_edge(level), coarser};
        }
    }
    const TriangleBvh surface(mesh);
    const bool closed = is_closed(mesh);
    for (int finer = 1; finer <= most_finer && !study.separating; ++finer) {
        const SampleSettings& s = body.settings;
        const Lattice fine = lattice_over(bounding_box(mesh), s.base_cell, s.depth + finer, s.shift);
        at("finer lattices", finer == 1 ? 0.05 : 0.2);
        study.stopped_by_memory = level_set_bytes(mesh, fine) * 1e-9 > s.memory_limit;
        if (study.stopped_by_memory) break;
        const PlainLattice plain =
            plain_lattice(connect_material(make_level_set(mesh, surface, closed, fine)), fine.depth);
        study.searched_to = fine.finest_cell();
        if (plain.bridges == 0) study.separating = {fine.finest_cell(), plain};
    }
    study.seconds = watch.seconds();
    return study;
}

}  // namespace octomatch

// The coarsest plain lattice that keeps apart what the shape keeps apart: the second opponent of an adaptive body,
// beside the plain lattice of the same finest cell.
#pragma once
#include <optional>

#include "core/progress.h"
#include "octree/adaptive_body.h"
#include "octree/lattice_study.h"

namespace octomatch {

struct SeparatingLattice {
    double cell = 0;
    PlainLattice lattice;
};

struct SeparationStudy {
    PlainLattice same_cell;                       // the plain lattice of the body's finest cells
    std::optional<SeparatingLattice> separating;  // without bridges; none where none was found
    double searched_to = 0;                       // finest cell that was looked at
    bool stopped_by_memory = false;               // before a quarter of the finest cell was reached
    double seconds = 0;
};

/// From the body's finest cells to coarser ones while no bridge appears; coarse lattices beyond the first with bridges
/// do not count, because a bridge spans three cell edges and what is that large can hide whole features. Where the
/// finest cells have bridges, `most_finer` times half the cell, as far as the memory limit of the body's settings
/// allows.
SeparationStudy study_separation(const TriangleMesh& mesh, const AdaptiveBody& body, int most_finer,
                                 const Progress& progress);

}  // namespace octomatch

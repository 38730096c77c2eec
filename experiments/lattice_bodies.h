// The lattices an adaptive body is compared with, on its own lattice of finest cells.
#pragma once
#include <string>

#include "octree/sample_settings.h"

namespace octomatch {

/// plain: one node per cell, touching cells linked, regions by links [RJ07]. contact: our nodes and links, regions by
/// links. octree_uniform: our nodes and links, interval regions over the octree: FASM's "without octree".
enum class LatticeKind { plain, contact, octree_uniform };

/// flsm, flsm_contact, octree_uniform: as `octomatch compare` calls them.
std::string name_of(LatticeKind kind);

/// The same base cells, depth, shift, width and density, every cell of the finest size. A lattice of cells of edge h
/// with regions of w is that of {.base_cell = ldexp(h, depth), .depth = depth, .width = w}.
SampleSettings lattice_settings(LatticeKind kind, SampleSettings settings);

}  // namespace octomatch

// What falls apart: which connected material and which closed parts of the surface belong together.
//
// A part of the surface belongs to the material below its triangles. Where it encloses several components of the
// material they stay one body; so do parts of the surface that share a component, which the cut has not severed yet.
// Parts smaller than a few voxels go with the material most of their area lies on. Material below no surface to speak
// of is a crumb.
#pragma once
#include <vector>

#include "octree/piece_finder.h"
#include "octree/skin_cut.h"

namespace octomatch {

struct Fragment {
    std::vector<char> has_piece;  // per piece
    CutSkin skin;
    double volume = 0;  // of its material, in h^3
};

struct Fragments {
    std::vector<Fragment> parts;  // the heaviest first, of equal ones that with the first piece
    int crumbs = 0;               // components of the material
    double crumb_volume = 0;      // in h^3
};

Fragments find_fragments(const MaterialGraph& material, const CutSkin& skin, const SheetIndex& sheets);

}  // namespace octomatch

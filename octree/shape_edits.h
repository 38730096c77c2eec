// What has been done to a shape since it was sampled. Together with the material and the split cells it says all that
// the shape is compiled from: equal edits give equal shapes, however they came about.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "octree/sheet_index.h"
#include "octree/skin_cut.h"

namespace octomatch {

/// A cut under way.
struct OpenCut {
    CutStroke stroke;
    CutSkin before;                             // the surface without the sheets that are finished
    int rows_in_material = 0;                   // rows of the sheet under way that the material has been cut by
    std::shared_ptr<const CuttableSkin> ready;  // `before`, made ready; follows from it
};

struct ShapeEdits {
    std::vector<CutSheet> sheets;  // finished
    CutSkin skin;                  // closed, and cut by all sheets; the surface as it came where it can not be cut
    bool skin_is_closed = false;   // has it been made ready for cutting?
    std::optional<OpenCut> open;

    /// All sheets, with the one under way.
    SheetIndex index(const Lattice& lattice) const;
};

/// The blade of the stroke under way moves on, or a stroke begins. Sheets that this finishes are added to `sheets`, and
/// `skin` is cut. Returns what is new of the sheets, for the material.
TriangleMesh move_blade(const Blade& blade, const CutStroke::ToRest& to_rest, double finest_cell, ShapeEdits& edits);

/// The stroke under way ends.
void end_stroke(ShapeEdits& edits);

}  // namespace octomatch

#include "octree/shape_edits.h"

#include <algorithm>

namespace octomatch {

namespace {

void append(const TriangleMesh& from, TriangleMesh& to) {
    const int first = static_cast<int>(to.vertices.size());
    to.vertices.insert(to.vertices.end(), from.vertices.begin(), from.vertices.end());
    for (const auto& [a, b, c] : from.triangles) to.triangles.push_back({first + a, first + b, first + c});
}

/// The cells of a sheet behind its first `rows` rows, without those the sheet before has cut already.
TriangleMesh new_part(const CutSheet& sheet, int rows) {
    CutSheet rest{.columns = sheet.columns};
    const int first = std::max(sheet.overlap, rows - 1);
    for (int r = first; r < sheet.rows(); ++r) rest.push_row(sheet.row(r));
    return triangulated(rest);
}

}  // namespace

SheetIndex ShapeEdits::index(const Lattice& lattice) const {
    SheetIndex all(lattice);
    for (const CutSheet& sheet : sheets) all.add(triangulated(without_overlap(sheet)));
    if (open) all.add(triangulated(without_overlap(open->stroke.sheet())));
    return all;
}

TriangleMesh move_blade(const Blade& blade, const CutStroke::ToRest& to_rest, double finest_cell, ShapeEdits& edits) {
    if (!edits.open) edits.open = OpenCut{CutStroke({.longest = finest_cell}), edits.skin};
    OpenCut& open = *edits.open;
    if (edits.skin_is_closed && !open.ready) open.ready = std::make_shared<const CuttableSkin>(open.before);
    const auto without = [&](const CutSheet& sheet) {
        return open.ready->minus(sheet, static_cast<int>(edits.sheets.size()));
    };
    TriangleMesh added;
    for (const CutSheet& sheet : open.stroke.move_to(blade, to_rest)) {
        append(new_part(sheet, open.rows_in_material), added);
        open.rows_in_material = 0;
        if (open.ready) {
            open.before = without(sheet);
            open.ready = std::make_shared<const CuttableSkin>(open.before);
        }
        edits.sheets.push_back(sheet);
    }
    const CutSheet& sheet = open.stroke.sheet();
    append(new_part(sheet, open.rows_in_material), added);
    open.rows_in_material = sheet.rows();
    if (open.ready && !added.triangles.empty()) edits.skin = without(sheet);
    return added;
}

void end_stroke(ShapeEdits& edits) {
    if (!edits.open) return;
    for (const CutSheet& sheet : edits.open->stroke.end()) edits.sheets.push_back(sheet);
    edits.open.reset();
}

}  // namespace octomatch

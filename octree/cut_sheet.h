// The path of a blade through the rest shape, as a grid of points: one row for every place of the blade.
//
// Every cell of the grid is four triangles around its middle. So no edge joins two points of the border but the border
// itself (the surface is cut with a pillow that has no thickness there), the result does not depend on which way
// the blade went, and sheets that share rows share triangles.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "core/shape_edit.h"
#include "core/triangle_mesh.h"

namespace octomatch {

struct CutSheet {
    int columns = 0;            // points along the blade
    std::vector<Vec3d> points;  // row by row, in the mesh's own coordinates
    int overlap = 0;            // rows of cells at its beginning that the sheet before has cut already

    int rows() const { return columns == 0 ? 0 : static_cast<int>(points.size()) / columns; }
    std::span<const Vec3d> row(int r) const { return {points.data() + r * columns, static_cast<std::size_t>(columns)}; }
    void push_row(std::span<const Vec3d> row) { points.insert(points.end(), row.begin(), row.end()); }
    bool operator==(const CutSheet&) const = default;
};

/// Its vertices are the points and then, row by row, the middles of the cells; none without two rows and columns. Their
/// normal is the direction along the blade times (x) the one it moves in.
TriangleMesh triangulated(const CutSheet& sheet);

/// For the material, which must not be cut twice in nearly the same place: sheets meet in a row of points, where
/// nothing leaks, and voxels between two of them would be on their own.
CutSheet without_overlap(const CutSheet& sheet);

struct StrokeSettings {
    double longest = 0;           // edge of the sheet's cells at most, nearly; the finest cell is a good choice
    double least_advance = 0.01;  // in `longest`: a blade that moves less is waited for
    double overshoot = 0.1;       // in `longest`: where a blade turns back, the next sheet begins so far beyond
    int most_rows = 64;           // then the sheet is finished and another one begins
    int most_cells = 512;         // along the blade, and for one movement: what is longer gets larger cells
};

/// Turns the movements of one blade into sheets. A sheet is finished when the blade leaves, folds back, would cross the
/// sheet or come near it, or made many rows; the next one begins one row behind the front, so that they overlap.
class CutStroke {
public:
    using ToRest = std::function<Vec3d(const Vec3d& world)>;

    /// Throws InputError unless `longest` is a positive length.
    explicit CutStroke(const StrokeSettings& settings);
    /// Goes on with a stroke that came so far.
    CutStroke(const StrokeSettings& settings, const Blade& blade, const CutSheet& sheet);

    /// The blade moves on in a straight line, or appears. Returns the sheets this finished. Of a blade that turns about
    /// a point of its own only the part cuts that moves ahead. Places that crease the sheet are passed over. Throws
    /// InputError for what is not finite.
    std::vector<CutSheet> move_to(const Blade& blade, const ToRest& to_rest);

    /// The blade leaves: returns the sheet under way, if there is one.
    std::vector<CutSheet> end();

    /// What was cut since the last finished sheet; fewer than two rows are no cut yet.
    const CutSheet& sheet() const { return sheet_; }
    const Blade& blade() const { return blade_; }
    const StrokeSettings& settings() const { return settings_; }

private:
    std::vector<Vec3d> row_at(const Blade& blade, const ToRest& to_rest) const;
    void extend(std::vector<Vec3d> row, std::vector<CutSheet>& finished);
    void finish(std::vector<CutSheet>& finished);

    StrokeSettings settings_;
    Blade blade_;
    CutSheet sheet_;
};

}  // namespace octomatch

#include "octree/cut_sheet.h"

#include <algorithm>
#include <cmath>

#include "core/input_error.h"
#include "octree/triangle_bvh.h"

namespace octomatch {

namespace {

using Row = std::vector<Vec3d>;

// Twice the area vector of a cell of the grid, between two rows.
Vec3d normal_of(std::span<const Vec3d> back, std::span<const Vec3d> front, int column) {
    return (front[column + 1] - back[column]).cross(front[column] - back[column + 1]);
}

Vec3d along_blade(std::span<const Vec3d> row, int column) {
    const int last = static_cast<int>(row.size()) - 1;
    return (row[std::min(column + 1, last)] - row[std::max(column - 1, 0)]).stableNormalized();
}

// How far each point moved, across the blade.
Row advances(std::span<const Vec3d> back, std::span<const Vec3d> front) {
    Row result;
    for (int c = 0; c < static_cast<int>(back.size()); ++c) {
        const Vec3d moved = front[c] - back[c], along = along_blade(back, c);
        result.push_back(moved - along * along.dot(moved));
    }
    return result;
}

double length_of(const Row& row) {
    double length = 0;
    for (std::size_t c = 1; c < row.size(); ++c) length += (row[c] - row[c - 1]).norm();
    return length;
}

// The point that is farthest ahead by at least `least`, seen from where each point went before (if it did): -1 for
// none.
int leader(const Row& advance, const Row& before, double least) {
    int best = -1;
    for (int c = 0; c < static_cast<int>(advance.size()); ++c) {
        const double length = advance[c].norm();
        if (length < least || (!before.empty() && before[c].dot(advance[c]) <= 0)) continue;
        if (best < 0 || length > advance[best].norm()) best = c;
    }
    return best;
}

// Points that lag behind the leader, or go back while it goes on, are carried along by the least advance.
void carry_along(std::span<const Vec3d> back, const Row& advance, int leader, double least, Row& front) {
    for (int step : {-1, 1}) {
        Vec3d ahead = advance[leader].normalized();
        for (int c = leader + step; c >= 0 && c < static_cast<int>(back.size()); c += step) {
            if (ahead.dot(advance[c]) < least)
                front[c] = back[c] + ahead * least;
            else
                ahead = advance[c].normalized();
        }
    }
}

// The same line by other points, a quarter of a cell along it: the edges of sheets that overlap must not lie above each
// other, or Manifold would have to find where they cross.
Row moved_along(std::span<const Vec3d> row) {
    const int last = static_cast<int>(row.size()) - 1;
    Row result;
    for (int c = 0; c <= last; ++c) result.push_back(0.75 * row[c] + 0.25 * row[c < last ? c + 1 : c - 1]);
    return result;
}

bool folds_back(const CutSheet& sheet, const Row& front) {
    if (sheet.rows() < 2) return false;
    const auto back = sheet.row(sheet.rows() - 1), before = sheet.row(sheet.rows() - 2);
    for (int c = 0; c + 1 < sheet.columns; ++c)
        if (normal_of(before, back, c).dot(normal_of(back, front, c)) <= 0) return true;
    return false;
}

// Neighbouring cells of a row that face opposite ways: where the map to rest is torn.
bool is_creased(std::span<const Vec3d> back, std::span<const Vec3d> front) {
    for (int c = 1; c + 1 < static_cast<int>(back.size()); ++c)
        if (normal_of(back, front, c - 1).dot(normal_of(back, front, c)) <= 0) return true;
    return false;
}

Box3 box_of(const std::array<Vec3d, 3>& triangle) {
    Box3 box;
    for (const Vec3d& p : triangle) box.include(p);
    return box;
}

bool overlap(const Box3& a, const Box3& b) {
    return (a.low.array() <= b.high.array()).all() && (b.low.array() <= a.high.array()).all();
}

bool crosses_itself(const CutSheet& sheet, const Row& front) {
    if (sheet.rows() < 3) return false;
    CutSheet next{.columns = sheet.columns};
    next.push_row(sheet.row(sheet.rows() - 1));
    next.push_row(front);
    const TriangleMesh added = triangulated(next), old = triangulated(sheet);
    const Box3 reach = bounding_box(added);
    std::vector<Box3> boxes;
    for (int u = 0; u < static_cast<int>(added.triangles.size()); ++u) boxes.push_back(box_of(added.corners(u)));
    for (int t = 0; t < static_cast<int>(old.triangles.size()); ++t) {
        const auto other = old.corners(t);
        const Box3 box = box_of(other);
        if (!overlap(box, reach)) continue;
        for (int u = 0; u < static_cast<int>(added.triangles.size()); ++u)
            if (overlap(box, boxes[u]) && triangles_cross(other, added.corners(u))) return true;
    }
    return false;
}

Vec3d middle_of(std::span<const Vec3d> back, std::span<const Vec3d> front, int column) {
    return 0.25 * (back[column] + back[column + 1] + front[column] + front[column + 1]);
}

// Would new cells lie beside old ones that are far away along the sheet? Sheets in one plane overlap without crossing.
bool comes_near_itself(const CutSheet& sheet, const Row& front, double longest) {
    constexpr double kNear = 0.75, kFar = 3;  // in `longest`
    const int last = sheet.rows() - 1;
    for (int c = 0; c + 1 < sheet.columns; ++c) {
        const Vec3d middle = middle_of(sheet.row(last), front, c);
        double way = (front[c] - sheet.row(last)[c]).norm();
        for (int r = last - 1; r >= 0; --r) {
            way += (sheet.row(r + 1)[c] - sheet.row(r)[c]).norm();
            if (way < kFar * longest) continue;
            for (int other = 0; other + 1 < sheet.columns; ++other)
                if ((middle_of(sheet.row(r), sheet.row(r + 1), other) - middle).norm() < kNear * longest) return true;
        }
    }
    return false;
}

}  // namespace

TriangleMesh triangulated(const CutSheet& sheet) {
    TriangleMesh mesh{.vertices = sheet.points};
    for (int r = 0; r + 1 < sheet.rows(); ++r)
        for (int c = 0; c + 1 < sheet.columns; ++c) {
            const int a = r * sheet.columns + c, b = a + 1, d = a + sheet.columns, e = d + 1;
            const int middle = static_cast<int>(mesh.vertices.size());
            mesh.vertices.push_back(0.25 * (sheet.points[a] + sheet.points[b] + sheet.points[d] + sheet.points[e]));
            for (const auto& [i, j] : {std::pair{a, b}, {b, e}, {e, d}, {d, a}})
                mesh.triangles.push_back({i, j, middle});
        }
    return mesh;
}

CutSheet without_overlap(const CutSheet& sheet) {
    CutSheet rest{.columns = sheet.columns};
    rest.points.assign(sheet.points.begin() + sheet.overlap * sheet.columns, sheet.points.end());
    return rest;
}

CutStroke::CutStroke(const StrokeSettings& settings) : settings_(settings) {
    if (!(settings.longest > 0) || !std::isfinite(settings.longest))
        throw InputError("the cells of a cut need a positive length");
}

CutStroke::CutStroke(const StrokeSettings& settings, const Blade& blade, const CutSheet& sheet) : CutStroke(settings) {
    blade_ = blade;
    sheet_ = sheet;
}

std::vector<Vec3d> CutStroke::row_at(const Blade& blade, const ToRest& to_rest) const {
    Row row;
    for (int c = 0; c < sheet_.columns; ++c) {
        const double t = static_cast<double>(c) / (sheet_.columns - 1);
        row.push_back(to_rest((1 - t) * blade.p + t * blade.q));
        if (!row.back().allFinite()) throw InputError("a blade must be at finite points");
    }
    return row;
}

std::vector<CutSheet> CutStroke::move_to(const Blade& blade, const ToRest& to_rest) {
    std::vector<CutSheet> finished;
    if (!blade.p.allFinite() || !blade.q.allFinite()) throw InputError("a blade must be at finite points");
    const auto cells = [&](double length) {
        return static_cast<int>(
            std::clamp(std::ceil(length / settings_.longest - 1e-9), 1.0, double(settings_.most_cells)));
    };
    if (sheet_.rows() == 0) {
        sheet_.columns = 33;  // fine enough to measure a bent blade
        const double length = length_of(row_at(blade, to_rest));
        if (!(length > 0)) {
            sheet_.columns = 0;
            return finished;  // a point cuts nothing
        }
        sheet_.columns = cells(length) + 1;
        sheet_.push_row(row_at(blade, to_rest));
    } else {
        const Row there = row_at(blade, to_rest), here = row_at(blade_, to_rest);
        double farthest = 0;
        for (int c = 0; c < sheet_.columns; ++c) farthest = std::max(farthest, (there[c] - here[c]).norm());
        const int steps = cells(farthest);
        for (int k = 1; k < steps; ++k) {
            const double t = static_cast<double>(k) / steps;
            const Blade between{(1 - t) * blade_.p + t * blade.p, (1 - t) * blade_.q + t * blade.q};
            extend(row_at(between, to_rest), finished);
        }
        extend(there, finished);
    }
    blade_ = blade;
    return finished;
}

void CutStroke::extend(Row front, std::vector<CutSheet>& finished) {
    const auto last = sheet_.row(sheet_.rows() - 1);
    const Row back(last.begin(), last.end());
    const double least = settings_.least_advance * settings_.longest;
    const Row advance = advances(back, front);
    Row before;
    if (sheet_.rows() >= 2) before = advances(sheet_.row(sheet_.rows() - 2), back);

    int first = leader(advance, before, least);
    const bool turns_back = first < 0 && (first = leader(advance, {}, least)) >= 0;
    if (first < 0) return;
    carry_along(back, advance, first, least, front);
    if (is_creased(back, front)) return;

    if (turns_back || folds_back(sheet_, front)) {
        finish(finished);
        sheet_.overlap = 0;
        Row beyond = back;
        for (int c = 0; c < sheet_.columns; ++c)
            beyond[c] -= settings_.overshoot * settings_.longest * (front[c] - back[c]).normalized();
        sheet_.points.clear();
        sheet_.push_row(beyond);
        sheet_.push_row(back);
    } else if (sheet_.rows() > settings_.most_rows || crosses_itself(sheet_, front) ||
               comes_near_itself(sheet_, front, settings_.longest)) {
        const Row overlap = moved_along(sheet_.row(sheet_.rows() - 2));
        finish(finished);
        sheet_.points.clear();
        sheet_.push_row(overlap);
        sheet_.overlap = 1;
        sheet_.push_row(back);
    }
    sheet_.push_row(front);
}

void CutStroke::finish(std::vector<CutSheet>& finished) {
    if (sheet_.rows() >= 2) finished.push_back(sheet_);
}

std::vector<CutSheet> CutStroke::end() {
    std::vector<CutSheet> finished;
    finish(finished);
    sheet_ = {};
    return finished;
}

}  // namespace octomatch

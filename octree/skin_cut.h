// Cuts the surface: a thin pillow around the sheet is subtracted from the solid, by Manifold.
//
// The pillow is the sheet, thickened by half a thickness to either side along its normals and not at all along its
// border. So both cut faces come out at once, the front of a partial cut is one row of vertices that both share, and a
// complete cut leaves two parts. What was not cut keeps its vertices to the bit.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "octree/cut_sheet.h"

namespace octomatch {

/// What a triangle of a cut surface is a part of.
struct FaceOrigin {
    std::int32_t sheet = -1;    // number of the cut; -1: the surface as it was before any cut
    std::int32_t triangle = 0;  // of that surface, or of the triangulated sheet
    std::int32_t side = 0;      // where the material is: +1 where the sheet's normals point to, -1 on the other side
    bool operator==(const FaceOrigin&) const = default;
};

/// A closed surface, and where it came from. Plain data: whatever is done with a copy gives the same bits.
struct CutSkin {
    TriangleMesh mesh;
    std::vector<FaceOrigin> origin;  // per triangle
};

/// A surface that has not been cut. The mesh must be closed (octree/closed_surface.h).
CutSkin uncut_skin(const TriangleMesh& mesh);

struct PillowSettings {
    double thickness = 0;     // of the pillow, in units of the mesh; 0: 1e-4 of the longest extent
    double least_volume = 0;  // smaller parts are crumbs, and are dropped; 0: 1e-8 of the longest extent cubed
};

struct SkinCutReport {
    int crumbs = 0;
    double crumb_volume = 0;
};

/// A surface made ready for being cut: a stroke cuts it anew, with a longer sheet, for every movement of the blade.
class CuttableSkin {
public:
    /// Throws InputError for a surface that is not a closed manifold.
    explicit CuttableSkin(const CutSkin& skin, const PillowSettings& settings = {});

    /// Without the pillow of a sheet, whose triangles get `number` as their origin.
    CutSkin minus(const CutSheet& sheet, int number, SkinCutReport* report = nullptr) const;

    const PillowSettings& settings() const { return settings_; }  // resolved

private:
    struct Solid;
    std::shared_ptr<const Solid> solid_;
    std::vector<FaceOrigin> origin_;
    PillowSettings settings_;
};

/// Could a surface be cut? Says why not; empty if it can.
std::string not_cuttable(const TriangleMesh& mesh);

/// Per vertex of a surface after a cut, the same vertex before it; -1 for new ones. Equal bits are the same vertex.
std::vector<std::int32_t> kept_vertices(const TriangleMesh& before, const TriangleMesh& after);

TriangleMesh without_unused_vertices(const TriangleMesh& mesh);

/// Per triangle the part of the solid it bounds, numbered by their first triangles. A cavity belongs to the part around
/// it.
std::vector<std::int32_t> solid_parts(const TriangleMesh& mesh);

}  // namespace octomatch

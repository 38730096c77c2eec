// Makes surfaces closed that have holes or other faults, so that they can be cut.
#pragma once
#include <string>

#include "core/triangle_mesh.h"

namespace octomatch {

struct ClosedSurface {
    TriangleMesh mesh;
    std::string repair;  // a line for the report: what was done; empty where nothing had to be
};

/// Small and nearly flat holes of a canonical mesh are capped by a fan each. Where that is not enough the surface is
/// made anew, with edges of the given length, around the points whose winding number is above a half. Throws InputError
/// where that leaves nothing: the material can be cut all the same.
ClosedSurface close_surface(const TriangleMesh& mesh, double edge);

}  // namespace octomatch

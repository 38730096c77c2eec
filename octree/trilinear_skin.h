// The surface embedded in the cells of a uniform body, as in [RJ07]:
//
//   x(p) = sum over the corners k of p's cell of N_k(p) X_k,   X_k = x_a + F_a (corner_k - x0_a)
//
// with trilinear shares N_k. Each corner is placed by one node a: the first of those whose cells share the corner and
// that are linked, around it, with the node below p. So neighbours agree where they are linked, and part where they are
// not. RJ07's F_a is the node's mean rotation; ours is its deformation gradient, so that affine motion is reproduced,
// as by the skin of octree/skin_binding.h.
#pragma once
#include "core/skin.h"
#include "octree/adaptive_body.h"

namespace octomatch {

/// `mesh` is what the body was sampled from. Throws InputError where cells differ in size.
SkinRest make_trilinear_skin(const TriangleMesh& mesh, const AdaptiveBody& body);

}  // namespace octomatch
